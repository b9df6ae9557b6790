import { expect, test, vi } from 'vitest';
import { siteOf } from '../../../src/sandbox/catalogue/capture.ts';
import { captureById } from '../../../src/sandbox/catalogue/imageId.ts';
import { residueOf, wrap } from '../../../src/sandbox/catalogue/orbit.ts';
import { cornersOf, squareKilometres } from '../../../src/sandbox/catalogue/polygon.ts';
import type { Position } from '../../../src/sandbox/catalogue/shapes.ts';
import { siteBox } from '../../../src/sandbox/catalogue/sight.ts';
import { sure } from './harness.ts';
import { boxAround, day, idsOf, imagesOver, world } from './imagesOver.ts';

// Worlds are searched here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000 });

const start = Date.UTC(2024, 0, 1);
/** A quarter of a day. */
const images = imagesOver(undefined, start, start + day / 4);

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
  for (const capture of images.slice(0, 4000)) {
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

test.each([
  {
    id: '77fdaf87-756b-4fb3-9ec7-671c70d4a413',
    taken: '2025-02-23T04:08:38.011Z',
    published: '2025-02-23T11:55:11.791Z',
    ...{ cloud: 18.3, snow: 0, incidence: 3.5101, azimuth: 193.1623 },
    corner: [101.035612, 34.878912],
  },
  {
    id: 'd8cbb98d-c2c0-4776-9fba-92abe3f35de2',
    taken: '2025-02-23T04:46:23.000Z',
    published: '2025-02-23T15:54:14.411Z',
    ...{ cloud: 0.6, snow: 0, incidence: 14.6361, azimuth: 192.3126 },
    corner: [75.554761, -12.82873],
  },
  {
    id: '68520e1f-5c51-4218-b363-148cd6c32cc4',
    taken: '2024-12-10T08:56:18.212Z',
    published: '2024-12-10T18:23:28.780Z',
    ...{ cloud: 21.5, snow: 6.1, incidence: 32.6829, azimuth: 196.5455 },
    corner: [34.826135, 42.305461],
  },
])('$id stays as it is: orders and scripts name images by their ids', ({ id, ...expected }) => {
  const image = sure(captureById(world, id));
  expect({
    taken: new Date(image.time).toISOString(),
    published: new Date(Math.round(image.published)).toISOString(),
    ...{ cloud: image.cloud, snow: image.snow },
    ...{ incidence: round4(image.incidence), azimuth: round4(image.azimuth) },
    corner: image.footprint().rings[0]?.[0],
  }).toEqual(expected);
});

test('the box of a site holds all of its images, in the outermost lanes too', () => {
  for (const image of images) {
    const { cell, spacecraft } = image;
    const footprint = image.footprint();
    const residue = residueOf(spacecraft.orbit, cell.pass);
    const box = siteBox(siteOf(spacecraft, residue, cell.segment, cell.lane));
    // Footprints stay near the antimeridian, boxes near the node of the track.
    const turn = 360 * Math.round((box.west - footprint.box.west) / 360);
    expect(footprint.box.west + turn).toBeGreaterThan(box.west);
    expect(footprint.box.east + turn).toBeLessThan(box.east);
    expect(footprint.box.south).toBeGreaterThan(box.south);
    expect(footprint.box.north).toBeLessThan(box.north);
  }
});

test('rings run counter-clockwise and begin in the north-west', () => {
  for (const capture of images.slice(0, 500)) {
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
  for (const capture of images.slice(0, 4000)) {
    expect(capture.sun.elevation).toBeGreaterThan(5);
    if (Math.abs(capture.centre[1]) > 60) continue;
    const local = ((capture.time / 3_600_000 + capture.centre[0] / 15) % 24) + 24;
    expect(local % 24).toBeGreaterThan(8);
    expect(local % 24).toBeLessThan(13);
  }
});

test('the Living Library’s criteria decide the level', () => {
  for (const capture of images) {
    const fits = capture.cloud < 30 && capture.incidence < 40;
    if (!capture.copy) expect(capture.level).toBe(fits ? 'SENSOR' : 'ALBUM');
    expect(capture.incidence).toBeGreaterThanOrEqual(Math.abs(capture.incidenceAcross) - 1e-9);
    expect(capture.incidence).toBeLessThan(50);
    const { west, east } = capture.footprint().box;
    expect(Math.abs((west + east) / 2)).toBeLessThanOrEqual(180);
  }
  expect(images.some(({ level, incidence }) => level === 'ALBUM' && incidence >= 40)).toBe(true);
});

test('copies share the cell of an image of level SENSOR, and only where twins are asked for', () => {
  const copies = images.filter(({ copy }) => copy);
  expect(copies.length).toBeGreaterThan(10);
  for (const copy of copies.slice(0, 50)) {
    const original = images.find(
      ({ cell, view, copy: isCopy }) => !isCopy && view === copy.view && cell === copy.cell,
    );
    expect(original?.level).toBe('SENSOR');
    expect(copy.level).toBe('ALBUM');
    expect(original?.time).toBe(copy.time);
  }
  expect(
    imagesOver(undefined, start, start + day / 24, { ...world, duplicates: false }).some(({ copy }) => copy),
  ).toBe(false);
});

test('stereo looks come in twos and threes, within minutes of each other', () => {
  const stereo = images.filter(({ stereo: kind, copy }) => kind !== 'mono' && !copy);
  expect(stereo.length).toBeGreaterThan(50);
  for (const capture of stereo.slice(0, 100)) {
    const looks = images.filter(({ cell, copy }) => !copy && cell === capture.cell);
    if (capture.time < start + 300_000 || capture.time > start + day / 4 - 300_000) continue;
    expect(looks.length).toBe(capture.stereo === 'stereo' ? 2 : 3);
    const times = looks.map(({ time }) => time);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(120_000);
    expect(new Set(times).size).toBe(times.length);
  }
});

test('clouds follow the climate: the desert is clear, the equator is not, winter is worse than summer in Europe', () => {
  const mean = (place: Position, from: number, days: number): number => {
    const found = imagesOver(boxAround(place, 1), from, from + days * day);
    return found.reduce((sum, { cloud }) => sum + cloud, 0) / found.length;
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
  const found = imagesOver(boxAround([180, -17], 0.3), start, start + 90 * day);
  const beyond = found.filter(capture => sure(capture.footprint().rings[0]).some(([x]) => Math.abs(x) > 180));
  expect(beyond.length).toBeGreaterThan(0);
  for (const capture of found) {
    const { west, east } = capture.footprint().box;
    expect(east - west).toBeLessThan(3);
    expect(Math.abs((west + east) / 2)).toBeLessThanOrEqual(180);
    expect(Math.abs(wrap(capture.centre[0]))).toBeGreaterThan(177);
  }
  // The same place spelled from either side.
  const west = imagesOver(boxAround([-180, -17], 0.3), start, start + 90 * day);
  expect(idsOf(west)).toEqual(idsOf(found));
});

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

function round4(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
