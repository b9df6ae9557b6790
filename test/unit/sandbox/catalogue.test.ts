import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  type Capture,
  captureById,
  captureFootprint,
  capturesIn,
  encodeImageId,
  fleet,
  gridRow,
  rowCount,
  type Spacecraft,
} from '../../../src/sandbox/catalogue/capture.ts';
import { isLandIn, landRaster } from '../../../src/sandbox/catalogue/land.ts';
import {
  type Area,
  areaOfBox,
  areaOfRings,
  covers,
  footprintCorners,
  meets,
  type Position,
} from '../../../src/sandbox/catalogue/shapes.ts';
import { hashText } from '../../../src/sandbox/http/random.ts';
import { isFull, runs } from '../../randomRuns.ts';
import { patient } from '../../runSpeed.ts';
import { find, harness, type Image, noon, sure } from './harness.ts';

// Days of the whole Earth are drawn here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: patient(60_000) });

const dayMs = 86_400_000;
/** The one of the harness. */
const world = { seed: hashText('swath'), duplicates: true };
const h = harness();

/** Every image of these satellites from a time to another, by a look at every cell of the Earth. */
function everyImage(of: readonly Spacecraft[], from: number, to: number): Capture[] {
  const images: Capture[] = [];
  for (const spacecraft of of) {
    for (let row = 0; row < rowCount(spacecraft); row++) {
      for (let column = 0; column < gridRow(spacecraft, row).columns; column++) {
        for (let day = Math.floor(from / dayMs) - 1; day <= to / dayMs + 1; day++)
          images.push(...capturesIn(world, spacecraft, day, row, column));
      }
    }
  }
  return images.filter(({ time }) => time >= from && time <= to);
}

const span = (from: number, to: number): string =>
  `[${new Date(from).toISOString()},${new Date(to).toISOString()}]`;

const start = Date.UTC(2025, 2, 20);
const images = everyImage(fleet, start, start + dayMs - 1);
const onDay = span(start, start + dayMs - 1);
/** From all over the Earth. */
const some = images.filter((_, at) => at % 20 === 0);
const footprints = new Map(images.map(capture => [capture, captureFootprint(capture)]));
const imagesOver = (area: Area): Capture[] =>
  images.filter(capture => meets(sure(footprints.get(capture)), area));

/** All pages of a search, up to the 10,000 results that can be reached. */
async function allResults(parameters: Record<string, string>): Promise<{ features: Image[]; total: number }> {
  const features: Image[] = [];
  for (let startPage = 1; ; startPage++) {
    const page = await find(h, { ...parameters, itemsPerPage: '500', startPage: String(startPage) });
    features.push(...page.features);
    if (page.features.length < 500 || startPage === 20) return { features, total: page.totalResults };
  }
}

const idsOf = (features: readonly Image[]): string[] => features.map(({ properties }) => properties.id);
const idOf = (capture: Capture): string => encodeImageId(world, capture);

describe('a search finds what a look at every cell finds', () => {
  const uniform = (min: number, max: number): fc.Arbitrary<number> =>
    fc.noBias(fc.integer({ min: 0, max: 1e6 })).map(step => min + ((max - min) * step) / 1e6);
  const sizes = uniform(Math.log(0.01), Math.log(20)).map(Math.exp);
  const boxes = fc
    .record({ x: uniform(-185, 185), y: uniform(-89, 88), width: sizes, height: sizes })
    .map(({ x, y, width, height }) => ({
      west: x,
      south: y,
      east: x + width,
      north: Math.min(90, y + height),
    }));

  test('in any box, also at the antimeridian and at the poles', async () => {
    await fc.assert(
      fc.asyncProperty(boxes, async box => {
        const area = areaOfBox(box);
        const expected = imagesOver(area).map(idOf);
        const { features, total } = await allResults({
          bbox: [box.west, box.south, box.east, box.north].join(','),
          acquisitionDate: onDay,
        });
        expect(idsOf(features).sort()).toEqual(expected.sort());
        expect(total).toBe(expected.length);
      }),
      runs({ quick: 5, full: 500 }),
    );
  });

  test('at every corner of an image, at its very moment', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...images), fc.integer({ min: 0, max: 3 }), async (capture, at) => {
        const [x, y] = sure(footprintCorners(captureFootprint(capture))[at]);
        const [toX, toY] = capture.center;
        const [lon, lat] = [x + (toX - x) * 1e-3, y + (toY - y) * 1e-3].map(String) as [string, string];
        const acquisitionDate = span(capture.time, capture.time);
        const { features } = await find(h, { lat, lon, radius: '1', acquisitionDate });
        expect(idsOf(features)).toContain(idOf(capture));
      }),
      runs({ quick: 20, full: 1_000 }),
    );
  });
});

