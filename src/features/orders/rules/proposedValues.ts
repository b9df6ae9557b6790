/** What can stand in the places of an order, the likeliest first: for completions and for fixes alike. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import type { JsonPath } from '../../../base/problem.ts';
import { areaText } from '../../../base/words/areaText.ts';
import { isPolygon } from '../../../geo/aoiRings.ts';
import { footprintMeets } from '../../../geo/coverage.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import { crsName, geodetic, toCrsCode, utmEpsg } from '../../../geo/projection.ts';
import {
  type Analytic,
  analyticResolutions,
  imagesNeeded,
  orderResolution,
  whyMixed,
  whyNotCount,
  whyNotRunnable,
  whyNotSupported,
} from '../../../service/rules/analyticOrder.ts';
import { type Constellation, constellations, type Image } from '../../../service/rules/imagery.ts';
import { offerText, orderKindText } from '../../../service/rules/kindText.ts';
import { consumptionModes, isOrderKind, type OrderKind, orderKinds } from '../../../service/rules/order.ts';
import { bodyAois, bodyImageIds, type Members, membersOrNone } from '../../../service/rules/orderContents.ts';
import {
  type MemberName,
  orderMember,
  type OrderPart,
  orderPart,
} from '../../../service/rules/orderMembers.ts';
import {
  type ProductOption,
  productTypes,
  radiometries,
  supportedOptions,
} from '../../../service/rules/productOptions.ts';
import { checkImageResolution, checkResolution } from './checkAnalyticOrder.ts';
import { outsideText } from './checkMembers.ts';
import { analyticIn, type OrderContext } from './checkOrder.ts';
import { imageName, imageTexts } from './imageText.ts';
import { whyNotPaid } from './orderRights.ts';
import { draftProduct, possibleSensors, usualProductType } from './productOrder.ts';

/** The values for a place of a body, which may be half written. Empty where nothing can be proposed. */
export function proposedValues(path: JsonPath, body: Members, context: OrderContext): ProposedValue[] {
  const [first, second, third] = path;
  if (first === 'products') {
    if (path.length === 1) return productListValues(body, context);
    if (path.length === 2) return productValues(body, context);
    if (typeof second === 'number' && typeof third === 'string' && path.length === 3) {
      return suitableFirst(valuesOfProduct(third, second, body, context));
    }
    return [];
  }
  if (first === 'imageIds' && path.length === 2) return suitableFirst(reportImages(body, context));
  return path.length === 1 ? suitableFirst(valuesOfBody(String(first), body, context)) : [];
}

/** Of the members whose values follow from the rest of the order, or from what is known besides. */
const bodyValues: Partial<
  Record<
    MemberName<'report'> | MemberName<'products'>,
    (body: Members, context: OrderContext) => ProposedValue[]
  >
> = {
  kind: kindValues,
  title: titleValues,
  analytic: (body, context) =>
    (context.analytics ?? []).map(analytic => analyticValue(analytic, body, context)),
  resolution: resolutionValues,
  imageIds: imageListValues,
  aoi: aoiValues,
};

function valuesOfBody(name: string, body: Members, context: OrderContext): ProposedValue[] {
  const own: Readonly<Record<string, (typeof bodyValues)[keyof typeof bodyValues]>> = bodyValues;
  return Object.hasOwn(own, name) ? (own[name]?.(body, context) ?? []) : formValues(orderPart(body), name);
}

/** All that the form of a member allows, if that is a list. */
function formValues(part: OrderPart, name: string): ProposedValue[] {
  const values = orderMember(part, name)?.form.values ?? [];
  return values.map(({ value, detail }) => ({ value, detail: detail() }));
}

function suitableFirst(values: readonly ProposedValue[]): ProposedValue[] {
  return [...values.filter(({ whyNot }) => whyNot === undefined), ...values.filter(value => value.whyNot)];
}

