/** The fewest sets that cover enough of something whose parts have weights: branch and bound. */
import { noItem } from '../itemAt.ts';

export interface SetCoverProblem {
  /** Of each part. */
  weights: readonly number[];
  /** The parts that each set covers. */
  sets: readonly (readonly number[])[];
  /** Of each set, 0 or more: among as few sets the least sum wins. */
  penalties: readonly number[];
  /** The weight to cover. */
  need: number;
}

export interface SetCover {
  chosen: number[];
  /** No better choice exists; otherwise the search has been given up after its many steps. */
  isBest: boolean;
}

/** How often one part may be looked at: a tenth of a second or two. */
const mostSteps = 5_000_000;
const rounding = 1e-9;

/** `undefined` where all sets together do not cover enough. */
export function setCover(problem: SetCoverProblem): SetCover | undefined {
  const { weights, penalties, need } = problem;
  const partsOf = (set: number) => problem.sets[set] ?? noItem(problem.sets, set);
  const penaltyOf = (set: number) => penalties[set] ?? noItem(penalties, set);
  const weightOf = (part: number) => weights[part] ?? noItem(weights, part);
  const open = undominated(problem);
  const setsOf = weights.map((): number[] => []);
  const waysOf = (part: number) => setsOf[part] ?? noItem(setsOf, part);
  for (const set of open) for (const part of partsOf(set)) waysOf(part).push(set);
  const times = weights.map(() => 0);
  const isOut = problem.sets.map(() => true);
  for (const set of open) isOut[set] = false;
  const chosen: number[] = [];
  let covered = 0;
  let penalty = 0;
  let steps = 0;
  let best: { chosen: number[]; penalty: number } | undefined;

  function gainOf(set: number): number {
    const parts = partsOf(set);
    steps += parts.length + 1;
    let gain = 0;
    for (const part of parts) if (times[part] === 0) gain += weightOf(part);
    return gain;
  }

  function take(set: number): void {
    for (const part of partsOf(set)) {
      if (times[part] === 0) covered += weightOf(part);
      times[part] = (times[part] ?? noItem(times, part)) + 1;
    }
    penalty += penaltyOf(set);
    chosen.push(set);
  }

  function giveBack(set: number): void {
    chosen.pop();
    penalty -= penaltyOf(set);
    for (const part of partsOf(set)) {
      times[part] = (times[part] ?? noItem(times, part)) - 1;
      if (times[part] === 0) covered -= weightOf(part);
    }
  }

  /** Whether what is chosen and at least `more` sets beside it can be better than the best so far. */
  function isPromising(more: number, leastPenalty: number): boolean {
    if (!best) return true;
    const count = chosen.length + more;
    if (count !== best.chosen.length) return count < best.chosen.length;
    return penalty + more * leastPenalty < best.penalty - rounding;
  }

  function search(): void {
    if (covered >= need - rounding) {
      if (isPromising(0, 0)) best = { chosen: [...chosen], penalty };
      return;
    }
    if (steps > mostSteps && best) return;
    steps += open.length + weights.length;
    const gains = new Map<number, number>();
    let leastPenalty = Infinity;
    for (const set of open) {
      if (isOut[set]) continue;
      const gain = gainOf(set);
      if (gain <= 0) continue;
      gains.set(set, gain);
      leastPenalty = Math.min(leastPenalty, penaltyOf(set));
    }
    // They are put in order.
    steps += 10 * gains.size;
    const more = leastMore([...gains.values()], need - rounding - covered);
    if (more === undefined || !isPromising(more, leastPenalty)) return;
    const part = hardestPart(gains);
    if (part === undefined) return;
    const ways = waysOf(part)
      .filter(set => !isOut[set])
      .toSorted(
        (one, other) => (gains.get(other) ?? 0) - (gains.get(one) ?? 0) || penaltyOf(one) - penaltyOf(other),
      );
    for (const set of ways) {
      isOut[set] = true;
      take(set);
      search();
      giveBack(set);
    }
    // Last, with none of them: the part stays uncovered, if so much may.
    search();
    for (const set of ways) isOut[set] = false;
  }

  /** The part that must be covered and has the fewest sets left; otherwise the one that weighs most. */
  function hardestPart(gains: ReadonlyMap<number, number>): number | undefined {
    const maySpare = total - need + rounding;
    let [hardest, fewest]: [number | undefined, number] = [undefined, Infinity];
    let [heaviest, most]: [number | undefined, number] = [undefined, 0];
    for (let part = 0; part < weights.length; part++) {
      if (times[part] !== 0) continue;
      const weight = weightOf(part);
      if (weight <= most && weight <= maySpare) continue;
      const ways = waysOf(part).reduce((sum, set) => sum + (gains.has(set) ? 1 : 0), 0);
      steps += waysOf(part).length;
      if (ways === 0) continue;
      if (weight > most) [heaviest, most] = [part, weight];
      if (weight > maySpare && ways < fewest) [hardest, fewest] = [part, ways];
    }
    return hardest ?? heaviest;
  }

  const total = weights.reduce((sum, weight, part) => sum + (waysOf(part).length > 0 ? weight : 0), 0);
  search();
  return best && { chosen: best.chosen, isBest: steps <= mostSteps };
}

/** How many of the gains it takes to come to a sum; `undefined` where all of them do not. */
function leastMore(gains: readonly number[], wanted: number): number | undefined {
  let sum = 0;
  let count = 0;
  for (const gain of gains.toSorted((one, other) => other - one)) {
    count++;
    sum += gain;
    if (sum >= wanted) return count;
  }
  return undefined;
}

/** Without sets that another one can stand for: it covers the same or more, at no greater penalty. */
function undominated({ weights, sets, penalties }: SetCoverProblem): number[] {
  const words = Math.ceil(weights.length / 32);
  const bits = sets.map(parts => {
    const all = new Uint32Array(words);
    for (const part of parts)
      all[part >>> 5] = (all[part >>> 5] ?? noItem(all, part >>> 5)) | (1 << (part & 31));
    return all;
  });
  const sizeOf = (set: number) => (sets[set] ?? noItem(sets, set)).length;
  const penaltyOf = (set: number) => penalties[set] ?? noItem(penalties, set);
  const order = [...sets.keys()].toSorted(
    (one, other) => sizeOf(other) - sizeOf(one) || penaltyOf(one) - penaltyOf(other),
  );
  const kept: number[] = [];
  for (const set of order) {
    const own = bits[set] ?? noItem(bits, set);
    if (sizeOf(set) === 0) continue;
    const isDominated = kept.some(
      other => penaltyOf(other) <= penaltyOf(set) && isWithin(own, bits[other] ?? noItem(bits, other)),
    );
    if (!isDominated) kept.push(set);
  }
  return kept;
}

function isWithin(one: Uint32Array, other: Uint32Array): boolean {
  for (let word = 0; word < one.length; word++)
    if (((one[word] ?? noItem(one, word)) & ~(other[word] ?? noItem(other, word))) !== 0) return false;
  return true;
}
