/** Reasons against a pair of images, as points and as text. */
import * as l10n from '@vscode/l10n';
import { dayMs, daysBetween } from '../words/moment.ts';
import { shareText } from '../words/areaText.ts';
import { oneDecimal } from './bestCover.ts';
import { clearText, cloudPercent, type Clouded } from './clearText.ts';
import { isStereo, type Image } from './imagery.ts';
import type { Taking } from './sameAcquisition.ts';

/** An image to choose from, with an estimate of how clear the AOI is in it, if there is one. */
export type PairImage = Image & Clouded;

/** An image that could be part of a pair. */
export interface PairMember {
  image: PairImage;
  /** Fraction of the AOI. */
  share: number;
  isWhole: boolean;
  /** Epoch ms; `undefined` if the service doesn't report it. */
  time: number | undefined;
  taking: Taking;
  /** {@link qualityPoints} */
  quality: number;
}

/** Points per percent of the AOI that an image doesn't cover; a percent of cloud or snow counts one point. */
const perPercentUncovered = 10;
/** Points per day between the two days of the year; a degree between the two incidence angles counts one point. */
const perDay = 0.25;
/** Assumed values if the service doesn't report them. */
const assumed = { cloudCover: 50, snowCover: 10, incidenceDifference: 15, seasonDays: 182 };
/** Orders for such images are known never to complete. */
const pointsOfStereo = 1000;

/** Points of a single image. @param share of the AOI; 1 if it covers as much as required */
export function qualityPoints(image: PairImage, share: number): number {
  const { snowCover = assumed.snowCover } = image;
  const cloudCover = cloudPercent(image) ?? assumed.cloudCover;
  const uncovered = (1 - share) * 100 * perPercentUncovered;
  return cloudCover + snowCover + uncovered + (isStereo(image) ? pointsOfStereo : 0);
}

/** Points for the differences between the two. */
export function pairPoints(one: PairMember, other: PairMember): number {
  const [angle, otherAngle] = [one.image.incidenceAngle, other.image.incidenceAngle];
  const isKnown = angle !== undefined && otherAngle !== undefined;
  const difference = isKnown ? Math.abs(angle - otherAngle) : assumed.incidenceDifference;
  return difference + (seasonDays(one, other) ?? assumed.seasonDays) * perDay;
}

/** Days between the two days of the year, the shorter way around: 0 to 182. */
function seasonDays({ time: one }: PairMember, { time: other }: PairMember): number | undefined {
  if (one === undefined || other === undefined) return undefined;
  const days = Math.abs(dayOfYear(one) - dayOfYear(other));
  return Math.min(days, 365 - days);
}

/** As in a non-leap year, so that the same date is always the same day. */
function dayOfYear(time: number): number {
  const date = new Date(time);
  return Date.UTC(1970, date.getUTCMonth(), date.getUTCDate()) / dayMs;
}

/** How much of the area the two cover, and from which angles: distinguishes pairs of the same days. */
export function pairLooks(older: PairMember, newer: PairMember): [cover: string, angles: string] {
  return [
    l10n.t('cover {0} and {1} of the area', shareText(older.share), shareText(newer.share)),
    l10n.t('incidence {0} and {1}', angleText(older.image), angleText(newer.image)),
  ];
}

/** The facts by which people compare pairs. */
export function pairReasons(older: PairMember, newer: PairMember): string[] {
  const [one, other] = [older.image, newer.image];
  const [cover, angles] = pairLooks(older, newer);
  return [
    cover,
    ...apartTexts(older, newer),
    angles,
    ...cloudTexts(one, other),
    l10n.t('{0} and {1} snow', percentText(one.snowCover), percentText(other.snowCover)),
    ...(isStereo(one) || isStereo(other) ? [l10n.t('part of a stereo acquisition')] : []),
  ];
}

/** Of the AOI where it was estimated, otherwise of the whole images. */
function cloudTexts(older: PairImage, newer: PairImage): string[] {
  if (older.clearHere === undefined && newer.clearHere === undefined)
    return [l10n.t('{0} and {1} cloud', percentText(older.cloudCover), percentText(newer.cloudCover))];
  return [l10n.t('older: {0}', cloudText(older)), l10n.t('newer: {0}', cloudText(newer))];
}

function cloudText({ clearHere, cloudCover }: PairImage): string {
  if (clearHere !== undefined) return clearText(clearHere);
  return l10n.t('{0} cloud in the whole image', percentText(cloudCover));
}

function angleText({ incidenceAngle }: Image): string {
  return incidenceAngle === undefined ? l10n.t('unknown') : `${oneDecimal(incidenceAngle)}°`;
}

function percentText(value: number | undefined): string {
  return value === undefined ? l10n.t('unknown') : l10n.t('{0} %', oneDecimal(value));
}

/** A larger difference in the year is another season. Days. */
const longestSeason = 45;

function apartTexts(older: PairMember, newer: PairMember): string[] {
  const season = seasonDays(older, newer);
  if (older.time === undefined || newer.time === undefined || season === undefined) return [];
  const days = daysBetween(older.time, newer.time);
  return [
    season > longestSeason
      ? l10n.t('{0} d apart, different season', days)
      : l10n.t('{0} d apart, same season', days),
  ];
}
