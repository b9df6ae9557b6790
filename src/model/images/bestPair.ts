import { type PairOptions, obstaclesOf, type PairObstacle } from './pairObstacles.ts';
import { type PairMember, pairPoints, pairReasons, qualityPoints, type PairReason } from './pairReasons.ts';
/** The pairs of images that suit an analytic best which compares two. */
import type { Polygon } from 'geojson';
import { imagesNeeded, orderResolution, whyNotRunnable, type Analytic } from '../order/analyticOrder.ts';
import { prepareAoi } from '../geometry/coverage.ts';
import type { Image } from './imagery.ts';
import { dayMs, momentOf } from '../words/moment.ts';
import { isSameTaking, takingOf } from './sameAcquisition.ts';

export interface PairChoice {
  /** The older one first. */
  ids: [older: string, newer: string];
  constellation: string;
  /** Of the AOI, that each covers. */
  shares: [older: number, newer: number];
  /** Each covers as much of the AOI as is asked for. */
  isWhole: boolean;
  /** The sum of the points of the reasons: the fewer the better. */
  score: number;
  reasons: PairReason[];
}

export interface PairAnswer {
  /** The best first. Empty when there is none: the obstacles say why. */
  pairs: PairChoice[];
  /** What has kept images, or pairs of those that are left, from being chosen. */
  obstacles: PairObstacle[];
}

/** What may be lacking, in the order in which it is given up. */
const stages = [
  { isWhole: true, isOtherDay: true },
  { isWhole: false, isOtherDay: true },
  { isWhole: true, isOtherDay: false },
  { isWhole: false, isOtherDay: false },
] as const;

type Stage = (typeof stages)[number];

/**
 * Both of one constellation that the analytic supports, both SENSOR, both over the AOI, of different days; ranked by
 * cloud and snow, the difference of their incidence angles and of the season. Images that cover the AOI in part are
 * taken when no two cover it, and two of one day when there is nothing else. Looks of stereo acquisitions come last.
 */
export function bestPairs(
  aoi: Polygon,
  images: readonly Image[],
  analytic: Analytic,
  { most = 5, apart = {}, least = 0.999 }: PairOptions = {},
): PairAnswer {
  if (imagesNeeded(analytic.type) !== 2)
    return { pairs: [], obstacles: obstaclesOf(analytic, { kind: 'analytic' }) };
  const shareOf = prepareAoi(aoi);
  const runnable = images.filter(image => isRunnable(image, analytic));
  const sensors = runnable.filter(isSensor);
  const members = sensors
    .map(image => memberOf(image, shareOf(image.footprint), least))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => one.quality - other.quality);
  const counts = { sameAcquisition: 0, apart: 0, sameDay: 0 };
  let pairs: PairChoice[] = [];
  for (const [index, stage] of stages.entries()) {
    // It would look at the same pairs in vain again.
    if (!stage.isWhole && members.every(({ isWhole }) => isWhole)) continue;
    if (index > 0 && !stage.isOtherDay && counts.sameDay === 0) continue;
    pairs = bestOf(members, stage, most, apart, counts);
    if (pairs.length > 0) break;
  }
  const obstacles = obstaclesOf(analytic, {
    kind: 'images',
    images,
    runnable,
    sensors,
    members,
    least,
    apart,
    pairsLeftOut: pairs.length === 0 ? counts : undefined,
  });
  return { pairs, obstacles };
}

function isRunnable(image: Image, analytic: Analytic): boolean {
  const pair = [image, image];
  return whyNotRunnable(analytic, pair) === undefined && orderResolution(pair) !== undefined;
}

function isSensor({ processingLevel }: Image): boolean {
  return processingLevel?.toUpperCase() === 'SENSOR';
}

function memberOf(image: Image, share: number, least: number): PairMember {
  const isWhole = share >= least;
  const time = momentOf(image.acquisitionDate)?.time;
  const quality = qualityPoints(image, isWhole ? 1 : share);
  return { image, share, isWhole, time, taking: takingOf(image), quality };
}

/** Images are in the order of their quality, so that a search can end where no better pair can come. */
function bestOf(
  members: readonly PairMember[],
  stage: Stage,
  most: number,
  apart: NonNullable<PairOptions['apart']>,
  counts: { sameAcquisition: number; apart: number; sameDay: number },
): PairChoice[] {
  const pool = stage.isWhole ? members.filter(({ isWhole }) => isWhole) : members;
  const found: { one: PairMember; other: PairMember; score: number }[] = [];
  const isBetter = (score: number) => found.length < most || score < (found.at(-1)?.score ?? Infinity);
  // Complete where no pair is found: the search then ends early nowhere.
  Object.assign(counts, { sameAcquisition: 0, apart: 0, sameDay: 0 });
  for (const [index, one] of pool.entries()) {
    for (let at = index + 1; at < pool.length; at++) {
      const other = pool[at];
      if (!other || !isBetter(one.quality + other.quality)) break;
      if (one.image.constellation !== other.image.constellation) continue;
      if (!isApart(one, other, apart)) {
        counts.apart++;
        continue;
      }
      if (isSameTaking(one.taking, other.taking)) {
        counts.sameAcquisition++;
        continue;
      }
      if (stage.isOtherDay && !isOtherDay(one, other)) {
        counts.sameDay++;
        continue;
      }
      const score = one.quality + other.quality + pairPoints(one, other);
      if (!isBetter(score)) continue;
      const place = found.findIndex(pair => score < pair.score);
      found.splice(place < 0 ? found.length : place, 0, { one, other, score });
      found.length = Math.min(found.length, most);
    }
  }
  return found.map(({ one, other, score }) => choiceOf(one, other, score));
}

function isApart(
  { time: one }: PairMember,
  { time: other }: PairMember,
  { min = 0, max = Infinity }: NonNullable<PairOptions['apart']>,
): boolean {
  if (one === undefined || other === undefined) return min <= 0 && max === Infinity;
  const days = Math.abs(one - other) / dayMs;
  return days >= min && days <= max;
}

/** Days of UTC. Not known where a date is not. */
function isOtherDay({ time: one }: PairMember, { time: other }: PairMember): boolean {
  if (one === undefined || other === undefined) return false;
  return Math.floor(one / dayMs) !== Math.floor(other / dayMs);
}

function choiceOf(one: PairMember, other: PairMember, score: number): PairChoice {
  const [older, newer] = (one.time ?? 0) <= (other.time ?? 0) ? [one, other] : [other, one];
  return {
    ids: [older.image.id, newer.image.id],
    constellation: older.image.constellation ?? '',
    shares: [older.share, newer.share],
    isWhole: older.isWhole && newer.isWhole,
    score,
    reasons: pairReasons(older, newer),
  };
}
