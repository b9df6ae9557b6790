/** The images of a list that cover an AOI best: the fewest, the newest or the clearest. */
import type { Polygon } from 'geojson';
import { convexParts } from '../geometry/convexParts.ts';
import { areaParts, roundedShare, shareOfParts, type AreaParts } from '../geometry/coverage.ts';
import { flatBounds } from '../geometry/flatRing.ts';
import { fewestCover, type Coverer } from './fewestCover.ts';
import { isStereo, type Image } from './imagery.ts';
import { dayMs, momentOf, isoDay } from '../words/moment.ts';
import { sizeOf, without, wholeArea, type Piece } from '../geometry/remainder.ts';
import * as l10n from '@vscode/l10n';
import { dayText } from '../words/momentText.ts';
import { shareText } from '../words/shareText.ts';

export type CoverWish = 'fewest' | 'newest' | 'clearest';

/** What is looked at of an image; any `Image` is one. */
export type CoverCandidate = Pick<Image, 'id' | 'footprint'> &
  Partial<Pick<Image, 'acquisitionDate' | 'cloudCover' | 'incidenceAngle' | 'productType'>>;

export interface CoverOptions {
  /** The share of the AOI that is enough, 0 to 1; 0.999 when left out. */
  goal?: number;
  /** Not more images than this. */
  most?: number;
}

export interface CoverChoice {
  /** Those that add most first. */
  images: CoverMember[];
  /** Of the AOI, covered together. */
  share: number;
  /** Of the AOI, covered by all candidates together: the rest stays uncovered whatever is chosen. */
  reachable: number;
  /** The goal is reached. */
  isReached: boolean;
  /** Fewer images cannot cover as much under this wish; otherwise there are too many to try every choice. */
  isProven: boolean;
  reasons: CoverReason[];
}

export interface CoverMember {
  id: string;
  /** The share of the AOI that it adds to those before it. */
  adds: number;
  /** What it adds and what is known of it, for the user. */
  text: string;
}

export interface RatedCandidate extends Coverer {
  image: CoverCandidate;
  isStereo: boolean;
  /** The service tells what is wished for: the date, or the cloud cover. */
  isKnown: boolean;
  /** What must not be great under this wish: age or cloud cover. */
  badness: number;
}

/** Smaller parts of an AOI are slivers at the edge of a footprint. */
const leastShare = 1e-6;
const rounding = 1e-9;

/**
 * `fewest`: as few images as will do, of as few the clearest. `newest`: the oldest day among them as new as possible,
 * then as few. `clearest`: the cloudiest among them as clear as possible, then as few, then with the least incidence
 * angles. Looks of stereo acquisitions are used only where the others do not cover the AOI, and before them images
 * whose date or cloud cover is not known. What can be covered is covered where the goal is out of reach.
 */
export function bestCover(
  aoi: Polygon,
  images: readonly CoverCandidate[],
  wish: CoverWish,
  { goal = 0.999, most = Infinity }: CoverOptions = {},
): CoverChoice {
  const area = areaParts(aoi);
  const rated = images
    .map(image => ratedCandidate(image, wish, area))
    .filter(({ share }) => share > leastShare)
    .toSorted(byLevel);
  const levels = coveredByLevel(area, rated);
  const reachable = levels.at(-1)?.share ?? 0;
  const target = reachable >= goal ? goal : reachable * goal;
  const last = levels.findIndex(({ share }) => share >= target - rounding);
  const { count: allowed = 0 } = levels[last] ?? {};
  const { chosen, isProven } =
    allowed === 0 ? { chosen: [], isProven: true } : fewestCover(area, rated.slice(0, allowed), target);
  const used = chosen.slice(0, Math.max(0, most));
  const share = roundedShare(used.reduce((sum, { adds }) => sum + adds, 0));
  const choice = {
    images: used.map(({ coverer, adds }) => ({
      id: coverer.image.id,
      adds,
      text: memberText(coverer.image, adds),
    })),
    share,
    reachable,
    isReached: share >= goal - rounding,
    isProven,
  };
  const reasons = coverReasons(wish, choice, {
    used: used.map(({ coverer }) => coverer),
    needed: chosen.length,
    shareBefore: levels[last - 1]?.share ?? 0,
  });
  return { ...choice, reasons };
}

