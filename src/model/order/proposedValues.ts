/** What can stand in the places of an order, the likeliest first: for completions and for fixes alike. */
import * as l10n from '@vscode/l10n';
import { constellations, type Image } from '../images/imagery.ts';
import type { JsonPath } from '../problem.ts';
import { offerText, orderKindText } from '../words/kindText.ts';
import {
  analyticResolutions,
  imagesNeeded,
  orderResolution,
  whyMixed,
  whyNotCount,
  whyNotRunnable,
  whyNotSupported,
  type Analytic,
} from './analyticOrder.ts';
import { checkImageResolution, checkResolution } from './checkAnalyticOrder.ts';
import { analyticIn, type OrderContext } from './checkOrder.ts';
import { imageName } from './imageText.ts';
import { consumptionModes, orderKinds, isOrderKind, type OrderKind } from './order.ts';
import { imagesOf, type Members } from './orderContents.ts';
import { partOf } from './orderMembers.ts';
import { whyNotPaid } from './orderRights.ts';
import {
  aoiValues,
  chosenImages,
  imageValue,
  productListValues,
  productValues,
  valuesOfProduct,
  type ProposedValue,
} from './proposedProducts.ts';

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

function valuesOfBody(name: string, body: Members, context: OrderContext): ProposedValue[] {
  switch (name) {
    case 'kind':
      return kindValues(body, context);
    case 'title':
      return titleValues(body, context);
    case 'analytic':
      return (context.analytics ?? []).map(one => analyticValue(one, body, context));
    case 'resolution':
      return resolutionValues(body, context);
    case 'imageIds':
      return imageListValues(body, context);
    case 'aoi':
      return aoiValues(body, context);
    default:
      return [];
  }
}

function suitableFirst(values: readonly ProposedValue[]): ProposedValue[] {
  return [...values.filter(({ whyNot }) => whyNot === undefined), ...values.filter(one => one.whyNot)];
}

function kindValues(body: Members, context: OrderContext): ProposedValue[] {
  const isReport = partOf(body) === 'report';
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
function reportImagesIn(body: Members, { imageOf }: OrderContext): Image[] | undefined {
  const ids = imagesOf({ imageIds: body.imageIds });
  const known = ids.flatMap(id => imageOf?.(id) ?? []);
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
    detail: l10n.t('{0} images', codesOf(resolution).join(' / ')),
    whyNot: [...checkResolution(resolution, analytic), ...checkImageResolution(images, resolution)][0]
      ?.message,
  }));
  return values.sort((a, b) => Number(b.value === ofImages) - Number(a.value === ofImages));
}

function codesOf(resolution: number): string[] {
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
  const named = imagesOf({ imageIds: body.imageIds });
  const analytic = analyticIn(body, context);
  const others = named.flatMap(id => context.imageOf?.(id) ?? []);
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
