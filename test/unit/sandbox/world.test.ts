import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { laneAngle, lastLane, type Capture, type World } from '../../../src/sandbox/capture.ts';
import { fleet } from '../../../src/sandbox/fleet.ts';
import { captureById, imageIdOf } from '../../../src/sandbox/imageId.ts';
import { isLand } from '../../../src/sandbox/land.ts';
import { nodeLongitude, toGround, toTrack, wrap } from '../../../src/sandbox/orbit.ts';
import { cornersOf, squareKilometres } from '../../../src/sandbox/polygon.ts';
import { scan } from '../../../src/sandbox/scan.ts';
import {
  areaOfBox,
  areaOfRings,
  covers,
  meets,
  type Area,
  type Position,
} from '../../../src/sandbox/shapes.ts';
import { sure } from './harness.ts';

// Worlds are searched and pictures painted here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000 });

const world: World = { seed: 4711, twins: true };
const day = 86_400_000;
const start = Date.UTC(2024, 0, 1);

function boxAround([x, y]: Position, half: number): Area {
  return areaOfBox({ west: x - half, east: x + half, south: y - half, north: y + half });
}

function imagesOver(area: Area | undefined, from: number, to: number, of: World = world): Capture[] {
  const { captures, complete } = scan(of, {
    areas: area && [area],
    from,
    to,
    direction: 'newestFirst',
    spacecraft: () => true,
    accepts: capture => !area || meets(capture.footprint(), area),
    enough: Infinity,
  });
  expect(complete).toBe(true);
  return captures;
}

const ids = (captures: Capture[]): string[] => captures.map(capture => imageIdOf(world, capture)).sort();

