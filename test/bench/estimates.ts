// Errors of price estimates: each price of a ledger predicted from the earlier ones.
import type { Polygon, Position } from 'geojson';
import { boundingBox } from '../../src/geo/box.ts';
import { polygonParts } from '../../src/geo/geometryTypes.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { sandboxConnection } from '../../src/service/rules/connection.ts';
import { type Image, isConstellation } from '../../src/service/rules/imagery.ts';
import type { LedgerEntry } from '../../src/service/rules/ledgerEntry.ts';
import { productTypes, supportedOptions } from '../../src/service/rules/productOptions.ts';
import {
  createEstimator,
  estimateOrder,
  type PriceEstimate,
} from '../../src/features/orders/rules/priceEstimate.ts';
import { draftProduct } from '../../src/features/orders/rules/productOrder.ts';
import { createPrices } from '../../src/features/orders/prices.ts';
import type { Measurement } from './benchRow.ts';
import { randomNumbers } from './randomFootprints.ts';
import { signInToSandbox } from './sandboxSession.ts';

const priceCount = 400;
/** Edges of the areas, degrees: from a harbor to a region. */
const edges = { min: 0.005, max: 0.25 } as const;
const start = Date.parse('2026-03-20T12:00:00Z');

interface Prediction {
  price: number;
  estimate: PriceEstimate | undefined;
  /** What the average of all earlier prices per km² gives, whatever they are for. */
  average: number;
}

export async function benchEstimates(): Promise<Measurement[]> {
  const predictions = await predictAll();
  const estimated = predictions.flatMap(({ estimate, ...rest }) => (estimate ? [{ ...rest, estimate }] : []));
  const within = estimated.filter(({ price, estimate: { low, high } }) => low <= price && price <= high);
  const shareWithin = within.length / estimated.length;
  const counts = `${estimated.length} of ${predictions.length} prices`;
  return [
    {
      name: `error of the middle of the range (${counts})`,
      unit: '%',
      runs: estimated.map(({ price, estimate: { low, high } }) => percentOff((low + high) / 2, price)),
      baseline: {
        what: 'average per km²',
        runs: estimated.map(({ price, average }) => percentOff(average, price)),
      },
      max: 5,
      maxRatio: 0.25,
      holds: [
        [
          `${(100 * shareWithin).toFixed(0)} % of the prices are in their range: at least 80 %`,
          shareWithin >= 0.8,
        ],
        ['there is an estimate for at least half of the prices', estimated.length >= predictions.length / 2],
      ],
    },
    {
      name: 'width of the range',
      unit: '%',
      runs: estimated.map(({ estimate: { low, high } }) => percentOff(high, low)),
      max: 20,
    },
  ];
}

function percentOff(value: number, price: number): number {
  return (100 * Math.abs(value - price)) / price;
}

async function predictAll(): Promise<Prediction[]> {
  const sandbox = createSandbox({ now: () => start });
  const { client, session } = await signInToSandbox(sandbox, () => start);
  const { images } = await client.search({}, 1, 200);
  const analytics = await client.analytics();
  const imageById = (id: string) => images.find(image => image.id === id);
  /** Newest first. */
  const ledger: LedgerEntry[] = [];
  const prices = createPrices(
    session,
    (subject, outcome) => {
      const at = new Date(start + ledger.length * 1000).toISOString();
      ledger.unshift({ ...subject, id: String(ledger.length), at, result: 'unclear', ...outcome });
      return () => undefined;
    },
    { imageById },
  );
  const random = randomNumbers(44);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)];

  function randomBody(): Record<string, unknown> | undefined {
    const image = pick(images);
    if (!isConstellation(image?.constellation)) return undefined;
    const { constellation } = image;
    const aoi = areaOn(image, random);
    const analytic = pick(
      analytics.filter(({ type, sensor }) => type === 'objects' && sensor.includes(constellation)),
    );
    if (analytic && random() < 0.25) {
      const resolution = constellation === 'PHR' ? 0.5 : 1.5;
      const kind = 'order.analytics-toolbox.archive';
      return { kind, title: 'bench', analytic: analytic.code, resolution, imageIds: [image.id], aoi };
    }
    const product = draftProduct(image, aoi);
    // Mostly the usual type, as people order.
    const types = supportedOptions(productTypes, [constellation]);
    const productType = random() < 0.3 ? pick(types) : product?.productType;
    return { kind: 'order.data.product', products: [{ ...product, productType }] };
  }

  const predictions: Prediction[] = [];
  for (let tries = 0; predictions.length < priceCount && tries < 10 * priceCount; tries++) {
    const body = randomBody();
    if (!body) continue;
    const estimate = estimateOrder(body, imageById, createEstimator(ledger, sandboxConnection.name));
    const average = averageRate(ledger);
    const answer = await prices.ask(body);
    if (answer.kind !== 'priced') continue;
    const { total, areaKm2 = NaN } = answer.price;
    predictions.push({ price: total.value, estimate, average: average * areaKm2 });
  }
  return predictions;
}

function averageRate(entries: readonly LedgerEntry[]): number {
  const rates = entries.flatMap(({ amount, areaKm2 }) => (amount && areaKm2 ? [amount.value / areaKm2] : []));
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

/** A box that the image covers, often only in part. */
function areaOn({ footprint }: Image, random: () => number): Polygon {
  const [outer = []] = polygonParts(footprint)[0] ?? [];
  const [west, south, east, north] = boundingBox(outer);
  const edge = edges.min * (edges.max / edges.min) ** random();
  const x = west + random() * (east - west);
  const y = south + random() * (north - south);
  const corners: Position[] = [
    [x, y],
    [x + edge, y],
    [x + edge, y + edge],
    [x, y + edge],
    [x, y],
  ];
  return { type: 'Polygon', coordinates: [corners] };
}
