import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../../../src/base/problem.ts';
import { toCrsCode, utmEpsg } from '../../../../../src/geo/projection.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import { constellationCodes, type Image } from '../../../../../src/service/rules/imagery.ts';
import { draftProduct, type Product } from '../../../../../src/features/orders/rules/productOrder.ts';
import { bareImage } from '../../../fixtures.ts';
import {
  aoi,
  good,
  inShort,
  ofConstellation,
  ofImage,
  problemsOf,
  product,
  without,
  withProduct,
  yard,
} from './products.ts';

const ofPneo = withProduct({ productType: 'bundle-fs', radiometricProcessing: 'DISPLAY' });
const ofTwo = { ...good, products: [product, { ...product, id: 'other' }] };

describe('a product order', () => {
  it.each<[string, object, ((id: string) => Image | undefined) | undefined]>([
    ['of an image that is not known', good, undefined],
    ['of a PHR image', good, ofConstellation('PHR')],
    ['of a PNEO image', ofPneo, ofConstellation('PNEO')],
    ['of a constellation that appeared later', good, ofConstellation('NEXT')],
    ['in the zone beside the best one', withProduct({ crsCode: toCrsCode(32632) }), undefined],
    ['of an image that shows part of the AOI', good, ofImage({ footprint: polygon(box(5.35, 43, 6, 44)) })],
    ['of two images of one area', ofTwo, ofConstellation('PHR')],
  ])('that keeps the rules passes: %s', (_what, body, imageOf) => {
    expect(inShort(problemsOf(body, imageOf))).toEqual([]);
  });

  const open = polygon(aoi.coordinates[0]?.slice(0, -1) ?? []);
  it.each<[string, object, string]>([
    ['without products', { kind: good.kind }, 'products-missing products'],
    ['with an empty list of products', { ...good, products: [] }, 'products-missing products'],
    ['of a product that is none', { ...good, products: ['img'] }, 'product-not-object products.0'],
    ['without an image', without('id'), 'product-id products.0.id'],
    ['without a product type', without('productType'), 'product-type products.0.productType'],
    ['of an unknown type', withProduct({ productType: 'ortho' }), 'product-type products.0.productType'],
    ['without a radiometry', without('radiometricProcessing'), 'radiometry products.0.radiometricProcessing'],
    ['without a format', without('imageFormat'), 'image-format products.0.imageFormat'],
    ['without a projection', without('crsCode'), 'crs-form products.0.crsCode'],
    ['in one of unknown form', withProduct({ crsCode: 'zone 32631' }), 'crs-form products.0.crsCode'],
    ['in one that is no text', withProduct({ crsCode: 32631 }), 'crs-form products.0.crsCode'],
    ['in another one', withProduct({ crsCode: toCrsCode(3857) }), 'crs-range products.0.crsCode'],
    ['without an AOI', without('aoi'), 'aoi-missing products.0.aoi'],
    ['of an open ring', withProduct({ aoi: open }), 'ring-not-closed products.0.aoi.coordinates.0.3'],
    ['of a small area', withProduct({ aoi: yard }), 'aoi-too-small products.0.aoi'],
    [
      'of 0.3 m without a calibration',
      withProduct({ productType: 'bundle-fs' }),
      'radiometry-sensor products.0.radiometricProcessing',
    ],
  ])('%s is told at its place, as an error', (_what, body, expected) => {
    expect(inShort(problemsOf(body))).toEqual([`error ${expected}`]);
  });

  it.each(['EPSG:32631', '32631', 'urn:ogc:def:crs:EPSG:9.9:4326'])(
    'in %s is only warned of: the form of orders is shown in examples',
    crsCode => {
      expect(inShort(problemsOf(withProduct({ crsCode })))).toEqual(['warning crs-form products.0.crsCode']);
    },
  );

  it('is told which values its sensor has, where another sensor has the one that is written', () => {
    const body = withProduct({ productType: 'bundle', radiometricProcessing: 'DISPLAY' });
    const [problem] = problemsOf(body, ofConstellation('PNEO')).filter(
      ({ path }) => path.at(-1) === 'productType',
    );
    expect(problem).toMatchObject({
      message: '"bundle" isn\'t available for PNEO. Available: bundle-fs, pansharpened-fs.',
      meant: 'bundle-fs',
    });
  });

  const phr = ofConstellation('PHR');
  it.each<[string, object, (id: string) => Image | undefined, string]>([
    ['a stereo image', good, ofImage({ productType: 'stereo' }), 'image-stereo products.0.id'],
    ['an ALBUM image', good, ofImage({ processingLevel: 'ALBUM' }), 'image-album products.0.id'],
    ['a far zone', withProduct({ crsCode: toCrsCode(32656) }), phr, 'crs-far products.0.crsCode'],
    ['a product twice', { ...good, products: [product, product] }, phr, 'product-double products.1'],
    ['a kind that goes away', { ...good, kind: 'order.data.gb.product' }, phr, 'kind-abandoned kind'],
  ])('is warned of, and passes: %s', (_what, body, imageOf, expected) => {
    expect(inShort(problemsOf(body, imageOf))).toEqual([`warning ${expected}`]);
  });

  it.each<[string, ((id: string) => Image | undefined) | undefined, string]>([
    ['as its image tells', ofConstellation('PNEO'), 'products.0.id'],
    ['as its type tells', undefined, 'products.0.productType'],
  ])('of 0.3 m is not taken by volume, %s', (_what, imageOf, path) => {
    const problems = inShort(problemsOf({ ...ofPneo, kind: 'order.data.gb.product' }, imageOf));
    expect(problems).toEqual(['warning kind-abandoned kind', `error kind-sensor ${path}`]);
  });

  it.each<[string, keyof Product, unknown, string]>([
    ['a product type', 'productType', 'multispectral', '"multiSpectral"'],
    ['a projection', 'crsCode', 'EPSG:32631', '"urn:ogc:def:crs:EPSG::32631"'],
  ])('says how %s is spelled', (_what, field, written, right) => {
    const [problem] = problemsOf(withProduct({ [field]: written }));
    expect(problem?.message).toBe(`Unknown "${String(written)}". Did you mean ${right}?`);
    expect(problemsOf(withProduct({ [field]: JSON.parse(right) as unknown }))).toEqual([]);
  });

  it('tells the area of an AOI that is too small, and never as large as the least', () => {
    expect(problemsOf(withProduct({ aoi: yard }))[0]?.message).toContain('is 0.009016 km²');
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 0.004, noNaN: true }), size => {
        const [problem] = problemsOf(
          withProduct({ aoi: polygon(box(5.3, 43.27, 5.3 + size, 43.27 + size)) }),
        );
        if (problem) expect(Number(/is ([\d.]+) km²/.exec(problem.message)?.[1])).toBeLessThan(0.1);
      }),
    );
  });

  it.each<[number, string, Problem['severity']?]>([
    [0.1001, 'is large enough'],
    [0.0999, 'is warned of: it may be too small', 'warning'],
    [0.0991, 'is warned of: it may be too small', 'warning'],
    [0.0989, 'is too small', 'error'],
  ])('of %d km² %s', (squareKilometers, _what, severity) => {
    // At the equator, where degrees of longitude and of latitude differ.
    const half = Math.sqrt(squareKilometers) / 2;
    const east = half / 111.3195;
    const north = half / 110.5743;
    const problems = inShort(
      problemsOf(withProduct({ aoi: polygon(box(5 - east, -north, 5 + east, north)) })),
    );
    expect(problems).toEqual(severity ? [`${severity} aoi-too-small products.0.aoi`] : []);
  });

  it('is told an altitude, as a report is', () => {
    const high = polygon(box(5.3, 43.27, 5.37, 43.32).map(position => [...position, 30]));
    expect(inShort(problemsOf(withProduct({ aoi: high })))).toEqual([
      'error position-altitude products.0.aoi.coordinates.0.0',
    ]);
  });

  it('knows the same product again, whatever the order of its members', () => {
    const turned = Object.fromEntries(Object.entries(product).reverse());
    const second = { ...product, id: 'a' };
    const body = { ...good, products: [second, product, turned, second, turned] };
    const found = problemsOf(body);
    expect(inShort(found)).toEqual([2, 3, 4].map(place => `warning product-double products.${place}`));
    expect(found.map(({ message }) => /products\[(\d)\]/.exec(message)?.[1])).toEqual(['1', '0', '1']);
  });
});

