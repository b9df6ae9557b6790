/** The images that cover an AOI best: the fewest, the newest or the clearest. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { shareText } from '../../../base/words/areaText.ts';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { dayMs, dayText, isoDay, parseMoment } from '../../../base/words/moment.ts';
import { type AreaParts, areaParts, roundedShare, shareOfParts } from '../../../geo/coverage.ts';
import { convexParts, flatBounds } from '../../../geo/flatRing.ts';
import { type Piece, totalSize, wholeArea, without } from '../../../geo/remainder.ts';
import { type Image, isStereo } from '../../../service/rules/imagery.ts';
import { type Clouded, cloudHereText, cloudPercent } from './clearText.ts';
import { type Coverer, fewestCover } from './fewestCover.ts';

export type CoverWish = 'fewest' | 'newest' | 'clearest';

/** The fields of an image that are used; any `Image` fits. */
export type CoverCandidate = Pick<Image, 'id' | 'footprint'> &
  Partial<Pick<Image, 'acquisitionDate' | 'incidenceAngle' | 'processingLevel' | 'productType'>> &
  Clouded;

export interface CoverChoice {
  /** Those that add most first. */
  ids: string[];
  /** Fraction of the AOI that they cover together. */
  share: number;
  /** For display: the decisive facts, then what each image adds. */
  reasons: string[];
}

interface RatedCandidate extends Coverer {
  image: CoverCandidate;
  isStereo: boolean;
  /** Whether the service reports the value that the goal is about: the date, or the cloud cover. */
  isKnown: boolean;
  /** The value that the goal minimizes: age in days (negative days since 1970), or cloud cover in percent. */
  badness: number;
}

/** The fraction of the AOI that is enough. */
const goal = 0.999;
/** Smaller parts of an AOI come from the edge of a footprint. */
const minShare = 1e-6;
const rounding = 1e-9;

/**
 * `fewest`: as few images as possible, then the clearest. `newest`: the oldest day among them as new as possible, then
 * as few as possible. `clearest`: the cloudiest among them as clear as possible, then as few as possible, then with the
 * smallest incidence angles. Images from stereo acquisitions are used only if the others don't cover the AOI, and
 * images without a known date or cloud cover are preferred to them. If the goal can't be reached, whatever can be
 * covered is. ALBUM images are never chosen: their orders may never be delivered. The cloud of an image is that of the AOI where it was estimated, otherwise of the whole image.
 */
export function bestCover(aoi: Polygon, images: readonly CoverCandidate[], wish: CoverWish): CoverChoice {
  const area = areaParts(aoi);
  const orderable = images.filter(image => !isAlbum(image));
  const rated = orderable
    .map(image => ratedCandidate(image, wish, area))
    .filter(({ share }) => share > minShare)
    .toSorted(byLevel);
  const levels = coveredByLevel(area, rated);
  const reachable = levels.at(-1)?.share ?? 0;
  const target = reachable >= goal ? goal : reachable * goal;
  const last = levels.findIndex(({ share }) => share >= target - rounding);
  const allowed = rated.slice(0, levels[last]?.count);
  const chosen = allowed.length > 0 ? fewestCover(area, allowed, target) : [];
  const used = chosen.map(({ coverer }) => coverer);
  const share = roundedShare(chosen.reduce((sum, { adds }) => sum + adds, 0));
  return {
    ids: used.map(({ image }) => image.id),
    share,
    reasons: [
      ...worstTexts(wish, used, levels[last - 1]?.share ?? 0),
      ...lackTexts(used),
      ...estimateTexts(wish, used),
      ...(orderable.length < images.length
        ? [
            l10n.t(
              'ALBUM images left out, whose orders may never be delivered: {0}',
              images.length - orderable.length,
            ),
          ]
        : []),
      ...(reachable < goal
        ? [
            l10n.t(
              'No other image in the list covers the remaining {0} of the area.',
              shareText(1 - reachable),
            ),
          ]
        : []),
      ...chosen.map(({ coverer, adds }) => memberText(coverer.image, adds)),
    ],
  };
}

function isAlbum({ processingLevel }: CoverCandidate): boolean {
  return processingLevel?.toUpperCase() === 'ALBUM';
}

