/** The fewest images that cover enough of an AOI. */
import { itemAt } from '../../../base/itemAt.ts';
import type { AreaParts } from '../../../geo/coverage.ts';
import { boundsApart, type FlatBounds, type FlatRing } from '../../../geo/flatRing.ts';
import { divide, type Piece, sizeWithin, totalSize, wholeArea, without } from '../../../geo/remainder.ts';

export interface Coverer {
  /** Convex, see `convexParts`. */
  parts: readonly FlatRing[];
  bounds: FlatBounds;
  /** Fraction of the AOI. */
  share: number;
  /** With the same number of images, the lowest sum wins; 0 or more. */
  penalty: number;
}

/** Tolerance: fractions are sums of many numbers. */
const rounding = 1e-9;
/** Number of the largest images for which all combinations are tried. */
const maxTried = 48;
/** Maximum checks of a cell with an image before the best choice so far is returned: about a second. */
const maxSteps = 3_000_000;

/**
 * Proven minimal for up to about forty images; a good choice for more.
 *
 * @param target the fraction to cover, which all of them together must reach
 * @returns those that add most first, with the fraction that each adds to those before it
 */
export function fewestCover<T extends Coverer>(
  area: AreaParts,
  coverers: readonly T[],
  target: number,
): { coverer: T; adds: number }[] {
  const needed = target - rounding;
  const single = coverers.filter(({ share }) => share >= needed).toSorted(byPenalty)[0];
  if (single) return [{ coverer: single, adds: single.share }];
  const byGain = greedyGains(area, coverers, needed).map(({ coverer }) => coverer);
  const good = pruned(area, byGain, needed);
  const tried = coverers.toSorted((a, b) => b.share - a.share || a.penalty - b.penalty).slice(0, maxTried);
  const cells = coverCells(area, tried);
  return greedyGains(area, cells ? bestChoice(cells, tried, needed, good) : good, Infinity);
}

function byPenalty(a: Coverer, b: Coverer): number {
  return a.penalty - b.penalty || b.share - a.share;
}

/** Takes the image that adds most, one after another, until enough is covered. */
function greedyGains<T extends Coverer>(
  area: AreaParts,
  coverers: readonly T[],
  needed: number,
): { coverer: T; adds: number }[] {
  const added: { coverer: T; adds: number }[] = [];
  let left: readonly Piece[] = wholeArea(area);
  // The gain of an image never increases: its earlier gain is an upper bound.
  let open = coverers.map(coverer => ({ coverer, adds: coverer.share }));
  while (totalSize(left) > 1 - needed) {
    let best: (typeof open)[number] | undefined;
    for (const candidate of open.toSorted((a, b) => b.adds - a.adds)) {
      if (best && candidate.adds < best.adds - rounding) break;
      candidate.adds = sizeWithin(left, candidate.coverer.parts, area.size);
      const lead = candidate.adds - (best?.adds ?? rounding);
      if (lead > rounding || (best && lead > -rounding && candidate.coverer.penalty < best.coverer.penalty))
        best = candidate;
    }
    if (!best) break;
    added.push(best);
    left = without(left, best.coverer.parts, area.size);
    open = open.filter(candidate => candidate !== best && candidate.adds > rounding);
  }
  return added;
}

/** Removes images that the others make unnecessary, the worst first. */
function pruned<T extends Coverer>(area: AreaParts, chosen: readonly T[], needed: number): T[] {
  let kept = [...chosen];
  let covered =
    1 - totalSize(kept.reduce((left, { parts }) => without(left, parts, area.size), wholeArea(area)));
  for (const coverer of chosen.toSorted((a, b) => a.share - b.share || b.penalty - a.penalty)) {
    const others = kept.filter(item => item !== coverer);
    const share = ownShare(area, coverer, others);
    if (covered - share < needed) continue;
    kept = others;
    covered -= share;
  }
  return kept;
}

/** What one image covers and none of the others does. */
function ownShare(area: AreaParts, { parts, bounds }: Coverer, others: readonly Coverer[]): number {
  let pieces = divide(wholeArea(area), parts, area.size).inside;
  for (const other of others)
    if (!boundsApart(bounds, other.bounds)) pieces = without(pieces, other.parts, area.size);
  return totalSize(pieces);
}

/** The part of an AOI that exactly the images of the cell cover. */
interface Cell<T> {
  /** Fraction of the AOI. */
  weight: number;
  images: readonly T[];
}

/** More pieces take too long. */
const maxPieces = 6000;
const smallestCell = 1e-11;