function ratedCandidate(image: CoverCandidate, wish: CoverWish, area: AreaParts): RatedCandidate {
  const parts = convexParts(image.footprint, area.bounds);
  const { cloudCover, incidenceAngle } = image;
  const isLook = isStereo({ productType: image.productType });
  const badness = badnessOf(image, wish);
  // Beside any sum of the others.
  const penalty = (wish === 'clearest' ? (incidenceAngle ?? 90) : (cloudCover ?? 100)) + (isLook ? 1e6 : 0);
  return {
    image,
    parts,
    bounds: flatBounds(parts.flat()),
    share: shareOfParts(area, parts),
    penalty,
    isStereo: isLook,
    isKnown: badness !== undefined,
    badness: badness ?? 0,
  };
}

/** `undefined` where the service does not tell. */
function badnessOf({ acquisitionDate, cloudCover }: CoverCandidate, wish: CoverWish): number | undefined {
  switch (wish) {
    case 'fewest':
      return 0;
    case 'newest': {
      const moment = momentOf(acquisitionDate);
      return moment && -Math.floor(moment.time / dayMs);
    }
    case 'clearest':
      return cloudCover;
  }
}

function byLevel(one: RatedCandidate, other: RatedCandidate): number {
  return (
    Number(one.isStereo) - Number(other.isStereo) ||
    Number(other.isKnown) - Number(one.isKnown) ||
    one.badness - other.badness
  );
}

/**
 * What is covered by all candidates down to the end of each level, and how many these are. Those of a level are as good
 * as each other.
 */
function coveredByLevel(
  area: AreaParts,
  rated: readonly RatedCandidate[],
): { share: number; count: number }[] {
  const levels: { share: number; count: number }[] = [];
  let left: readonly Piece[] = wholeArea(area);
  rated.forEach((candidate, index) => {
    if (left.length > 0) left = without(left, candidate.parts, area.size);
    const next = rated[index + 1];
    if (!next || byLevel(candidate, next) !== 0) {
      levels.push({ share: roundedShare(1 - sizeOf(left)), count: index + 1 });
    }
  });
  return levels;
}

// Why these images were chosen to cover an AOI, in data and in words.

/** `text` is a full sentence for the user, in the language of the editor. */
type CoverReason = { text: string } & (
  | { kind: 'count'; count: number; share: number; isProven: boolean }
  /** The day of the oldest, and the share that all newer ones cover together. */
  | { kind: 'oldest'; day: string; shareBefore: number }
  /** Of the cloudiest, 0 to 100, and the share that all clearer ones cover together. */
  | { kind: 'cloudiest'; cloudCover: number; shareBefore: number }
  /** So many had to be used although the service does not tell their date or cloud cover. */
  | { kind: 'unknown'; count: number }
  | { kind: 'stereo'; count: number }
  /** No candidate covers this share of the AOI. */
  | { kind: 'uncovered'; share: number }
  /** More images than were asked for would be needed. */
  | { kind: 'limited'; needed: number }
);

interface Circumstances {
  used: readonly RatedCandidate[];
  /** Images without the limit. */
  needed: number;
  /** The share that all better candidates cover together. */
  shareBefore: number;
}

