import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { SearchCriteria } from '../../../../src/service/rules/searchCriteria.ts';
import type { Bounds } from '../../../../src/service/rules/searchQuery.ts';
import { findImages } from '../../../../src/features/images/findImages.ts';
import { json, type Reply, type Seen } from './fakeFetch.ts';
import { failure, setUp } from './setup.ts';

const footprint: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [179.5, 10],
      [180.3, 10],
      [180.3, 11],
      [179.5, 10],
    ],
  ],
};
const properties = {
  id: 'i1',
  acquisitionDate: '2025-05-01T10:20:30.123456789Z',
  cloudCover: 3,
  snowCover: 0,
  constellation: 'PHR',
  platform: 'PHR1A',
  incidenceAngle: 12.5,
  resolution: 0.7,
  processingLevel: 'ALBUM',
  productType: 'bundle',
  parentIdentifier: 'DS_PHR1A_1',
  acquisitionIdentifier: 'ACQ_PHR1A_1',
};
const feature = (part: object = {}, rest: object = {}) => ({
  type: 'Feature',
  _links: { thumbnail: { href: 't' }, download: [{ href: 'a' }, { href: 'b' }] },
  geometry: footprint,
  rights: { browse: {}, wms: { privileges: ['x'] } },
  properties: { ...properties, ...part },
  ...rest,
});
const page = (features: unknown[], rest: object = { totalResults: features.length }) =>
  json({ type: 'FeatureCollection', error: false, startIndex: 0, itemsPerPage: 50, features, ...rest });

describe('a search request', () => {
  it('is a GET of the search host with nothing but what was set', async () => {
    const { client, service } = setUp(page([]));
    await client.search({ constellation: 'PHR', maxCloudCover: 20, acquiredFrom: '2026-01-01' }, 2, 50);
    const [call] = service.calls();
    const url = new URL(call?.url ?? '');
    expect([call?.method, url.origin, url.pathname]).toEqual([
      'GET',
      'https://search.test',
      '/api/v2/opensearch',
    ]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      acquisitionDate: '[2026-01-01T00:00:00.000Z,2026-03-31T23:59:59.999Z]',
      cloudCover: '[0,20]',
      constellation: 'PHR',
      sortBy: '-acquisitionDate',
      itemsPerPage: '50',
      startPage: '2',
    });
    expect(call?.headers.Authorization).toBe('Bearer token-1');
  });

  it('goes as a POST with the same parameters where the AOI is too long for an address', async () => {
    const aoi = longArea();
    const { client, service } = setUp(page([]));
    await client.search({ aoi, maxCloudCover: 20 }, 1, 50);
    const [call] = service.calls();
    expect([call?.method, call?.url]).toEqual(['POST', 'https://search.test/api/v2/opensearch']);
    expect(call?.headers['Content-Type']).toBe('application/json');
    const body = JSON.parse(call?.body ?? '') as Record<string, unknown>;
    expect(body).toMatchObject({
      relation: 'intersects',
      cloudCover: '[0,20]',
      sortBy: '-acquisitionDate',
    });
    expect(body.geometry).toEqual(aoi);
  });

  it('is not sent where its criteria contradict each other', async () => {
    const { client, service } = setUp(page([]));
    const criteria: SearchCriteria = { aoi: footprint, bounds: [1, 2, 3, 4] };
    await expect(client.search(criteria, 1, 50)).rejects.toThrow(RangeError);
    expect(service.calls()).toEqual([]);
  });

  it('is repeated after a passing failure, as a POST too', async () => {
    const { client, service } = setUp(json({ message: 'busy' }, 503), page([feature()]));
    expect((await client.search({}, 1, 50)).images).toHaveLength(1);
    expect(service.calls()).toHaveLength(2);
  });
});

