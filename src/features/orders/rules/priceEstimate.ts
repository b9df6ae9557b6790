/** What an order may cost, from earlier prices of the same kind. Nothing is requested for it. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { labeled } from '../../../base/words/labeled.ts';
import { parseLocalDay } from '../../../base/words/moment.ts';
import { isPolygon } from '../../../geo/aoiRings.ts';
import { coveredShare, prepareAoi } from '../../../geo/coverage.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import { type Image, isConstellation } from '../../../service/rules/imagery.ts';
import type { LedgerEntry } from '../../../service/rules/ledgerEntry.ts';
import { type Amount, formatAmount, type Order } from '../../../service/rules/order.ts';
import type { Members } from '../../../service/rules/orderContents.ts';
import { monthForecast, type SearchRun } from '../../images/rules/index.ts';
import { pastBody } from './pastOrder.ts';
import { type PricedContents, type PricedItem, pricedItems } from './pricedContents.ts';
import { usualProductType } from './productOrder.ts';

/**
 * With fewer prices there is no forecast of a month, which multiplies them. Of n prices in any order, the next is between
 * the lowest and the highest with a probability of (n − 1) / (n + 1): two thirds for 5. A single order says of how many
 * prices its estimate is.
 */
export const minPricesOfMonth = 5;
/** The prices of the most similar areas count: 9 make the probability 80 %. */
const maxPrices = 9;
/** Older prices don't count, because prices change. */
const maxRecent = 50;
/** Of the account, the latest first. */
const maxOrders = 200;
/** Neither do those of areas that are larger or smaller by more than this factor. */
const maxAreaRatio = 10;
/** Areas that differ by less are the same, measured by the service and here. */
const sameArea = 0.01;

export interface PriceEstimate {
  /** The highest and the lowest price to expect, in the same unit. */
  low: number;
  high: number;
  unit: string;
  /** What it is from, by the ids of ledger entries and orders. */
  from: ReadonlyMap<string, PriceSource>;
}

interface PriceSource {
  kind: 'price' | 'order';
  /** When, as written in its source. */
  at: string | undefined;
}

export type Estimator = (contents: Required<PricedContents> & { kind: string }) => PriceEstimate | undefined;

type Sample = { id: string; source: PriceSource; areaKm2: number; amount: Amount };

/** Orders of the account, which have prices too, the latest first, and the images that they are of, as far as known. */
export interface PastOrders {
  orders: readonly Order[];
  imageById: (id: string) => Image | undefined;
}

/**
 * @param entries of the ledger, newest first
 * @param connection whose prices count: every service has its own
 */
export function createEstimator(
  entries: readonly LedgerEntry[],
  connection: string,
  past: PastOrders = { orders: [], imageById: () => undefined },
): Estimator {
  const samples = priceSamples(entries, connection);
  addOrders(samples, past);
  return ({ kind, product, constellation, areaKm2 }) => {
    const recent = samples.get(groupKey(kind, product, constellation)) ?? [];
    const unit = recent[0]?.amount.unit;
    const distance = (sample: Sample) => Math.abs(Math.log(sample.areaKm2 / areaKm2));
    const nearest = recent
      .filter(sample => distance(sample) <= Math.log(maxAreaRatio))
      .sort((a, b) => distance(a) - distance(b))
      .slice(0, maxPrices);
    if (unit === undefined || nearest.length === 0) return undefined;
    const { low, high } = priceRange(nearest, areaKm2);
    const step = roundingStep(high, nearest);
    const isExact = low === high;
    return {
      low: Math.max(step, roundedTo(step, low, isExact ? Math.round : Math.floor)),
      high: Math.max(step, roundedTo(step, high, isExact ? Math.round : Math.ceil)),
      unit,
      from: new Map(nearest.map(({ id, source }) => [id, source])),
    };
  };
}

/**
 * From the lowest to the highest price per km², and everything that prices in whole credits leave open: 4 credits for 2 km²
 * can be 3 or 5 before rounding, so that 20 km² cost 30 to 50. Prices of larger areas leave less open.
 */
function priceRange(samples: readonly Sample[], areaKm2: number): { low: number; high: number } {
  const parts = samples.map(sample => {
    const factor = areaKm2 / sample.areaKm2;
    const { value } = sample.amount;
    const isSame = Math.abs(factor - 1) < sameArea;
    const rounded = Number.isInteger(value) && !isSame ? 1 : 0;
    return { price: value * factor, low: (value - rounded) * factor, high: (value + rounded) * factor };
  });
  const prices = parts.map(({ price }) => price);
  const low = Math.max(...parts.map(part => part.low));
  const high = Math.min(...parts.map(part => part.high));
  // What one price per km² explains; if none does, the prices differ by more than their rounding.
  const open = low <= high ? [low, high] : [];
  return { low: Math.min(...prices, ...open), high: Math.max(...prices, ...open) };
}

