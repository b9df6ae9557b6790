import type { Polygon } from 'geojson';
import { expect } from 'vitest';
import { failure } from '../failure.ts';
import { box, quay } from './places.ts';
import { orderOf, type Product, productOf } from './productOrder.ts';
import type { ReadingClient } from './service.ts';
import type { RowId } from './specification.ts';
import { testService } from './testService.ts';

const constellations = ['PHR', 'SPOT', 'PNEO'] as const;
type Constellation = (typeof constellations)[number];

/** What the tables allow, each for which constellations. */
const allowed: [RowId, Partial<Product>, readonly Constellation[]][] = [
  ['product.bundle', { productType: 'bundle' }, ['PHR', 'SPOT']],
  ['product.pansharpened', { productType: 'pansharpened' }, ['PHR', 'SPOT']],
  ['product.panchromatic', { productType: 'panchromatic' }, ['PHR', 'SPOT']],
  ['product.multiSpectral', { productType: 'multiSpectral' }, ['PHR', 'SPOT']],
  ['product.bundle-fs', { productType: 'bundle-fs' }, ['PNEO']],
  ['product.pansharpened-fs', { productType: 'pansharpened-fs' }, ['PNEO']],
  ['radiometry.BASIC16', { radiometricProcessing: 'BASIC16' }, ['PHR', 'SPOT']],
  ['radiometry.REFLECTANCE', { radiometricProcessing: 'REFLECTANCE' }, constellations],
  ['radiometry.DISPLAY', { radiometricProcessing: 'DISPLAY' }, constellations],
  ['productBody.jp2', { imageFormat: 'image/jp2' }, constellations],
  ['productBody.geotiff', { imageFormat: 'image/geotiff' }, constellations],
];

const tables: Readonly<Record<string, RowId>> = {
  productType: 'productBody.productType',
  radiometricProcessing: 'productBody.radiometricProcessing',
};

const crs = (code: number) => `urn:ogc:def:crs:EPSG::${code}`;

const projections: [RowId, number[], number[]][] = [
  ['projection.4326', [4326], [3857]],
  ['projection.north', [32601, 32631, 32660], [32600, 32661]],
  ['projection.south', [32701, 32760], [32700, 32761]],
];

/** A box at the quay of so many degrees in width and height. */
function boxOf(width: number, height: number): Polygon {
  const west = 5.33;
  const south = 43.29;
  return box(west, south, west + width, south + height);
}

async function expectPriced(client: ReadingClient, product: Product): Promise<void> {
  const { total, notOrderable } = await client.price(orderOf(product));
  expect([total.value > 0, total.unit, notOrderable]).toEqual([true, 'credits', undefined]);
}

async function expectRefused(client: ReadingClient, body: unknown, words: string): Promise<void> {
  const error = await failure(client.price(body));
  expect([error.kind, error.details.status]).toEqual(['invalid', 400]);
  expect(error.details.serverMessage).toContain(words);
}

testService('Products', {}, ({ statement }) => {
  for (const [row, change, taken] of allowed) {
    const [[field, value] = ['', '']] = Object.entries(change) as [string, string][];
    const table = tables[field];
    const refused = constellations.filter(constellation => !taken.includes(constellation));
    statement(
      [row, ...(table ? [table] : [])],
      `${value} is taken for ${taken.join(', ')}${refused.length > 0 ? `, refused for ${refused.join(', ')}` : ''}`,
      async ({ client }, lacking) => {
        for (const constellation of constellations) {
          const product = { ...(await productOf(client, constellation, lacking)), ...change };
          if (taken.includes(constellation)) await expectPriced(client, product);
          else await expectRefused(client, orderOf(product), field);
        }
      },
    );
  }

  for (const [row, taken, refused] of projections) {
    const text = `EPSG ${taken.join(', ')} ${taken.length > 1 ? 'are' : 'is'} taken, ${refused.join(' and ')} refused`;
    statement([row, 'productBody.crsCode'], text, async ({ client }, lacking) => {
      const product = await productOf(client, 'PHR', lacking);
      for (const code of taken) await expectPriced(client, { ...product, crsCode: crs(code) });
      for (const code of refused)
        await expectRefused(client, orderOf({ ...product, crsCode: crs(code) }), 'crsCode');
      await expectRefused(client, orderOf({ ...product, crsCode: `EPSG:${taken[0] ?? ''}` }), 'crsCode');
    });
  }

  statement(
    ['productBody.aoi', 'limit.aoi'],
    'an AOI of 0.11 km² is taken, one of 0.09 km² refused, and so is all but a polygon',
    async ({ client }, lacking) => {
      const product = await productOf(client, 'SPOT', lacking);
      // A hundredth of a degree is 1.11 km to the north, and 0.81 km to the east.
      await expectPriced(client, { ...product, aoi: boxOf(0.0041, 0.003) });
      await expectRefused(client, orderOf({ ...product, aoi: boxOf(0.0033, 0.003) }), '0.1 km²');
      const many = { type: 'MultiPolygon', coordinates: [quay.coordinates] } as unknown as Polygon;
      await expectRefused(client, orderOf({ ...product, aoi: many }), 'aoi');
    },
  );

  statement(
    ['productBody.products', 'productBody.id', 'endpoints.json'],
    'an order without products, or of an image that no one knows, is refused',
    async ({ client }, lacking) => {
      const product = await productOf(client, 'PHR', lacking);
      await expectPriced(client, product);
      await expectRefused(client, orderOf(), 'products');
      await expectRefused(client, orderOf({ ...product, id: 'unknown' }), 'unknown');
    },
  );

  statement(
    ['productBody.products', 'post.prices'],
    'the price of several products is the sum of theirs',
    async ({ client, dialect }, lacking) => {
      const products = [await productOf(client, 'PHR', lacking), await productOf(client, 'PNEO', lacking)];
      const alone = await Promise.all(
        products.map(async product => (await client.price(orderOf(product))).total.value),
      );
      const together = await client.price(orderOf(...products));
      expect(together.total.value).toBe(alone.reduce((sum, value) => sum + value));
      if (dialect === 'deployed')
        expect(together.perDelivery.map(({ imageId }) => imageId)).toEqual(products.map(({ id }) => id));
    },
  );
});
