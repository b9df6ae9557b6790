import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { sandboxOrigin } from '../../../src/sandbox/sandbox.ts';
import { runs } from '../../randomRuns.ts';
import { find, harbour, harness, sure, wkt, type Image, type Results } from './harness.ts';

// Worlds are searched here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000 });

const year = '[2024-06-15T00:00:00.000Z,2025-06-15T00:00:00.000Z]';
const over = { geometry: wkt(harbour), relation: 'intersects', itemsPerPage: '500', acquisitionDate: year };
const h = harness();

/** A place where snow falls, and where a year's images fit on a page. */
const snowy = { bbox: '18.05,59.3,18.1,59.35', itemsPerPage: '500', acquisitionDate: year };

const ids = (results: { features: Image[] }): string[] =>
  results.features.map(({ properties }) => properties.id);

test.each([
  'id',
  'acquisitionDate',
  'publicationDate',
  'cloudCover',
  'snowCover',
  'incidenceAngle',
  'illuminationElevationAngle',
  'resolution',
  'constellation',
  'platform',
  'processingLevel',
])('sortBy=%s, and reversed', async field => {
  const values = async (sortBy: string): Promise<(number | string)[]> =>
    (await find(h, { ...snowy, sortBy })).features.map(({ properties }) => {
      const value = sure(properties[field]);
      return field.endsWith('Date') ? Date.parse(String(value)) : value;
    });
  const up = await values(field);
  expect(new Set(up).size).toBeGreaterThan(1);
  expect(up).toEqual(up.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  expect(await values(`-${field}`)).toEqual(up.toReversed());
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
    runs({ quick: 2, full: 8 }),
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
  const [url, Authorization] = [
    `${sandboxOrigin}/api/v2/opensearch?${new URLSearchParams(region)}`,
    `Bearer ${await on.token('IDP')}`,
  ];
  const asked = async (signal?: AbortSignal): Promise<string[]> => {
    const response = await on.sandbox.fetch(
      new Request(url, { headers: { Authorization }, ...(signal ? { signal } : {}) }),
    );
    return ids((await response.json()) as Results);
  };
  await expect(asked(AbortSignal.timeout(15))).rejects.toThrow();
  const [first, second] = [asked(AbortSignal.timeout(15)), asked()];
  await expect(first).rejects.toThrow();
  expect(await second).toEqual(ids(await find(harness(), region)));
});
