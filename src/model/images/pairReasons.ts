/** What speaks against a pair of images, in points and in words. */
import * as l10n from '@vscode/l10n';
import { addMonths, dayMs } from '../words/moment.ts';
import { shareText } from '../words/areaText.ts';
import { oneDecimal } from './bestCover.ts';
import { isStereo, type Image } from './imagery.ts';
import type { Taking } from './sameAcquisition.ts';

/** An image that could be one of a pair. */
export interface PairMember {
  image: Image;
  /** Of the AOI. */
  share: number;
  isWhole: boolean;
  /** Epoch ms; `undefined` when the service does not report it. */
  time: number | undefined;
  taking: Taking;
  /** {@link qualityPoints} */
  quality: number;
}

/** For each percent of the AOI that an image does not cover; a percent of cloud or snow counts one point. */
const perPercentUncovered = 10;
/** For each day of the year between the two; a degree between the two incidence angles counts one point. */
const perDay = 0.25;
/** Where the service does not report it: as if it were so much. */
const assumed = { cloudCover: 50, snowCover: 10, incidenceDifference: 15, seasonDays: 182 };
/** Orders of such images are known not to end. */
const pointsOfStereo = 1000;

/** Points for what an image is by itself. @param share of the AOI; 1 where it covers as much as is asked for */
export function qualityPoints(image: Image, share: number): number {
  const { cloudCover = assumed.cloudCover, snowCover = assumed.snowCover } = image;
  const uncovered = (1 - share) * 100 * perPercentUncovered;
  return cloudCover + snowCover + uncovered + (isStereo(image) ? pointsOfStereo : 0);
}

/** Points for how the two differ. */
export function pairPoints(one: PairMember, other: PairMember): number {
  const [angle, otherAngle] = [one.image.incidenceAngle, other.image.incidenceAngle];
  const isKnown = angle !== undefined && otherAngle !== undefined;
  const difference = isKnown ? Math.abs(angle - otherAngle) : assumed.incidenceDifference;
  return difference + (seasonDays(one, other) ?? assumed.seasonDays) * perDay;
}

/** Days from the one's day of the year to the other's, the shorter way round: 0 to 182. */
function seasonDays({ time: one }: PairMember, { time: other }: PairMember): number | undefined {
  if (one === undefined || other === undefined) return undefined;
  const days = Math.abs(dayOfYear(one) - dayOfYear(other));
  return Math.min(days, 365 - days);
}

/** As in a year that is no leap year, so that the same date is always the same day. */
function dayOfYear(time: number): number {
  const date = new Date(time);
  return Date.UTC(1970, date.getUTCMonth(), date.getUTCDate()) / dayMs;
}

/** What a person compares pairs by. */
export function pairReasons(older: PairMember, newer: PairMember): string[] {
  const [one, other] = [older.image, newer.image];
  return [
    older.isWhole && newer.isWhole
      ? l10n.t('both cover the area')
      : l10n.t('cover {0} and {1} of the area', shareText(older.share), shareText(newer.share)),
    apartText(older.time, newer.time),
    seasonText(seasonDays(older, newer)),
    l10n.t('incidence {0} and {1}', angleText(one), angleText(other)),
    l10n.t('{0} and {1} cloud', percentText(one.cloudCover), percentText(other.cloudCover)),
    l10n.t('{0} and {1} snow', percentText(one.snowCover), percentText(other.snowCover)),
    ...(isStereo(one) || isStereo(other) ? [l10n.t('part of a stereo acquisition')] : []),
  ];
}

function angleText({ incidenceAngle }: Image): string {
  return incidenceAngle === undefined ? l10n.t('unknown') : l10n.t('{0}°', oneDecimal(incidenceAngle));
}

function percentText(value: number | undefined): string {
  return value === undefined ? l10n.t('unknown') : l10n.t('{0} %', oneDecimal(value));
}

function seasonText(days: number | undefined): string {
  if (days === undefined) return l10n.t('season unknown');
  return days > 45
    ? l10n.t('other season: {0} d apart in the year', days)
    : l10n.t('same season: {0} d apart in the year', days);
}

/** `1 year and 5 months apart`, by the calendar of UTC; days where it is less than a month. */
function apartText(older: number | undefined, newer: number | undefined): string {
  if (older === undefined || newer === undefined) return l10n.t('time apart unknown');
  let months = Math.max(0, Math.floor((newer - older) / (28 * dayMs)) + 1);
  while (months > 0 && addMonths(older, months) > newer) months--;
  const years = Math.floor(months / 12);
  const rest = months % 12;
  if (years > 0 && rest > 0) return l10n.t('{0} and {1} apart', yearsText(years), monthsText(rest));
  if (months > 0) return l10n.t('{0} apart', years > 0 ? yearsText(years) : monthsText(rest));
  const days = Math.floor(newer / dayMs) - Math.floor(older / dayMs);
  return days === 1 ? l10n.t('1 day apart') : l10n.t('{0} days apart', days);
}

function yearsText(years: number): string {
  return years === 1 ? l10n.t('1 year') : l10n.t('{0} years', years);
}

function monthsText(months: number): string {
  return months === 1 ? l10n.t('1 month') : l10n.t('{0} months', months);
}
