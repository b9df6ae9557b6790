/** Whole orders for an empty document, from what the map and the search know. */
import * as l10n from '@vscode/l10n';
import stringify from 'json-stringify-pretty-compact';
import { orderResolution } from './analyticOrder.ts';
import type { OrderContext } from './checkOrder.ts';
import { consumptionModes, orderKinds, isOrderKind, type OrderKind } from './order.ts';
import { isProductOrderKind, usualProductType } from './productOrder.ts';
import { crsCodeOf, utmZoneOf } from './projection.ts';
import { chosenImages, productListValues } from './proposedProducts.ts';
import { proposedValues } from './proposedValues.ts';

export interface OrderTemplate {
  label: string;
  detail: string;
  /** With a tab stop at each gap. The text is valid JSON, and each gap in it is a problem of the order. */
  snippet: string;
  isDeprecated: boolean;
}

/** One for each kind of order, with the selected images and the active area. */
export function orderTemplates(context: OrderContext): OrderTemplate[] {
  return orderKinds.filter(isOrderKind).map(kind => ({
    ...describe(kind),
    snippet: withStops(stringify(isProductOrderKind(kind) ? products(kind, context) : report(kind, context))),
    isDeprecated: consumptionModes[kind].every(mode => mode.toBeAbandoned),
  }));
}

function describe(kind: OrderKind): Pick<OrderTemplate, 'label' | 'detail'> {
  switch (kind) {
    case 'order.analytics-toolbox.archive':
      return {
        label: l10n.t('Order of an analytic report'),
        detail: l10n.t('A GeoJSON report that is computed on one image or two.'),
      };
    case 'order.data.product':
      return {
        label: l10n.t('Order of image products'),
        detail: l10n.t('Images clipped to an area, paid for by km².'),
      };
    case 'order.data.gb.product':
      return {
        label: l10n.t('Order of image products by volume'),
        detail: l10n.t(
          'Images clipped to an area, paid for by processed GB. The service announces that this kind goes away.',
        ),
      };
  }
}

/** Stands for a value that only the user knows. */
const gap = null;

function report(kind: OrderKind, context: OrderContext) {
  const images = chosenImages(context);
  const [title] = proposedValues(['title'], {}, context);
  return {
    kind,
    title: title?.value ?? gap,
    analytic: gap,
    resolution: orderResolution(images) ?? gap,
    imageIds: images.length > 0 ? images.map(({ id }) => id) : gap,
    aoi: context.area?.polygon ?? gap,
  };
}

function products(kind: OrderKind, context: OrderContext) {
  const [drafted] = productListValues({}, context);
  if (drafted) return { kind, products: drafted.value };
  const zone = context.area && utmZoneOf(context.area.polygon);
  const [image] = chosenImages(context);
  const product = {
    id: image?.id ?? gap,
    productType: usualProductType.PHR,
    radiometricProcessing: 'REFLECTANCE',
    imageFormat: 'image/geotiff',
    crsCode: zone === undefined ? gap : crsCodeOf(zone),
    aoi: context.area?.polygon ?? gap,
  };
  return { kind, products: [product] };
}

/** A quote within a text is escaped, so `"member": null` is never part of one. */
function withStops(json: string): string {
  let stop = 0;
  return escaped(json).replaceAll(
    /("[a-zA-Z]+": )null/g,
    (_all, member: string) => `${member}\${${++stop}:null}`,
  );
}

/** Escapes a text for use in a snippet. */
export function escaped(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
