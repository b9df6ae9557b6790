import { describe, expect, test, vi } from 'vitest';
import { sandboxOrigin } from '../../../src/sandbox/sandbox.ts';
import { patient } from '../../runSpeed.ts';
import { find, harbour, harness, type Image, type Results, sure, wkt } from './harness.ts';

// Worlds are searched and pictures painted here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: patient(30_000) });

const year = '[2024-06-15T00:00:00.000Z,2025-06-15T00:00:00.000Z]';
const over = { geometry: wkt(harbour), relation: 'intersects', itemsPerPage: '500', acquisitionDate: year };
const h = harness();

const ids = (results: { features: Image[] }): string[] =>
  results.features.map(({ properties }) => properties.id);

describe('parameters', () => {
  test('geometry as WKT and as GeoJSON, in a query and in a body, find the same', async () => {
    const expected = ids(await find(h, { ...over, acquisitionDate: year }));
    const post = async (geometry: unknown): Promise<string[]> => {
      const body = { geometry, relation: 'intersects', itemsPerPage: 500, acquisitionDate: year };
      return ids((await h.call<Results>('POST', '/api/v2/opensearch', body)).body);
    };
    expect(await post(wkt(harbour))).toEqual(expected);
    expect(await post({ type: 'Polygon', coordinates: [harbour] })).toEqual(expected);
    expect(await post({ type: 'MultiPolygon', coordinates: [[harbour]] })).toEqual(expected);
    expect(await post(wkt(harbour).replace('POLYGON((', 'MULTIPOLYGON(((').replace('))', ')))'))).toEqual(
      expected,
    );
    expect(
      ids(await find(h, { bbox: '5.3,43.27,5.37,43.32', itemsPerPage: '500', acquisitionDate: year })),
    ).toEqual(expected);
  });

  test('circles and boxes at the poles and over the antimeridian', async () => {
    const south = {
      acquisitionDate: '[2025-01-01T00:00:00.000Z,2025-01-20T00:00:00.000Z]',
      itemsPerPage: '500',
    };
    const polar = await find(h, { lat: '-90', lon: '0', radius: '700000', ...south });
    expect(polar.features.length).toBeGreaterThan(0);
    for (const { geometry } of polar.features) {
      expect(Math.min(...sure(geometry.coordinates[0]).map(([, y]) => y))).toBeLessThan(-83.6);
    }
    const crossing = ids(await find(h, { bbox: '179.5,-18,-179.5,-17', ...south }));
    const beyond = ids(await find(h, { bbox: '179.5,-18,180.5,-17', ...south }));
    const parts = [
      ...ids(await find(h, { bbox: '179.5,-18,180,-17', ...south })),
      ...ids(await find(h, { bbox: '-180,-18,-179.5,-17', ...south })),
    ];
    expect(crossing.length).toBeGreaterThan(0);
    expect(beyond).toEqual(crossing);
    expect([...new Set(parts)].sort()).toEqual(crossing.toSorted());
  });

  test.each([
    ['constellation', 'PHR', ['PHR']],
    ['constellation', 'PHR,PNEO', ['PHR', 'PNEO']],
    ['processingLevel', 'SENSOR', ['SENSOR']],
    ['productType', 'bundle,mono', ['bundle', 'mono']],
  ])('%s=%s', async (name, value, values) => {
    const { features } = await find(h, { ...over, [name]: value });
    const found = new Set(features.map(({ properties }) => properties[name]));
    expect(found).toEqual(new Set(values));
    const all = await find(h, over);
    const expected = all.features.filter(({ properties }) => values.includes(properties[name] as string));
    expect(ids({ features }).sort()).toEqual(ids({ features: expected }).sort());
  });

  test('productType=mono alone loses the bundles of a deployed service; in the specification, mono is mono', async () => {
    const mono = await find(h, { ...over, processingLevel: 'SENSOR', productType: 'mono' });
    const both = await find(h, { ...over, processingLevel: 'SENSOR', productType: 'mono,bundle' });
    expect(both.totalResults).toBeGreaterThan(mono.totalResults * 1.5);
    const on = harness({ dialect: 'specification' });
    const all = await find(on, { ...over, processingLevel: 'SENSOR' });
    const monos = await find(on, { ...over, processingLevel: 'SENSOR', productType: 'mono' });
    expect(monos.features.length).toBeGreaterThan(all.features.length * 0.6);
    expect(monos.features.length).toBeLessThan(all.features.length);
  });

  test.each([
    ['[10,30]', (cloud: number) => cloud >= 10 && cloud <= 30],
    ['[5', (cloud: number) => cloud >= 5],
    ['20]', (cloud: number) => cloud <= 20],
    ['[5,]', (cloud: number) => cloud >= 5],
    ['[10,30[', (cloud: number) => cloud >= 10 && cloud < 30],
  ])('cloudCover=%s', async (cloudCover, fits) => {
    const all = await find(h, over);
    const expected = all.features.filter(({ properties }) => fits(properties['cloudCover'] as number));
    expect(ids(await find(h, { ...over, cloudCover })).sort()).toEqual(ids({ features: expected }).sort());
  });

  test('acquisitionDate includes both ends, and reads a time without a zone as UTC', async () => {
    const { features } = await find(h, { ...over, acquisitionDate: year });
    const newest = sure(features[0]);
    const oldest = sure(features.at(-1));
    const exact = `[${oldest.properties['acquisitionDate']},${newest.properties['acquisitionDate']}]`;
    expect(ids(await find(h, { ...over, acquisitionDate: exact }))).toEqual(ids({ features }));
    expect(ids(await find(h, { ...over, acquisitionDate: exact.replaceAll('Z', '') }))).toEqual(
      ids({ features }),
    );
    const open = `[${oldest.properties['acquisitionDate']},${newest.properties['acquisitionDate']}[`;
    expect((await find(h, { ...over, acquisitionDate: open })).totalResults).toBe(features.length - 1);
  });

  test.each([
    { itemsPerPage: '0' },
    { itemsPerPage: '501' },
    { itemsPerPage: '500', startPage: '21' },
    { bbox: '1,2,3' },
    { bbox: '1,5,2,4' },
    { bbox: '0,0,1,1', lat: '1', lon: '1', radius: '5' },
    { lat: '1', lon: '1', radius: '0' },
    { geometry: 'POINT(1 2)' },
    { geometry: 'polygon((0 0,1 0,1 1,0 0))' },
    { geometry: 'POLYGON((0 0,1 0,1 1,0 1))' },
    { geometry: 'POLYGON((0 0,1 1,1 0,0 1,0 0))' },
    { geometry: 'POLYGON((0 0,1 0,1 91,0 0))' },
    { geometry: wkt(harbour), relation: 'touches' },
    { constellation: 'phr' },
    { processingLevel: 'sensor' },
    { cloudCover: '0,30' },
    { cloudCover: '[30,0]' },
    { acquisitionDate: '[2024,2025]' },
    { acquisitionDate: '[2024-13-01T00:00:00.000Z,2025-01-01T00:00:00.000Z]' },
    { sortBy: 'color' },
  ] as Record<string, string>[])('refuses %j', async parameters => {
    const { status: answered, body } = await h.call(
      'GET',
      `/api/v2/opensearch?${new URLSearchParams(parameters)}`,
    );
    expect(answered).toBe(400);
    expect(body).toEqual({ errorCode: 'INVALID_REQUEST', message: expect.any(String) as string });
  });

  test('refuses a body that is not a JSON object', async () => {
    expect((await h.call('POST', '/api/v2/opensearch', [1])).status).toBe(400);
    expect((await h.call('POST', '/api/v2/opensearch')).status).toBe(400);
  });
});