describe('orbits', () => {
  test('a place and its angles to a track are inverse', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fleet),
        fc.nat(378),
        fc.double({ min: -1.5, max: 1.5, noNaN: true }),
        fc.double({ min: -0.09, max: 0.09, noNaN: true }),
        ({ orbit }, residue, along, across) => {
          const node = nodeLongitude(orbit, residue);
          const back = toTrack(orbit, node, toGround(orbit, node, along, across));
          expect(back.along).toBeCloseTo(along, 6);
          expect(back.across).toBeCloseTo(across, 6);
        },
      ),
    );
  });

  test('every place between the orbits’ limits is seen from some track', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -85, max: 85, noNaN: true }),
        (x, y) => {
          for (const spacecraft of fleet) {
            const widest = laneAngle(spacecraft) * (lastLane(spacecraft) + 0.5);
            const seen = Array.from({ length: spacecraft.orbit.revolutions }, (_, residue) =>
              toTrack(spacecraft.orbit, nodeLongitude(spacecraft.orbit, residue), [x, y]),
            ).some(({ along, across }) => Math.abs(across) < widest && Math.abs(along) < Math.PI / 2);
            expect(seen).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('catalogue', () => {
  const week = imagesOver(undefined, start, start + day / 4);

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
    expect(ids(imagesOver(area, from, to))).toEqual(ids(everything));
    expect(everything.length).toBeGreaterThan(0);
  });

  test('any area finds what the whole world finds there, each once', () => {
    const world6h = week.map(capture => ({ capture, id: imageIdOf(world, capture) }));
    fc.assert(
      fc.property(
        fc.double({ min: -185, max: 185, noNaN: true }),
        fc.double({ min: -88, max: 88, noNaN: true }),
        fc.double({ min: 0.01, max: 60, noNaN: true }),
        fc.double({ min: 0.01, max: 40, noNaN: true }),
        (x, y, width, height) => {
          const area = areaOfBox({
            west: x - width / 2,
            east: x + width / 2,
            south: Math.max(-90, y - height / 2),
            north: Math.min(90, y + height / 2),
          });
          const expected = world6h
            .filter(({ capture }) => meets(capture.footprint(), area))
            .map(({ id }) => id);
          expect(ids(imagesOver(area, start, start + day / 4))).toEqual(expected.sort());
        },
      ),
      { numRuns: 150 },
    );
  });

  test('every point of an image finds it, at its very moment and not a millisecond beside it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...week),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.boolean(),
        (capture, right, down, edge) => {
          // Edges and corners are where a search could look too short.
          const place = pointIn(capture, edge ? Math.round(right) * 0.998 + 0.001 : right, down);
          const point = boxAround(place, 1e-4);
          const id = imageIdOf(world, capture);
          // Near a pole the long sides curve away from the corners.
          fc.pre(meets(capture.footprint(), point));
          expect(ids(imagesOver(point, capture.time, capture.time))).toContain(id);
          expect(ids(imagesOver(point, capture.time - 3_600_000, capture.time - 1))).not.toContain(id);
          expect(ids(imagesOver(point, capture.time + 1, capture.time + 3_600_000))).not.toContain(id);
        },
      ),
      { numRuns: 600 },
    );
  });

  test('bands around the Earth find what the whole world finds there', () => {
    const world6h = week.map(capture => ({ capture, id: imageIdOf(world, capture) }));
    for (const [south, north] of [
      [-90, -80],
      [-70, -69],
      [0, 0.1],
      [50, 60],
      [81, 90],
    ] as [number, number][]) {
      const area = areaOfBox({ west: -180, east: 180, south, north });
      const expected = world6h.filter(({ capture }) => meets(capture.footprint(), area)).map(({ id }) => id);
      expect(ids(imagesOver(area, start, start + day / 4))).toEqual(expected.sort());
    }
  });

  test('slices of time lose and double nothing', () => {
    const area = boxAround([5, 44], 3);
    const whole = ids(imagesOver(area, start, start + 40 * day));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 * day }), { maxLength: 6 }), cuts => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), 40 * day + 1];
        const parts = edges.slice(1).flatMap((end, index) => {
          const from = start + (edges[index] ?? 0);
          return from <= start + end - 1 ? imagesOver(area, from, start + end - 1) : [];
        });
        expect(ids(parts)).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  test('an id leads back to its image, and no other id leads anywhere', () => {
    for (const capture of week.slice(0, 3000)) {
      const id = imageIdOf(world, capture);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const back = captureById(world, id);
      expect(back && { ...back, footprint: back.footprint() }).toEqual({
        ...capture,
        footprint: capture.footprint(),
      });
    }
    expect(new Set(ids(week)).size).toBe(week.length);
    fc.assert(fc.property(fc.uuid(), id => captureById(world, id) === undefined));
    expect(captureById(world, 'not-an-id')).toBeUndefined();
    const id = imageIdOf(world, sure(week[0]));
    for (let at = 0; at < id.length; at++) {
      if (id[at] === '-') continue;
      const other = id.slice(0, at) + (id[at] === '7' ? '8' : '7') + id.slice(at + 1);
      expect(captureById(world, other)).toBeUndefined();
    }
    expect(captureById({ ...world, seed: 1 }, imageIdOf(world, sure(week[0])))).toBeUndefined();
  });

  test('a harbour has dozens of PHR, dozens of SPOT and some PNEO in a year', () => {
    for (const place of [
      [5.35, 43.3],
      [103.8, 1.25],
      [-122.3, 37.8],
      [151.2, -33.9],
      [-70.3, -33.6],
    ] as Position[]) {
      const counts = { PHR: 0, SPOT: 0, PNEO: 0 };
      for (const capture of imagesOver(boxAround(place, 0.025), start, start + 366 * day)) {
        counts[capture.spacecraft.instrument.constellation]++;
      }
      expect(counts.PHR).toBeGreaterThan(20);
      expect(counts.PHR).toBeLessThan(150);
      expect(counts.SPOT).toBeGreaterThan(20);
      expect(counts.SPOT).toBeLessThan(150);
      expect(counts.PNEO).toBeGreaterThan(3);
      expect(counts.PNEO).toBeLessThan(60);
    }
  });

  test('strips are as wide as their constellation’s swath, skewed by the orbit, and closed', () => {
    const widths = { PHR: 20, SPOT: 60, PNEO: 14 };
    for (const capture of week.slice(0, 4000)) {
      const footprint = capture.footprint();
      const [ring] = footprint.rings;
      expect(sure(ring).length).toBeGreaterThanOrEqual(5);
      expect(sure(ring).at(-1)).toEqual(sure(ring)[0]);
      const [nw, sw, se, ne] = cornersOf(footprint);
      const width = kilometres(between(nw, sw), between(ne, se));
      const swath = widths[capture.spacecraft.instrument.constellation];
      expect(width).toBeGreaterThan(swath * 0.9);
      expect(width).toBeLessThan(swath * 1.1);
      const length = kilometres(between(nw, ne), between(sw, se));
      expect(squareKilometres(footprint) / (width * length)).toBeCloseTo(1, 1);
      if (Math.abs(capture.centre[1]) < 60) {
        // A descending pass of a retrograde orbit flies south-south-west.
        expect(capture.azimuth).toBeGreaterThan(184);
        expect(capture.azimuth).toBeLessThan(212);
      }
    }
  });

  test('rings run counter-clockwise and begin in the north-west', () => {
    for (const capture of week.slice(0, 500)) {
      const [ring] = capture.footprint().rings;
      const signed = sure(ring)
        .slice(1)
        .reduce((sum, [x, y], index) => {
          const [px, py] = sure(sure(ring)[index]);
          return sum + (px * y - x * py);
        }, 0);
      expect(signed).toBeGreaterThan(0);
    }
  });

  test('the sun is up wherever an image was taken, in the local morning', () => {
    for (const capture of week.slice(0, 4000)) {
      expect(capture.sun.elevation).toBeGreaterThan(5);
      if (Math.abs(capture.centre[1]) > 60) continue;
      const local = ((capture.time / 3_600_000 + capture.centre[0] / 15) % 24) + 24;
      expect(local % 24).toBeGreaterThan(8);
      expect(local % 24).toBeLessThan(13);
    }
  });

  test('the Living Library’s criteria decide the level', () => {
    for (const capture of week) {
      const fits = capture.cloud < 30 && capture.incidence < 40;
      if (!capture.copy) expect(capture.level).toBe(fits ? 'SENSOR' : 'ALBUM');
      expect(capture.incidence).toBeGreaterThanOrEqual(Math.abs(capture.incidenceAcross) - 1e-9);
      expect(capture.incidence).toBeLessThan(50);
      const { west, east } = capture.footprint().box;
      expect(Math.abs((west + east) / 2)).toBeLessThanOrEqual(180);
    }
    expect(week.some(({ level, incidence }) => level === 'ALBUM' && incidence >= 40)).toBe(true);
  });

  test('copies share the cell of an image of level SENSOR, and only where twins are asked for', () => {
    const copies = week.filter(({ copy }) => copy);
    expect(copies.length).toBeGreaterThan(10);
    for (const copy of copies.slice(0, 50)) {
      const original = week.find(
        ({ cell, view, copy: isCopy }) => !isCopy && view === copy.view && cell === copy.cell,
      );
      expect(original?.level).toBe('SENSOR');
      expect(copy.level).toBe('ALBUM');
      expect(original?.time).toBe(copy.time);
    }
    expect(
      imagesOver(undefined, start, start + day / 24, { ...world, twins: false }).some(({ copy }) => copy),
    ).toBe(false);
  });

  test('stereo looks come in twos and threes, within minutes of each other', () => {
    const stereo = week.filter(({ stereo: kind, copy }) => kind !== 'mono' && !copy);
    expect(stereo.length).toBeGreaterThan(50);
    for (const capture of stereo.slice(0, 100)) {
      const looks = week.filter(({ cell, copy }) => !copy && cell === capture.cell);
      if (capture.time < start + 300_000 || capture.time > start + day / 4 - 300_000) continue;
      expect(looks.length).toBe(capture.stereo === 'stereo' ? 2 : 3);
      const times = looks.map(({ time }) => time);
      expect(Math.max(...times) - Math.min(...times)).toBeLessThan(120_000);
      expect(new Set(times).size).toBe(times.length);
    }
  });

  test('clouds follow the climate: the desert is clear, the equator is not, winter is worse than summer in Europe', () => {
    const mean = (place: Position, from: number, days: number): number => {
      const images = imagesOver(boxAround(place, 1), from, from + days * day);
      return images.reduce((sum, { cloud }) => sum + cloud, 0) / images.length;
    };
    const june = Date.UTC(2024, 5, 1);
    const december = Date.UTC(2023, 11, 1);
    expect(mean([10, 24], start, 200)).toBeLessThan(15);
    expect(mean([103.8, 1.3], start, 200)).toBeGreaterThan(35);
    expect(mean([10, 53], december, 80)).toBeGreaterThan(mean([10, 53], june, 80));
  });

  test('snow lies in the northern winter and on the ice caps, not in the tropics', () => {
    const snow = (place: Position, from: number): number[] =>
      imagesOver(boxAround(place, 1), from, from + 40 * day).map(capture => capture.snow);
    expect(Math.min(...snow([25, 62], Date.UTC(2024, 1, 10)))).toBeGreaterThan(50);
    expect(Math.max(...snow([25, 50], Date.UTC(2024, 6, 1)))).toBe(0);
    expect(Math.max(...snow([20, 5], Date.UTC(2024, 1, 1)))).toBe(0);
    expect(Math.min(...snow([0, -80], Date.UTC(2024, 0, 1)))).toBe(100);
  });

  test('PNEO begins in 2021, the others at the end of 2017', () => {
    const area = boxAround([5.35, 43.3], 0.5);
    const old = imagesOver(area, Date.UTC(2015, 0, 1), Date.UTC(2018, 6, 1));
    expect(Math.min(...old.map(({ time }) => time))).toBeGreaterThan(Date.UTC(2017, 10, 1));
    const neo = imagesOver(area, Date.UTC(2019, 0, 1), Date.UTC(2023, 0, 1)).filter(
      ({ spacecraft }) => spacecraft.instrument.constellation === 'PNEO',
    );
    expect(Math.min(...neo.map(({ time }) => time))).toBeGreaterThan(Date.UTC(2021, 10, 1));
    expect(neo.length).toBeGreaterThan(0);
  });

  test('footprints at the antimeridian run on beyond 180 degrees', () => {
    const images = imagesOver(boxAround([180, -17], 0.3), start, start + 90 * day);
    const beyond = images.filter(capture =>
      sure(capture.footprint().rings[0]).some(([x]) => Math.abs(x) > 180),
    );
    expect(beyond.length).toBeGreaterThan(0);
    for (const capture of images) {
      const { west, east } = capture.footprint().box;
      expect(east - west).toBeLessThan(3);
      expect(Math.abs((west + east) / 2)).toBeLessThanOrEqual(180);
      expect(Math.abs(wrap(capture.centre[0]))).toBeGreaterThan(177);
    }
    // The same place spelled from either side.
    const west = imagesOver(boxAround([-180, -17], 0.3), start, start + 90 * day);
    expect(ids(west)).toEqual(ids(images));
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
  test('areas that only cross without a corner in each other meet', () => {
    expect(
      meets(
        areaOfBox({ west: -1, east: 3, south: 0.9, north: 1.1 }),
        areaOfBox({ west: 0.9, east: 1.1, south: -1, north: 3 }),
      ),
    ).toBe(true);
  });
  test('whole turns make no difference', () => {
    expect(meets(square, areaOfBox({ west: 361, east: 363, south: 1, north: 3 }))).toBe(true);
    expect(meets(square, areaOfBox({ west: -359, east: -357, south: 1, north: 3 }))).toBe(true);
    expect(meets(square, areaOfBox({ west: 181, east: 183, south: 1, north: 3 }))).toBe(false);
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
    expect(isLand(place)).toBe(expected);
  });
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

function between([ax, ay]: Position, [bx, by]: Position): Position {
  return [(ax + bx) / 2, (ay + by) / 2];
}

function kilometres([ax, ay]: Position, [bx, by]: Position): number {
  const degree = Math.PI / 180;
  const h =
    Math.sin(((by - ay) * degree) / 2) ** 2 +
    Math.cos(ay * degree) * Math.cos(by * degree) * Math.sin(((bx - ax) * degree) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(h));
}
