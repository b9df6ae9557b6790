import type { Polygon, Position } from 'geojson';
import { coveredKilometers, readPolygon, squareKilometers } from '../../src/sandbox/catalogue/shapes.ts';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/serve.ts';
import type { Constellation, Image } from '../../src/service/rules/imagery.ts';
import { type Client, createClient } from '../../src/service/wire/client.ts';
import {
  draftProduct,
  type Product,
  type ProductOrderBody,
} from '../../src/features/orders/rules/productOrder.ts';
import { learntForms } from './learntForms.ts';

/** A fixed moment, so that the newest end of the catalogue never moves under a test. */
const noon = Date.UTC(2025, 5, 15, 12);
export const dayMs = 86_400_000;
export const kind = 'order.data.product';
export const kindByVolume = 'order.data.gb.product';

export function area(west: number, south: number, width: number, height = width): Polygon {
  const east = west + width;
  const north = south + height;
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** About 31 km². */
export const harbour = area(5.3, 43.27, 0.07, 0.05);
/** 0.13 km², inside the harbour. */
export const quay = area(5.33, 43.29, 0.005, 0.003);
/** 0.009 km²: too small. */
export const yard = area(5.33, 43.29, 0.001);

export interface ProductSetup extends ServedSandbox {
  clock: { now: number };
  client: Client;
  clientOf: (apiKey: string) => Client;
  /** A mono SENSOR image of each constellation that shows all of the harbour. */
  images: Record<Constellation, Image>;
  imageOf: (id: string) => Image | undefined;
  /** A product of such an image that keeps every rule, and what a test changes of it. */
  draft: (constellation: Constellation, rest?: Partial<Product>) => Product;
}

export async function productSetup(dialect: Dialect): Promise<ProductSetup> {
  const clock = { now: noon };
  const served = await serveSandbox({
    now: () => clock.now,
    productionSeconds: 600,
    dialect,
    forms: learntForms,
  });
  const { origin, sandbox } = served;
  const clientOf = (apiKey: string) =>
    createClient({
      connection: { name: 'Local', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin },
      apiKey,
      fetch: (url, init) => fetch(url, init),
      log: () => undefined,
      warn: line => {
        throw new Error(line);
      },
      onRefused: () => undefined,
      now: () => clock.now,
      retryDelayMs: 1,
      orderPaceMs: 0,
    });
  const client = clientOf(sandbox.apiKey);
  const first = async (constellation: Constellation) => {
    const criteria = { aoi: harbour, constellation, processingLevel: 'SENSOR' } as const;
    const { images } = await client.search({ ...criteria, productType: 'bundle,mono' }, 1, 100);
    return known(images.find(({ footprint }) => isWithin(harbour, footprint)));
  };
  const images = { PNEO: await first('PNEO'), PHR: await first('PHR'), SPOT: await first('SPOT') };
  const imageOf = (id: string) => Object.values(images).find(image => image.id === id);
  const draft: ProductSetup['draft'] = (constellation, rest) => ({
    ...known(draftProduct(images[constellation], harbour)),
    ...rest,
  });
  return { ...served, clock, client, clientOf, images, imageOf, draft };
}

/** Not by `relation=contains`, which the specification doesn't have. */
function isWithin(area: Polygon, footprint: unknown): boolean {
  const inner = readPolygon(area, 'area', false);
  const covered = coveredKilometers(inner, readPolygon(footprint, 'footprint', false));
  return covered > 0.999 * squareKilometers(inner);
}

/** A value that a test knows to be there. */
export function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The sandbox has no such thing.');
  return value;
}

export const balanceOf = async (client: Client) =>
  (await client.profile()).contract.balance?.value ?? Number.NaN;

export function order(...products: Product[]): ProductOrderBody {
  return { kind, products };
}
