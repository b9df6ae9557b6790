/** The pairs of images that best suit an analytic that compares two images. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { shareText } from '../../../base/words/areaText.ts';
import { dayMs, daysBetween, parseMoment } from '../../../base/words/moment.ts';
import { type AreaParts, areaParts, shareOfParts } from '../../../geo/coverage.ts';
import { convexParts, type FlatRing } from '../../../geo/flatRing.ts';
import { divide, type Piece, sizeWithin, wholeArea } from '../../../geo/remainder.ts';
import { type Analytic, orderResolution, whyNotRunnable } from '../../../service/rules/analyticOrder.ts';
import { type Image, isStereo } from '../../../service/rules/imagery.ts';
import { oneDecimal } from './bestCover.ts';
import { type Clouded, cloudHereText, cloudPercent } from './clearText.ts';
import { imageTaking, isSameTaking, type Taking } from './sameAcquisition.ts';

export interface PairOptions {
  maxPairs?: number;
  minDays?: number;
}

export interface PairChoice {
  ids: [older: string, newer: string];
  constellation: string;
  /** Fraction of the AOI that each covers. */
  shares: [older: number, newer: number];
  /** Fraction of the AOI that both cover: only there can they be compared. */
  overlap: number;
  /** Penalty points: lower is better. */
  score: number;
  reasons: string[];
  /** Those of the reasons that distinguish pairs of the same days. */
  traits: string[];
}

export interface PairAnswer {
  /** The best first. */
  pairs: PairChoice[];
  /** Why images, or pairs of the remaining ones, weren't chosen: full sentences for display. */
  obstacles: string[];
  /** There is no pair, but there may be some with fewer days between the two. */
  isTooClose: boolean;
}

/** The fraction of the AOI that counts as all of it. */
const whole = 0.999;
/** Pairs that have less of the AOI in common aren't worth an order. */
const minOverlap = 0.1;

/**
 * Both images are from one constellation that the analytic supports, both SENSOR, both over the AOI, on different days;
 * ranked by cloud and snow, and by the difference of their incidence angles and seasons. Images that cover part of the
 * AOI are used if no two cover all of it, and two of the same day if there is nothing else. Images from stereo
 * acquisitions come last.
 */
export function bestPairs(
  aoi: Polygon,
  images: readonly PairImage[],
  analytic: Analytic,
  { maxPairs = 5, minDays = 0 }: PairOptions = {},
): PairAnswer {
  const area = areaParts(aoi);
  const usable = images.filter(image => isRunnable(image, analytic) && isSensor(image));
  const members = usable
    .map(image => pairMember(image, area))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => a.quality - b.quality);
  const wholes = members.filter(({ isWhole }) => isWhole);
  const pools = wholes.length < members.length ? [wholes, members] : [members];
  let found: Found = { pairs: [], tooClose: 0, apart: 0 };
  for (const isOtherDay of [true, false]) {
    for (const pool of pools) {
      if (found.pairs.length === 0) found = bestInPool(pool, area, isOtherDay, maxPairs, minDays);
    }
  }
  const isTooClose = found.pairs.length === 0 && found.tooClose > 0;
  const unusable = images.length - usable.length;
  const partial = usable.length - wholes.length;
  const supported = analytic.sensor.length > 0 ? analytic.sensor.join(', ') : 'PHR, SPOT';
  const obstacles: string[] = [];
  if (unusable > 0) {
    obstacles.push(
      l10n.t(
        "Images that {0} doesn't support: {1}. It takes SENSOR images from {2}.",
        analytic.name,
        unusable,
        supported,
      ),
    );
  }
  if (partial > 0) {
    obstacles.push(
      l10n.t('Images covering less than {0} of the area: {1}. Try a smaller one.', shareText(whole), partial),
    );
  }
  if (found.pairs.length === 0 && found.apart > 0)
    obstacles.push(
      l10n.t('Pairs with less than {0} of the area in common: {1}.', shareText(minOverlap), found.apart),
    );
  if (isTooClose) {
    obstacles.push(l10n.t('Pairs less than {0} days apart: {1}. Enter fewer days.', minDays, found.tooClose));
  } else if (found.pairs.length === 0 && usable.length > 0) {
    obstacles.push(l10n.t('No two of the others form a pair. Search a longer time span.'));
  }
  return { pairs: found.pairs, obstacles, isTooClose };
}

function isRunnable(image: PairImage, analytic: Analytic): boolean {
  const pair = [image, image];
  return whyNotRunnable(analytic, pair) === undefined && orderResolution(pair) !== undefined;
}

function isSensor({ processingLevel }: PairImage): boolean {
  return processingLevel?.toUpperCase() === 'SENSOR';
}

function pairMember(image: PairImage, area: AreaParts): PairMember {
  const parts = convexParts(image.footprint, area.bounds);
  const share = shareOfParts(area, parts);
  const isWhole = share >= whole;
  const time = parseMoment(image.acquisitionDate)?.time;
  const quality = qualityPoints(image, isWhole ? 1 : share);
  let inside: readonly Piece[] | undefined;
  return {
    image,
    share,
    parts,
    pieces: () => (inside ??= divide(wholeArea(area), parts, area.size).inside),
    isWhole,
    time,
    taking: imageTaking(image),
    quality,
  };
}

/** The fraction of the AOI that both cover. */
function pairOverlap(a: PairMember, b: PairMember, { size }: AreaParts): number {
  return a.isWhole || b.isWhole ? Math.min(a.share, b.share) : sizeWithin(a.pieces(), b.parts, size);
}

interface Found {
  pairs: PairChoice[];
  /** Number of pairs that were left out. Complete if no pair is found: then the search never stops early. */
  tooClose: number;
  /** Those that have too little of the AOI in common. */
  apart: number;
}

