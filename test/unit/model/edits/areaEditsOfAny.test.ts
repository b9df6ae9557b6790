import fc from 'fast-check';
import type { Polygon } from 'geojson';
import { parse, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { AreaChange } from '../../../../src/model/edits/areaChange.ts';
import { changeArea } from '../../../../src/model/edits/areaEdits.ts';
import { applyEdits, type TextEdit } from '../../../../src/model/edits/geojsonEdit.ts';
import { nodeAt } from '../../../../src/model/geojson/geojsonSource.ts';
import type { JsonPath } from '../../../../src/model/problem.ts';
import { anyPolygon, box } from '../geometry/polygons.ts';
import { anyWriter } from '../json/writtenJson.ts';

interface Feature {
  type: string;
  bbox?: number[];
  properties: unknown;
  geometry: Polygon;
}

interface Document {
  bbox?: number[];
  type: string;
  features: Feature[];
}

const read = (text: string) => parse(text, [], { allowTrailingComma: true }) as Document;
// No minus zero.
const rounded = (value: number) => Number(value.toFixed(7)) + 0;
const areaPath = (index: number): JsonPath => ['features', index, 'geometry'];

function extentOf(features: readonly Feature[]): number[] {
  const all = features.flatMap(({ geometry }) => geometry.coordinates.flat());
  const [xs, ys] = [all.map(([x = 0]) => x), all.map(([, y = 0]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** What parsers agree on. */
const anyForeign = fc
  .jsonValue({ maxDepth: 2 })
  .map(value => JSON.stringify(value))
  .filter(text => !text.includes('__proto__'))
  .map(text => JSON.parse(text) as unknown);

/** Several areas, some with altitudes, among members that nobody knows; each bbox is right. */
const anyDocument: fc.Arbitrary<Document> = fc
  .record({
    areas: fc.array(anyPolygon, { minLength: 1, maxLength: 4 }),
    hasAltitudes: fc.boolean(),
    hasBoxes: fc.boolean(),
    foreign: anyForeign,
  })
  .map(({ areas, hasAltitudes, hasBoxes, foreign }) => {
    const features = areas.map(({ coordinates }, index): Feature => {
      const rings = coordinates.map(ring => {
        const open = ring.slice(0, -1).map(([x = 0, y = 0], at) => {
          const height = hasAltitudes && at % 3 < 2 ? [at + 0.5] : [];
          return [rounded(x), rounded(y), ...height];
        });
        return [...open, ...open.slice(0, 1)];
      });
      const geometry: Polygon = { type: 'Polygon', coordinates: rings };
      const feature = { type: 'Feature', properties: { name: `Area ${index + 1}`, foreign }, geometry };
      return hasBoxes && index % 2 === 0 ? { ...feature, bbox: extentOf([feature]) } : feature;
    });
    const document = { type: 'FeatureCollection', foreign, features };
    return hasBoxes ? { bbox: extentOf(features), ...document } : document;
  });

function edited(text: string, change: AreaChange): { edits: TextEdit[]; after: string } {
  const made = changeArea(text, change);
  if (made.kind === 'refused') throw new Error(made.reason);
  const sorted = made.edits.toSorted((a, b) => a.offset - b.offset);
  sorted.forEach((edit, index) => {
    const before = sorted[index - 1];
    expect(edit.offset).toBeGreaterThanOrEqual(before ? before.offset + before.length : 0);
    // Two edits at one place would have no order.
    if (before) expect(edit.offset).toBeGreaterThan(before.offset);
    expect(edit.offset + edit.length).toBeLessThanOrEqual(text.length);
  });
  return { edits: made.edits, after: applyEdits(text, made.edits) };
}

/** Without the bbox of the whole. */
function unboxed(document: Document): Document {
  const copy = { ...document };
  delete copy.bbox;
  return copy;
}

/** The document without its boxes, and these held against the coordinates. */
function withoutBoxes({ bbox, ...document }: Document) {
  if (bbox) expectNear(bbox, extentOf(document.features));
  const features = document.features.map(({ bbox: own, ...feature }) => {
    if (own) expectNear(own, extentOf([feature]));
    return feature;
  });
  return { ...document, features };
}

function expectNear(bbox: readonly number[], extent: readonly number[]) {
  bbox.forEach((value, index) => expect(Math.abs(value - (extent[index] ?? NaN))).toBeLessThan(1.01e-6));
}

/** What a person does to one vertex; its numbers are brought within the document. */
const anyStep = fc.record({
  kind: fc.constantFrom('move' as const, 'insert' as const, 'delete' as const),
  ring: fc.nat(),
  vertex: fc.nat(),
  to: fc
    .tuple(fc.double({ min: -170, max: 170, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true }))
    .map(([x, y]): [number, number] => [rounded(x), rounded(y)]),
});

describe('any change of any document', () => {
  it('of one vertex changes that alone', () => {
    fc.assert(
      fc.property(anyDocument, anyWriter, anyStep, fc.nat(), (document, write, given, which) => {
        const area = which % document.features.length;
        const rings = document.features[area]?.geometry.coordinates ?? [];
        const ring = given.ring % rings.length;
        const open = rings[ring]?.slice(0, -1) ?? [];
        const vertex = given.vertex % (open.length + (given.kind === 'insert' ? 1 : 0));
        fc.pre(given.kind !== 'delete' || open.length > 3);
        const text = write(document);
        const change = { kind: 'reshape', path: areaPath(area), step: { ...given, ring, vertex } } as const;
        const { edits, after } = edited(text, change);
        const made = read(after);

        const altitudes = given.kind === 'move' ? (open[vertex]?.slice(2) ?? []) : [];
        const added = given.kind === 'delete' ? [] : [[...given.to, ...altitudes]];
        const goal = open.toSpliced(vertex, given.kind === 'insert' ? 0 : 1, ...added);
        const expected = structuredClone(document);
        expected.features[area]?.geometry.coordinates.splice(ring, 1, [...goal, ...goal.slice(0, 1)]);
        expect(withoutBoxes(made)).toEqual(withoutBoxes({ ...expected, ...boxesOf(made, expected) }));
        if (!document.bbox) expect(edits.length).toBeLessThanOrEqual(4);

        const path = [...areaPath(area), 'coordinates', ring];
        const [texts, textsBefore] = [positionTexts(after, path), positionTexts(text, path)];
        open.forEach((_position, index) => {
          if (index !== vertex || given.kind === 'insert') expect(texts).toContain(textsBefore[index]);
        });
      }),
    );
  });

  /** Boxes are compared by what they say. */
  function boxesOf(made: Document, expected: Document): Partial<Document> {
    expect(made.bbox === undefined).toBe(expected.bbox === undefined);
    const features = expected.features.map((feature, index) => {
      const bbox = made.features[index]?.bbox;
      expect(bbox === undefined).toBe(feature.bbox === undefined);
      return bbox ? { ...feature, bbox } : feature;
    });
    return { features, ...(made.bbox ? { bbox: made.bbox } : {}) };
  }

  function positionTexts(text: string, path: JsonPath): string[] {
    const root = parseTree(text, [], { allowTrailingComma: true });
    const ring = root && nodeAt(root, path);
    return ring?.children?.map(({ offset, length }) => text.slice(offset, offset + length)) ?? [];
  }

  it('by which an area goes takes that alone', () => {
    fc.assert(
      fc.property(anyDocument, anyWriter, fc.nat(), (document, write, given) => {
        const area = given % document.features.length;
        const { after } = edited(write(document), { kind: 'remove', path: areaPath(area) });
        const made = read(after);
        expect(made.bbox !== undefined).toBe(document.bbox !== undefined && made.features.length > 0);
        const left = { ...unboxed(document), features: document.features.toSpliced(area, 1) };
        expect(withoutBoxes(made)).toEqual(withoutBoxes(left));
        expect(made.features.map(({ bbox }) => bbox)).toEqual(left.features.map(({ bbox }) => bbox));
      }),
    );
  });

  it('by which an area comes adds that alone', () => {
    fc.assert(
      fc.property(anyDocument, anyWriter, (document, write) => {
        const { after } = edited(write(document), { kind: 'add', ring: box(1, 1, 2, 2) });
        const made = read(after);
        const added = {
          type: 'Feature',
          properties: { name: `Area ${document.features.length + 1}` },
          geometry: { type: 'Polygon' as const, coordinates: [box(1, 1, 2, 2)] },
        };
        expect(made.bbox === undefined).toBe(document.bbox === undefined);
        expect(withoutBoxes(made)).toEqual(
          withoutBoxes({ ...unboxed(document), features: [...document.features, added] }),
        );
      }),
    );
  });

  it('is refused or made, whatever the document', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
        const text = JSON.stringify({ type: 'Polygon', bbox: value, coordinates: value });
        for (const one of [text, text.slice(0, cut % text.length), JSON.stringify(value)]) {
          const changes: AreaChange[] = [
            { kind: 'reshape', path: [], step: { kind: 'move', ring: 0, vertex: 0, to: [1, 1] } },
            { kind: 'remove', path: [] },
            { kind: 'add', ring: box(1, 1, 2, 2) },
          ];
          for (const change of changes) expect(() => changeArea(one, change)).not.toThrow();
        }
      }),
    );
  });
});