function kindValues(body: Members, context: OrderContext): ProposedValue[] {
  const isReport = orderPart(body) === 'report';
  const fits = (kind: string) => (kind === 'order.analytics-toolbox.archive') === isReport;
  const goesAway = (kind: OrderKind) => consumptionModes[kind].every(mode => mode.toBeAbandoned);
  const isWritten = Object.keys(body).some(name => name !== 'kind');
  return orderKinds
    .filter(isOrderKind)
    .sort((a, b) => Number(goesAway(a)) - Number(goesAway(b)) || Number(fits(b)) - Number(fits(a)))
    .map(kind => ({
      value: kind,
      detail: orderKindText(kind),
      documentation: [
        ...(offerText(kind) === orderKindText(kind) ? [] : [offerText(kind)]),
        ...(context.kindsPaidFor?.includes(kind) ? [l10n.t('Your subscription pays for it.')] : []),
      ],
      whyNot:
        whyNotPaid(kind, context) ??
        (isWritten && !fits(kind) ? l10n.t('the other members belong to another kind') : undefined),
      isDeprecated: goesAway(kind),
    }));
}

function titleValues(body: Members, context: OrderContext): ProposedValue[] {
  const name = context.area?.name;
  const analytic = analyticIn(body, context)?.name;
  const titles = [
    [name, analytic].filter(part => part !== undefined).join(', '),
    name,
    analytic,
    reportImagesIn(body, context)?.map(imageName).join(' + '),
    l10n.t('Report'),
  ];
  return [...new Set(titles)]
    .filter(title => title)
    .slice(0, 3)
    .map(title => ({ value: title, detail: '' }));
}

/** The images of a report that are known; `undefined` where one of them is not, or there are none. */
function reportImagesIn(body: Members, { imageById }: OrderContext): Image[] | undefined {
  const ids = bodyImageIds({ imageIds: body.imageIds });
  const known = ids.flatMap(id => imageById?.(id) ?? []);
  return ids.length > 0 && known.length === ids.length ? known : undefined;
}

function analyticValue(analytic: Analytic, body: Members, context: OrderContext): ProposedValue {
  const images = reportImagesIn(body, context);
  return {
    value: analytic.code,
    detail: [analytic.name, ...analyticFacts(analytic)].join(' · '),
    documentation: analytic.description ? [analytic.description] : [],
    whyNot: images && whyNotRunnable(analytic, images),
  };
}

/** Why a value does not suit its place. */
export function notHereText(whyNot: string): string {
  return l10n.t('Not here: {0}', whyNot);
}

/** What it takes and of whom. */
function analyticFacts({ type, sensor }: Analytic): string[] {
  const needed = imagesNeeded(type);
  return [
    needed === undefined
      ? type
      : needed === 1
        ? l10n.t('finds objects in one image')
        : l10n.t('finds changes between two images'),
    ...(sensor.length > 0 ? [sensor.join(' / ')] : []),
  ].filter(part => part !== '');
}

function resolutionValues(body: Members, context: OrderContext): ProposedValue[] {
  const analytic = analyticIn(body, context);
  const images = reportImagesIn(body, context) ?? [];
  const ofImages = orderResolution(images);
  const values = analyticResolutions.map(resolution => ({
    value: resolution,
    detail: l10n.t('{0} images', sensorCodes(resolution).join(' / ')),
    whyNot: [...checkResolution(resolution, analytic), ...checkImageResolution(images, resolution)][0]
      ?.message,
  }));
  return values.sort((a, b) => Number(b.value === ofImages) - Number(a.value === ofImages));
}

function sensorCodes(resolution: number): string[] {
  return Object.entries(constellations).flatMap(([code, { gsd }]) => (gsd === resolution ? [code] : []));
}

/** The whole list: the images that are chosen on the map, where they are as many as an analytic takes. */
function imageListValues(body: Members, context: OrderContext): ProposedValue[] {
  const chosen = chosenImages(context);
  const analytic = analyticIn(body, context);
  const needed = analytic && imagesNeeded(analytic.type);
  if (chosen.length === 0 || chosen.length > 2) return [];
  return [
    {
      value: chosen.map(({ id }) => id),
      label: chosen.map(imageName).join(' + '),
      detail: l10n.t('selected on the map'),
      whyNot: whyNotCount(needed, chosen.length),
    },
  ];
}

function reportImages(body: Members, context: OrderContext): ProposedValue[] {
  const named = bodyImageIds({ imageIds: body.imageIds });
  const analytic = analyticIn(body, context);
  const others = named.flatMap(id => context.imageById?.(id) ?? []);
  return (context.images ?? [])
    .filter(({ id }) => !named.includes(id))
    .map(image => imageValue(image, context, whyNotBeside(image, others, analytic)));
}

