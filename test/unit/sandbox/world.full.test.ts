import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Capture } from '../../../src/sandbox/catalogue/world.ts';
import { captureById, imageIdOf } from '../../../src/sandbox/catalogue/imageId.ts';
import { cornersOf } from '../../../src/sandbox/catalogue/polygon.ts';
import {
  areaOfBox,
  areaOfRings,
  meets,
  type Area,
  type Position,
} from '../../../src/sandbox/catalogue/shapes.ts';
import { runs } from '../../randomRuns.ts';
import { anyAreas, uniform } from './areas.ts';
import { everyImageNear } from './everyImage.ts';
import { sure } from './harness.ts';
import { attributesOf, boxAround, day, idsOf, imagesOver, imagesOverAny, world } from './imagesOver.ts';

// Worlds are searched here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000 });

const start = Date.UTC(2024, 0, 1);
/** A quarter of a day. */
const end = start + day / 4;
const images = imagesOver(undefined, start, end);

test.each([
  ['a harbour', [5.35, 43.3]],
  ['an island at the antimeridian', [179.98, -17]],
  ['just west of the antimeridian', [-179.9, 66]],
  ['the far north', [15, 78.5]],
  ['near the pole', [-40, -84]],
] as [string, Position][])('%s is found image by image as the whole world is', (_, place) => {
  const to = Date.UTC(2024, place[1] < 0 ? 0 : 6, 5);
  const from = to - day;
  const area = boxAround(place, 3);
  const everything = imagesOver(undefined, from, to).filter(capture => meets(capture.footprint(), area));
  expect(idsOf(imagesOver(area, from, to))).toEqual(idsOf(everything));
  expect(everything.length).toBeGreaterThan(0);
});

test('the whole world is what all cells hold', () => {
  const earth = { west: -180, south: -90, east: 180, north: 90 };
  const everything = [...everyImageNear(world, earth, start, end)];
  expect(everything.length).toBeGreaterThan(5_000);
  expect(idsOf(images)).toEqual(idsOf(everything));
});

function idsIn(area: Area): string[] {
  return idsOf(images.filter(capture => meets(capture.footprint(), area)));
}

test('any area finds what the whole world finds there, each once', () => {
  fc.assert(
    fc.property(anyAreas, area => {
      expect(idsOf(imagesOver(area, start, end))).toEqual(idsIn(area));
    }),
    runs({ quick: 25, full: 250 }),
  );
});

test('an area whose corners lie on those of its tiles finds all that is in it', () => {
  const diamond = areaOfRings([
    [
      [98, 44],
      [86, 48],
      [74, 44],
      [86, 40],
      [98, 44],
    ],
  ]);
  expect(idsIn(diamond).length).toBeGreaterThan(50);
  expect(idsOf(imagesOver(diamond, start, end))).toEqual(idsIn(diamond));
});

test('every point of an image finds it, at its very moment and not a millisecond beside it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...images),
      uniform(0.001, 0.999),
      uniform(0.001, 0.999),
      fc.boolean(),
      (capture, right, down, edge) => {
        // Edges and corners are where a search could look too short.
        const place = pointIn(capture, edge ? Math.round(right) * 0.998 + 0.001 : right, down);
        const point = boxAround(place, 1e-4);
        const id = imageIdOf(world, capture);
        // Near a pole the long sides curve away from the corners.
        fc.pre(meets(capture.footprint(), point));
        expect(idsOf(imagesOver(point, capture.time, capture.time))).toContain(id);
        expect(idsOf(imagesOver(point, capture.time - 3_600_000, capture.time - 1))).not.toContain(id);
        expect(idsOf(imagesOver(point, capture.time + 1, capture.time + 3_600_000))).not.toContain(id);
      },
    ),
    runs({ quick: 60, full: 600 }),
  );
});

test('many areas together find what each of them finds', () => {
  const places: Position[] = [
    [180, -17],
    [-180, -17],
    [5, 43],
    [365, 43],
    [20, -70],
  ];
  const until = start + 12 * day;
  const around = places.flatMap(place => imagesOver(boxAround(place, 6), start, until));
  const near = [...new Map(around.map(capture => [imageIdOf(world, capture), capture])).values()];
  const small = fc
    .tuple(fc.constantFrom(...places), uniform(-3, 3), uniform(-3, 3), uniform(0.05, 1))
    .map(([[x, y], east, north, half]) => boxAround([x + east, y + north], half));
  fc.assert(
    fc.property(fc.array(small, { minLength: 2, maxLength: 40 }), areas => {
      const expected = near.filter(capture => areas.some(area => meets(capture.footprint(), area)));
      expect(idsOf(imagesOverAny(areas, start, until))).toEqual(idsOf(expected));
    }),
    runs({ quick: 10, full: 40 }),
  );
});

test('bands around the Earth find what the whole world finds there', () => {
  for (const [south, north] of [
    [-90, -80],
    [-70, -69],
    [0, 0.1],
    [50, 60],
    [81, 90],
  ] as [number, number][]) {
    const area = areaOfBox({ west: -180, east: 180, south, north });
    expect(idsOf(imagesOver(area, start, end))).toEqual(idsIn(area));
  }
});

test('slices of time lose and double nothing', () => {
  const area = boxAround([5, 44], 3);
  const whole = idsOf(imagesOver(area, start, start + 40 * day));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 * day }), { maxLength: 6 }), cuts => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), 40 * day + 1];
      const parts = edges.slice(1).flatMap((end, index) => {
        const from = start + (edges[index] ?? 0);
        return from <= start + end - 1 ? imagesOver(area, from, start + end - 1) : [];
      });
      expect(idsOf(parts)).toEqual(whole);
    }),
    runs({ quick: 5, full: 20 }),
  );
});

test('an id leads back to its image, and no other id leads anywhere', () => {
  for (const capture of images.slice(0, 1000)) {
    const id = imageIdOf(world, capture);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(attributesOf(sure(captureById(world, id)))).toEqual(attributesOf(capture));
  }
  expect(new Set(idsOf(images)).size).toBe(images.length);
  fc.assert(fc.property(fc.uuid(), id => captureById(world, id) === undefined));
  expect(captureById(world, 'not-an-id')).toBeUndefined();
  const id = imageIdOf(world, sure(images[0]));
  for (let at = 0; at < id.length; at++) {
    if (id[at] === '-') continue;
    const other = id.slice(0, at) + (id[at] === '7' ? '8' : '7') + id.slice(at + 1);
    expect(captureById(world, other)).toBeUndefined();
  }
  expect(captureById({ ...world, seed: 1 }, imageIdOf(world, sure(images[0])))).toBeUndefined();
});

/** A place inside a strip, given as shares of its width and its length. */
function pointIn(capture: Capture, right: number, down: number): Position {
  const [nw, sw, se, ne] = cornersOf(capture.footprint());
  const mix = (a: Position, b: Position, share: number): Position => [
    a[0] + (b[0] - a[0]) * share,
    a[1] + (b[1] - a[1]) * share,
  ];
  return mix(mix(nw, ne, right), mix(sw, se, right), down);
}
