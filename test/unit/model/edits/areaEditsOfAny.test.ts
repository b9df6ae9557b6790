import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import { parse, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { AreaChange } from '../../../../src/model/edits/areaChange.ts';
import { changeArea } from '../../../../src/model/edits/areaEdits.ts';
import { applyEdits, type TextEdit } from '../../../../src/model/edits/geojsonEdit.ts';
import { nodeAt } from '../../../../src/model/geojson/geojsonSource.ts';
import type { JsonPath } from '../../../../src/model/problem.ts';
import { runs } from '../../../randomRuns.ts';
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
const flat = (rings: readonly (readonly Position[])[]) =>
  rings.map(ring => ring.map(([x = 0, y = 0]): Position => [x, y]));
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

/** The ring in that turn of it that equals another one, if there is one. */
function turnedTo(ring: Position[], goal: readonly Position[]): Position[] {
  const open = ring.slice(0, -1);
  for (let start = 0; start < open.length; start++) {
    const turned = [...open.slice(start), ...open.slice(0, start)];
    const closed = [...turned, ...turned.slice(0, 1)];
    if (JSON.stringify(closed) === JSON.stringify(goal)) return closed;
  }
  return ring;
}

type Action = 'move' | 'insert' | 'remove' | 'none';

/** What a person does to one position of a ring, with the start and the direction that a tool gives the ring. */
const anyAction = fc.record({
  action: fc.constantFrom<Action>('move', 'insert', 'remove', 'none'),
  area: fc.nat(),
  ring: fc.nat(),
  index: fc.nat(),
  spot: fc.tuple(
    fc.double({ min: -170, max: 170, noNaN: true }),
    fc.double({ min: -80, max: 80, noNaN: true }),
  ),
  start: fc.nat(3),
  isReversed: fc.boolean(),
});

function acted(open: readonly Position[], action: Action, index: number, spot: Position): Position[] {
  const [before, at, after] = [open.slice(0, index), open[index] ?? [], open.slice(index + 1)];
  switch (action) {
    case 'move':
      return [...before, [...spot, ...at.slice(2)], ...after];
    case 'insert':
      return [...before, at, spot, ...after];
    case 'remove':
      return open.length > 4 ? [...before, ...after] : [...open];
    case 'none':
      return [...open];
  }
}

function drawn(open: readonly Position[], start: number, isReversed: boolean): Position[] {
  const turned = [...open.slice(start), ...open.slice(0, start)];
  const closed = [...turned, ...turned.slice(0, 1)];
  return isReversed ? closed.toReversed() : closed;
}

describe('any change of any document', () => {
  it('of one position changes that alone, and can be taken back', () => {
    fc.assert(
      fc.property(anyDocument, anyWriter, anyAction, (document, write, given) => {
        const { action, start, isReversed } = given;
        const area = given.area % document.features.length;
        const rings = document.features[area]?.geometry.coordinates ?? [];
        const ring = given.ring % rings.length;
        const open = rings[ring]?.slice(0, -1) ?? [];
        const index = given.index % open.length;
        const spot = given.spot.map(rounded);
        const goal = acted(open, action, index, spot);
        const wanted = rings.with(ring, drawn(goal, start % goal.length, isReversed));
        const text = write(document);
        const change = { kind: 'reshape', path: areaPath(area), rings: flat(wanted) } as const;
        const { edits, after } = edited(text, change);
        const made = read(after);

        const expected = structuredClone(document);
        const [madeRings, expectedRings] = [made, expected].map(
          one => one.features[area]?.geometry.coordinates ?? [],
        ) as [Position[][], Position[][]];
        expectedRings[ring] = [...goal, ...goal.slice(0, 1)];
        madeRings[ring] = turnedTo(madeRings[ring] ?? [], expectedRings[ring]);
        expect(withoutBoxes(made)).toEqual(withoutBoxes({ ...expected, ...boxesOf(made, expected) }));
        if (action === 'none') expect(edits).toEqual([]);
        if (!document.bbox) expect(edits.length).toBeLessThanOrEqual(4);

        const kept = open.filter((_position, at) => at !== index || action === 'insert');
        const texts = positionTexts(after, [...areaPath(area), 'coordinates', ring]);
        const textsBefore = positionTexts(text, [...areaPath(area), 'coordinates', ring]);
        for (const position of kept) {
          const at = open.indexOf(position);
          expect(texts).toContain(textsBefore[at]);
        }

        const back = edited(after, { ...change, rings: flat(rings) });
        const restored = flat(read(back.after).features[area]?.geometry.coordinates ?? []);
        const former = flat(rings);
        expect(restored.with(ring, turnedTo(restored[ring] ?? [], former[ring] ?? []))).toEqual(former);
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

  it('of all rings gives these rings', () => {
    const spot = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));
    const anyRing = fc
      .array(spot, { minLength: 3, maxLength: 9 })
      .map(open => open.filter((one, index) => String(one) !== String(open.at(index - 1))))
      .filter(open => open.length >= 3)
      .map((open): Position[] => [...open, ...open.slice(0, 1)]);
    const anyRings = fc.array(anyRing, { minLength: 1, maxLength: 4 });
    const outlines = (rings: readonly Position[][]) => rings.map(ring => outline(ring));
    fc.assert(
      fc.property(anyRings, anyRings, anyWriter, fc.boolean(), (old, next, write, isOpen) => {
        const written = isOpen ? old.map(ring => ring.slice(0, -1)) : old;
        const text = write({ type: 'Polygon', coordinates: written, after: [1] });
        const { after } = edited(text, { kind: 'reshape', path: [], rings: next });
        const made = parse(after, [], { allowTrailingComma: true }) as Polygon;
        expect(made).toEqual({ type: 'Polygon', coordinates: made.coordinates, after: [1] });
        expect(outlines(made.coordinates)).toEqual(outlines(next));
      }),
      runs({ quick: 100, full: 500 }),
    );
  });

  /** The same for rings that are the same but for start, direction and repetition. */
  function outline(ring: readonly Position[]): string {
    const places = ring.map(([x, y]) => `${x} ${y}`);
    const open = places.filter((one, index) => index === 0 || one !== places[index - 1]);
    if (open.length > 1 && open[0] === open.at(-1)) open.pop();
    const turns = [open, open.toReversed()].flatMap(directed =>
      directed.map((_one, start) => [...directed.slice(start), ...directed.slice(0, start)].join()),
    );
    return turns.sort()[0] ?? '';
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
        const { after } = edited(write(document), { kind: 'add', rings: [box(1, 1, 2, 2)] });
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
    const rings = [box(1, 1, 2, 2)];
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
        const text = JSON.stringify({ type: 'Polygon', bbox: value, coordinates: value });
        for (const one of [text, text.slice(0, cut % text.length), JSON.stringify(value)]) {
          const changes: AreaChange[] = [
            { kind: 'reshape', path: [], rings },
            { kind: 'remove', path: [] },
            { kind: 'add', rings },
          ];
          for (const change of changes) expect(() => changeArea(one, change)).not.toThrow();
        }
      }),
    );
  });
});