/** The same order priced again and again counts once, with its latest price. */
function priceSamples(entries: readonly LedgerEntry[], connection: string): Map<string, Sample[]> {
  const samples = new Map<string, Sample[]>();
  const bodies = new Set<string>();
  for (const entry of entries) {
    const { id, action, result, amount, orderKind, product, constellation, areaKm2, bodyHash } = entry;
    if (entry.connection !== connection || action !== 'price' || result !== 'ok') continue;
    if (!amount || !(amount.value > 0) || areaKm2 === undefined || !(areaKm2 > 0)) continue;
    if (orderKind === undefined || product === undefined || constellation === undefined) continue;
    if (bodyHash !== undefined && bodies.has(bodyHash)) continue;
    if (bodyHash !== undefined) bodies.add(bodyHash);
    const key = groupKey(orderKind, product, constellation);
    const group = samples.get(key) ?? [];
    samples.set(key, group);
    // A service that changed its unit keeps the new one.
    const unit = group[0]?.amount.unit ?? amount.unit;
    const source = { kind: 'price', at: entry.at } as const;
    if (group.length < maxRecent && amount.unit === unit) group.push({ id, source, areaKm2, amount });
  }
  return samples;
}

/** Adds the prices of orders, unless this machine asked for the same. */
function addOrders(samples: Map<string, Sample[]>, { orders, imageById }: PastOrders): void {
  const priced = orders.filter(({ price, isEstimate }) => price && price.value > 0 && !isEstimate);
  for (const order of priced.slice(0, maxOrders)) {
    const { price: amount, kind, id } = order;
    const body = pastBody(order)?.body ?? {};
    const items = pricedItems({ kind, ...body }, imageById);
    const [first] = items;
    const isOne = items.every(
      item => item.product === first?.product && item.constellation === first?.constellation,
    );
    const areaKm2 = items.reduce((sum, item) => sum + (countedKm2(item) ?? Number.NaN), 0);
    const { product, constellation } = first ?? {};
    if (!amount || !isOne || !(areaKm2 > 0)) continue;
    if (kind === undefined || product === undefined || constellation === undefined) continue;
    const key = groupKey(kind, product, constellation);
    const group = samples.get(key) ?? [];
    samples.set(key, group);
    const isKnown = group.some(
      sample =>
        sample.amount.value === amount.value && Math.abs(sample.areaKm2 - areaKm2) < areaKm2 * sameArea,
    );
    const unit = group[0]?.amount.unit ?? amount.unit;
    const source = { kind: 'order', at: order.createdAt } as const;
    if (!isKnown && group.length < maxRecent && amount.unit === unit) {
      group.push({ id, source, areaKm2, amount });
    }
  }
}

/** What the service counts of a part of an order: what the image covers, where the image is known. */
function countedKm2({ image, members: { aoi } }: PricedItem): number | undefined {
  if (!isPolygon(aoi)) return undefined;
  return polygonAreaKm2(aoi) * (image ? coveredShare(aoi, image.footprint) : 1);
}

function groupKey(kind: string, product: string, constellation: string): string {
  return JSON.stringify([kind, product, constellation]);
}

/** Three digits, and no fractions of a unit that prices come in whole. */
function roundingStep(high: number, samples: readonly Sample[]): number {
  const digits = 10 ** (Math.floor(Math.log10(high)) - 2);
  return samples.every(({ amount }) => Number.isInteger(amount.value)) ? Math.max(1, digits) : digits;
}

/** Of what an exact price is by its last bits only. */
const rounding = 1e-9;

function roundedTo(step: number, value: number, round: (steps: number) => number): number {
  const steps = value / step;
  const nearest = Math.round(steps);
  const whole = Math.abs(steps - nearest) < rounding * Math.max(1, steps) ? nearest : round(steps);
  return Number((whole * step).toPrecision(12));
}

/**
 * The estimate of an order: of its report, or the sum of its products. The service counts only the part of an AOI that
 * the image covers, where the image is known.
 *
 * @returns `undefined` if there is none for a part of it
 */
export function estimateOrder(
  body: Members,
  imageById: (id: string) => Image | undefined,
  estimator: Estimator,
): PriceEstimate | undefined {
  const { kind } = body;
  if (typeof kind !== 'string') return undefined;
  const estimates = pricedItems(body, imageById).map(item => {
    const { product, constellation } = item;
    const areaKm2 = countedKm2(item);
    if (product === undefined || constellation === undefined || areaKm2 === undefined) return undefined;
    return estimator({ kind, product, constellation, areaKm2 });
  });
  return summedEstimate(estimates);
}