/** @param pool in order of quality, so that the search can stop when no better pair is possible */
function bestInPool(
  pool: readonly PairMember[],
  area: AreaParts,
  isOtherDay: boolean,
  maxPairs: number,
  minDays: number,
): Found {
  const best: { first: PairMember; second: PairMember; score: number; overlap: number }[] = [];
  const isBetter = (score: number) => best.length < maxPairs || score < (best.at(-1)?.score ?? Infinity);
  let tooClose = 0;
  let apart = 0;
  for (const [index, first] of pool.entries()) {
    for (let at = index + 1; at < pool.length; at++) {
      const second = pool[at];
      if (!second || !isBetter(first.quality + second.quality)) break;
      if (first.image.constellation !== second.image.constellation) continue;
      if (!isApart(first, second, minDays)) {
        tooClose++;
        continue;
      }
      if (isSameTaking(first.taking, second.taking) || (isOtherDay && !isOfOtherDay(first, second))) continue;
      const points = first.quality + second.quality + pairPoints(first, second);
      if (!isBetter(points)) continue;
      const overlap = pairOverlap(first, second, area);
      if (overlap < minOverlap) {
        apart++;
        continue;
      }
      const missing = Math.min(first.share, second.share) - overlap;
      const score = points + missing * 100 * perPercentUncovered;
      if (!isBetter(score)) continue;
      const place = best.findIndex(pair => score < pair.score);
      best.splice(place < 0 ? best.length : place, 0, { first, second, score, overlap });
      best.length = Math.min(best.length, maxPairs);
    }
  }
  const pairs = best.map(({ first, second, score, overlap }) => pairChoice(first, second, score, overlap));
  return { pairs, tooClose, apart };
}

function isApart({ time: a }: PairMember, { time: b }: PairMember, minDays: number): boolean {
  if (a === undefined || b === undefined) return minDays <= 0;
  return Math.abs(a - b) / dayMs >= minDays;
}

/** Days in UTC. Not known without a date. */
function isOfOtherDay({ time: a }: PairMember, { time: b }: PairMember): boolean {
  if (a === undefined || b === undefined) return false;
  return Math.floor(a / dayMs) !== Math.floor(b / dayMs);
}

function pairChoice(a: PairMember, b: PairMember, score: number, overlap: number): PairChoice {
  const [older, newer] = (a.time ?? 0) <= (b.time ?? 0) ? [a, b] : [b, a];
  return {
    ids: [older.image.id, newer.image.id],
    constellation: older.image.constellation ?? '',
    shares: [older.share, newer.share],
    overlap,
    score,
    reasons: pairReasons(older, newer, overlap),
    traits: pairTraits(older, newer, overlap),
  };
}

/** An image to choose from, with an estimate of how clear the AOI is in it, if there is one. */
export type PairImage = Image & Clouded;

export interface PairMember {
  image: PairImage;
  /** Fraction of the AOI. */
  share: number;
  /** Convex, see `convexParts`. */
  parts: readonly FlatRing[];
  /** What it covers of the AOI. */
  pieces: () => readonly Piece[];
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

export function pairPoints(a: PairMember, b: PairMember): number {
  const angle = a.image.incidenceAngle;
  const otherAngle = b.image.incidenceAngle;
  const isKnown = angle !== undefined && otherAngle !== undefined;
  const difference = isKnown ? Math.abs(angle - otherAngle) : assumed.incidenceDifference;
  return difference + (seasonDays(a, b) ?? assumed.seasonDays) * perDay;
}

/** Days between the two days of the year, the shorter way around: 0 to 182. */
function seasonDays({ time: a }: PairMember, { time: b }: PairMember): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  const days = Math.abs(dayOfYear(a) - dayOfYear(b));
  return Math.min(days, 365 - days);
}

/** As in a non-leap year, so that the same date is always the same day. */
function dayOfYear(time: number): number {
  const date = new Date(time);
  return Date.UTC(1970, date.getUTCMonth(), date.getUTCDate()) / dayMs;
}

/** How much of the area both cover, and from which angles: distinguishes pairs of the same days. */
export function pairTraits(
  older: PairMember,
  newer: PairMember,
  overlap: number,
): [cover: string, angles: string] {
  return [
    l10n.t('both cover {0} of the area', shareText(overlap)),
    l10n.t('incidence {0} and {1}', angleText(older.image), angleText(newer.image)),
  ];
}

/** The facts by which people compare pairs. */
export function pairReasons(older: PairMember, newer: PairMember, overlap: number): string[] {
  const olderImage = older.image;
  const newerImage = newer.image;
  const [cover, angles] = pairTraits(older, newer, overlap);
  return [
    cover,
    ...apartTexts(older, newer),
    angles,
    ...cloudTexts(olderImage, newerImage),
    l10n.t('{0} and {1} snow', percentText(olderImage.snowCover), percentText(newerImage.snowCover)),
    ...(isStereo(olderImage) || isStereo(newerImage) ? [l10n.t('part of a stereo acquisition')] : []),
  ];
}

/** Of the AOI where it was estimated, otherwise of the whole images. */
function cloudTexts(older: PairImage, newer: PairImage): string[] {
  if (older.clearHere === undefined && newer.clearHere === undefined)
    return [l10n.t('{0} and {1} cloud', percentText(older.cloudCover), percentText(newer.cloudCover))];
  return [l10n.t('older: {0}', pairCloudText(older)), l10n.t('newer: {0}', pairCloudText(newer))];
}

function pairCloudText({ clearHere, cloudCover }: PairImage): string {
  if (clearHere !== undefined) return cloudHereText(clearHere);
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