function coverReasons(
  wish: CoverWish,
  choice: Omit<CoverChoice, 'reasons'>,
  { used, needed, shareBefore }: Circumstances,
): CoverReason[] {
  const reasons: CoverReason[] = [countReason(choice)];
  const worst = used.reduce<RatedCandidate | undefined>(
    (found, one) => (one.isKnown && one.badness > (found?.badness ?? -Infinity) ? one : found),
    undefined,
  );
  const isBound = worst !== undefined && used.every(one => one.isKnown && !one.isStereo);
  if (worst && wish === 'newest') reasons.push(oldestReason(worst, isBound ? shareBefore : 0));
  if (worst && wish === 'clearest') reasons.push(cloudiestReason(worst, isBound ? shareBefore : 0));
  const unknown = used.filter(({ isKnown }) => !isKnown).length;
  if (unknown > 0) reasons.push({ kind: 'unknown', count: unknown, text: unknownText(wish, unknown) });
  const stereo = used.filter(({ isStereo }) => isStereo).length;
  if (stereo > 0) reasons.push({ kind: 'stereo', count: stereo, text: stereoText(stereo) });
  if (choice.reachable < 1 && !choice.isReached) {
    const share = 1 - choice.reachable;
    reasons.push({
      kind: 'uncovered',
      share,
      text: l10n.t('No image of the list covers the remaining {0} of the area.', shareText(share)),
    });
  }
  if (needed > used.length) {
    reasons.push({
      kind: 'limited',
      needed,
      text: l10n.t('To cover all that can be covered takes {0} images.', needed),
    });
  }
  return reasons;
}

function countReason({ images, share, isProven }: Omit<CoverChoice, 'reasons'>): CoverReason {
  const count = images.length;
  return { kind: 'count', count, share, isProven, text: countText(count, shareText(share), isProven) };
}

function countText(count: number, share: string, isProven: boolean): string {
  if (count === 0) return l10n.t('No image of the list covers any of the area.');
  if (count === 1) return l10n.t('One image covers {0} of the area.', share);
  return isProven
    ? l10n.t('{0} images cover {1} of the area; fewer do not.', count, share)
    : l10n.t('{0} images cover {1} of the area. There are too many to say that fewer do not.', count, share);
}

function oldestReason({ badness }: RatedCandidate, shareBefore: number): CoverReason {
  const day = isoDay(-badness * dayMs);
  const text =
    shareBefore > 0
      ? l10n.t('The oldest is of {0}: all newer images together cover {1}.', day, shareText(shareBefore))
      : l10n.t('The oldest is of {0}.', day);
  return { kind: 'oldest', day, shareBefore, text };
}

function cloudiestReason({ badness }: RatedCandidate, shareBefore: number): CoverReason {
  const cloudCover = badness;
  const shown = percentOf(cloudCover);
  const text =
    shareBefore > 0
      ? l10n.t(
          'The cloudiest has {0} cloud: all clearer images together cover {1}.',
          shown,
          shareText(shareBefore),
        )
      : l10n.t('The cloudiest has {0} cloud.', shown);
  return { kind: 'cloudiest', cloudCover, shareBefore, text };
}

function unknownText(wish: CoverWish, count: number): string {
  if (wish === 'newest') {
    return count === 1
      ? l10n.t('The service does not tell the date of one image; the others do not cover the area.')
      : l10n.t('The service does not tell the dates of {0} images; the others do not cover the area.', count);
  }
  return count === 1
    ? l10n.t('The service does not tell the cloud cover of one image; the others do not cover the area.')
    : l10n.t(
        'The service does not tell the cloud cover of {0} images; the others do not cover the area.',
        count,
      );
}

function stereoText(count: number): string {
  return count === 1
    ? l10n.t('One image is a look of a stereo acquisition; the others do not cover the area.')
    : l10n.t('{0} images are looks of stereo acquisitions; the others do not cover the area.', count);
}

/** `adds 34 %, 2025-03-01, 3 % cloud, incidence 12.1°`: what is not known is left out. */
function memberText({ acquisitionDate, cloudCover, incidenceAngle }: CoverCandidate, adds: number): string {
  const facts = [l10n.t('adds {0}', shareText(adds))];
  if (acquisitionDate !== undefined) facts.push(dayText(acquisitionDate));
  if (cloudCover !== undefined) facts.push(l10n.t('{0} cloud', percentOf(cloudCover)));
  if (incidenceAngle !== undefined) facts.push(l10n.t('incidence {0}°', oneDecimal(incidenceAngle)));
  return facts.join(', ');
}

/** @param cover 0 to 100 */
function percentOf(cover: number): string {
  return l10n.t('{0} %', oneDecimal(cover));
}

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
