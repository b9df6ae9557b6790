/** Chooses the images for each of several areas. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { parseMoment } from '../../../base/words/moment.ts';
import { prepareAoi } from '../../../geo/coverage.ts';
import {
  type Analytic,
  imagesNeeded,
  orderResolution,
  whyNotRunnable,
} from '../../../service/rules/analyticOrder.ts';
import { type Image, isConstellation, isStereo } from '../../../service/rules/imagery.ts';
import { isDeliveredItem } from '../../../service/rules/links.ts';
import { consumptionModes, type ProductOrderKind } from '../../../service/rules/order.ts';
import { bestCover } from './bestCover.ts';
import { bestPairs } from './bestPair.ts';

/** What the images of a batch are ordered as. */
export type BatchKind = { kind: 'report'; analytic: Analytic } | { kind: 'product'; order: ProductOrderKind };

export type ImageWish = 'newest' | 'clearest' | 'pair';

/** Images for an area and the fraction of it that they cover together, 0 to 1; or why there are none. */
export type ImagesChosen =
  | { kind: 'chosen'; images: readonly Image[]; share: number }
  | { kind: 'none'; why: string };

/** An image covers the area if it covers at least this fraction of it. */
const whole = 0.999;
/** Smaller overlaps come from the edge of a footprint. */
const minShare = 1e-6;

export function usableImages(batch: BatchKind, images: readonly Image[]): Image[] {
  // A product of a stereo acquisition never completes.
  if (batch.kind === 'product')
    return images.filter(image => isProductImage(image, batch.order) && !isStereo(image));
  const count = imagesNeeded(batch.analytic.type) ?? 1;
  return images.filter(image => {
    const some = Array.from({ length: count }, () => image);
    return orderResolution(some) !== undefined && whyNotRunnable(batch.analytic, some) === undefined;
  });
}

/** Why an order of this kind can't use these images together, or `undefined`. */
export function whyNotTogether(batch: BatchKind, images: readonly Image[]): string | undefined {
  if (batch.kind === 'product') return undefined;
  const reason = whyNotRunnable(batch.analytic, images);
  return reason === undefined ? undefined : l10n.t('{0}: {1}.', batch.analytic.name, reason);
}

function isProductImage(image: Image, order: ProductOrderKind): boolean {
  const { constellation } = image;
  const taken = consumptionModes[order].flatMap(mode => mode.constellations);
  return isConstellation(constellation) && taken.includes(constellation) && !isDeliveredItem(image);
}

/**
 * The best images for an area: one or a pair for a report, as many as cover it together for products.
 *
 * @param minDays minimum number of days between the images of a pair
 */
export function chooseForArea(
  batch: BatchKind,
  wish: ImageWish,
  aoi: Polygon,
  found: readonly Image[],
  minDays = 0,
): ImagesChosen {
  const images = usableImages(batch, found);
  if (images.length === 0) return { kind: 'none', why: whyNone(found) };
  if (batch.kind === 'product') return coverFor(wish === 'pair' ? 'newest' : wish, aoi, images);
  if (imagesNeeded(batch.analytic.type) === 2) return pairFor(batch.analytic, wish, aoi, images, minDays);
  return singleFor(wish, aoi, images);
}

function whyNone(found: readonly Image[]): string {
  return found.length === 0
    ? noneWithin()
    : l10n.t('None of the images found ({0}) can be used for this order.', found.length);
}

function noneWithin(): string {
  return l10n.t('No image within the limits shows it.');
}

function coverFor(wish: 'newest' | 'clearest', aoi: Polygon, images: readonly Image[]): ImagesChosen {
  const choice = bestCover(aoi, images, wish);
  const chosen = choice.ids.flatMap(id => images.find(image => image.id === id) ?? []);
  if (chosen.length === 0) return { kind: 'none', why: noneWithin() };
  return { kind: 'chosen', images: chosen, share: choice.share };
}

function pairFor(
  analytic: Analytic,
  wish: ImageWish,
  aoi: Polygon,
  images: readonly Image[],
  minDays: number,
): ImagesChosen {
  const { pairs, obstacles } = bestPairs(aoi, images, analytic, { maxPairs: 20, minDays });
  const acquiredTime = (id: string) =>
    parseMoment(images.find(image => image.id === id)?.acquisitionDate)?.time ?? 0;
  // The best ones have hardly any cloud: take the newest of them.
  const [best] =
    wish === 'newest' ? pairs.toSorted((a, b) => acquiredTime(b.ids[1]) - acquiredTime(a.ids[1])) : pairs;
  if (!best) {
    const why = l10n.t('No two images within the limits form a pair. {0}', obstacles.join(' '));
    return { kind: 'none', why: why.trim() };
  }
  const chosen = best.ids.flatMap(id => images.find(image => image.id === id) ?? []);
  return { kind: 'chosen', images: chosen, share: best.overlap };
}

function singleFor(wish: ImageWish, aoi: Polygon, images: readonly Image[]): ImagesChosen {
  const shareIn = prepareAoi(aoi);
  const rated = images
    .map(image => ({ image, share: shareIn(image.footprint) }))
    .filter(({ share }) => share > minShare)
    // Images that cover all of it are equal.
    .map(entry => ({ ...entry, rated: entry.share >= whole ? 1 : entry.share }))
    .toSorted(
      (a, b) =>
        b.rated - a.rated || levelRank(a.image) - levelRank(b.image) || byWish(wish, a.image, b.image),
    );
  const [best] = rated;
  if (!best) return { kind: 'none', why: noneWithin() };
  return { kind: 'chosen', images: [best.image], share: best.share };
}

/** Reports don't fully support images that aren't SENSOR. */
function levelRank({ processingLevel }: Image): number {
  return processingLevel?.toUpperCase() === 'SENSOR' ? 0 : 1;
}

function byWish(wish: ImageWish, a: Image, b: Image): number {
  const age = (parseMoment(b.acquisitionDate)?.time ?? 0) - (parseMoment(a.acquisitionDate)?.time ?? 0);
  const cloud = (a.cloudCover ?? 100) - (b.cloudCover ?? 100);
  return wish === 'clearest' ? cloud || age : age || cloud;
}