describe('any product order', () => {
  it('is judged without a fall, whatever somebody wrote', () => {
    const anything = fc.jsonValue({ maxDepth: 4 });
    const member = fc.constantFrom(...Object.keys(product));
    fc.assert(
      fc.property(anything, anything, member, (value, inner, name) => {
        const bodies = [
          { kind: value, products: [product] },
          { ...good, products: value },
          { ...good, products: [value, { ...product, [name]: inner }] },
        ];
        for (const body of bodies) {
          for (const problem of problemsOf(body, () => bareImage({ constellation: 'PHR' }))) {
            expect(problem.message).toMatch(/[.?]$/);
          }
        }
      }),
    );
  });
});

describe('the draft of a product', () => {
  it.each(constellationCodes)(
    'of a %s image keeps every rule, in colors, in the zone of the area',
    constellation => {
      const image = bareImage({ constellation });
      const draft = draftProduct(image, aoi);
      expect(draft).toMatchObject({
        id: 'img',
        productType: constellation === 'PNEO' ? 'pansharpened-fs' : 'pansharpened',
        radiometricProcessing: 'REFLECTANCE',
        imageFormat: 'image/geotiff',
        crsCode: toCrsCode(utmEpsg(aoi) ?? 0),
        aoi,
      });
      expect(problemsOf({ kind: 'order.data.product', products: [draft] }, () => image)).toEqual([]);
    },
  );

  it('is in degrees where UTM is not defined', () => {
    const pole = polygon(box(15, 84.5, 16, 85));
    expect(draftProduct(bareImage({ constellation: 'PHR' }), pole)?.crsCode).toBe(toCrsCode(4326));
  });

  it('has pairs of longitude and latitude alone', () => {
    const high = polygon(box(5.3, 43.27, 5.37, 43.32).map(position => [...position, 30]));
    expect(draftProduct(bareImage({ constellation: 'PHR' }), high)?.aoi).toEqual(aoi);
  });

  it.each(['NEXT', undefined])('is not made up for the constellation %j', constellation => {
    expect(draftProduct(bareImage({ constellation }), aoi)).toBeUndefined();
  });
});
