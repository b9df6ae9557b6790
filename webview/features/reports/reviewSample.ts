import {
  type Estimate,
  estimateSum,
  missedIn,
  moreFor,
  recallEstimate,
  rightIn,
  type Stratum,
  sum,
} from '../../../src/features/reports/rules/accuracy.ts';
import type { CellReview, Decision } from '../../../src/features/reports/rules/review.ts';
import {
  drawn,
  type Grid,
  reportStrata,
  type SampleDesign,
} from '../../../src/features/reports/rules/sample.ts';
import { classifyFeatures, type Classing, oneClass, type ReportProperty } from './reportClasses.ts';
import type { ReportFeatures } from './reportFeatures.ts';

/** What a design makes of the features of its report. */
export interface Sample {
  classing: Classing;
  strata: readonly Part[];
  /** All features, as drawn. */
  features: readonly number[];
  /** The cells without features, and those with some. */
  cellStrata: readonly (readonly number[])[];
  /** All cells, as drawn. */
  cells: readonly number[];
}

interface Part {
  classIndex: number;
  items: readonly number[];
}

export function drawSample(
  { seed, classBy, scoreBy = '' }: Omit<SampleDesign, 'side' | 'area'>,
  { empty, occupied }: Grid,
  features: ReportFeatures,
  all: readonly ReportProperty[],
): Sample {
  const property = all.find(({ name }) => name === classBy);
  // Colors don't matter here.
  const classing = property ? classifyFeatures(features, property, () => '1') : oneClass(features);
  const score = features.column(scoreBy);
  const scores = Array.from({ length: features.length }, (_none, place) => {
    const number = score?.numberAt(place) ?? NaN;
    return Number.isNaN(number) ? Number.MAX_VALUE : number;
  });
  const strata = reportStrata(classing.classIndexes, scores);
  const items = strata.map(stratum => stratum.items);
  const cellStrata = [empty, occupied];
  return { classing, strata, features: drawn(items, seed), cellStrata, cells: drawn(cellStrata, seed) };
}

export interface ReviewEstimates {
  classing: Classing;
  /** Of all features, or of those of a class. */
  classPrecision(classIndex?: number): Estimate;
  /** `undefined` unless cells of all kinds were reviewed. */
  recall: Estimate | undefined;
  /** How many more to review for a precision of ±5 points. */
  moreFeatures: number;
  /** The same for the recall, once the number of detections that are right is as good as known. */
  moreCells: number;
  cells: number;
  reviewedCells: number;
}

/**
 * Precision and recall of the whole report; `undefined` if features are left and none of the sample was reviewed. Features
 * that were reviewed in another order are known; the sample stands for the others.
 */
export function reviewEstimates(
  { classing, strata, cells, cellStrata }: Sample,
  decisions: ReadonlyMap<number, Pick<Decision, 'decision' | 'order'>>,
  cellReviews: ReadonlyMap<number, Pick<CellReview, 'missed'>>,
): ReviewEstimates | undefined {
  const itemDecision = (item: number) => decisions.get(item)?.decision ?? 'skipped';
  const isSampled = (item: number) => decisions.get(item)?.order === 'random';
  const reviewedStratum = (size: number, items: readonly number[]) =>
    makeStratum(
      size,
      items.map(item => Number(itemDecision(item) === 'accepted')),
    );
  const reviewed = strata.map(({ classIndex, items }) => {
    const rated = items.filter(item => itemDecision(item) !== 'skipped');
    const known = rated.filter(item => !isSampled(item));
    const sampled = reviewedStratum(items.length - known.length, rated.filter(isSampled));
    return { classIndex, sampled, both: [sampled, reviewedStratum(known.length, known)] };
  });
  const isAllKnown = reviewed.every(({ sampled }) => sampled.size === 0);
  if (!isAllKnown && reviewed.every(({ sampled }) => sampled.looked === 0)) return undefined;
  const parts = reviewed.flatMap(({ both }) => both);
  const share = total(parts, 'found') / total(parts, 'looked');
  const right = (some: readonly Stratum[], factor = 1) =>
    estimateSum(some.map(part => [rightIn(part, share), factor]));
  const precision = (some: readonly Stratum[]) => right(some, 1 / total(some, 'size'));
  const seen = cellStrata.map(some =>
    makeStratum(
      some.length,
      some.map(cell => cellReviews.get(cell)?.missed).filter(missed => missed !== undefined),
    ),
  );
  const found = right(parts);
  const recall = (among: readonly Stratum[], of: Estimate) =>
    recallEstimate(of, estimateSum(among.map(stratum => [missedIn(stratum), 1])));
  const { value } = found;
  const hasRecall = value > 0 && seen.every(({ size, looked }) => looked > 0 || size === 0);
  return {
    classing,
    classPrecision: index =>
      precision(
        reviewed.flatMap(({ classIndex, both }) => (index === undefined || index === classIndex ? both : [])),
      ),
    recall: hasRecall ? recall(seen, found) : undefined,
    moreFeatures: moreFor(parts, share, precision),
    moreCells: hasRecall ? moreFor(seen, 0, among => recall(among, { value, min: value, max: value })) : 0,
    cells: cells.length,
    reviewedCells: total(seen, 'looked'),
  };
}

function makeStratum(size: number, values: readonly number[]): Stratum {
  return { size, looked: values.length, found: sum(values), squares: sum(values.map(value => value ** 2)) };
}

function total(strata: readonly Stratum[], name: keyof Stratum): number {
  return sum(strata.map(stratum => stratum[name]));
}
