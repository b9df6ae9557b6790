import * as l10n from '@vscode/l10n';
import { isRecord } from '../../../base/fields.ts';
import { jsonObjectIn } from '../../../base/json/nesting.ts';
import { isSampleDesign, type SampleDesign } from './sample.ts';

export const decisionKinds = ['accepted', 'rejected', 'skipped'] as const;
/** By score with the lowest first, by place, as in the file, or as drawn for the sample. */
export const reviewOrders = ['uncertain', 'near', 'file', 'random'] as const;

/** What a person decided about a feature of a report. */
export interface Decision {
  /** Index among the features of the report that have a geometry, from 0. */
  feature: number;
  decision: (typeof decisionKinds)[number];
  note?: string;
  /** How the feature was come to: only `random` ones are a sample. */
  order?: (typeof reviewOrders)[number];
  /** ISO 8601, UTC. */
  at: string;
}

/** What a person missed in a cell of the sample's grid. */
export interface CellReview {
  /** Index among the cells, from 0. */
  cell: number;
  /** The number of objects that the report lacks; absent: skipped. */
  missed?: number;
  note?: string;
  /** ISO 8601, UTC. */
  at: string;
}

/** The content of a review file. Other members are kept. */
export interface Review {
  version: 1;
  report: string;
  /** Of the bytes of the report, in hexadecimal. */
  sha256: string;
  reviewer: string;
  decisions: readonly Decision[];
  /** Once a sample was drawn. */
  sample?: SampleDesign;
  cells?: readonly CellReview[];
}

export function decisionNames(): Record<Decision['decision'], string> {
  return { accepted: l10n.t('Accepted'), rejected: l10n.t('Rejected'), skipped: l10n.t('Skipped') };
}

/** With the note. */
export function decisionText({ decision, note }: Pick<Decision, 'decision' | 'note'>): string {
  const name = decisionNames()[decision];
  return note === undefined ? name : `${name}: ${note}`;
}

/** `undefined` for a text that isn't a review file: then it must not be overwritten. */
export function readReview(text: string): Review | undefined {
  const value = jsonObjectIn(text.replace(/^\uFEFF/, ''));
  if (!value) return undefined;
  const { version, report, sha256, reviewer, sample, cells = [], decisions } = value;
  const isReview = version === 1 && [report, sha256, reviewer].every(name => typeof name === 'string');
  const isSampled = sample === undefined || isSampleDesign(sample);
  const isListed = isItemList(cells, isCellReview) && isItemList(decisions, isDecision);
  return isReview && isSampled && isListed ? (value as unknown as Review) : undefined;
}

function isItemList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

/**
 * What another review of the same report decided otherwise; `undefined` for a text that is no such review.
 *
 * @param text of the other review file
 */
export function otherDecisions(
  text: string,
  current: Review,
): { reviewer: string; decisions: Decision[] } | undefined {
  const review = readReview(text);
  if (review?.sha256 !== current.sha256 || review.reviewer === current.reviewer) return undefined;
  const { disagreements } = reviewAgreement(current, review);
  return { reviewer: review.reviewer, decisions: disagreements.map(([, its]) => its) };
}

function isDecision(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { feature, decision, note = '', at } = value;
  const isKnown = decisionKinds.some(kind => kind === decision) && Number.isInteger(feature);
  return isKnown && Number(feature) >= 0 && typeof note === 'string' && typeof at === 'string';
}

function isCellReview(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { cell, missed = 0, note = '', at } = value;
  const isCount = [cell, missed].every(count => Number.isInteger(count) && Number(count) >= 0);
  return isCount && typeof note === 'string' && typeof at === 'string';
}

/**
 * The 95 % score interval of a mean whose variance is mean · (1 - curve · mean): with 1 that of a share, from 0 to 1 (E. B.
 * Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American Statistical
 * Association 22 (1927), 209–212), with 0 that of a Poisson mean (L. Barker, "A comparison of nine confidence intervals for
 * a Poisson parameter when the expected number of events is ≤ 5", The American Statistician 56 (2002), 85–89).
 *
 * @param trials above 0
 */
export function scoreInterval(mean: number, trials: number, curve: 0 | 1): [min: number, max: number] {
  const quantile = 1.959963984540054;
  const spread = quantile ** 2 / trials;
  const middle = mean + spread / 2;
  const half = quantile * Math.sqrt((mean * (1 - curve * mean) + spread / 4) / trials);
  const scale = 1 + curve * spread;
  return [Math.max(0, (middle - half) / scale), Math.min(1 / curve, (middle + half) / scale)];
}

/**
 * How two reviews of one report agree, over the features that both accepted or rejected. Kappa says how far that
 * exceeds chance: J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement
 * 20 (1960), 37–46. It is `undefined` if all got the same decision.
 */
export function reviewAgreement(a: Review, b: Review) {
  const ofOther = new Map(b.decisions.map(each => [each.feature, each]));
  const pairs = a.decisions
    .flatMap(each => [ofOther.get(each.feature) ?? []].flat().map(partner => [each, partner] as const))
    .sort(([first], [second]) => first.feature - second.feature);
  const count = (first: Decision['decision'], second: Decision['decision']) =>
    pairs.filter(([item, its]) => item.decision === first && its.decision === second).length;
  const both = count('accepted', 'accepted');
  const onlyOne = count('accepted', 'rejected');
  const onlyOther = count('rejected', 'accepted');
  const neither = count('rejected', 'rejected');
  const assessed = both + onlyOne + onlyOther + neither;
  const agreed = both + neither;
  const byChance =
    ((both + onlyOne) * (both + onlyOther) + (neither + onlyOther) * (neither + onlyOne)) / assessed;
  const kappa = assessed > byChance ? (agreed - byChance) / (assessed - byChance) : undefined;
  const disagreements = pairs.filter(([item, its]) => item.decision !== its.decision);
  return { count, assessed, agreed, kappa, disagreements };
}
