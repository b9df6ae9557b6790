/** The fewest images that cover enough of an AOI. */
import type { AreaParts } from '../geometry/coverage.ts';
import { exactCells, sampledCells, type CoverCell } from './coverCells.ts';
import { boundsApart, type FlatBounds, type FlatRing } from '../geometry/flatRing.ts';
import { divide, sizeOf, sizeWithin, without, wholeArea, type Piece } from '../geometry/remainder.ts';
import { setCover } from './setCover.ts';
import { itemAt, noItem } from '../itemAt.ts';

export interface Coverer {
  /** Convex, see `convexParts`. */
  parts: readonly FlatRing[];
  /** Of all parts. */
  bounds: FlatBounds;
  /** Of the AOI. */
  share: number;
  /** Among as few images those with the least sum are chosen; 0 or more. */
  penalty: number;
}

export interface FewestCover<T> {
  /** Those that add most first. */
  chosen: { coverer: T; adds: number }[];
  /** No fewer will do. */
  isProven: boolean;
}

/** With more images than this their cells are too many to be found exactly. */
const mostExact = 48;
/** Points spread over the AOI are too few to tell apart so many images. */
const mostBySamples = 12;
const rounding = 1e-9;

/**
 * Exact for up to some forty images; of more images a good choice, and the fewest where that can be proven by the sum of
 * their shares.
 *
 * @param target the share to cover, which all of them together must reach
 */
export function fewestCover<T extends Coverer>(
  area: AreaParts,
  coverers: readonly T[],
  target: number,
): FewestCover<T> {
  const wanted = target - rounding;
  const alone = coverers.filter(({ share }) => share >= wanted).toSorted(byPenalty)[0];
  if (alone) return { chosen: [{ coverer: alone, adds: alone.share }], isProven: true };
  const exact = coverers.length <= mostExact ? exactCells(area, coverers.map(partsOf)) : undefined;
  if (exact) {
    const cover = solved(coverers, exact, wanted);
    if (cover?.isBest) return { chosen: inOrder(area, cover.chosen), isProven: true };
  }
  const chosen = goodCover(area, coverers, wanted);
  return { chosen: inOrder(area, chosen), isProven: chosen.length <= leastPossible(coverers, wanted) };
}

function partsOf({ parts }: Coverer): readonly FlatRing[] {
  return parts;
}

function byPenalty(one: Coverer, other: Coverer): number {
  return one.penalty - other.penalty || other.share - one.share;
}

function solved<T extends Coverer>(
  coverers: readonly T[],
  cells: readonly CoverCell[],
  need: number,
): { chosen: T[]; isBest: boolean } | undefined {
  const sets = coverers.map((): number[] => []);
  cells.forEach(({ images }, cell) => images.forEach(image => sets[image]?.push(cell)));
  const cover = setCover({
    weights: cells.map(({ weight }) => weight),
    sets,
    penalties: coverers.map(({ penalty }) => penalty),
    need,
  });
  return cover && { chosen: cover.chosen.map(index => itemAt(coverers, index)), isBest: cover.isBest };
}

/** The better one of two: always what adds most, and the fewest that cover points spread over the AOI. */
function goodCover<T extends Coverer>(area: AreaParts, coverers: readonly T[], wanted: number): T[] {
  const full = (start: readonly T[]) => {
    const added = completed(area, coverers, start, wanted).map(({ coverer }) => coverer);
    return pruned(area, [...start, ...added], wanted);
  };
  const byGain = full([]);
  if (byGain.length > mostBySamples) return byGain;
  const cells = sampledCells(area, coverers.map(partsOf));
  const total = cells.reduce((sum, { weight }) => sum + weight, 0);
  const start = solved(coverers, cells, total)?.chosen ?? [];
  if (start.length === 0 || start.length > byGain.length) return byGain;
  const bySamples = full(start);
  const fewer = bySamples.length - byGain.length || penaltyOf(bySamples) - penaltyOf(byGain);
  return fewer < 0 ? bySamples : byGain;
}