function whyNotBeside(
  image: Image,
  others: readonly Image[],
  analytic: Analytic | undefined,
): string | undefined {
  const { constellation } = image;
  const whyNot = constellation === undefined ? undefined : whyNotSupported(analytic, constellation)?.surely;
  return whyNot ?? whyMixed([image, ...others]);
}

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
    label: imageTexts(image).slice(0, 3).join(' · '),
    detail: isChosen ? l10n.t('selected on the map') : '',
    documentation: [imageTexts(image).join(' · '), image.id],
    whyNot,
  };
}

const productMemberValues: Partial<
  Record<MemberName<'product'>, (product: Members, body: Members, context: OrderContext) => ProposedValue[]>
> = {
  id: (product, _body, context) => idValues(product, context),
  productType: ({ id }, _body, context) =>
    optionValues(productTypes, sensorsIn({ id }, context), Object.values(usualProductType)),
  radiometricProcessing: (product, _body, context) =>
    optionValues(radiometries, sensorsIn(product, context), ['REFLECTANCE']),
  crsCode: (product, _body, context) => crsValues(product, context),
  aoi: (_product, body, context) => aoiValues(body, context),
};

function valuesOfProduct(name: string, index: number, body: Members, context: OrderContext): ProposedValue[] {
  const own: Readonly<Record<string, (typeof productMemberValues)[keyof typeof productMemberValues]>> =
    productMemberValues;
  return Object.hasOwn(own, name)
    ? (own[name]?.(productAt(body, index), body, context) ?? [])
    : formValues('product', name);
}

export function productAt(body: Members, index: number): Members {
  return membersOrNone(Array.isArray(body.products) ? body.products[index] : undefined);
}

/** The possible constellations of a product's image, as far as known. */
function sensorsIn({ id, productType }: Members, { imageById }: OrderContext): readonly Constellation[] {
  return possibleSensors(productType, typeof id === 'string' ? imageById?.(id) : undefined);
}

/** @param usual those that suit most users */
function optionValues<T extends string>(
  options: Readonly<Record<T, ProductOption>>,
  sensors: readonly Constellation[],
  usual: readonly string[],
): ProposedValue[] {
  return supportedOptions(options, sensors)
    .sort((a, b) => Number(usual.includes(b)) - Number(usual.includes(a)))
    .map(value => {
      const { describe, constellations } = options[value];
      return { value, detail: describe(), documentation: [l10n.t('{0} images', constellations.join(' / '))] };
    });
}

function crsValues({ aoi }: Members, { area }: OrderContext): ProposedValue[] {
  const polygon = isPolygon(aoi) ? aoi : area?.polygon;
  const zone = polygon && utmEpsg(polygon);
  const codes = zone === undefined ? [geodetic] : [zone, geodetic];
  return codes.map(epsg => ({
    value: toCrsCode(epsg),
    detail: crsName(epsg),
  }));
}

export function aoiValues(body: Members, { area }: OrderContext): ProposedValue[] {
  const active = area ? [aoiValue(area.polygon, l10n.t('the active AOI: {0}', area.name))] : [];
  const seen = new Set([JSON.stringify(area?.polygon)]);
  const written = bodyAois(body).flatMap(({ path, polygon }) => {
    const text = JSON.stringify(polygon);
    if (seen.has(text)) return [];
    seen.add(text);
    const [, index] = path;
    return [aoiValue(polygon, index === undefined ? 'aoi' : `products[${index}].aoi`)];
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
  const drafts = draftProducts(chosenImages(context), body, context);
  if (drafts.length === 0) return [];
  const label = drafts.map(({ image }) => imageName(image)).join(' + ');
  const value = drafts.map(({ product }) => product);
  return [{ value, label, detail: l10n.t('selected on the map') }];
}

/** A product for each image that is selected on the map and has none yet. */
export function productValues(body: Members, context: OrderContext): ProposedValue[] {
  const named = bodyImageIds(body);
  const others = chosenImages(context).filter(({ id }) => !named.includes(id));
  return draftProducts(others, body, context).map(({ image, product }) => ({
    value: product,
    label: imageName(image),
    detail: l10n.t('selected on the map'),
    documentation: [imageTexts(image).join(' · ')],
  }));
}

function draftProducts(images: readonly Image[], body: Members, { area }: OrderContext) {
  const polygon = area?.polygon ?? bodyAois(body)[0]?.polygon;
  if (!polygon) return [];
  return images.flatMap(image => {
    const product = draftProduct(image, polygon);
    return product ? [{ image, product }] : [];
  });
}