/** The same for images as products of the usual type. */
function estimateImages(
  images: readonly { constellation: string | undefined; share: number }[],
  areaKm2: number,
  estimator: Estimator,
): PriceEstimate | undefined {
  return summedEstimate(
    images.map(({ constellation, share }) =>
      isConstellation(constellation)
        ? estimator({
            kind: 'order.data.product',
            product: usualProductType[constellation],
            constellation,
            areaKm2: areaKm2 * share,
          })
        : undefined,
    ),
  );
}

function summedEstimate([first, ...others]: readonly (PriceEstimate | undefined)[]):
  | PriceEstimate
  | undefined {
  return others.reduce<PriceEstimate | undefined>(
    (sum, next) =>
      sum && next && sum.unit === next.unit
        ? {
            low: sum.low + next.low,
            high: sum.high + next.high,
            unit: sum.unit,
            from: new Map([...sum.from, ...next.from]),
          }
        : undefined,
    first,
  );
}

/** `about 210–260 credits, from 9 prices and orders since 2026-03-20`. */
export function estimateText(estimate: PriceEstimate): string {
  const sources = [...estimate.from.values()];
  const text = `${l10n.t('about {0}', amountsText(estimate))}, ${sourcesText(sources)}`;
  const days = new Set(sources.map(({ at }) => parseLocalDay(at) ?? ''));
  const [since = ''] = [...days].sort();
  if (since === '') return text;
  return days.size === 1 ? `${text} (${since})` : l10n.t('{0} since {1}', text, since);
}

/** Prices are those that this machine asked for; orders can be those of others. */
function sourcesText(sources: readonly PriceSource[]): string {
  const count = sources.length;
  const orders = sources.filter(({ kind }) => kind === 'order').length;
  if (orders === 0) return count === 1 ? l10n.t('from one price') : l10n.t('from {0} prices', count);
  if (orders < count) return l10n.t('from {0} prices and orders', count);
  return count === 1 ? l10n.t('from one order') : l10n.t('from {0} orders', count);
}

function productLabel(): string {
  return l10n.t('Image product');
}

function noPriceText(): string {
  return l10n.t('No price yet: asking for one is free');
}

function amountsText({ low, high, unit }: PriceEstimate): string {
  const highText = formatAmount({ value: high, unit });
  return low === high ? highText : `${numberText(low, { maximumFractionDigits: 2 })}–${highText}`;
}

/** Estimates as texts; `undefined` where there is none. */
export type PriceEstimates = ReturnType<typeof createPriceEstimates>;

/** Parameters as in {@link createEstimator}. */
export function createPriceEstimates(...args: Parameters<typeof createEstimator>) {
  const estimator = createEstimator(...args);
  const optionalText = (estimate: PriceEstimate | undefined) => estimate && estimateText(estimate);
  const imagesText = (images: readonly Image[], aoi: Polygon): string | undefined => {
    const shareIn = prepareAoi(aoi);
    const clipped = images.map(({ constellation, footprint }) => ({
      constellation,
      share: shareIn(footprint),
    }));
    const text = optionalText(estimateImages(clipped, polygonAreaKm2(aoi), estimator));
    return text === undefined ? undefined : labeled(productLabel(), text);
  };
  return {
    orderText: (body: Members, imageById: (id: string) => Image | undefined) =>
      optionalText(estimateOrder(body, imageById, estimator)),
    noPriceText,
    imagesText,
    /** For images without an estimate: of which sensors there is no price as products. */
    askText(images: readonly Image[], aoi: Polygon): string {
      const ofEach = new Map(images.map(image => [image.constellation, image]));
      const unknown = [...ofEach].filter(([, image]) => imagesText([image], aoi) === undefined);
      const codes = unknown.flatMap(([code]) => code ?? []).sort();
      return codes.length === 0
        ? l10n.t('No price yet')
        : labeled(productLabel(), l10n.t('no price for {0} yet', codes.join(', ')));
    },
    /** What the new images of a saved search may cost in a month. @param runs oldest first */
    monthText(runs: readonly SearchRun[], aoi: Polygon): string | undefined {
      const forecast = monthForecast(runs);
      const sum = forecast && estimateImages(forecast.images, polygonAreaKm2(aoi), estimator);
      if (!sum || sum.from.size < minPricesOfMonth) return undefined;
      const { images, factor } = forecast;
      const month = { ...sum, low: Math.floor(sum.low * factor), high: Math.ceil(sum.high * factor) };
      const count = Math.max(1, Math.round(images.length * factor));
      return l10n.t('New images: about {0} a month, {1}', count, estimateText(month));
    },
  };
}
