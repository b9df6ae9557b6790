/** The pairs of images that best suit an analytic that compares two images. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { orderResolution, whyNotRunnable, type Analytic } from '../order/analyticOrder.ts';
import { prepareAoi } from '../geometry/coverage.ts';
import { dayMs, momentOf } from '../words/moment.ts';
import { shareText } from '../words/areaText.ts';
import {
  pairLooks,
  pairPoints,
  pairReasons,
  qualityPoints,
  type PairImage,
  type PairMember,
} from './pairReasons.ts';
import { isSameTaking, takingOf } from './sameAcquisition.ts';

export interface PairOptions {
  /** Number of pairs wanted. */
  most?: number;
  /** Minimum days between the two acquisitions. */
  minDays?: number;
}

export interface PairChoice {
  /** The older one first. */
  ids: [older: string, newer: string];
  constellation: string;
  /** Fraction of the AOI that each covers. */
  shares: [older: number, newer: number];
  /** Penalty points: lower is better. */
  score: number;
  /** For display. */
  reasons: string[];
  /** Those of the reasons that distinguish pairs of the same days. */
  looks: string[];
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
  { most = 5, minDays = 0 }: PairOptions = {},
): PairAnswer {
  const shareOf = prepareAoi(aoi);
  const usable = images.filter(image => isRunnable(image, analytic) && isSensor(image));
  const members = usable
    .map(image => memberOf(image, shareOf(image.footprint)))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => one.quality - other.quality);
  const wholes = members.filter(({ isWhole }) => isWhole);
  const pools = wholes.length < members.length ? [wholes, members] : [members];
  let found: Found = { pairs: [], tooClose: 0 };
  for (const isOtherDay of [true, false]) {
    for (const pool of pools) {
      if (found.pairs.length === 0) found = bestOf(pool, isOtherDay, most, minDays);
    }
  }
  const isTooClose = found.pairs.length === 0 && found.tooClose > 0;
  const [unusable, partial] = [images.length - usable.length, usable.length - wholes.length];
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
      l10n.t(
        'Images that cover less than {0} of the area: {1}. Try a smaller area.',
        shareText(whole),
        partial,
      ),
    );
  }
  if (isTooClose) {
    obstacles.push(l10n.t('Pairs less than {0} days apart: {1}. Enter fewer days.', minDays, found.tooClose));
  } else if (found.pairs.length === 0 && usable.length > 0) {
    obstacles.push(
      l10n.t(
        'No two of the others are separate acquisitions of one constellation. Search a longer time span.',
      ),
    );
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

function memberOf(image: PairImage, share: number): PairMember {
  const isWhole = share >= whole;
  const time = momentOf(image.acquisitionDate)?.time;
  const quality = qualityPoints(image, isWhole ? 1 : share);
  return { image, share, isWhole, time, taking: takingOf(image), quality };
}

interface Found {
  pairs: PairChoice[];
  /** Number of pairs that were left out. Complete if no pair is found: then the search never stops early. */
  tooClose: number;
}

/** @param pool in order of quality, so that the search can stop when no better pair is possible */
function bestOf(pool: readonly PairMember[], isOtherDay: boolean, most: number, minDays: number): Found {
  const best: { one: PairMember; other: PairMember; score: number }[] = [];
  const isBetter = (score: number) => best.length < most || score < (best.at(-1)?.score ?? Infinity);
  let tooClose = 0;
  for (const [index, one] of pool.entries()) {
    for (let at = index + 1; at < pool.length; at++) {
      const other = pool[at];
      if (!other || !isBetter(one.quality + other.quality)) break;
      if (one.image.constellation !== other.image.constellation) continue;
      if (!isApart(one, other, minDays)) {
        tooClose++;
        continue;
      }
      if (isSameTaking(one.taking, other.taking) || (isOtherDay && !isOfOtherDay(one, other))) continue;
      const score = one.quality + other.quality + pairPoints(one, other);
      if (!isBetter(score)) continue;
      const place = best.findIndex(pair => score < pair.score);
      best.splice(place < 0 ? best.length : place, 0, { one, other, score });
      best.length = Math.min(best.length, most);
    }
  }
  return { pairs: best.map(({ one, other, score }) => choiceOf(one, other, score)), tooClose };
}

function isApart({ time: one }: PairMember, { time: other }: PairMember, minDays: number): boolean {
  if (one === undefined || other === undefined) return minDays <= 0;
  return Math.abs(one - other) / dayMs >= minDays;
}

/** Days in UTC. Not known without a date. */
function isOfOtherDay({ time: one }: PairMember, { time: other }: PairMember): boolean {
  if (one === undefined || other === undefined) return false;
  return Math.floor(one / dayMs) !== Math.floor(other / dayMs);
}

function choiceOf(one: PairMember, other: PairMember, score: number): PairChoice {
  const [older, newer] = (one.time ?? 0) <= (other.time ?? 0) ? [one, other] : [other, one];
  return {
    ids: [older.image.id, newer.image.id],
    constellation: older.image.constellation ?? '',
    shares: [older.share, newer.share],
    score,
    reasons: pairReasons(older, newer),
    looks: pairLooks(older, newer),
  };
}
