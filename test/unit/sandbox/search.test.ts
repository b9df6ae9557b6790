import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  analyticOrder,
  find,
  harbour,
  harness,
  imageOf,
  noon,
  product,
  productOrder,
  wkt,
  type Harness,
  type Image,
  type OrderBody,
  type Results,
  sure,
} from './harness.ts';

// Worlds are searched and pictures painted here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000 });

const year = '[2024-06-15T00:00:00.000Z,2025-06-15T00:00:00.000Z]';
const over = { geometry: wkt(harbour), relation: 'intersects', itemsPerPage: '500', acquisitionDate: year };
const h = harness();

const ids = (results: { features: Image[] }): string[] =>
  results.features.map(({ properties }) => properties.id);

async function status(parameters: Record<string, string>, on: Harness = h): Promise<number> {
  return (await on.call('GET', `/api/v2/opensearch?${new URLSearchParams(parameters)}`)).status;
}

describe('answers', () => {
  test('deployed: the envelope and features without an id of their own', async () => {
    const results = await find(h, { ...over, acquisitionDate: year });
    expect(results).toMatchObject({
      type: 'FeatureCollection',
      error: false,
      startIndex: 0,
      itemsPerPage: 500,
    });
    expect(results.totalResults).toBe(results.features.length);
    for (const feature of results.features) {
      expect(Object.keys(feature)).toEqual(['type', '_links', 'geometry', 'properties', 'rights']);
      expect(feature.geometry.type).toBe('Polygon');
    }
  });

  test('specification: the members and the properties of the text, no more', async () => {
    const on = harness({ dialect: 'specification' });
    const { body } = await on.call<Results>('GET', `/api/v2/opensearch?${new URLSearchParams(over)}`);
    expect(Object.keys(body)).toEqual(['type', 'features']);
    for (const feature of body.features) {
      expect(Object.keys(feature)).toEqual(['type', '_links', 'geometry', 'properties', 'rights']);
      expect(Object.keys(feature.properties).sort()).toEqual([
        'acquisitionDate',
        'cloudCover',
        'constellation',
        'id',
        'incidenceAngle',
        'parentIdentifier',
        'platform',
        'processingLevel',
        'resolution',
        'snowCover',
      ]);
      const { constellation, resolution } = feature.properties;
      expect(resolution).toBe({ PHR: 0.5, SPOT: 1.5, PNEO: 0.3 }[constellation as string]);
    }
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
    const twins = [...byAcquisition.values()].filter(group => group.length > 1);
    expect(twins.length).toBeGreaterThan(0);
    for (const group of twins) {
      expect(group.map(({ properties }) => properties['processingLevel']).sort()).toEqual([
        'ALBUM',
        'SENSOR',
      ]);
      expect(new Set(group.map(({ properties }) => properties.id)).size).toBe(2);
    }
    for (const { properties, rights } of features) {
      expect('wmts' in rights).toBe(properties['processingLevel'] === 'SENSOR');
    }
  });

  test('the same image looks the same from whichever area and by id, with GET and POST, under v1 and v2', async () => {
    const { features } = await find(h, { ...over, acquisitionDate: year });
    const one = sure(features[5]);
    const [x, y] = sure(sure(one.geometry.coordinates[0])[0]);
    const other = await find(h, {
      bbox: `${x - 0.01},${y - 0.01},${x + 0.01},${y + 0.01}`,
      acquisitionDate: year,
    });
    expect(other.features.find(({ properties }) => properties.id === one.properties.id)).toEqual(one);
    expect((await find(h, { id: one.properties.id })).features).toEqual([one]);
    const posted = await h.call<Results>('POST', '/api/v1/opensearch', { id: one.properties.id });
    expect(posted.body.features).toEqual([one]);
    expect((await h.call('GET', `/api/v1/items/${one.properties.id}`)).body).toEqual(one);
  });
});

test('deployed: times come with no, three and nine digits, and without a zone', async () => {
  const { features } = await find(h, over);
  const forms = new Map<unknown, Set<string>>();
  for (const { properties } of features) {
    const form = String(properties['acquisitionDate']).replace(/\d/g, '9');
    forms.set(properties['constellation'], (forms.get(properties['constellation']) ?? new Set()).add(form));
    expect(properties['lastUpdateDate']).toMatch(/\d$/);
  }
  expect(Object.fromEntries(forms)).toEqual({
    PHR: new Set(['9999-99-99T99:99:99.999Z']),
    SPOT: new Set(['9999-99-99T99:99:99Z']),
    PNEO: new Set(['9999-99-99T99:99:99.999999999Z']),
  });
});

