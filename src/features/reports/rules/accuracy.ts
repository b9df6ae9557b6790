import { itemAt } from '../../../base/itemAt.ts';
import { scoreInterval } from './review.ts';

/** A number that was estimated from a sample, with its 95 % confidence interval. */
export interface Estimate {
  value: number;
  min: number;
  max: number;
}

/** A part of a population, of which some items, chosen at random, were looked at: detections, or cells of a grid. */
export interface Stratum {
  /** All items. */
  size: number;
  looked: number;
  /** Of detections, how many are right; of cells, how many objects were missed in them. */
  found: number;
  /** The sum of the squares of what was found in each. */
  squares: number;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * How many of the detections of a stratum are right. Where none was looked at, any number is possible.
 *
 * @param share of the right ones elsewhere, for a stratum that wasn't looked at
 */
export function rightIn(stratum: Stratum, share: number): Estimate {
  return stratum.looked === 0
    ? { value: stratum.size * share, min: 0, max: stratum.size }
    : totalIn(stratum, 1, 1);
}

/**
 * How many objects were missed in the cells of a stratum, at least one of which was looked at. Missed objects lie together:
 * where cells that have any come as Poisson events, the variance over the mean is the sum of squares over the sum (compound
 * Poisson distribution; W. Feller, "An Introduction to Probability Theory and Its Applications", volume 1, 3rd edition
 * (1968), section XII.2), and the sample counts for that much less (P. McCullagh and J. A. Nelder, "Generalized Linear
 * Models", 2nd edition (1989), section 6.2.3). A few cells say little about that, so one more with three missed objects is
 * added to both sums: without it, simulated intervals contained too few of the true numbers.
 */
export function missedIn(stratum: Stratum): Estimate {
  return totalIn(stratum, 0, (stratum.squares + 9) / (stratum.found + 3));
}

/**
 * The total of what is found in a stratum, with the limits of {@link scoreInterval}. The sample counts for more because it
 * is drawn without replacement: W. G. Cochran, "Sampling Techniques", 3rd edition (1977), section 2.6.
 */
function totalIn({ size, looked, found }: Stratum, curve: 0 | 1, dispersion: number): Estimate {
  if (looked >= size) return { value: found, min: found, max: found };
  const mean = found / looked;
  const trials = (looked * (size - 1)) / (size - looked) / dispersion;
  const [min, max] = scoreInterval(mean, trials, curve);
  return { value: size * mean, min: size * min, max: size * max };
}

/**
 * The sum of independent estimates, each times a factor. Limits are as far from the sum as the roots of the summed squares
 * of the single distances: R. G. Newcombe, "Interval estimation for the difference between independent proportions",
 * Statistics in Medicine 17 (1998), 873–890, method 10; for any sum, G. Y. Zou and A. Donner, "Construction of confidence
 * limits about effect measures", Statistics in Medicine 27 (2008), 1693–1702. Unlike a standard error, it doesn't vanish
 * where all of a few are right.
 */
export function estimateSum(parts: readonly (readonly [estimate: Estimate, factor: number])[]): Estimate {
  const value = sum(parts.map(([part, factor]) => factor * part.value));
  const below = parts.map(([part, factor]) => factor * ((factor < 0 ? part.max : part.min) - part.value));
  const above = parts.map(([part, factor]) => factor * ((factor < 0 ? part.min : part.max) - part.value));
  return { value, min: value - Math.hypot(...below), max: value + Math.hypot(...above) };
}

/**
 * The share of the objects that were found: those found among those found and missed (the producer's accuracy of P.
 * Olofsson et al., "Good practices for estimating area and assessing accuracy of land change", Remote Sensing of
 * Environment 148 (2014), 42–57, equation 3). Contains each share at which (1 − share) · found − share · missed can be 0
 * by {@link estimateSum}: the interval of a ratio of A. Donner and G. Y. Zou, "Closed-form confidence intervals for functions of
 * the normal mean and standard deviation", Statistical Methods in Medical Research 21 (2012), 347–359.
 */
export function recallEstimate(found: Estimate, missed: Estimate): Estimate {
  const value = found.value / (found.value + missed.value);
  const difference = (share: number) =>
    estimateSum([
      [found, 1 - share],
      [missed, -share],
    ]);
  return {
    value,
    min: border(value, 0, share => difference(share).min <= 0),
    max: border(value, 1, share => difference(share).max >= 0),
  };
}

/**
 * How many more items are to be looked at until an estimate is within ±5 points, if what is found stays as it is and the
 * sample goes on in proportion to the sizes of the strata.
 *
 * @param share of what is found elsewhere, for a stratum that wasn't looked at
 */
export function moreFor(
  strata: readonly Stratum[],
  share: number,
  estimate: (strata: readonly Stratum[]) => Estimate,
): number {
  /** The same strata where this fraction of each was looked at. */
  const after = (fraction: number) =>
    strata.map(({ size, looked, found, squares }): Stratum => {
      const next = Math.max(looked, Math.ceil(size * fraction));
      const times = next / looked;
      return {
        size,
        looked: next,
        found: looked === 0 ? next * share : found * times,
        squares: squares * times,
      };
    });
  const isWide = (fraction: number) => {
    const { min, max } = estimate(after(fraction));
    return max - min > 0.1;
  };
  if (!isWide(0)) return 0;
  const enough = after(Math.min(1, border(0, 1, isWide) + 1e-9));
  return sum(enough.map(({ looked }, index) => looked - itemAt(strata, index).looked));
}

/** Where, between a place inside and an end, something stops to be true. */
function border(inside: number, end: number, isTrue: (at: number) => boolean): number {
  let near = inside;
  let far = end;
  for (let step = 0; step < 40; step++) {
    const between = (near + far) / 2;
    if (isTrue(between)) near = between;
    else far = between;
  }
  return near;
}