function penaltyOf(coverers: readonly Coverer[]): number {
  return coverers.reduce((sum, { penalty }) => sum + penalty, 0);
}

/** What adds most, one after another until enough is covered. */
function completed<T extends Coverer>(
  area: AreaParts,
  coverers: readonly T[],
  start: readonly T[],
  wanted: number,
): { coverer: T; adds: number }[] {
  const added: { coverer: T; adds: number }[] = [];
  let left = leftBy(area, start);
  // What an image adds only ever shrinks: so what it added before is the most that it can add now.
  const mostGains = coverers.map(({ share }) => share);
  while (sizeOf(left) > 1 - wanted) {
    const next = bestGain(area, coverers, mostGains, left);
    if (next === undefined) break;
    const coverer = itemAt(coverers, next);
    added.push({ coverer, adds: itemAt(mostGains, next) });
    mostGains[next] = 0;
    left = without(left, coverer.parts, area.size);
  }
  return added;
}

function leftBy(area: AreaParts, coverers: readonly Coverer[]): readonly Piece[] {
  return coverers.reduce<readonly Piece[]>(
    (left, { parts }) => without(left, parts, area.size),
    wholeArea(area),
  );
}

/** What adds most to what is left, of as much the one with the least penalty. Lowers `mostGains` on its way. */
function bestGain(
  area: AreaParts,
  coverers: readonly Coverer[],
  mostGains: number[],
  left: readonly Piece[],
): number | undefined {
  const isFresh = new Set<number>();
  for (;;) {
    let best: number | undefined;
    for (let index = 0; index < mostGains.length; index++) {
      const gain = mostGains[index] ?? noItem(mostGains, index);
      const lead = gain - (best === undefined ? rounding : (mostGains[best] ?? noItem(mostGains, best)));
      const isBetter =
        lead > rounding ||
        (best !== undefined &&
          lead > -rounding &&
          itemAt(coverers, index).penalty < itemAt(coverers, best).penalty);
      if (isBetter) best = index;
    }
    if (best === undefined || isFresh.has(best)) return best;
    isFresh.add(best);
    mostGains[best] = sizeWithin(left, itemAt(coverers, best).parts, area.size);
  }
}

/** Without those that the others make needless, the worst of them first. */
function pruned<T extends Coverer>(area: AreaParts, chosen: readonly T[], wanted: number): T[] {
  let kept = [...chosen];
  let covered = 1 - sizeOf(leftBy(area, kept));
  for (const one of chosen.toSorted((a, b) => a.share - b.share || b.penalty - a.penalty)) {
    const others = kept.filter(other => other !== one);
    const alone = ownShare(area, one, others);
    if (covered - alone < wanted) continue;
    kept = others;
    covered -= alone;
  }
  return kept;
}

/** What one image covers and none of the others does. */
function ownShare(area: AreaParts, { parts, bounds }: Coverer, others: readonly Coverer[]): number {
  let own: readonly Piece[] = divide(wholeArea(area), parts, area.size).inside;
  for (const other of others) {
    if (own.length === 0) return 0;
    if (!boundsApart(bounds, other.bounds)) own = without(own, other.parts, area.size);
  }
  return sizeOf(own);
}

/** Those that add most first. */
function inOrder<T extends Coverer>(area: AreaParts, chosen: readonly T[]): { coverer: T; adds: number }[] {
  return completed(area, chosen, [], Infinity);
}

/** Fewer cannot do: not even if the greatest of them did not overlap. */
function leastPossible(coverers: readonly Coverer[], wanted: number): number {
  let sum = 0;
  let count = 1;
  for (const { share } of coverers.toSorted((one, other) => other.share - one.share)) {
    sum += share;
    if (sum >= wanted) break;
    count++;
  }
  // One alone has been looked for.
  return Math.max(2, count);
}
