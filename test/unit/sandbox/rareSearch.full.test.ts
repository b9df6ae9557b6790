import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Capture } from '../../../src/sandbox/catalogue/world.ts';
import { fleet } from '../../../src/sandbox/catalogue/fleet.ts';
import { imageIdOf } from '../../../src/sandbox/catalogue/imageId.ts';
import { hashText } from '../../../src/sandbox/http/random.ts';
import { areaOfBox, covers, meets, type Area, type Box } from '../../../src/sandbox/catalogue/shapes.ts';
import { isFull, runs } from '../../randomRuns.ts';
import { allResults } from './allResults.ts';
import { uniform } from './areas.ts';
import { everyImageNear } from './everyImage.ts';
import { harness, noon } from './harness.ts';

// Years of images are looked at one by one here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const day = 86_400_000;
const world = { seed: hashText('swath'), duplicates: true };
const country: Box = { west: -5, south: 42, east: 8, north: 51 };
const h = harness();

const interval = (from: number, to: number): string =>
  `[${new Date(from).toISOString()},${new Date(to).toISOString()}]`;
const bboxOf = ({ west, south, east, north }: Box): string => [west, south, east, north].join(',');
const wktOf = ({ west, south, east, north }: Box): string =>
  `POLYGON((${[
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
    .map(([x, y]) => `${x} ${y}`)
    .join(',')}))`;

const published = (capture: Capture): boolean => capture.published <= noon;

/** Newest first, then the clearest: the default order. */
function idsInOrder(captures: readonly Capture[]): string[] {
  return captures
    .map(capture => ({ capture, id: imageIdOf(world, capture) }))
    .sort(
      (a, b) =>
        b.capture.time - a.capture.time ||
        a.capture.cloud - b.capture.cloud ||
        (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    )
    .map(({ id }) => id);
}

const years = isFull ? 8 : 2;

test('a country, some years, hardly a cloud: all images and their number', async () => {
  const from = noon - years * 365 * day;
  const area = areaOfBox(country);
  const wanted: Capture[] = [];
  for (const capture of everyImageNear(world, country, from, noon)) {
    if (capture.cloud <= 1 && published(capture) && meets(capture.footprint(), area)) wanted.push(capture);
  }
  const parameters = { bbox: bboxOf(country), acquisitionDate: interval(from, noon), cloudCover: '[0,1]' };
  const { ids, total } = await allResults(h, parameters);
  expect(wanted.length).toBeGreaterThan(600 * years);
  expect(total).toBe(wanted.length);
  expect(ids).toEqual(idsInOrder(wanted));

  // Without totals, the pages themselves must not end early.
  const on = harness({ dialect: 'specification' });
  const plain = wanted.filter(({ copy }) => !copy);
  expect((await allResults(on, parameters)).ids).toEqual(idsInOrder(plain));
});

// A continent is seconds of work.
test.runIf(isFull)('one constellation over a continent, all years, hardly a cloud', async () => {
  const continent: Box = { west: -10, south: 35, east: 30, north: 60 };
  const area = areaOfBox(continent);
  const wanted: Capture[] = [];
  const neo = fleet.filter(({ instrument }) => instrument.constellation === 'PNEO');
  for (const capture of everyImageNear(world, continent, Date.UTC(2017, 0, 1), noon, neo)) {
    if (capture.cloud <= 1 && published(capture) && meets(capture.footprint(), area)) wanted.push(capture);
  }
  const { ids, total } = await allResults(h, {
    bbox: bboxOf(continent),
    constellation: 'PNEO',
    cloudCover: '[0,1]',
  });
  expect(wanted.length).toBeGreaterThan(5_000);
  expect(total).toBe(wanted.length);
  expect(ids).toEqual(idsInOrder(wanted));
});

describe('any filters find what a look at every image finds', () => {
  const [from, to] = [noon - (isFull ? 500 : 150) * day, noon];
  let images: Capture[];
  beforeAll(() => {
    images = [...everyImageNear(world, country, from, to)].filter(published);
  });

  const relations = {
    intersects: (outline: Area, area: Area) => meets(outline, area),
    contains: (outline: Area, area: Area) => covers(outline, area),
    within: (outline: Area, area: Area) => covers(area, outline),
  };

  test('attributes, times, areas and relations together', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          x: uniform(0, 1),
          y: uniform(0, 1),
          size: fc.constantFrom(0.01, 0.3, 2, 4),
          relation: fc.constantFrom('intersects' as const, 'contains' as const, 'within' as const),
          days: fc.tuple(fc.nat((to - from) / day), fc.nat((to - from) / day)),
          cloud: fc.tuple(fc.nat(30), fc.nat(70)),
          constellation: fc.option(fc.constantFrom('PHR', 'SPOT', 'PNEO')),
          level: fc.option(fc.constantFrom('SENSOR' as const, 'ALBUM' as const)),
          type: fc.option(fc.constantFrom('stereo' as const, 'tristereo' as const)),
        }),
        async ({ x, y, size, relation, days, cloud, constellation, level, type }) => {
          const west = country.west + 1 + x * (country.east - country.west - 2 - size);
          const south = country.south + 1 + y * (country.north - country.south - 2 - size);
          const box = { west, south, east: west + size, north: south + size };
          const area = areaOfBox(box);
          const start = from + Math.min(...days) * day;
          const end = from + Math.max(...days) * day;
          const [least, more] = cloud;
          const wanted = images.filter(
            capture =>
              capture.time >= start &&
              capture.time <= end &&
              capture.cloud >= least &&
              capture.cloud <= least + more &&
              (constellation === null || capture.spacecraft.instrument.constellation === constellation) &&
              (level === null || capture.level === level) &&
              (type === null || capture.stereo === type) &&
              relations[relation](capture.footprint(), area),
          );
          const { ids, total } = await allResults(h, {
            geometry: wktOf(box),
            relation,
            acquisitionDate: interval(start, end),
            cloudCover: `[${least},${least + more}]`,
            ...(constellation === null ? {} : { constellation }),
            ...(level === null ? {} : { processingLevel: level }),
            ...(type === null ? {} : { productType: type }),
          });
          expect(total).toBe(Math.min(10_000, wanted.length));
          expect(ids).toEqual(idsInOrder(wanted).slice(0, 10_000));
        },
      ),
      runs({ quick: 15, full: 60 }),
    );
  });
});

test('what is disjoint from an area is looked for on the whole Earth', async () => {
  const earth: Box = { west: -180, south: -90, east: 180, north: 90 };
  const from = noon - (isFull ? 10 : 3) * day;
  const area = areaOfBox(country);
  const wanted: Capture[] = [];
  for (const capture of everyImageNear(world, earth, from, noon)) {
    if (capture.stereo !== 'tristereo' || capture.cloud > 3 || !published(capture)) continue;
    if (!meets(capture.footprint(), area)) wanted.push(capture);
  }
  const { ids, total } = await allResults(h, {
    geometry: wktOf(country),
    relation: 'disjoint',
    acquisitionDate: interval(from, noon),
    productType: 'tristereo',
    cloudCover: '[0,3]',
  });
  expect(wanted.length).toBeGreaterThan(isFull ? 1_000 : 200);
  expect(total).toBe(wanted.length);
  expect(ids).toEqual(idsInOrder(wanted));
});
