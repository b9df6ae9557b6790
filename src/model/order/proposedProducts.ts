/** Proposed values for the fields of a product, the most likely first. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { isPolygon } from '../aoi/aoiRings.ts';
import { footprintMeets } from '../geometry/footprint.ts';
import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import type { Constellation, Image } from '../images/imagery.ts';
import { areaText } from '../words/areaText.ts';
import { outsideText } from './checkImage.ts';
import type { OrderContext } from './checkOrder.ts';
import { aoisOf, imagesOf, membersOf, type Members } from './orderContents.ts';
import { imageFacts, imageName } from './imageText.ts';
import { sensorsOf } from './product.ts';
import { imageFormats, optionsOf, productTypes, radiometries, type ProductOption } from './productOptions.ts';
import { draftProduct, usualProductType } from './productOrder.ts';
import { crsCodeOf, crsName, geodetic, utmZoneOf } from './projection.ts';

/** A proposed value for a field of an order. */
export interface ProposedValue {
  value: unknown;
  /** For values that mean nothing to people, such as ids; otherwise the value is shown. */
  label?: string;
  detail: string;
  documentation?: readonly string[];
  /** Why it doesn't match the rest of the order; proposed last, and never as a fix. */
  whyNot?: string | undefined;
  isDeprecated?: boolean;
}

/** The images that are selected on the map. */
export function chosenImages({ images = [], chosen = [] }: OrderContext): Image[] {
  return images.filter(({ id }) => chosen.includes(id));
}

export function imageValue(
  image: Image,
  { chosen = [] }: OrderContext,
  whyNot: string | undefined,
): ProposedValue {
  const isChosen = chosen.includes(image.id);
  return {
    value: image.id,
    label: imageFacts(image).slice(0, 3).join(' · '),
    detail: isChosen ? l10n.t('selected on the map') : '',
    documentation: [imageFacts(image).join(' · '), image.id],
    whyNot,
  };
}

/** @param index of the product in its list */
export function valuesOfProduct(
  name: string,
  index: number,
  body: Members,
  context: OrderContext,
): ProposedValue[] {
  const product = productAt(body, index);
  switch (name) {
    case 'id':
      return idValues(product, context);
    case 'productType':
      return optionValues(
        productTypes,
        sensorsIn({ id: product.id }, context),
        Object.values(usualProductType),
      );
    case 'radiometricProcessing':
      return optionValues(radiometries, sensorsIn(product, context), ['REFLECTANCE']);
    case 'imageFormat':
      return Object.entries(imageFormats).map(([value, format]) => ({ value, detail: format }));
    case 'crsCode':
      return crsValues(product, context);
    case 'aoi':
      return aoiValues(body, context);
    default:
      return [];
  }
}

export function productAt(body: Members, index: number): Members {
  return membersOf(Array.isArray(body.products) ? body.products[index] : undefined);
}

/** The possible constellations of a product's image, as far as known. */
function sensorsIn({ id, productType }: Members, { imageOf }: OrderContext): readonly Constellation[] {
  return sensorsOf(productType, typeof id === 'string' ? imageOf?.(id) : undefined);
}

/** @param usual those that suit most users */
function optionValues<T extends string>(
  options: Readonly<Record<T, ProductOption>>,
  sensors: readonly Constellation[],
  usual: readonly string[],
): ProposedValue[] {
  return optionsOf(options, sensors)
    .sort((a, b) => Number(usual.includes(b)) - Number(usual.includes(a)))
    .map(value => {
      const { describe, constellations } = options[value];
      return { value, detail: describe(), documentation: [l10n.t('{0} images', constellations.join(' / '))] };
    });
}

/** The UTM zone of the AOI, and degrees. */
function crsValues({ aoi }: Members, { area }: OrderContext): ProposedValue[] {
  const polygon = isPolygon(aoi) ? aoi : area?.polygon;
  const zone = polygon && utmZoneOf(polygon);
  const codes = zone === undefined ? [geodetic] : [zone, geodetic];
  return codes.map(epsg => ({
    value: crsCodeOf(epsg),
    detail: crsName(epsg),
  }));
}

export function aoiValues(body: Members, { area }: OrderContext): ProposedValue[] {
  const active = area ? [aoiValue(area.polygon, l10n.t('the active AOI: {0}', area.name))] : [];
  const seen = new Set([JSON.stringify(area?.polygon)]);
  const written = aoisOf(body).flatMap(({ path, polygon }) => {
    const text = JSON.stringify(polygon);
    if (seen.has(text)) return [];
    seen.add(text);
    const [, place] = path;
    return [aoiValue(polygon, place === undefined ? 'aoi' : `products[${place}].aoi`)];
  });
  return [...active, ...written];
}

function aoiValue(polygon: Polygon, label: string): ProposedValue {
  return { value: polygon, label, detail: areaText(polygonAreaKm2(polygon)) };
}

function idValues({ aoi }: Members, context: OrderContext): ProposedValue[] {
  const polygon = isPolygon(aoi) ? aoi : undefined;
  return (context.images ?? []).map(image => {
    const isOutside = polygon && !footprintMeets(image.footprint, polygon);
    return imageValue(image, context, isOutside ? outsideText() : undefined);
  });
}

/** One product of the active AOI for each image that is selected on the map. */
export function productListValues(body: Members, context: OrderContext): ProposedValue[] {
  const drafts = draftsOf(chosenImages(context), body, context);
  if (drafts.length === 0) return [];
  const label = drafts.map(({ image }) => imageName(image)).join(' + ');
  const value = drafts.map(({ product }) => product);
  return [{ value, label, detail: l10n.t('selected on the map') }];
}

/** A product for each image that is selected on the map and has none yet. */
export function productValues(body: Members, context: OrderContext): ProposedValue[] {
  const named = imagesOf(body);
  const others = chosenImages(context).filter(({ id }) => !named.includes(id));
  return draftsOf(others, body, context).map(({ image, product }) => ({
    value: product,
    label: imageName(image),
    detail: l10n.t('selected on the map'),
    documentation: [imageFacts(image).join(' · ')],
  }));
}

function draftsOf(images: readonly Image[], body: Members, { area }: OrderContext) {
  const polygon = area?.polygon ?? aoisOf(body)[0]?.polygon;
  if (!polygon) return [];
  return images.flatMap(image => {
    const product = draftProduct(image, polygon);
    return product ? [{ image, product }] : [];
  });
}