describe('a search of far more than 10,000 images', () => {
  const from = noon - 7 * dayMs;
  const to = noon;
  const few = { constellation: 'SPOT', itemsPerPage: '500', startPage: '20' };
  const values = {
    acquisitionDate: ({ time }: Capture) => time,
    publicationDate: ({ published }: Capture) => published,
    cloudCover: ({ cloud }: Capture) => cloud,
    incidenceAngle: ({ incidence }: Capture) => incidence,
    platform: ({ spacecraft }: Capture) => spacecraft.platform,
    id: idOf,
  };
  const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);

  /** The ids of the last page that can be reached, of these images in an order. */
  function lastPage(images: readonly Capture[], sortBy: string): string[] {
    const valueOf = values[sortBy.replace('-', '') as keyof typeof values];
    const sign = sortBy.startsWith('-') ? -1 : 1;
    const sorted = images
      .filter(({ published }) => published <= noon)
      .map(capture => ({ value: valueOf(capture), time: capture.time, id: idOf(capture) }))
      .sort((a, b) => sign * compare(a.value, b.value) || b.time - a.time || compare(a.id, b.id));
    expect(sorted.length).toBeGreaterThan(15_000);
    return sorted.slice(9_500, 10_000).map(({ id }) => id);
  }
  const spots = fleet.filter(({ instrument }) => instrument.constellation === 'SPOT');
  const newest = everyImage(spots, from, to);
  const oldest = everyImage(spots, Date.UTC(2017, 9, 31), Date.UTC(2017, 10, 8));

  // The contract tests sort fewer images by the others.

  test.each(['publicationDate', '-platform', 'id', ...(isFull ? ['cloudCover', '-incidenceAngle'] : [])])(
    'sortBy=%s',
    async sortBy => {
      const { totalResults, features } = await find(h, { ...few, sortBy, acquisitionDate: span(from, to) });
      expect(totalResults).toBe(10_000);
      expect(idsOf(features)).toEqual(lastPage(newest, sortBy));
    },
  );

  test.each([
    { sortBy: '-acquisitionDate', max: 55 },
    { sortBy: 'acquisitionDate', max: 85 },
    ...(isFull
      ? [
          { sortBy: '-publicationDate', max: 85 },
          { sortBy: 'publicationDate', max: 55 },
        ]
      : []),
  ])('sortBy=$sortBy over the whole archive, up to $max % cloud', async ({ sortBy, max }) => {
    const expected = (sortBy.startsWith('-') ? newest : oldest).filter(({ cloud }) => cloud <= max);
    const { totalResults, features } = await find(h, { ...few, sortBy, cloudCover: `[0,${max}]` });
    expect(totalResults).toBe(10_000);
    expect(idsOf(features)).toEqual(lastPage(expected, sortBy));
  });
});

describe('a search that is too broad', () => {
  const ask = (on: typeof h, parameters: Record<string, string>) =>
    on.call('GET', `/api/v2/opensearch?${new URLSearchParams(parameters)}`);

  test.each([
    ['at once, where the order wants all images', {}, { sortBy: 'incidenceAngle' }],
    [
      'after some looks, where there are hardly any matches',
      { searchLooks: 1_000_000 },
      { cloudCover: '[99.9,100]', constellation: 'SPOT' },
    ],
  ])('is refused %s, and answered when it is narrowed as advised', async (_, options, parameters) => {
    const { status, body } = await ask(harness(options), parameters);
    expect([status, body]).toEqual([
      400,
      {
        errorCode: 'INVALID_REQUEST',
        message: expect.stringMatching(/^The search is too broad.*acquisitionDate/) as string,
      },
    ]);
    const narrow = { bbox: '5,43,6,44', constellation: 'SPOT' };
    expect((await ask(harness(options), { ...parameters, ...narrow })).status).toBe(200);
  });
});

