/** What speaks against a pair of images, in points and in words. */
import * as l10n from '@vscode/l10n';

import { oneDecimal } from './bestCover.ts';
import { isStereo, type Image } from './imagery.ts';
import { addMonths, dayMs } from '../words/moment.ts';
import { shareText } from '../words/shareText.ts';
import type { Taking } from './sameAcquisition.ts';

export interface PairReason {
  kind: 'cover' | 'apart' | 'season' | 'incidence' | 'cloud' | 'snow' | 'stereo';
  /** What it adds to the score of the pair: 0 for what is not ranked. */
  points: number;
  /** For the user, in the language of the editor. */
  text: string;
}

/** Points for each percent of cloud or snow, of each image. */
const perPercent = 1;
/** For each percent of the AOI that an image does not cover. */
const perPercentUncovered = 10;
/** For each degree between the two incidence angles. */
const perDegree = 1;
/** For each day of the year between the two; half a year is the most. */
const perDay = 0.25;
/** Where the service does not tell: as if it were so much. */
const assumed = { cloudCover: 50, snowCover: 10, incidenceDifference: 15, seasonDays: 182 };
/** Orders of such images are known not to end. */
const pointsOfStereo = 1000;

/** @param share of the AOI; 1 where it covers as much as is asked for */
export function qualityPoints(image: Image, share: number): number {
  return cloudPoints(image) + snowPoints(image) + coverPoints(share) + stereoPoints(image);
}

/** Points for how the two differ. */
export function pairPoints(one: PairMember, other: PairMember): number {
  return incidencePoints(one, other) + seasonPoints(one, other);
}

function cloudPoints({ cloudCover = assumed.cloudCover }: Image): number {
  return cloudCover * perPercent;
}

function snowPoints({ snowCover = assumed.snowCover }: Image): number {
  return snowCover * perPercent;
}

function coverPoints(share: number): number {
  return (1 - share) * 100 * perPercentUncovered;
}

function stereoPoints(image: Image): number {
  return isStereo(image) ? pointsOfStereo : 0;
}

function incidencePoints({ image: one }: PairMember, { image: other }: PairMember): number {
  const isKnown = one.incidenceAngle !== undefined && other.incidenceAngle !== undefined;
  const difference = isKnown
    ? Math.abs((one.incidenceAngle ?? 0) - (other.incidenceAngle ?? 0))
    : assumed.incidenceDifference;
  return difference * perDegree;
}

function seasonPoints(one: PairMember, other: PairMember): number {
  return (seasonDays(one, other) ?? assumed.seasonDays) * perDay;
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

export function pairReasons(older: PairMember, newer: PairMember): PairReason[] {
  const both = [older.image, newer.image] as const;
  const sum = (points: (image: Image) => number) => points(both[0]) + points(both[1]);
  const reasons: PairReason[] = [
    {
      kind: 'cover',
      points: coverPoints(older.isWhole ? 1 : older.share) + coverPoints(newer.isWhole ? 1 : newer.share),
      text: coverText(older, newer),
    },
    { kind: 'apart', points: 0, text: apartText(older.time, newer.time) },
    { kind: 'season', points: seasonPoints(older, newer), text: seasonText(seasonDays(older, newer)) },
    {
      kind: 'incidence',
      points: incidencePoints(older, newer),
      text: l10n.t('incidence {0} and {1}', angleText(both[0]), angleText(both[1])),
    },
    {
      kind: 'cloud',
      points: sum(cloudPoints),
      text: l10n.t('{0} and {1} cloud', percentText(both[0].cloudCover), percentText(both[1].cloudCover)),
    },
    {
      kind: 'snow',
      points: sum(snowPoints),
      text: l10n.t('{0} and {1} snow', percentText(both[0].snowCover), percentText(both[1].snowCover)),
    },
  ];
  const stereo = sum(stereoPoints);
  if (stereo > 0) {
    reasons.push({ kind: 'stereo', points: stereo, text: l10n.t('a look of a stereo acquisition') });
  }
  return reasons;
}

function coverText(older: PairMember, newer: PairMember): string {
  if (older.isWhole && newer.isWhole) return l10n.t('both cover the area');
  return l10n.t('cover {0} and {1} of the area', shareText(older.share), shareText(newer.share));
}

function angleText({ incidenceAngle }: Image): string {
  return incidenceAngle === undefined ? l10n.t('unknown') : l10n.t('{0}°', oneDecimal(incidenceAngle));
}

function percentText(value: number | undefined): string {
  return value === undefined ? l10n.t('unknown') : l10n.t('{0} %', oneDecimal(value));
}

function seasonText(days: number | undefined): string {
  if (days === undefined) return l10n.t('season unknown');
  if (days === 0) return l10n.t('same season: the same day of the year');
  if (days > 45) return l10n.t('other season: {0} days apart in the year', days);
  return days === 1 ? l10n.t('same season: 1 day') : l10n.t('same season: {0} days', days);
}

/** `1 year and 5 months apart`, by the calendar of UTC; days where it is less than a month. */
function apartText(older: number | undefined, newer: number | undefined): string {
  if (older === undefined || newer === undefined) return l10n.t('time apart unknown');
  let months = Math.max(0, Math.floor((newer - older) / (28 * dayMs)) + 1);
  while (months > 0 && addMonths(older, months) > newer) months--;
  const years = Math.floor(months / 12);
  const rest = months % 12;
  if (years > 0 && rest > 0) return l10n.t('{0} and {1} apart', yearsText(years), monthsText(rest));
  if (years > 0) return l10n.t('{0} apart', yearsText(years));
  if (rest > 0) return l10n.t('{0} apart', monthsText(rest));
  return daysApartText(Math.floor(newer / dayMs) - Math.floor(older / dayMs));
}

function daysApartText(days: number): string {
  if (days === 0) return l10n.t('of the same day');
  return days === 1 ? l10n.t('1 day apart') : l10n.t('{0} days apart', days);
}

function yearsText(years: number): string {
  return years === 1 ? l10n.t('1 year') : l10n.t('{0} years', years);
}

function monthsText(months: number): string {
  return months === 1 ? l10n.t('1 month') : l10n.t('{0} months', months);
}

/** An image that could be one of a pair. */
export interface PairMember {
  image: Image;
  share: number;
  isWhole: boolean;
  /** Epoch ms; `undefined` when the service does not tell. */
  time: number | undefined;
  taking: Taking;
  /** Points for what it is by itself. */
  quality: number;
}
