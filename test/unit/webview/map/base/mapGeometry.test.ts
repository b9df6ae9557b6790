import { readFileSync } from 'node:fs';
import type { Topology } from 'topojson-specification';
import { describe, expect, it } from 'vitest';
import { landShapes, unwrapped } from '../../../../../webview/map/base/land.ts';

describe('unwrapped', () => {
  it('lets a line run on over ±180°, both ways', () => {
    const line = [
      [179, 0],
      [-179, 1],
      [-178, 1],
      [179, 0],
    ];
    expect(unwrapped(line).map(([longitude]) => longitude)).toEqual([179, 181, 182, 179]);
    expect(
      unwrapped([
        [-179, 0],
        [179, 0],
      ]).map(([longitude]) => longitude),
    ).toEqual([-179, -181]);
  });
});

describe('landShapes', () => {
  const text = readFileSync('node_modules/world-atlas/countries-50m.json', 'utf8');
  const shapes = landShapes(JSON.parse(text) as Topology);

  it('leaves no line that jumps over the map', () => {
    for (const { points } of [...shapes.land, ...shapes.coasts, ...shapes.borders]) {
      for (let index = 2; index < points.length - 4; index += 2)
        expect(Math.abs((points[index] ?? 0) - (points[index - 2] ?? 0))).toBeLessThan(0.5);
    }
  });

  it('closes Antarctica along the lower edge of the map', () => {
    const wide = shapes.land.filter(({ box }) => box[2] - box[0] > 0.99 && box[1] < 0.9);
    expect(wide).toHaveLength(1);
    expect(wide[0]?.box[3]).toBeCloseTo(1, 6);
  });
});