describe('images', () => {
  test('an id leads back to its image, and no other id leads anywhere', () => {
    for (const capture of some.slice(0, 200)) {
      const id = idOf(capture);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(captureById(world, id)).toEqual(capture);
      expect(captureById({ ...world, seed: 1 }, id)).toBeUndefined();
    }
    expect(new Set(images.map(idOf)).size).toBe(images.length);
    fc.assert(fc.property(fc.uuid(), id => captureById(world, id) === undefined));
    const id = idOf(sure(images[0]));
    for (let at = 0; at < id.length; at++) {
      if (id[at] === '-') continue;
      const changed = id.slice(0, at) + (id[at] === '7' ? '8' : '7') + id.slice(at + 1);
      expect(captureById(world, changed)).toBeUndefined();
    }
  });

  test.each([
    ['7f65887c-75a5-4275-8bc2-599c4a322b63', '2025-03-03T02:25:40.944Z', 0.6, [121.06332, 24.269841]],
    ['b0d140f9-bf9c-4222-be90-383955452022', '2025-03-03T07:30:01.000Z', 16.1, [35.329313, 30.655532]],
    ['35810349-03e8-411e-a194-fbcc4f320f0a', '2025-03-03T09:14:57.757Z', 61, [19.773743, 1.986757]],
  ])('%s stays as it is: orders and scripts name images by their ids', (id, time, cloud, corner) => {
    const image = sure(captureById(world, id));
    const [northWest] = footprintCorners(captureFootprint(image));
    expect([new Date(image.time).toISOString(), image.cloud, northWest]).toEqual([time, cloud, corner]);
  });

  test('have the level that the criteria of the Living Library give them', () => {
    for (const { copy, cloud, level, incidence, incidenceAcross } of some) {
      if (!copy) expect(level).toBe(cloud < 30 && incidence < 40 ? 'SENSOR' : 'ALBUM');
      expect(incidence).toBeGreaterThanOrEqual(Math.abs(incidenceAcross) - 1e-9);
      expect(incidence).toBeLessThan(50);
    }
    expect(images.some(({ level, incidence }) => level === 'ALBUM' && incidence >= 40)).toBe(true);
  });
});

describe('shapes', () => {
  const square = areaOfBox({ west: 0, east: 2, south: 0, north: 2 });
  test('a hole is outside', () => {
    const ring = areaOfRings([
      ...square.rings,
      sure(areaOfBox({ west: 0.5, east: 1.5, south: 0.5, north: 1.5 }).rings[0]),
    ]);
    expect(meets(ring, areaOfBox({ west: 0.9, east: 1.1, south: 0.9, north: 1.1 }))).toBe(false);
    expect(covers(square, areaOfBox({ west: 0.9, east: 1.1, south: 0.9, north: 1.1 }))).toBe(true);
    expect(covers(ring, areaOfBox({ west: 0.9, east: 1.1, south: 0.9, north: 1.1 }))).toBe(false);
  });
  test('whole turns make no difference', () => {
    expect(meets(square, areaOfBox({ west: 361, east: 363, south: 1, north: 3 }))).toBe(true);
    expect(meets(square, areaOfBox({ west: -359, east: -357, south: 1, north: 3 }))).toBe(true);
    expect(meets(square, areaOfBox({ west: 181, east: 183, south: 1, north: 3 }))).toBe(false);
  });
  test('a point meets what holds it', () => {
    const point = areaOfBox({ west: 365, east: 365, south: 43, north: 43 });
    expect(meets(areaOfBox({ west: 4, east: 6, south: 42, north: 44 }), point)).toBe(true);
    expect(meets(areaOfBox({ west: 6, east: 7, south: 42, north: 44 }), point)).toBe(false);
  });
});

describe('land', () => {
  test.each([
    [[2.35, 48.85], true],
    [[-40, 30], false],
    [[0, -85], true],
    [[179, -85], true],
    [[-179, 68.5], true],
    [[179, 68], true],
    [[170, 75], false],
    [[-169.9, -60], false],
    [[178.4, -18], true],
    [[-150, 0], false],
    [[362.35, 48.85], true],
  ] as [Position, boolean][])('%j is land: %j', (place, expected) => {
    const [x, y] = place;
    const around = { west: x - 0.01, east: x + 0.01, south: y - 0.01, north: y + 0.01 };
    expect(isLandIn(landRaster(around, 1, 1), x, y)).toBe(expected);
  });
});
