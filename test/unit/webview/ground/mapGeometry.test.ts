import { readFileSync } from 'node:fs';
import type { Position } from 'geojson';
import type { Topology } from 'topojson-specification';
import { describe, expect, it } from 'vitest';
import { landShapes, withoutJumps } from '../../../../webview/ground/land.ts';

describe('unwrapped', () => {
  it('lets a line continue past ±180°, both ways', () => {
    const line: Position[] = [
      [179, 0],
      [-179, 1],
      [-178, 1],
      [179, 0],
    ];
    expect(withoutJumps(line).map(([longitude]) => longitude)).toEqual([179, 181, 182, 179]);
    expect(
      withoutJumps([
        [-179, 0],
        [179, 0],
      ]).map(([longitude]) => longitude),
    ).toEqual([-179, -181]);
  });
});

describe('landShapes', () => {
  const text = readFileSync('node_modules/world-atlas/countries-50m.json', 'utf8');
  const shapes = landShapes(JSON.parse(text) as Topology);

  const world = { scale: 1, left: 0, top: 0, width: 1, height: 1 };

  it('has no line that jumps across the map', () => {
    for (const lines of [shapes.land, shapes.coasts, shapes.borders])
      for (let line = 0; line < lines.count; line += 1) {
        const xs: number[] = [];
        const note = (x: number) => void xs.push(x);
        lines.trace({ moveTo: note, lineTo: note }, line, world);
        // The second-to-last edge of Antarctica runs along the edge of the map.
        const jumps = xs.filter((x, index) => Math.abs(x - (xs[index - 1] ?? x)) >= 0.5);
        expect(jumps.length).toBeLessThanOrEqual(lines.south(line) > 0.99 ? 1 : 0);
      }
  });

  it('closes Antarctica along the lower edge of the map', () => {
    const { land } = shapes;
    const corners: number[] = [];
    const note = (x: number, y: number) => {
      if (y > 0.999) corners.push(x);
    };
    for (let ring = 0; ring < land.count; ring += 1)
      if (land.east(ring) - land.west(ring) > 0.99 && land.north(ring) < 0.9)
        land.trace({ moveTo: note, lineTo: note }, ring, world);
    expect([Math.min(...corners), Math.max(...corners)]).toEqual([0, 1]);
  });

  it('draws the part of a coast that a tile shows, and little else', () => {
    const { land } = shapes;
    const tile = { scale: 256 * 2 ** 8, left: 512 * 66, top: 512 * 46, width: 512, height: 512 };
    const draw = (trace: 'trace' | 'traceSeen') => {
      const places: [number, number][] = [];
      const lineTo = (x: number, y: number) => void places.push([x, y]);
      const moveTo = (x: number, y: number) => void places.push([NaN, NaN], [x, y]);
      for (let ring = 0; ring < land.count; ring += 1) land[trace]({ moveTo, lineTo }, ring, tile, 4);
      return places;
    };
    const all = draw('trace');
    const drawn = draw('traceSeen');
    const isSeen = ([x, y]: [number, number] = [NaN, NaN]) => x > 0 && x < 512 && y > 0 && y < 512;
    const isDrawn = ([x, y]: [number, number]) =>
      drawn.some(([a, b]) => Math.abs(a - x) + Math.abs(b - y) < 0.6);
    // Both ends of every edge that enters the tile.
    const ends = all.filter((place, at) => [place, all[at - 1], all[at + 1]].some(isSeen));
    expect(ends.length).toBeGreaterThan(10);
    expect(ends.filter(place => !Number.isNaN(place[0])).every(isDrawn)).toBe(true);
    expect(drawn.length).toBeLessThan(all.length / 10);
  });
});
