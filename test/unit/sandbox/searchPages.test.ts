import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { runs } from '../../randomRuns.ts';
import { find, harbour, harness, noon, sure, wkt, type Image } from './harness.ts';

// Worlds are searched here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000 });

const year = '[2024-06-15T00:00:00.000Z,2025-06-15T00:00:00.000Z]';
const over = { geometry: wkt(harbour), relation: 'intersects', itemsPerPage: '500', acquisitionDate: year };
const h = harness();

const ids = (results: { features: Image[] }): string[] =>
  results.features.map(({ properties }) => properties.id);

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