describe('parameters', () => {
  test('geometry as WKT and as GeoJSON, in a query and in a body, find the same', async () => {
    const wanted = ids(await find(h, { ...over, acquisitionDate: year }));
    const post = async (geometry: unknown): Promise<string[]> => {
      const body = { geometry, relation: 'intersects', itemsPerPage: 500, acquisitionDate: year };
      return ids((await h.call<Results>('POST', '/api/v2/opensearch', body)).body);
    };
    expect(await post(wkt(harbour))).toEqual(wanted);
    expect(await post({ type: 'Polygon', coordinates: [harbour] })).toEqual(wanted);
    expect(await post({ type: 'MultiPolygon', coordinates: [[harbour]] })).toEqual(wanted);
    expect(await post(wkt(harbour).replace('POLYGON((', 'MULTIPOLYGON(((').replace('))', ')))'))).toEqual(
      wanted,
    );
    expect(
      ids(await find(h, { bbox: '5.3,43.27,5.37,43.32', itemsPerPage: '500', acquisitionDate: year })),
    ).toEqual(wanted);
  });

  test('relations: what contains intersects, what is disjoint does not', async () => {
    const date = '[2025-06-01T00:00:00.000Z,2025-06-02T00:00:00.000Z]';
    const big = wkt([
      [0, 38],
      [12, 38],
      [12, 50],
      [0, 50],
      [0, 38],
    ]);
    const by = async (relation: string): Promise<string[]> =>
      ids(
        await find(h, {
          geometry: big,
          relation,
          acquisitionDate: date,
          itemsPerPage: '500',
          constellation: 'PHR',
        }),
      );
    const [meeting, inside] = [await by('intersects'), await by('within')];
    expect(meeting).toEqual(expect.arrayContaining(inside));
    expect(meeting.length).toBeGreaterThan(inside.length);
    expect(inside.length).toBeGreaterThan(0);
    const disjoint = await by('disjoint');
    expect(disjoint.length).toBe(500);
    expect(disjoint.filter(id => meeting.includes(id))).toEqual([]);
    const holding = ids(await find(h, { ...over, relation: 'contains', acquisitionDate: year }));
    const all = ids(await find(h, { ...over, acquisitionDate: year }));
    expect(all).toEqual(expect.arrayContaining(holding));
    expect(holding.length).toBeGreaterThan(5);
    expect(holding.length).toBeLessThan(all.length);
  });

  test('a circle in metres', async () => {
    const circle = (radius: number): Promise<Results> =>
      find(h, {
        lat: '43.3',
        lon: '5.35',
        radius: String(radius),
        itemsPerPage: '500',
        acquisitionDate: year,
      });
    const [small, large] = [ids(await circle(100)), ids(await circle(8000))];
    expect(large).toEqual(expect.arrayContaining(small));
    expect(large.length).toBeGreaterThan(small.length * 1.5);
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
    ['platform', 'SPOT6', ['SPOT6']],
    ['processingLevel', 'SENSOR', ['SENSOR']],
    ['productType', 'mono', ['mono']],
    ['productType', 'bundle,mono', ['bundle', 'mono']],
    ['productType', 'stereo', ['stereo']],
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
    expect(monos.features.length).toBeGreaterThan(all.features.length * 0.75);
    expect(monos.features.length).toBeLessThan(all.features.length);
  });

  test('workspace: the public catalogues by name, the 0.3 m one apart', async () => {
    const constellations = async (workspace: string): Promise<Set<unknown>> =>
      new Set(
        (await find(h, { ...over, workspace })).features.map(({ properties }) => properties['constellation']),
      );
    expect(await constellations('public')).toEqual(new Set(['PHR', 'SPOT']));
    expect(await constellations('public-pneo')).toEqual(new Set(['PNEO']));
    expect(await constellations('public,public-pneo')).toEqual(new Set(['PHR', 'SPOT', 'PNEO']));
    expect(await constellations('bluefox')).toEqual(new Set());
    expect(await status({ workspace: 'elsewhere' })).toBe(400);
    expect(await status({ workspace: 'bluefox' }, harness({ dialect: 'specification' }))).toBe(400);
  });

  test.each([
    ['[10,30]', (cloud: number) => cloud >= 10 && cloud <= 30],
    ['[0,0]', (cloud: number) => cloud === 0],
    ['[5', (cloud: number) => cloud >= 5],
    [']5', (cloud: number) => cloud > 5],
    ['20]', (cloud: number) => cloud <= 20],
    ['20[', (cloud: number) => cloud < 20],
    ['[5,]', (cloud: number) => cloud >= 5],
    ['[10,30[', (cloud: number) => cloud >= 10 && cloud < 30],
    ['[ 10 , 30 ]', (cloud: number) => cloud >= 10 && cloud <= 30],
  ])('cloudCover=%s', async (cloudCover, fits) => {
    const all = await find(h, over);
    const wanted = all.features.filter(({ properties }) => fits(properties['cloudCover'] as number));
    expect(ids(await find(h, { ...over, cloudCover })).sort()).toEqual(ids({ features: wanted }).sort());
  });

  test('acquisitionDate includes both ends, and reads a time without a zone as UTC', async () => {
    const { features } = await find(h, { ...over, acquisitionDate: year });
    const [newest, oldest] = [sure(features[0]), sure(features.at(-1))];
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
    { itemsPerPage: 'x' },
    { startPage: '0' },
    { itemsPerPage: '500', startPage: '21' },
    { bbox: '1,2,3' },
    { bbox: '1,5,2,4' },
    { bbox: '1,2,3,x' },
    { bbox: '0,0,1,1', lat: '1', lon: '1', radius: '5' },
    { lat: '1', lon: '1' },
    { lat: '91', lon: '1', radius: '5' },
    { lat: '1', lon: '1', radius: '0' },
    { geometry: 'POINT(1 2)' },
    { geometry: 'polygon((0 0,1 0,1 1,0 0))' },
    { geometry: 'POLYGON((0 0,1 0,1 1' },
    { geometry: 'POLYGON((0 0,1 0,1 1,0 1))' },
    { geometry: 'POLYGON((0 0,1 1,1 0,0 1,0 0))' },
    { geometry: 'POLYGON((0 0,1 0,1 91,0 0))' },
    { geometry: wkt(harbour), relation: 'touches' },
    { constellation: 'phr' },
    { constellation: 'S2' },
    { processingLevel: 'sensor' },
    { cloudCover: '0,30' },
    { cloudCover: '[30,0]' },
    { cloudCover: '[a,b]' },
    { acquisitionDate: '[2024,2025]' },
    { acquisitionDate: '[2024-13-01T00:00:00.000Z,2025-01-01T00:00:00.000Z]' },
    { sortBy: 'colour' },
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

describe('order and pages', () => {
  test('newest first by default, then the clearest', async () => {
    const { features } = await find(h, over);
    const times = features.map(({ properties }) => Date.parse(String(properties['acquisitionDate'])));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const explicit = await find(h, { ...over, sortBy: '-acquisitionDate,cloudCover' });
    expect(ids(explicit)).toEqual(ids({ features }));
  });

  test.each(['cloudCover', 'incidenceAngle', 'acquisitionDate', 'resolution'])(
    'sortBy=%s, and reversed',
    async field => {
      const values = async (sortBy: string): Promise<number[]> =>
        (await find(h, { ...over, sortBy })).features.map(({ properties }) => {
          const value = sure(properties[field]);
          return typeof value === 'number' ? value : Date.parse(value);
        });
      const up = await values(field);
      const compare = (a: number, b: number): number => a - b;
      expect(up).toEqual(up.toSorted(compare));
      expect(await values(`-${field}`)).toEqual(up.toSorted(compare).reverse());
    },
  );

  test('50 on a page by default, 500 at most', async () => {
    const results = await find(h, { geometry: wkt(harbour), relation: 'intersects' });
    expect([results.itemsPerPage, results.features.length]).toEqual([50, 50]);
  });

  test('pages put together are the whole, whatever their size', async () => {
    const whole = ids(await find(h, { ...over, acquisitionDate: year }));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async itemsPerPage => {
        const parts: string[] = [];
        for (let startPage = 1; ; startPage++) {
          const page = await find(h, {
            ...over,
            acquisitionDate: year,
            itemsPerPage: String(itemsPerPage),
            startPage: String(startPage),
          });
          expect(page.startIndex).toBe((startPage - 1) * itemsPerPage);
          parts.push(...ids(page));
          if (page.features.length < itemsPerPage) break;
        }
        expect(parts).toEqual(whole);
      }),
      { numRuns: 8 },
    );
  });

  test('10,000 can be reached and no more, without doubles', async () => {
    const seen = new Set<string>();
    for (let startPage = 1; startPage <= 20; startPage++) {
      const page = await find(h, { bbox: '-10,35,30,60', itemsPerPage: '500', startPage: String(startPage) });
      expect(page.totalResults).toBe(10_000);
      expect(page.features.length).toBe(500);
      for (const id of ids(page)) seen.add(id);
    }
    expect(seen.size).toBe(10_000);
  });

  test('halves of an interval that does not fit have all of it', async () => {
    const from = Date.UTC(2025, 5, 10);
    const to = Date.UTC(2025, 5, 10, 8);
    const count = async (start: number, end: number): Promise<number> => {
      const range = `[${new Date(start).toISOString()},${new Date(end).toISOString()}]`;
      const { totalResults } = await find(h, { acquisitionDate: range, itemsPerPage: '1' });
      if (totalResults < 10_000) return totalResults;
      const middle = Math.floor((start + end) / 2);
      return (await count(start, middle)) + (await count(middle + 1, end));
    };
    const split = await count(from, to);
    expect(split).toBeGreaterThan(10_000);
    const hours = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        count(from + n * 900_000, from + (n + 1) * 900_000 - (n === 31 ? 0 : 1)),
      ),
    );
    expect(hours.reduce((sum, part) => sum + part, 0)).toBe(split);
  });

  test('a page does not change while images are published, and the next search sees them', async () => {
    const on = harness();
    const first = await find(on, { itemsPerPage: '10' });
    on.clock.now += 20_000;
    expect(ids(await find(on, { itemsPerPage: '10' }))).toEqual(ids(first));
    on.clock.now += 86_400_000;
    expect(ids(await find(on, { itemsPerPage: '10' }))).not.toEqual(ids(first));
  });

  test('nothing is listed before it was published', async () => {
    const { features } = await find(h, { itemsPerPage: '500' });
    for (const { properties } of features) {
      expect(Date.parse(String(properties['publicationDate']))).toBeLessThanOrEqual(noon);
    }
    expect(
      await find(h, { acquisitionDate: '[2030-01-01T00:00:00.000Z,2031-01-01T00:00:00.000Z]' }),
    ).toMatchObject({
      totalResults: 0,
      features: [],
    });
  });
});

