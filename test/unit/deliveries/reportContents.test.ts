import type { Geometry } from 'geojson';
import { describe, expect, it } from 'vitest';
import { drawnOf } from '../../../src/deliveries/reports.ts';
import { readContents } from '../../../src/deliveries/reportContents.ts';

const point = (longitude: number, latitude: number): Geometry => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});
const box = (west: number, south: number, east: number, north: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

async function read(features: readonly unknown[], most?: { features: number; positions: number }) {
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  async function* pieces() {
    await Promise.resolve();
    for (let at = 0; at < text.length; at += 50) yield new TextEncoder().encode(text.slice(at, at + 50));
  }
  const contents = await readContents(pieces(), most);
  if (!contents) throw new Error('No report');
  return contents;
}

const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', geometry, properties });

describe('the contents of a report', () => {
  it('are counted over all of it', async () => {
    const { features, facts } = await read([
      feature(point(5, 43), { class: 'ship', score: 0.5 }),
      feature(box(5, 43, 5.1, 43.1), { class: 'tank', score: 0.9, note: null }),
      feature(
        {
          type: 'GeometryCollection',
          geometries: [
            point(-7, 2),
            {
              type: 'LineString',
              coordinates: [
                [1, 1, 9],
                [2, 50],
              ],
            },
          ],
        },
        { class: 'ship' },
      ),
      feature(null, { class: 'lost' }),
      7,
    ]);
    expect(features).toHaveLength(3);
    expect(facts).toMatchObject({
      features: 3,
      placeless: 2,
      tooLong: 0,
      geometries: [
        ['Point', 1],
        ['Polygon', 1],
        ['GeometryCollection', 1],
      ],
      bounds: [-7, 1, 5.1, 50],
      properties: [
        {
          name: 'class',
          count: 3,
          values: [
            ['ship', 2],
            ['tank', 1],
          ],
          range: undefined,
        },
        { name: 'score', count: 2, range: [0.5, 0.9] },
      ],
    });
    // 0.1° by 0.1° at 43° north.
    expect(facts.areaKm2).toBeCloseTo(90.4, 0);
  });

  it('are nothing where nothing was found', async () => {
    const { features, facts } = await read([]);
    expect(features).toEqual([]);
    expect(facts).toMatchObject({ features: 0, placeless: 0, bounds: undefined, areaKm2: 0, properties: [] });
  });

  it('hold the first features alone where there are too many to be drawn', async () => {
    const all = Array.from({ length: 9 }, (_none, index) => feature(point(index, index)));
    const few = await read(all, { features: 4, positions: 100 });
    expect(few.features.map(({ geometry }) => geometry)).toEqual(
      all.slice(0, 4).map(({ geometry }) => geometry),
    );
    expect([few.facts.features, few.facts.bounds]).toEqual([9, [0, 0, 8, 8]]);
    expect(drawnOf(few).leftOut).toBe(5);
    // Positions count as well, and a small feature after a large one is not drawn out of turn.
    const boxes = [feature(point(0, 0)), feature(box(0, 0, 1, 1)), feature(point(1, 1))];
    const small = await read(boxes, { features: 10, positions: 5 });
    expect([small.features.length, drawnOf(small).leftOut]).toEqual([1, 2]);
    expect(drawnOf(await read(boxes))).not.toHaveProperty('leftOut');
  });

  it('leave features out that are too long to be read at once', async () => {
    const { features, facts } = await read([
      feature(point(1, 1)),
      feature(point(2, 2), { note: 'x'.repeat(4_000_001) }),
    ]);
    expect([features.length, facts.features, facts.tooLong]).toEqual([1, 1, 1]);
  });

  it('leave out features that are nested too deep to be written again, and count them', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
    const { features, facts } = await read([feature(point(1, 1)), feature(point(2, 2), { deep })]);
    expect([features.length, facts.features, facts.tooLong]).toEqual([1, 1, 1]);
  });

  it('survive coordinates that are none', async () => {
    const { facts } = await read([
      feature({ type: 'Polygon', coordinates: [] }),
      feature({ type: 'Polygon', coordinates: 'none' }),
      feature({ type: 'MultiPolygon', coordinates: [[['a']], null] }),
      feature({ type: 'Point', coordinates: [null, 'x'] }),
      feature({ type: 'Point', coordinates: [1, 2] }, 'a text'),
    ]);
    expect(facts).toMatchObject({
      features: 4,
      placeless: 1,
      bounds: [1, 2, 1, 2],
      areaKm2: 0,
      properties: [],
    });
  });

  it('count few values of few properties, whatever comes', async () => {
    const { facts } = await read(
      Array.from({ length: 300 }, (_none, index) =>
        feature(point(0, 0), {
          [`own${index}`]: 1,
          id: `id ${index}`,
          nested: {},
          long: 'x'.repeat(index),
          is: index % 2 === 0,
          mixed: index === 0 ? 'a' : 1,
        }),
      ),
    );
    expect(facts.properties).toHaveLength(200);
    const named = Object.fromEntries(facts.properties.map(one => [one.name, one]));
    expect([named.id?.values, named.nested?.values, named.long?.values]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(named.is?.values).toEqual([
      ['true', 150],
      ['false', 150],
    ]);
    expect(named.mixed).toEqual({
      name: 'mixed',
      count: 300,
      values: [
        ['1', 299],
        ['a', 1],
      ],
      range: undefined,
    });
  });
});
