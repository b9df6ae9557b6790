import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constellationCodes } from '../../../../src/model/images/imagery.ts';
import { draftProduct } from '../../../../src/model/order/productOrder.ts';
import { crsCodeOf, utmZoneOf } from '../../../../src/model/order/projection.ts';
import { bareImage } from '../fixtures.ts';
import { box, polygon } from '../geometry/polygons.ts';
import { aoi, good, problemsOf, product } from './products.ts';

describe('any product order', () => {
  it('is judged without a fall, whatever somebody wrote', () => {
    const anything = fc.jsonValue({ maxDepth: 4 });
    const member = fc.constantFrom(...Object.keys(product));
    fc.assert(
      fc.property(anything, anything, member, (value, other, name) => {
        const bodies = [
          { kind: value, products: [product] },
          { ...good, products: value },
          { ...good, products: [value, { ...product, [name]: other }] },
        ];
        for (const body of bodies) {
          for (const problem of problemsOf(body, () => bareImage({ constellation: 'PHR' }))) {
            expect(problem.message).toMatch(/\.$/);
          }
        }
      }),
    );
  });
});

describe('the draft of a product', () => {
  it.each(constellationCodes)(
    'of a %s image keeps every rule, in colours, in the zone of the area',
    constellation => {
      const image = bareImage({ constellation });
      const draft = draftProduct(image, aoi);
      expect(draft).toMatchObject({
        id: 'img',
        productType: constellation === 'PNEO' ? 'pansharpened-fs' : 'pansharpened',
        radiometricProcessing: 'REFLECTANCE',
        imageFormat: 'image/geotiff',
        crsCode: crsCodeOf(utmZoneOf(aoi) ?? 0),
        aoi,
      });
      expect(problemsOf({ kind: 'order.data.product', products: [draft] }, () => image)).toEqual([]);
    },
  );

  it('is in degrees where UTM is not defined', () => {
    const pole = polygon(box(15, 84.5, 16, 85));
    expect(draftProduct(bareImage({ constellation: 'PHR' }), pole)?.crsCode).toBe(crsCodeOf(4326));
  });

  it('has pairs of longitude and latitude alone', () => {
    const high = polygon(box(5.3, 43.27, 5.37, 43.32).map(position => [...position, 30]));
    expect(draftProduct(bareImage({ constellation: 'PHR' }), high)?.aoi).toEqual(aoi);
  });

  it.each(['NEXT', undefined])('is not made up for the constellation %s', constellation => {
    expect(draftProduct(bareImage({ constellation }), aoi)).toBeUndefined();
  });
});