/** An AOI divided by the images that cover each place; `undefined` if there are too many pieces. */
function coverCells<T extends Coverer>(area: AreaParts, coverers: readonly T[]): Cell<T>[] | undefined {
  let cells: { pieces: readonly Piece[]; images: readonly T[] }[] = [{ pieces: wholeArea(area), images: [] }];
  for (const coverer of coverers) {
    cells = cells.flatMap(({ pieces, images }) => {
      const { inside, outside } = divide(pieces, coverer.parts, area.size);
      return [
        { pieces: inside, images: [...images, coverer] },
        { pieces: outside, images },
      ].filter(cell => cell.pieces.length > 0);
    });
    if (cells.reduce((sum, { pieces }) => sum + pieces.length, 0) > maxPieces) return undefined;
  }
  return cells
    .map(({ pieces, images }) => ({ weight: totalSize(pieces), images }))
    .filter(({ weight, images }) => weight > smallestCell && images.length > 0);
}

/** The best choice: fewer images than a known one, or as few with a lower penalty (branch and bound). */
function bestChoice<T extends Coverer>(
  cells: readonly Cell<T>[],
  coverers: readonly T[],
  needed: number,
  known: readonly T[],
): readonly T[] {
  let best = known;
  let steps = 0;

  function isBetter(count: number, penalty: number): boolean {
    return count < best.length || (count === best.length && penalty < totalPenalty(best) - rounding);
  }

  /** @param open cells that no chosen image covers, with the images that may still be chosen */
  function search(chosen: readonly T[], open: readonly Cell<T>[], missing: number): void {
    if (missing <= rounding) {
      if (isBetter(chosen.length, totalPenalty(chosen))) best = chosen;
      return;
    }
    if (steps > maxSteps) return;
    const gains = new Map<T, number>();
    for (const { weight, images } of open) {
      steps += images.length + 1;
      for (const image of images) gains.set(image, (gains.get(image) ?? 0) + weight);
    }
    const more = minGainCount([...gains.values()], missing - rounding);
    const minPenalty = Math.min(...[...gains.keys()].map(({ penalty }) => penalty));
    if (more === undefined || !isBetter(chosen.length + more, totalPenalty(chosen) + more * minPenalty))
      return;
    const spare = open.reduce((sum, { weight }) => sum + weight, 0) - missing + rounding;
    const ways = cellCoverers(hardest(open, spare), gains);
    const closed = new Set<T>();
    for (const way of ways) {
      closed.add(way);
      const rest = open.filter(({ images }) => !images.includes(way));
      search([...chosen, way], withoutImages(rest, closed), missing - (gains.get(way) ?? 0));
    }
    // Last, with none of them: the cell stays uncovered, if that much may.
    search(chosen, withoutImages(open, closed), missing);
  }

  const first = withoutImages(cells, new Set(dominated(cells, coverers)));
  search([], first, needed);
  return best;
}

function totalPenalty(coverers: readonly Coverer[]): number {
  return coverers.reduce((sum, { penalty }) => sum + penalty, 0);
}

/** Minimum number of gains that add up to a sum; `undefined` if all of them don't. */
function minGainCount(gains: readonly number[], needed: number): number | undefined {
  let sum = 0;
  const last = gains.toSorted((a, b) => b - a).findIndex(gain => (sum += gain) >= needed);
  return last < 0 ? undefined : last + 1;
}

/** The cell that must be covered and has the fewest images left; otherwise the largest one. */
function hardest<T>(open: readonly Cell<T>[], spare: number): Cell<T> {
  const must = open.filter(({ weight }) => weight > spare);
  return must.length > 0
    ? must.reduce((found, cell) => (cell.images.length < found.images.length ? cell : found))
    : open.reduce((found, cell) => (cell.weight > found.weight ? cell : found), itemAt(open, 0));
}

function cellCoverers<T extends Coverer>({ images }: Cell<T>, gains: ReadonlyMap<T, number>): T[] {
  return images.toSorted((a, b) => (gains.get(b) ?? 0) - (gains.get(a) ?? 0) || a.penalty - b.penalty);
}

/** Removes what only these images cover. */
function withoutImages<T>(cells: readonly Cell<T>[], closed: ReadonlySet<T>): Cell<T>[] {
  return cells.flatMap(({ weight, images }) => {
    const left = images.filter(image => !closed.has(image));
    return left.length > 0 ? [{ weight, images: left }] : [];
  });
}

/** Images that another one can replace: it covers the same or more, with no higher penalty. */
function dominated<T extends Coverer>(cells: readonly Cell<T>[], coverers: readonly T[]): T[] {
  const kept: T[] = [];
  return coverers.toSorted(byPenalty).filter(coverer => {
    const covered = cells.filter(({ images }) => images.includes(coverer));
    const isDominated = kept.some(candidate => covered.every(({ images }) => images.includes(candidate)));
    if (!isDominated) kept.push(coverer);
    return isDominated;
  });
}
