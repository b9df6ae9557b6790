import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { anyPolygon, box, polygon, positions } from '../../../geo/polygons.ts';
import { packAreas, unpackAreas } from '../../../../../src/features/areas/rules/packedAreas.ts';
import { type AreasInText, findAreas } from '../../../../../src/features/areas/rules/text/geojsonText.ts';

/** The result in another thread, and how often unpacking yielded to other work. */
async function arrive(found: AreasInText): Promise<{ value: AreasInText; rests: number }> {
  let rests = 0;
  const value = await unpackAreas(structuredClone(packAreas(found)), () => Promise.resolve(rests++));
  return { value, rests };
}

const name = fc.option(fc.oneof(fc.string(), fc.nat()), { nil: undefined });
const geometry = fc.oneof(
  anyPolygon,
  fc.array(anyPolygon, { maxLength: 3 }).map(parts => ({
    type: 'MultiPolygon',
    coordinates: parts.map(({ coordinates }) => coordinates),
  })),
  fc.constant({ type: 'Polygon', coordinates: [] }),
  fc.constant(polygon([[0, 1, 2], ...positions('0 0')])),
);
const documents = fc.array(fc.record({ name, geometry, key: fc.string() })).map(all => ({
  type: 'FeatureCollection',
  features: all.map(area => ({
    type: 'Feature',
    properties: { name: area.name },
    geometry: area.geometry,
    [`${area.key} `]: area.geometry,
  })),
}));

describe('areas between threads', () => {
  it('arrive as they were sent', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.boolean(), async (document, isBroken) => {
        const text = JSON.stringify(document);
        const found = findAreas(isBroken ? text.slice(0, -1) : text);
        expect((await arrive(found)).value).toEqual(found);
      }),
    );
  });

  it('yield to other work, in one long ring and among many areas of either kind', async () => {
    const ring = Array.from({ length: 100_000 }, (_one, index): Position => [index, -index]);
    const place = { path: [], offset: 0, length: 1, geometry: { offset: 0, length: 1 }, name: undefined };
    const areas = { ...place, areaKm2: 1 };
    const long: AreasInText = {
      areas: [{ ...areas, polygon: polygon(ring) }],
      unusable: [],
      isBroken: false,
      adds: 'inside',
    };
    expect(await arrive(long)).toMatchObject({ value: long, rests: 5 });
    const many = Array.from({ length: 10_000 }, () => ({ ...areas, polygon: polygon(box(0, 0, 1, 1)) }));
    expect((await arrive({ ...long, areas: many })).rests).toBeGreaterThan(5);
    const multi = Array.from({ length: 10_000 }, () => ({ ...areas, kind: 'multi', polygons: 2 }) as const);
    expect((await arrive({ ...long, unusable: multi })).rests).toBeGreaterThan(8);
  });
});
