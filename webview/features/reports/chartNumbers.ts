import { itemAt } from '../../../src/base/itemAt.ts';
import type { FeatureColumn } from './reportFeatures.ts';

/** A value this close to the edge of a bin, in widths of bins, is on it. */
const rounding = 1e-9;

/**
 * Counts numbers in 8 to 40 bins of a round width near 2 · IQR / ∛n (Freedman and Diaconis, "On the histogram as a
 * density estimator: L2 theory", 1981), or fewer for few whole numbers. A bin includes `to` only if it is the last, or
 * for whole numbers.
 *
 * @param isIncluded of each feature, by index. Returns `undefined` if there are no numbers.
 */
export function numberDistribution(column: FeatureColumn, isIncluded: (place: number) => boolean) {
  const sorted = column.sortedNumbers(isIncluded);
  if (sorted.length === 0) return undefined;
  const quantile = (share: number) => {
    const at = (sorted.length - 1) * share;
    const below = itemAt(sorted, Math.floor(at));
    return below + (itemAt(sorted, Math.ceil(at)) - below) * (at % 1);
  };
  // A whole number takes up the space to the next one.
  const unit = sorted.every(Number.isInteger) ? 1 : 0;
  const range = quantile(1) + unit - quantile(0);
  const best = (2 * (quantile(0.75) - quantile(0.25))) / Math.cbrt(sorted.length);
  // Rounding outward can add a bin.
  const target = Math.min(range / 8, Math.max(range / 39, best));
  const steps = [0.5, 1, 2, 2.5, 5, 10]
    .map(factor => factor * 10 ** Math.floor(Math.log10(target)))
    .filter(step => step >= range / 39 && step <= range / 8 && (unit === 0 || Number.isInteger(step)));
  const step = (steps.find(candidate => candidate >= target) ?? steps.at(-1)) || 1;
  const first = Math.floor(quantile(0) / step + rounding);
  const count = Math.max(1, Math.ceil((quantile(1) + unit) / step - rounding) - first);
  const bins = Array.from({ length: count }, (_none, index) => {
    return { from: (first + index) * step, to: (first + index + 1) * step - unit, places: [] as number[] };
  });
  for (let place = 0; place < column.length; place += 1) {
    const number = column.numberAt(place);
    if (Number.isNaN(number) || !isIncluded(place)) continue;
    const index = Math.floor(number / step + rounding) - first;
    bins[Math.min(index, count - 1)]?.places.push(place);
  }
  const mean = sorted.reduce((sum, value) => sum + value / sorted.length, 0);
  /** Where a value is along the bins, 0 to 1. */
  const shareAt = (value: number) => ((value + unit / 2) / step - first) / count;
  const edges = [0, count / 2, count].map(index => (first + index) * step);
  return { bins, edges, median: quantile(0.5), mean, shareAt };
}
