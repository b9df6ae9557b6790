import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Image } from '../../../../src/model/images/imagery.ts';
import type { JsonPath, Problem } from '../../../../src/model/problem.ts';
import type { Product } from '../../../../src/model/order/productOrder.ts';
import { crsCodeOf } from '../../../../src/model/order/projection.ts';
import { box, polygon } from '../geometry/polygons.ts';
import {
  aoi,
  at,
  good,
  ofConstellation,
  ofImage,
  problemsOf,
  product,
  told,
  withProduct,
  without,
  yard,
} from './products.ts';

describe('a product order', () => {
  it.each<[string, object, ((id: string) => Image | undefined) | undefined]>([
    ['of an image that is not known', good, undefined],
    ['of a PHR image', good, ofConstellation('PHR')],
    [
      'of a PNEO image',
      withProduct({ productType: 'bundle-fs', radiometricProcessing: 'DISPLAY' }),
      ofConstellation('PNEO'),
    ],
    ['of a constellation that appeared later', good, ofConstellation('NEXT')],
    ['in the zone beside the best one', withProduct({ crsCode: crsCodeOf(32632) }), undefined],
    ['of an image that shows part of the AOI', good, ofImage({ footprint: polygon(box(5.35, 43, 6, 44)) })],
    [
      'of two images of one area',
      { ...good, products: [product, { ...product, id: 'other' }] },
      ofConstellation('PHR'),
    ],
  ])('that keeps the rules passes: %s', (_what, body, imageOf) => {
    expect(told(problemsOf(body, imageOf))).toEqual([]);
  });

  it.each<[string, object, string, JsonPath]>([
    ['of another kind', { ...good, kind: 'order.analytics-toolbox.archive' }, 'kind-unknown', ['kind']],
    ['without products', { kind: good.kind }, 'products-missing', ['products']],
    ['with an empty list of products', { ...good, products: [] }, 'products-missing', ['products']],
    ['of a product that is none', { ...good, products: ['img'] }, 'product-not-object', at()],
    ['without an image', without('id'), 'product-id', at('id')],
    ['without a product type', without('productType'), 'product-type', at('productType')],
    ['of a type that is unknown', withProduct({ productType: 'ortho' }), 'product-type', at('productType')],
    ['without a radiometry', without('radiometricProcessing'), 'radiometry', at('radiometricProcessing')],
    ['without a format', without('imageFormat'), 'image-format', at('imageFormat')],
    ['without a projection', without('crsCode'), 'crs-form', at('crsCode')],
    ['in a projection spelt otherwise', withProduct({ crsCode: 'EPSG:32631' }), 'crs-form', at('crsCode')],
    ['in another projection', withProduct({ crsCode: crsCodeOf(3857) }), 'crs-range', at('crsCode')],
    ['without an AOI', without('aoi'), 'aoi-missing', at('aoi')],
    [
      'of an open ring',
      withProduct({ aoi: polygon(aoi.coordinates[0]?.slice(0, -1) ?? []) }),
      'ring-not-closed',
      at('aoi', 'coordinates', 0, 3),
    ],
    ['of a small area', withProduct({ aoi: yard }), 'aoi-too-small', at('aoi')],
    [
      'of 0.3 m without a calibration',
      withProduct({ productType: 'bundle-fs' }),
      'radiometry-sensor',
      at('radiometricProcessing'),
    ],
  ])('%s is told at its place, as an error', (_what, body, code, path) => {
    expect(told(problemsOf(body))).toEqual([[code, 'error', path]]);
  });

  it.each<[string, object, (id: string) => Image | undefined, string, JsonPath]>([
    [
      'a stereo image: it is never delivered',
      good,
      ofImage({ productType: 'stereo' }),
      'image-stereo',
      at('id'),
    ],
    [
      'an ALBUM image: it cannot be ordered yet',
      good,
      ofImage({ processingLevel: 'ALBUM' }),
      'image-album',
      at('id'),
    ],
    [
      'a zone far from the AOI',
      withProduct({ crsCode: crsCodeOf(32656) }),
      ofConstellation('PHR'),
      'crs-far',
      at('crsCode'),
    ],
    [
      'the same product twice',
      { ...good, products: [product, product] },
      ofConstellation('PHR'),
      'product-double',
      ['products', 1],
    ],
    [
      'a kind that goes away',
      { ...good, kind: 'order.data.gb.product' },
      ofConstellation('PHR'),
      'kind-abandoned',
      ['kind'],
    ],
  ])('is warned of, and passes: %s', (_what, body, imageOf, code, path) => {
    expect(told(problemsOf(body, imageOf))).toEqual([[code, 'warning', path]]);
  });

  const byVolume = withProduct({ productType: 'bundle-fs', radiometricProcessing: 'DISPLAY' });
  it.each<[string, ((id: string) => Image | undefined) | undefined, JsonPath]>([
    ['as its image tells', ofConstellation('PNEO'), at('id')],
    ['as its type tells', undefined, at('productType')],
  ])('of 0.3 m is not taken by volume, %s', (_what, imageOf, path) => {
    const problems = told(problemsOf({ ...byVolume, kind: 'order.data.gb.product' }, imageOf));
    expect(problems).toEqual([
      ['kind-abandoned', 'warning', ['kind']],
      ['kind-sensor', 'error', path],
    ]);
  });

  it.each<[string, keyof Product, unknown, string]>([
    ['a product type', 'productType', 'multispectral', '"multiSpectral"'],
    ['a projection', 'crsCode', 'EPSG:32631', '"urn:ogc:def:crs:EPSG::32631"'],
  ])('says how %s is spelt', (_what, field, written, right) => {
    const [problem] = problemsOf(withProduct({ [field]: written }));
    expect(problem?.message).toContain(`must be spelled ${right}, not ${JSON.stringify(written)}`);
    expect(problemsOf(withProduct({ [field]: JSON.parse(right) as unknown }))).toEqual([]);
  });

  it('tells the area of an AOI that is too small, and never as large as the least', () => {
    expect(problemsOf(withProduct({ aoi: yard }))[0]?.message).toContain('is 0.008999 km²');
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 0.004, noNaN: true }), size => {
        const [problem] = problemsOf(
          withProduct({ aoi: polygon(box(5.3, 43.27, 5.3 + size, 43.27 + size)) }),
        );
        if (problem) expect(Number(/is ([\d.]+) km²/.exec(problem.message)?.[1])).toBeLessThan(0.1);
      }),
    );
  });

  it.each<[number, Problem['severity'] | undefined]>([
    [0.1001, undefined],
    [0.0999, 'warning'],
    [0.0991, 'warning'],
    [0.0989, 'error'],
  ])('of %d km², measured on a sphere, is too small as sure as can be: %s', (squareKilometres, severity) => {
    // At the equator, where a degree is 111.195 km both ways.
    const half = Math.sqrt(squareKilometres) / 111.195 / 2;
    const problems = told(problemsOf(withProduct({ aoi: polygon(box(5 - half, -half, 5 + half, half)) })));
    expect(problems).toEqual(severity ? [['aoi-too-small', severity, at('aoi')]] : []);
  });

  it('is told an altitude, as a report is', () => {
    const high = polygon(box(5.3, 43.27, 5.37, 43.32).map(position => [...position, 30]));
    for (const problem of problemsOf(withProduct({ aoi: high }))) {
      expect(problem).toMatchObject({ code: 'position-altitude', severity: 'error' });
      expect(problem.path.slice(0, 4)).toEqual(at('aoi', 'coordinates'));
    }
    expect(problemsOf(withProduct({ aoi: high }))).not.toEqual([]);
  });

  it('knows the same product again, whatever the order of its members', () => {
    const turned = Object.fromEntries(Object.entries(product).reverse());
    const other = { ...product, id: 'a' };
    const body = { ...good, products: [other, product, turned, other, turned] };
    expect(told(problemsOf(body))).toEqual([
      ['product-double', 'warning', ['products', 2]],
      ['product-double', 'warning', ['products', 3]],
      ['product-double', 'warning', ['products', 4]],
    ]);
    expect(problemsOf(body).map(({ message }) => /products\[\d\]/.exec(message)?.[0])).toEqual([
      'products[1]',
      'products[0]',
      'products[1]',
    ]);
  });
});
