import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAreas, type AreasInText } from '../../../../src/model/geojson/geojsonText.ts';
import {
  packAnswer,
  transferOf,
  unpackAnswer,
  type SentAnswer,
  type WorkName,
} from '../../../../src/model/geojson/workAnswers.ts';
import { anyPolygon, box, polygon } from '../geometry/polygons.ts';

/** As it arrives in another thread, and how often it gave way to others. */
function arrive(name: WorkName, value: unknown): { value: unknown; rests: number } {
  const answer = packAnswer(name, value);
  const steps = unpackAnswer(name, structuredClone<SentAnswer>(answer, { transfer: transferOf(answer) }));
  for (let rests = 0; ; rests++) {
    const step = steps.next();
    if (step.done) return { value: step.value, rests };
  }
}

const name = fc.option(fc.oneof(fc.string(), fc.nat()), { nil: undefined });
const geometry = fc.oneof(
  anyPolygon,
  fc.array(anyPolygon, { maxLength: 3 }).map(parts => ({
    type: 'MultiPolygon',
    coordinates: parts.map(({ coordinates }) => coordinates),
  })),
  fc.constant({ type: 'Polygon', coordinates: [] }),
  fc.constant({
    type: 'Polygon',
    coordinates: [
      [
        [0, 1, 2],
        [0, 0],
      ],
    ],
  }),
);
const documents = fc.array(fc.record({ name, geometry, key: fc.string() })).map(all => ({
  type: 'FeatureCollection',
  features: all.map(one => ({
    type: 'Feature',
    properties: { name: one.name },
    geometry: one.geometry,
    [`${one.key} `]: one.geometry,
  })),
}));

describe('answers between threads', () => {
  it('arrive as they were sent', () => {
    fc.assert(
      fc.property(documents, fc.boolean(), (document, isBroken) => {
        const text = JSON.stringify(document);
        const found = findAreas(isBroken ? text.slice(0, -1) : text);
        expect(arrive('findAreas', found).value).toEqual(found);
        expect(arrive('findPolygons', found.areas).value).toEqual(found.areas);
        expect(arrive('polygonAt', found.areas[0]).value).toEqual(found.areas[0]);
      }),
    );
  });

  it('leave others their turn, in one long ring as among many areas of either kind', () => {
    const ring = Array.from({ length: 100_000 }, (_one, index) => [Math.cos(index), Math.sin(index)]);
    const area = {
      path: [],
      offset: 0,
      length: 1,
      geometry: { offset: 0, length: 1 },
      name: undefined,
      areaKm2: 1,
    };
    const long: AreasInText = {
      areas: [{ ...area, polygon: polygon(ring) }],
      unusable: [],
      isBroken: false,
    };
    expect(arrive('findAreas', long)).toMatchObject({ value: long, rests: 5 });
    const many = Array.from({ length: 10_000 }, () => ({ ...area, polygon: polygon(box(0, 0, 1, 1)) }));
    expect(arrive('findPolygons', many).rests).toBeGreaterThan(5);
    const multi = Array.from({ length: 10_000 }, () => ({ ...area, kind: 'multi', polygons: 2 }) as const);
    expect(arrive('findAreas', { ...long, unusable: multi }).rests).toBeGreaterThan(8);
  });
});