function ratedCandidate(image: CoverCandidate, wish: CoverWish, area: AreaParts): RatedCandidate {
  const parts = convexParts(image.footprint, area.bounds);
  const { incidenceAngle } = image;
  const isLook = isStereo({ productType: image.productType });
  const badness = imageBadness(image, wish);
  // Larger than any sum of the others.
  const penalty =
    (wish === 'clearest' ? (incidenceAngle ?? 90) : (cloudPercent(image) ?? 100)) + (isLook ? 1e6 : 0);
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

/** `undefined` if the service doesn't report it. */
function imageBadness(image: CoverCandidate, wish: CoverWish): number | undefined {
  switch (wish) {
    case 'fewest':
      return 0;
    case 'newest': {
      const moment = parseMoment(image.acquisitionDate);
      return moment && -Math.floor(moment.time / dayMs);
    }
    case 'clearest':
      return cloudPercent(image);
  }
}

function byLevel(a: RatedCandidate, b: RatedCandidate): number {
  return (
    Number(a.isStereo) - Number(b.isStereo) || Number(b.isKnown) - Number(a.isKnown) || a.badness - b.badness
  );
}

/**
 * What all candidates cover down to the end of each level, and how many these are. Those of a level are equally good.
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
      levels.push({ share: roundedShare(1 - totalSize(left)), count: index + 1 });
    }
  });
  return levels;
}

/** What limits the goal. @param shareBefore what all better candidates cover together */
function worstTexts(wish: CoverWish, used: readonly RatedCandidate[], shareBefore: number): string[] {
  const isBound = shareBefore > 0 && used.every(candidate => candidate.isKnown && !candidate.isStereo);
  if (wish === 'fewest' || !isBound || used.length === 0) return [];
  const [worst] = used.toSorted((a, b) => b.badness - a.badness);
  if (!worst) return [];
  const before = shareText(shareBefore);
  if (wish === 'newest') {
    const day = isoDay(-worst.badness * dayMs);
    return [l10n.t('The oldest is from {0}: all newer images together cover {1}.', day, before)];
  }
  const { clearHere } = worst.image;
  const cloud = clearHere === undefined ? coverCloudText(worst.badness) : cloudHereText(clearHere);
  return [l10n.t('The cloudiest: {0}; all clearer images together cover {1}.', cloud, before)];
}

/** Which figures the choice of clear images is based on. */
function estimateTexts(wish: CoverWish, used: readonly RatedCandidate[]): string[] {
  const count = used.filter(({ image }) => image.clearHere !== undefined).length;
  if (wish !== 'clearest' || count === 0) return [];
  return [
    count === used.length
      ? l10n.t('How clear the area is was estimated from quicklooks.')
      : l10n.t(
          "Estimated from quicklooks for {0} of {1} images; the others by the service's cloud cover of the whole image.",
          count,
          used.length,
        ),
  ];
}

/** Images that are used only because the others don't cover the area. */
function lackTexts(used: readonly RatedCandidate[]): string[] {
  const count = used.filter(candidate => !candidate.isKnown || candidate.isStereo).length;
  if (count === 0) return [];
  return [
    l10n.t("Stereo images, or without date or cloud cover: {0}. The others don't cover the area.", count),
  ];
}

/** `adds 34 %, 2025-03-01, 3 % cloud, incidence angle 12.1°`: unknown values are omitted. */
function memberText(
  { acquisitionDate, cloudCover, clearHere, incidenceAngle }: CoverCandidate,
  adds: number,
): string {
  const facts = [l10n.t('adds {0}', shareText(adds))];
  if (acquisitionDate !== undefined) facts.push(dayText(acquisitionDate));
  if (clearHere !== undefined) facts.push(cloudHereText(clearHere));
  else if (cloudCover !== undefined) facts.push(coverCloudText(cloudCover));
  if (incidenceAngle !== undefined) facts.push(l10n.t('incidence angle {0}°', oneDecimal(incidenceAngle)));
  return facts.join(', ');
}

function coverCloudText(cover: number): string {
  return l10n.t('{0} % cloud', oneDecimal(cover));
}

export function oneDecimal(value: number): string {
  return numberText(value, { maximumFractionDigits: 1 });
}
