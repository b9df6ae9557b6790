import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import {
  areaAgain,
  drawnRing,
  metersOf,
  positionCount,
  roundedPosition,
  sameRings,
  swappedPosition,
  typedPosition,
  typedRadius,
} from '../../../../../webview/features/areas/areaRings.ts';
import { areaRow, square } from './areaRow.ts';

describe('the position of a vertex in the text', () => {
  it.each([
    [1, 3],
    [9, 3],
    [11, 4],
    [12, 4],
    [15, 5],
    [19, 6],
    [30, 7],
  ])('at zoom %d has %d decimals', (zoom, decimals) => {
    const [longitude, latitude] = roundedPosition({ lng: 1 / 3, lat: 2 / 3 }, 0, zoom);
    expect([longitude, latitude]).toEqual([
      Number((1 / 3).toFixed(decimals)),
      Number((2 / 3).toFixed(decimals)),
    ]);
  });

  it('is in the copy of the world that the text uses, and never a negative zero', () => {
    expect(roundedPosition({ lng: 365.123456, lat: 51.987654 }, 360, 9)).toEqual([5.123, 51.988]);
    expect(roundedPosition({ lng: -0.00001, lat: -0.00001 }, 0, 9).every(value => Object.is(value, 0))).toBe(
      true,
    );
  });
});

describe('a drawn ring', () => {
  const at = (...places: [number, number][]) => places.map(([lng, lat]) => ({ lng, lat }));

  it('is closed, rounded and counter-clockwise, whichever way it was drawn', () => {
    const clockwise = at([0, 0], [0.00004, 1], [1, 1], [1, 0]);
    const expected = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ];
    expect(drawnRing(clockwise, 3)).toEqual(expected);
    expect(drawnRing([...clockwise.slice(0, 1), ...clockwise.slice(1).reverse()], 3)).toEqual(expected);
  });

  it('omits a vertex on top of the previous one', () => {
    expect(drawnRing(at([0, 0], [1, 0], [1, 0.0001], [1, 1], [0, 0.0002]), 3)).toHaveLength(4);
  });

  it.each([
    ['two vertices', at([0, 0], [1, 1])],
    ['vertices on one line', at([0, 0], [1, 1], [2, 2])],
    ['vertices that fall together', at([0, 0], [0.0001, 0], [0, 0.0001])],
    ['nothing', at()],
  ])('is undefined for %s', (_, vertices) => {
    expect(drawnRing(vertices, 3)).toBeUndefined();
  });

  it.each([
    ['in the next copy of the world', 361, 1],
    ['in the former one', -359, 1],
    ['up to the antimeridian', 179, 179],
    ['behind the antimeridian', 180, -180],
    ['across it, most of it in the east', 179.3, 179.3],
    ['across it, most of it in the west', -180.3, -180.3],
    ['across it, a turn away', 539.3, 179.3],
  ])('%s', (_, west, expected) => {
    const ring = drawnRing(at([west, 0], [west + 1, 0], [west + 1, 1]), 3);
    expect(Math.min(...(ring ?? []).map(([longitude]) => longitude))).toBe(expected);
  });
});

describe('the same rings', () => {
  it('have the same positions, whatever their altitudes', () => {
    const high = square(0, 0).map((place): Position => [...place, 7]);
    expect(sameRings([square(0, 0), square(0.2, 0.2, 0.1)], [high, square(0.2, 0.2, 0.1)])).toBe(true);
  });

  it('have no moved, added or deleted vertex, and no other hole', () => {
    const ring = square(0, 0);
    expect(sameRings([ring], [square(0, 0, 1.001)])).toBe(false);
    expect(sameRings([ring], [ring.toSpliced(1, 1)])).toBe(false);
    expect(sameRings([ring], [ring.toReversed()])).toBe(false);
    expect(sameRings([ring], [ring, square(0.2, 0.2, 0.1)])).toBe(false);
  });
});

it('an area is found again by its rings, preferably at the same index, and otherwise by its index', () => {
  const rows = [areaRow(0, square(0, 0)), areaRow(1, square(5, 5)), areaRow(2, square(0, 0))];
  const [first, second, third] = rows;
  const again = (key: string | undefined, ring: Position[]) => areaAgain(rows, key ?? '', [ring]);
  expect(again(third?.key, square(0, 0))).toBe(third);
  expect(again(second?.key, square(0, 0))).toBe(first);
  expect(again(second?.key, square(9, 9))).toBe(second);
  expect(again('[]', square(9, 9))).toBeUndefined();
});

it('counts vertices once', () => {
  expect(positionCount([square(0, 0), square(0, 0)])).toBe(8);
});

describe('typed coordinates of a vertex', () => {
  it.each<[string, [number, number] | undefined]>([
    ['5.37, 43.3', [5.37, 43.3]],
    [' [-5.37 ; -43.3] ', [-5.37, -43.3]],
    ['181 10', [181, 10]],
    ['5.37', undefined],
    ['5, 6, 7', undefined],
    ['43.3, 95', undefined],
    ['5.37, north', undefined],
    ['', undefined],
  ])('"%s" are longitude and latitude, or nothing', (text, place) => {
    expect(typedPosition(text)).toEqual(place);
  });
});

describe('typed numbers of a vertex', () => {
  const box = (west: number, south: number, size: number): Position[][] => [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ];
  const vienna = box(16.38, 48.2, 0.03);
  it.each([
    ['latitude first', '48.21, 16.4', vienna, [16.4, 48.21]],
    ['as in the text', '[48.21, 16.4]', vienna, [16.4, 48.21]],
    ['where the first is no longitude of a latitude', '-33.9, 151.2', box(151.2, -33.9, 0.1), [151.2, -33.9]],
    ['in the next copy of the world', '-17, -179.9', box(179.9, -17, 0.3), [-179.9, -17]],
    ['longitude first', '16.4, 48.21', vienna, undefined],
    ['near both ways', '10.1, 10.3', box(10, 10, 0.2), undefined],
    ['far both ways', '70, 20', vienna, undefined],
    ['of a vertex that is moved far, but not ten times', '16.6, 48.3', vienna, undefined],
    ['a text', 'Vienna', vienna, undefined],
  ])('are found swapped if only that is near the area: %s', (_, text, rings, swapped) => {
    expect(swappedPosition(text, rings)).toEqual(swapped);
  });
});

describe('a radius', () => {
  it.each([
    ['2,5', 'km', 2500],
    [' 800 ', 'm', 800],
    ['0', 'km', undefined],
    ['', 'm', undefined],
    ['1,000', 'm', undefined],
    ['1.000', 'm', undefined],
    ['1 500', 'm', 1500],
    ['1\u2009500', 'm', 1500],
    ['x', 'm', undefined],
    ['1e400', 'm', undefined],
  ])('reads %j %s', (radius, unit, meters) => {
    expect(metersOf(radius, unit)).toBe(meters);
    expect(typedRadius(`${radius}${unit}`)).toBe(meters);
  });

  it.each(['1.5', '1.5 k', 'km', '1.5 km 2'])('needs its unit: %j', text => {
    expect(typedRadius(text)).toBeUndefined();
  });
});
