/** The images of a list that cover an AOI best: the fewest, the newest or the clearest. */
import type { Polygon } from 'geojson';
import { convexParts } from '../geometry/convexParts.ts';
import { areaParts, roundedShare, shareOfParts, type AreaParts } from '../geometry/coverage.ts';
import { coverReasons, memberText, type CoverReason } from './coverReasons.ts';
import { flatBounds } from '../geometry/flatRing.ts';
import { fewestCover, type Coverer } from './fewestCover.ts';
import { isStereo, type Image } from './imagery.ts';
import { dayMs, momentOf } from '../words/moment.ts';
import { sizeOf, without, wholeArea, type Piece } from '../geometry/remainder.ts';

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