describe.each(['specification', 'deployed'] as const)('the private workspace, %s', dialect => {
  test('fills with deliveries, which are found by workspace, by id and with everything', async () => {
    const on = harness({ dialect });
    const { body: me } = await on.call<{ workspaceId?: string; contract?: { workspaceId: string } }>(
      'GET',
      '/api/v1/me',
    );
    const workspaceid = me.workspaceId ?? sure(me.contract).workspaceId;
    expect((await find(on, { workspaceid })).features).toEqual([]);

    const image = await imageOf(on, 'PHR');
    const orders = [productOrder(product(image)), analyticOrder([image])];
    const items: string[] = [];
    for (const order of orders) {
      const { body } = await on.call<OrderBody>('POST', '/api/v1/orders', order);
      on.clock.now += 20_000;
      const { body: done } = await on.call<OrderBody>('GET', body._links.self.href);
      items.push(sure(sure(sure(done.deliveries[0])._links).download.href.split('/').at(-2)));
    }
    const own = await find(on, { workspaceid });
    expect(ids(own).sort()).toEqual(items.toSorted());
    for (const feature of own.features) {
      const link: unknown = feature._links['download'];
      const href = (Array.isArray(link) ? (link[0] as { href: string }) : (link as { href: string })).href;
      expect(href).toContain(`/api/v1/items/${feature.properties.id}/download`);
      expect(feature.rights).toHaveProperty('download');
      if (dialect === 'deployed') {
        expect(feature.properties).toMatchObject({ workspaceName: 'bluefox', workspaceId: workspaceid });
        expect(['image', 'vector']).toContain(feature.properties['productCategory']);
      }
    }
    expect(ids(await find(on, { id: sure(items[0]) }))).toEqual([items[0]]);
    const around = ids(await find(on, { ...over }));
    expect(around).toEqual(expect.arrayContaining(items));
    expect(ids(await find(on, { ...over, workspace: 'public' }))).not.toContain(items[0]);
    expect(ids(await find(on, { bbox: '100,0,101,1', workspaceid }))).toEqual([]);
    expect((await on.call('GET', `/api/v1/items/${sure(items[0])}`)).body).toEqual(
      own.features.find(({ properties }) => properties.id === items[0]),
    );

    const stranger = harness({ dialect, snapshot: on.sandbox.snapshot() }, sandbox => sandbox.evaluationKey);
    stranger.clock.now = on.clock.now;
    expect((await find(stranger, { id: sure(items[0]) })).features).toEqual([]);
    expect(await status({ workspaceid }, stranger)).toBe(400);
  });
});
