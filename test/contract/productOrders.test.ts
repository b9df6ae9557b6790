import fc from 'fast-check';
import type { Polygon } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../src/base/problem.ts';
import { boundingBox } from '../../src/geo/box.ts';
import { toCrsCode } from '../../src/geo/projection.ts';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import { type Constellation, constellationCodes, type Image } from '../../src/service/rules/imagery.ts';
import {
  imageFormats,
  productTypes,
  radiometries,
  supportedProductTypes,
  supportedRadiometries,
} from '../../src/service/rules/productOptions.ts';
import type { Client } from '../../src/service/wire/client.ts';
import { ApiError } from '../../src/service/wire/errors.ts';
import { checkOrder } from '../../src/features/orders/rules/checkOrder.ts';
import { draftProduct } from '../../src/features/orders/rules/productOrder.ts';
import { failure } from '../failure.ts';
import { runs } from '../randomRuns.ts';
import { patient } from '../runSpeed.ts';
import { placeOrder } from './placeOrder.ts';
import {
  area,
  harbour,
  kind,
  kindByVolume,
  known,
  order,
  type ProductSetup,
  productSetup,
  quay,
  yard,
} from './productSetup.ts';

const errorsOf = (problems: readonly Problem[]) => problems.filter(({ severity }) => severity === 'error');

/** Whether the service prices a body; a refusal for another reason than the body fails the test. */
async function isPriced(client: Client, body: object): Promise<boolean> {
  try {
    await client.price(body);
    return true;
  } catch (error) {
    expect(error instanceof ApiError && [error.kind, error.details.status]).toEqual(['invalid', 400]);
    return false;
  }
}

/** Mostly what fits the image, sometimes what fits another one, sometimes what fits none. */
function mostly<T>(fitting: readonly T[], others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...fitting) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

/** Areas about the edges of a footprint and inside it. */
function aroundFootprint({ footprint }: Image): fc.Arbitrary<Polygon> {
  const [west, south, east, north] = boundingBox(footprint);
  const share = fc.double({ min: -0.2, max: 1.2, noNaN: true });
  return fc
    .tuple(share, share, fc.double({ min: 0.01, max: 0.1, noNaN: true }))
    .map(([x, y, size]) => area(west + x * (east - west), south + y * (north - south), size));
}

function anyProduct(constellation: Constellation, image: Image): fc.Arbitrary<Record<string, unknown>> {
  const others = [harbour.coordinates, { type: 'MultiPolygon', coordinates: [harbour.coordinates] }, yard];
  return fc.record({
    id: fc.constant(image.id),
    productType: mostly<unknown>(supportedProductTypes(constellation), [
      ...Object.keys(productTypes),
      'multispectral',
      3,
    ]),
    radiometricProcessing: mostly<unknown>(supportedRadiometries(constellation), [
      ...Object.keys(radiometries),
      'display',
    ]),
    imageFormat: mostly<unknown>(Object.keys(imageFormats), ['image/png', undefined]),
    crsCode: mostly<unknown>([4326, 32601, 32631, 32660, 32701, 32760].map(toCrsCode), [
      ...[3857, 32600, 32661, 32700, 32761].map(toCrsCode),
      'EPSG:4326',
      32631,
    ]),
    aoi: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<unknown>(harbour, quay) },
      { weight: 3, arbitrary: aroundFootprint(image) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(...others) },
    ),
  });
}

describe.each<Dialect>(['specification', 'deployed'])(
  'orders of products of a service that speaks as %s',
  dialect => {
    let service: ProductSetup;
    let client: Client;
    let draft: ProductSetup['draft'];

    beforeAll(async () => {
      service = await productSetup(dialect);
      ({ client, draft } = service);
    });
    afterAll(() => service.close());

    it('every product of the tables is taken by the rules and by the service, in one order', async () => {
      for (const constellation of constellationCodes) {
        const products = supportedProductTypes(constellation).flatMap(productType =>
          supportedRadiometries(constellation).flatMap(radiometricProcessing =>
            (['image/jp2', 'image/geotiff'] as const).map(imageFormat =>
              draft(constellation, { productType, radiometricProcessing, imageFormat, aoi: quay }),
            ),
          ),
        );
        const body = order(...products);
        expect(checkOrder({ ...body }, { imageById: service.imageOf })).toEqual([]);
        const price = await client.price(body);
        expect(price.total).toMatchObject({ unit: 'credits' });
        expect(price.total.value).toBeGreaterThanOrEqual(products.length);
        if (dialect === 'specification') continue;
        expect(price.perDelivery.map(({ imageId }) => imageId)).toEqual(products.map(({ id }) => id));
        const sum = price.perDelivery.reduce((total, { amount }) => total + amount.value, 0);
        expect(sum).toBe(price.total.value);
      }
    });

    it(
      'the rules refuse exactly what the service refuses, whatever is wrong',
      { timeout: patient(30_000) },
      async () => {
        let taken = 0;
        let refused = 0;
        const anyBody = fc.record({
          kind: mostly<unknown>([kind, kind, kindByVolume], ['order.tasking', undefined]),
          products: fc
            .constantFrom(...constellationCodes)
            .chain(code => fc.array(anyProduct(code, service.images[code]), { minLength: 1, maxLength: 2 })),
        });
        await fc.assert(
          fc.asyncProperty(anyBody, async sent => {
            const body = JSON.parse(JSON.stringify(sent)) as Record<string, unknown>;
            const problems = checkOrder(body, { imageById: service.imageOf });
            // Only examples show how a projection is spelled, so other spellings are warned of.
            fc.pre(problems.every(({ code }) => code !== 'crs-form'));
            const errors = errorsOf(problems);
            const priced = await isPriced(client, body);
            if (priced) taken++;
            else refused++;
            expect({ priced, errors }).toEqual({ priced: errors.length === 0, errors });
          }),
          runs({ quick: 100, full: 250 }),
        );
        // Or nothing is said about one of the two.
        expect(Math.min(taken, refused)).toBeGreaterThan(10);
      },
    );

    it('an ALBUM image is warned of: its product cannot be placed', async () => {
      const { images } = await client.search(
        { aoi: quay, constellation: 'SPOT', processingLevel: 'ALBUM', productType: 'mono' },
        1,
        1,
      );
      const image = known(images[0]);
      const body = order(known(draftProduct(image, quay)));
      expect(checkOrder({ ...body }, { imageById: () => image })).toMatchObject([
        { code: 'image-album', severity: 'warning' },
      ]);
      if (dialect === 'deployed') expect((await client.price(body)).notOrderable).toBe('ko');
      const refusal = await failure(placeOrder(client, body));
      expect([refusal.kind, refusal.details.status]).toEqual(['invalid', 400]);
      expect(refusal.details.serverMessage).toContain('ALBUM');
    });
  },
);