/** A ring of so many positions that no address is long enough for it. */
function longArea(): Polygon {
  const ring = Array.from({ length: 300 }, (_none, step): Position => {
    const angle = (step / 300) * 2 * Math.PI;
    return [5 + Math.cos(angle), 43 + Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

describe('a search that the service refuses', () => {
  /** Refuses what the specification doesn't have. */
  const byTheText: Reply = ({ url, body }) => {
    const sent = {
      ...Object.fromEntries(new URL(url).searchParams),
      ...(JSON.parse(body ?? '{}') as object),
    };
    const { sortBy, productType, geometry, id } = sent as Record<string, unknown>;
    const isList = [sortBy, productType].some(value => typeof value === 'string' && value.includes(','));
    return isList || typeof geometry === 'object' || id !== undefined
      ? json({ message: 'not understood' }, 400)
      : page([feature()]);
  };
  const sentOf = ({ url, body }: Seen) => ({
    ...Object.fromEntries(new URL(url).searchParams),
    ...(JSON.parse(body ?? '{}') as object),
  });

  it.each<[string, SearchCriteria, object]>([
    [
      'a second field of the order',
      { sortBy: 'incidenceAngle,-acquisitionDate' },
      { sortBy: 'incidenceAngle' },
    ],
    ['a list of product types', { productType: 'bundle,mono' }, { productType: 'mono' }],
    [
      'GeoJSON in a POST',
      { aoi: longArea() },
      { geometry: expect.stringMatching(/^POLYGON \(\(/) as unknown },
    ],
  ])('is repeated once in the words of the specification: without %s', async (_what, criteria, expected) => {
    const { client, service } = setUp(byTheText);
    expect((await client.search(criteria, 1, 50)).images).toHaveLength(1);
    const [first, second] = service.calls().map(sentOf);
    expect(second).toEqual({ ...first, ...expected });
    expect(service.calls().map(({ method }) => method)).toEqual(
      Array.from({ length: 2 }, () => service.calls()[0]?.method),
    );
    await client.search(criteria, 2, 50);
    expect(service.calls()).toHaveLength(3);
  });

  it('is sent as before after another refusal, which the words of the specification do not help', async () => {
    const { client, service } = setUp(json({ message: 'too large' }, 400));
    const search = () => failure(client.search({ sortBy: 'cloudCover,-acquisitionDate' }, 1, 50));
    expect((await search()).kind).toBe('invalid');
    await search();
    expect(service.calls().map(call => sentOf(call).sortBy)).toEqual([
      'cloudCover,-acquisitionDate',
      'cloudCover',
      'cloudCover,-acquisitionDate',
      'cloudCover',
    ]);
  });

  it('is not repeated where it has nothing else than the specification', async () => {
    const { client, service } = setUp(json({ message: 'too large' }, 400));
    await failure(client.search({ bounds: [1, 2, 3, 4] }, 1, 50));
    expect(service.calls()).toHaveLength(1);
  });

  it('finds images by their place where ids are no criterion, and asks for ids no more', async () => {
    const { client, service } = setUp(byTheText);
    const near = { circle: { longitude: 180, latitude: 10, radius: 1000 } };
    const find = () => findImages(client, [{ id: 'i1', near }]);
    expect((await find()).map(({ id }) => id)).toEqual(['i1']);
    await find();
    expect(service.calls().map(call => sentOf(call).id)).toEqual(['i1', undefined, undefined]);
  });

  it('says so where nothing but ids is known', async () => {
    const { client } = setUp(byTheText);
    await expect(findImages(client, [{ id: 'i1' }])).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('a box across the antimeridian', () => {
  const boxesOf = (service: { calls(): Seen[] }) =>
    service.calls().map(({ url }) => new URL(url).searchParams.get('bbox'));

  it('is a request for each side, with west below east', async () => {
    const { client, service } = setUp(
      page([feature({ id: 'a', cloudCover: 30 }), feature({ id: 'b', cloudCover: 5 })], {}),
      page([feature({ id: 'b', cloudCover: 5 }), feature({ id: 'c', cloudCover: 12 })], {}),
    );
    const { images } = await client.search({ bounds: [170, -10, -170, 10], sortBy: '-cloudCover' }, 1, 50);
    expect(boxesOf(service)).toEqual(['170,-10,180,10', '-180,-10,-170,10']);
    // As one list, in the order that was requested.
    expect(images.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  });

  it.each<[Bounds, string]>([
    [[180, -10, -170, 10], '-180,-10,-170,10'],
    [[170, -10, -180, 10], '170,-10,180,10'],
    [[-180, -10, 180, 10], '-180,-10,180,10'],
  ])('is one request for %j', async (bounds, sent) => {
    const { client, service } = setUp(page([]));
    await client.search({ bounds }, 1, 50);
    expect(boxesOf(service)).toEqual([sent]);
  });

  it('is read whole from both sides', async () => {
    const { client, service } = setUp(page([feature({ id: 'a' })], { totalResults: 1 }));
    const found: string[] = [];
    const all = client.searchAll({ bounds: [170, -10, -170, 10], acquiredFrom: '2025-01-01' });
    for await (const { id } of all) found.push(id);
    expect(found).toEqual(['a']);
    expect(new Set(boxesOf(service))).toEqual(new Set(['170,-10,180,10', '-180,-10,-170,10']));
  });
});

describe('an image of a search', () => {
  async function read(sent: unknown) {
    const { client, warnings } = setUp(page([sent]));
    const { images } = await client.search({}, 1, 50);
    return { image: images[0], warnings };
  }

  it('is read as the service sent it; its id is that of its properties', async () => {
    const { image, warnings } = await read(feature({ azimuthAngle: 91.5, title: 'x' }));
    expect(image).toEqual({
      ...properties,
      footprint,
      links: { thumbnail: [{ href: 't' }], download: [{ href: 'a' }, { href: 'b' }] },
      rights: ['browse', 'wms'],
      properties: { ...properties, azimuthAngle: 91.5, title: 'x' },
    });
    expect(warnings).toEqual([]);
  });

  it('needs no more than an id and a footprint; nothing is made up', async () => {
    const { image, warnings } = await read({ geometry: footprint, properties: { id: 'i1' } });
    expect(image).toEqual({ id: 'i1', footprint, links: {}, properties: { id: 'i1' } });
    expect(warnings).toEqual([]);
  });

  it.each<[string, object, object]>([
    ['numbers in quotes', { cloudCover: '3.5', resolution: '1.5' }, { cloudCover: 3.5, resolution: 1.5 }],
    [
      'null for what is not known',
      { cloudCover: null, platform: null },
      { cloudCover: undefined, platform: undefined },
    ],
    [
      'the value in an object or a list',
      {
        incidenceAngle: { value: '3' },
        platform: ['PHR1B'],
        acquisitionDate: { value: '2025-05-01T00:00:00Z' },
      },
      { incidenceAngle: 3, platform: 'PHR1B', acquisitionDate: '2025-05-01T00:00:00Z' },
    ],
    ['units', { cloudCover: '3.5 %', resolution: '0.5 m' }, { cloudCover: 3.5, resolution: 0.5 }],
    [
      'words in another case',
      { constellation: 'phr', processingLevel: 'Sensor' },
      { constellation: 'PHR', processingLevel: 'SENSOR' },
    ],
    [
      'a time as a number',
      { acquisitionDate: 1_746_094_830_000 },
      { acquisitionDate: '2025-05-01T10:20:30.000Z' },
    ],
    ['names in another case', { productType: undefined, ProductType: 'mono' }, { productType: 'mono' }],
    [
      'another type than promised',
      { incidenceAngle: { angle: 3 }, productType: true },
      { incidenceAngle: undefined, productType: undefined },
    ],
  ])('is read with %s', async (_what, part, expected) => {
    const { image, warnings } = await read(feature(part));
    expect(image).toMatchObject(expected);
    expect(warnings).toEqual([]);
  });

  it.each<[string, object]>([
    ['with the id as a number', feature({ id: 9 })],
    ['with the id beside its properties', feature({ id: undefined }, { id: 9 })],
    ['without properties', { geometry: footprint, ...properties, id: 9 }],
    ['with names in another case', { geometry: footprint, properties: { ID: 9, Cloud_Cover: 3 } }],
    ['in a collection without a type', { ...feature({ id: 9 }), type: undefined }],
  ])('is read %s', async (_what, sent) => {
    const { client } = setUp(json({ features: [sent] }));
    const { images } = await client.search({}, 1, 50);
    expect(images).toMatchObject([{ id: '9', cloudCover: 3, properties: { id: '9' } }]);
  });

  it.each<[string, object]>([
    ['a hole', { type: 'Polygon', coordinates: [...footprint.coordinates, ...footprint.coordinates] }],
    ['several parts', { type: 'MultiPolygon', coordinates: [footprint.coordinates, footprint.coordinates] }],
  ])('may have a footprint of %s', async (_what, geometry) => {
    expect((await read(feature({}, { geometry }))).image?.footprint).toEqual(geometry);
  });
});

describe('a page of a search', () => {
  it('loses a broken feature alone, and says which and why', async () => {
    const sent = [
      feature({ id: 'a' }),
      feature({ id: undefined }),
      feature({ id: 'c' }, { geometry: null }),
      feature({ id: 'd' }, { geometry: { type: 'Solid', coordinates: [footprint.coordinates] } }),
      feature({ id: 'e' }, { geometry: { type: 'Polygon', coordinates: [[[0, 0]]] } }),
      feature({ id: 'f' }, { geometry: { type: 'Polygon', coordinates: [] } }),
      feature({ id: 'g' }, { geometry: { type: 'MultiPolygon', coordinates: [[]] } }),
      null,
      'feature',
      { type: 'Feature', geometry: footprint },
      feature({ id: 'z' }),
    ];
    const { client, warnings } = setUp(page(sent, { totalResults: 11 }));
    const { images, received, total } = await client.search({}, 3, 50);
    expect(images.map(({ id }) => id)).toEqual(['a', 'z']);
    expect([received, total]).toEqual([11, 11]);
    expect(warnings.map(line => line.split(' is left out: ')[0])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map(index => `search: feature ${index} of page 3`),
    );
    expect(warnings.map(line => line.split(' is left out: ')[1])).toEqual([
      'no id',
      ...Array.from({ length: 5 }, () => 'its geometry is no Polygon and no MultiPolygon'),
      ...Array.from({ length: 3 }, () => 'no id'),
    ]);
  });

  it.each<[string, object, number | undefined]>([
    ['is told', { totalResults: 482 }, 482],
    ['is not told', {}, undefined],
    ['is null', { totalResults: null }, undefined],
  ])('whose total %s is read', async (_what, rest, total) => {
    const { client } = setUp(page([feature()], rest));
    expect(await client.search({}, 1, 50)).toMatchObject({ total, received: 1 });
  });

  it.each<[string, unknown]>([
    ['no features', { type: 'FeatureCollection', totalResults: 3 }],
    ['an error in the place of results', { error: true, message: 'busy' }],
  ])('is an answer that lacks what was promised when it holds %s', async (_what, sent) => {
    const { client } = setUp(json(sent));
    expect((await failure(client.search({}, 1, 50))).kind).toBe('shape');
  });
});

describe('an image whose id stands on the feature alone, as GeoJSON has it', () => {
  it.each<[unknown, string]>([
    ['i9', 'i9'],
    [9, '9'],
  ])('is read: %j', async (id, read) => {
    const { client } = setUp(page([feature({ id: undefined }, { id })]));
    const { images } = await client.search({}, 1, 50);
    expect(images.map(image => [image.id, image.properties.id])).toEqual([[read, read]]);
  });
});
