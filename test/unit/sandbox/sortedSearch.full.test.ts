import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Capture } from '../../../src/sandbox/catalogue/world.ts';
import { imageIdOf } from '../../../src/sandbox/catalogue/imageId.ts';
import { hashText } from '../../../src/sandbox/http/random.ts';
import { areaOfBox, meets, type Box } from '../../../src/sandbox/catalogue/shapes.ts';
import { isFull, runs } from '../../randomRuns.ts';
import { allResults } from './allResults.ts';
import { everyImageNear } from './everyImage.ts';
import { harness, noon } from './harness.ts';

// Tens of thousands of images are sorted here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const day = 86_400_000;
const world = { seed: hashText('swath'), duplicates: true };
const h = harness();

/** The fields by which results are sorted, read from the images themselves. */
const values = {
  acquisitionDate: ({ time }: Capture) => time,
  publicationDate: ({ published }: Capture) => published,
  cloudCover: ({ cloud }: Capture) => cloud,
  snowCover: ({ snow }: Capture) => snow,
  incidenceAngle: ({ incidence }: Capture) => incidence,
  illuminationElevationAngle: ({ sun }: Capture) => sun.elevation,
  constellation: ({ spacecraft }: Capture) => spacecraft.instrument.constellation,
  platform: ({ spacecraft }: Capture) => spacecraft.platform,
  processingLevel: ({ level }: Capture) => level,
  resolution: ({ spacecraft, level }: Capture) =>
    spacecraft.instrument.constellation === 'PHR' && level === 'ALBUM'
      ? 0.7
      : spacecraft.instrument.resolution,
};
type Field = keyof typeof values;

/** The first 10,000 ids in an order; ties go to the newest, then to the first id. */
function firstIds(captures: readonly Capture[], sortBy: string): string[] {
  const keys = sortBy.split(',').map(key => ({
    valueOf: values[key.replace('-', '') as Field],
    sign: key.startsWith('-') ? -1 : 1,
  }));
  const rows = captures.map(capture => ({
    id: imageIdOf(world, capture),
    time: capture.time,
    keys: keys.map(({ valueOf }) => valueOf(capture)),
  }));
  rows.sort((a, b) => {
    for (const [at, { sign }] of keys.entries()) {
      const order = compare(a.keys[at], b.keys[at]);
      if (order !== 0) return sign * order;
    }
    return b.time - a.time || compare(a.id, b.id);
  });
  return rows.slice(0, 10_000).map(({ id }) => id);
}

function compare(a: number | string | undefined, b: number | string | undefined): number {
  if (a === undefined || b === undefined) throw new Error('A value is missing');
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Both ways that results are ranked; each of the other fields takes seconds. */
const ranked = ['cloudCover', '-snowCover,incidenceAngle'];
test.each(isFull ? [...ranked, 'incidenceAngle', 'illuminationElevationAngle'] : ranked)(
  'sortBy=%s finds the first 10,000 of far more',
  async sortBy => {
    const country: Box = { west: -5, south: 42, east: 8, north: 51 };
    const from = noon - 150 * day;
    const area = areaOfBox(country);
    const wanted: Capture[] = [];
    for (const capture of everyImageNear(world, country, from, noon)) {
      if (capture.published <= noon && meets(capture.footprint(), area)) wanted.push(capture);
    }
    expect(wanted.length).toBeGreaterThan(15_000);
    const { ids, total } = await allResults(h, {
      bbox: '-5,42,8,51',
      acquisitionDate: `[${new Date(from).toISOString()},${new Date(noon).toISOString()}]`,
      sortBy,
    });
    expect(total).toBe(10_000);
    expect(new Set(ids).size).toBe(10_000);
    expect(ids).toEqual(firstIds(wanted, sortBy));
  },
);

const earth: Box = { west: -180, south: -90, east: 180, north: 90 };
const start = noon - 2 * day;
let images: Capture[];
beforeAll(() => {
  images = [...everyImageNear(world, earth, start, noon)].filter(({ published }) => published <= noon);
});

test('any order, over the whole Earth', async () => {
  const fields = Object.keys(values) as Field[];
  const key = fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...fields)).map(parts => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(key, { minLength: 1, maxLength: 3 }), async keys => {
      const sortBy = keys.join(',');
      const { ids, total } = await allResults(h, {
        acquisitionDate: `[${new Date(start).toISOString()},${new Date(noon).toISOString()}]`,
        sortBy,
      });
      expect(total).toBe(10_000);
      expect(ids).toEqual(firstIds(images, sortBy));
    }),
    runs({ quick: 2, full: 8 }),
  );
});

/** A field of which all images have one of two values. */
const everywhere = ['processingLevel'];
test.each(isFull ? [...everywhere, 'constellation', '-publicationDate', 'publicationDate'] : everywhere)(
  'sortBy=%s, over the whole Earth and all years',
  async sortBy => {
    // Enough is certain after a day or two at one end of the archive.
    const isForward = sortBy === 'publicationDate';
    const since = Date.UTC(2017, 10, 1);
    const wanted = isForward ? [...everyImageNear(world, earth, since, since + 3 * day)] : images;
    const { ids, total } = await allResults(h, { sortBy });
    expect(total).toBe(10_000);
    expect(ids).toEqual(firstIds(wanted, sortBy));
  },
);

// Ten days of the whole Earth are seconds of work.
test.runIf(isFull)(
  'sortBy=cloudCover, over the whole Earth and all years, ends at the newest 10,000 without a cloud',
  async () => {
    const clear: Capture[] = [];
    for (const capture of everyImageNear(world, earth, noon - 10 * day, noon))
      if (capture.cloud === 0 && capture.published <= noon) clear.push(capture);
    expect(clear.length).toBeGreaterThan(10_000);
    const { ids, total } = await allResults(h, { sortBy: 'cloudCover' });
    expect(total).toBe(10_000);
    expect(ids).toEqual(firstIds(clear, 'cloudCover'));
  },
);