const spots = { constellation: 'SPOT', itemsPerPage: '500' };

test('a page does not change while images are published, and the next search sees them', async () => {
  const on = harness();
  const first = await find(on, spots);
  on.clock.now += 20_000;
  expect(ids(await find(on, spots))).toEqual(ids(first));
  on.clock.now += 86_400_000;
  expect(ids(await find(on, spots))).not.toEqual(ids(first));
});

const region = { bbox: '2,43,4,45', sortBy: 'incidenceAngle', itemsPerPage: '500' };

test('a request that is aborted ends alone', async () => {
  const on = harness();
  const url = `${sandboxOrigin}/api/v2/opensearch?${new URLSearchParams(region)}`;
  const Authorization = `Bearer ${await on.token('IDP')}`;
  const search = async (signal?: AbortSignal): Promise<string[]> => {
    const response = await on.sandbox.fetch(
      new Request(url, { headers: { Authorization }, ...(signal ? { signal } : {}) }),
    );
    return ids((await response.json()) as Results);
  };
  await expect(search(AbortSignal.timeout(15))).rejects.toThrow();
  const first = search(AbortSignal.timeout(15));
  const second = search();
  await expect(first).rejects.toThrow();
  expect(await second).toEqual(ids(await find(harness(), region)));
});

test('deployed: PHR images of level ALBUM are 0.7, twins share their acquisition, rights follow the level', async () => {
  const { features } = await find(h, { ...over });
  const resolutions = new Set(
    features
      .filter(({ properties }) => properties['constellation'] === 'PHR')
      .map(({ properties }) => `${properties['processingLevel']} ${properties['resolution']}`),
  );
  expect(resolutions).toEqual(new Set(['SENSOR 0.5', 'ALBUM 0.7']));
  const byAcquisition = Map.groupBy(features, ({ properties }) => properties['acquisitionIdentifier']);
  const duplicates = [...byAcquisition.values()].filter(group => group.length > 1);
  expect(duplicates.length).toBeGreaterThan(0);
  for (const group of duplicates) {
    expect(group.map(({ properties }) => properties['processingLevel']).sort()).toEqual(['ALBUM', 'SENSOR']);
    expect(new Set(group.map(({ properties }) => properties.id)).size).toBe(2);
  }
  for (const { properties, rights } of features) {
    expect('wmts' in rights).toBe(properties['processingLevel'] === 'SENSOR');
  }
});

test('the same image looks the same from whichever area and by id, with GET and POST, under v1 and v2', async () => {
  const { features } = await find(h, { ...over, acquisitionDate: year });
  const image = sure(features[5]);
  const [x, y] = sure(sure(image.geometry.coordinates[0])[0]);
  const nearby = await find(h, {
    bbox: `${x - 0.01},${y - 0.01},${x + 0.01},${y + 0.01}`,
    acquisitionDate: year,
  });
  expect(nearby.features.find(({ properties }) => properties.id === image.properties.id)).toEqual(image);
  expect((await find(h, { id: image.properties.id })).features).toEqual([image]);
  const posted = await h.call<Results>('POST', '/api/v1/opensearch', { id: image.properties.id });
  expect(posted.body.features).toEqual([image]);
  expect((await h.call('GET', `/api/v1/items/${image.properties.id}`)).body).toEqual(image);
});
