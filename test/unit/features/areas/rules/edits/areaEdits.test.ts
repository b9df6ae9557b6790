import fc from 'fast-check';
import type { Feature as GeojsonFeature, FeatureCollection, Polygon, Position } from 'geojson';
import { parse, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { JsonPath } from '../../../../../../src/base/problem.ts';
import { anyWriter } from '../../../../base/json/writtenJson.ts';
import { applyEdits, type TextEdit } from '../../../../../../src/geo/text/geojsonEdit.ts';
import { nodeAt } from '../../../../../../src/geo/text/geojsonSource.ts';
import { anyPolygon, box, polygon } from '../../../../geo/polygons.ts';
import type { AreaChange, VertexStep } from '../../../../../../src/features/areas/rules/edits/areaChange.ts';
import {
  canTakeFeatures,
  changeArea,
  insertFeatures,
} from '../../../../../../src/features/areas/rules/edits/areaEdits.ts';

function changed(text: string, change: AreaChange): { after: string; path: JsonPath | undefined } {
  const made = changeArea(text, change);
  if (made.kind === 'refused') throw new Error(made.reason);
  return { after: applyEdits(text, made.edits), path: made.path };
}

function refusal(text: string, change: AreaChange): string {
  const made = changeArea(text, change);
  return made.kind === 'refused' ? made.reason : `edits: ${applyEdits(text, made.edits)}`;
}

const square = box(1, 1, 2, 2);
const closed = (...open: Position[]) => [...open, ...open.slice(0, 1)];
const feature = (name: string): GeojsonFeature<Polygon> => {
  return { type: 'Feature', properties: { name }, geometry: polygon(square) };
};

const written = (ring: string) => `{"type":"Polygon","coordinates":[${ring}]}`;
const move = (vertex: number, x: number, y: number, ring = 0): VertexStep => ({
  kind: 'move',
  ring,
  vertex,
  to: [x, y],
});
const insert = (vertex: number, x: number, y: number): VertexStep => ({
  kind: 'insert',
  ring: 0,
  vertex,
  to: [x, y],
});
const remove = (vertex: number, ring = 0): VertexStep => ({ kind: 'delete', ring, vertex });

describe('an area that is reshaped', () => {
  const reshape = (text: string, step: VertexStep) => changed(text, { kind: 'reshape', path: [], step });

  it('is written within ±180° across the antimeridian, where the map draws it beyond', () => {
    const text = written('[[179,1],[-179,1],[-179,2],[179,1]]');
    expect(reshape(text, move(1, 181.2, 1)).after).toBe(written('[[179,1],[-178.8,1],[-179,2],[179,1]]'));
  });

  it('is refused if it was cut there, but can be removed', () => {
    const coordinates = [[box(179, 1, 180, 2)], [box(-180, 1, -179, 2)]];
    const text = JSON.stringify({ type: 'MultiPolygon', coordinates });
    const step = move(0, 178, 1);
    expect(refusal(text, { kind: 'reshape', path: [], step })).toContain('crosses the antimeridian');
    expect(changed(text, { kind: 'remove', path: [] }).after).toContain('"features": []');
  });

  it.each<[string, string, VertexStep, string]>([
    [
      'the first one moved: the last one goes with it',
      '[\n  [1, 1], // first\n  [2, 1],\n  [2, 2],\n  [1, 2],\n  [1, 1]\n]',
      move(0, 0.5, -0),
      '[\n  [0.5, 0], // first\n  [2, 1],\n  [2, 2],\n  [1, 2],\n  [0.5, 0]\n]',
    ],
    [
      'numbers near zero, without an exponent',
      '[[1,1],[2,1],[2,2],[1,1]]',
      move(0, -1e-7, 0.00000025),
      '[[-0.0000001,0.00000025],[2,1],[2,2],[-0.0000001,0.00000025]]',
    ],
    [
      'one added between lines, written as the one before it',
      '[\n  [ 1,1 ],\n  [ 2,1 , 30 ],\n  [ 2,2 ],\n  [ 1,2 ],\n  [ 1,1 ]\n]',
      insert(2, 2.5, 1.5),
      '[\n  [ 1,1 ],\n  [ 2,1 , 30 ],\n  [ 2.5,1.5 ],\n  [ 2,2 ],\n  [ 1,2 ],\n  [ 1,1 ]\n]',
    ],
    [
      'one added behind a position with a comment, which stays there',
      '[[1,1 /* south */],[2,1],[2,2],[1,1]]',
      insert(1, 1.5, 0.5),
      '[[1,1 /* south */],[1.5, 0.5],[2,1],[2,2],[1,1]]',
    ],
    [
      'one added before a comment about the end',
      '[[1,1],[2,1],[2,2],[1,2], /* end */ [1,1]]',
      insert(4, 0.5, 1.5),
      '[[1,1],[2,1],[2,2],[1,2],[0.5,1.5], /* end */ [1,1]]',
    ],
    [
      'one added before the first: the ring begins and ends there',
      '[\n  [1, 1, 9],\n  [2, 1],\n  [2, 2],\n  [1, 1, 9],\n]',
      insert(0, 0.5, 1.5),
      '[\n  [0.5, 1.5],\n  [1, 1, 9],\n  [2, 1],\n  [2, 2],\n  [0.5, 1.5],\n]',
    ],
    [
      'one removed between comments, which stay',
      '[[1,1], // one\n[2,1], // two\n[2,2], // three\n[1,2],[1,1]]',
      remove(1),
      '[[1,1], // one\n // two\n[2,2], // three\n[1,2],[1,1]]',
    ],
  ])('has %s', (_what, before, step, after) => {
    expect(reshape(written(before), step)).toEqual({ after: written(after), path: [] });
  });

  const pond = `{"type":"Polygon","coordinates":[
  [[1,1],[2,1],[2,2],[1,2],[1,1]],
  [[1.2,1.4],[1.4,1.4],[1.4,1.2],[1.2,1.2],[1.2,1.4]], // a pond
  [[1.6,1.8],[1.8,1.8],[1.8,1.6],[1.6,1.8]]
]}`;

  it.each<[string, VertexStep, string]>([
    ['one of a hole moved', move(1, 1.9, 1.8, 2), pond.replace('[1.8,1.8]', '[1.9,1.8]')],
    ['one of a hole removed', remove(2, 1), pond.replace('[1.4,1.2],', '')],
    [
      'a hole removed with one of its three, while the comment stays',
      remove(1, 2),
      pond.replace(', // a pond\n  [[1.6,1.8],[1.8,1.8],[1.8,1.6],[1.6,1.8]]\n', ' // a pond\n'),
    ],
  ])('has %s', (_what, step, after) => {
    expect(reshape(pond, step).after).toBe(after);
  });

  it.each<[string, VertexStep, RegExp]>([
    ['too few positions', remove(0), /at least four positions/],
    ['one beyond the pole', move(1, 1, 91), /latitude/],
    ['one that is no number', move(1, NaN, 1), /as numbers/],
    ['one across the antimeridian', insert(1, 180.5, 1), /antimeridian.*another beyond/],
    ['a vertex that it has not', move(3, 1, 1), /no longer in the text/],
    ['a place that it has not', insert(4, 1, 1), /no longer in the text/],
    ['a ring that it has not', remove(0, 1), /no longer in the text/],
  ])('is refused with %s', (_what, step, reason) => {
    const triangle = written('[[1,1],[2,1],[2,2],[1,1]]');
    expect(refusal(triangle, { kind: 'reshape', path: [], step })).toMatch(reason);
  });
});

describe('an area that is moved as a whole', () => {
  it('changes only the numbers of the axis, and keeps altitudes and the spelling of the rest', () => {
    const text = written('[[1,1.0],[2,1.0,9],[2,2],[1,2], [1,1.0]]');
    const step = { kind: 'shift', by: [0.1, 0] } as const;
    expect(changed(text, { kind: 'reshape', path: [], step }).after).toBe(
      written('[[1.1,1.0],[2.1,1.0,9],[2.1,2],[1.1,2], [1.1,1.0]]'),
    );
  });

  it('is refused beyond the poles', () => {
    const step = { kind: 'shift', by: [0, 89] } as const;
    expect(refusal(written(JSON.stringify(square)), { kind: 'reshape', path: [], step })).toMatch(/±90/);
  });
});

describe('a hole', () => {
  const hole = closed([1.2, 1.2], [1.2, 1.4], [1.4, 1.4]);
  const drawn = (at: Position[]) =>
    ({ kind: 'reshape', path: [], step: { kind: 'hole', hole: at } }) as const;

  it.each<[string, string, string]>([
    [
      'on one line',
      '[[1,1],[2,1],[2,2],[1,2],[1,1]]',
      '[[1,1],[2,1],[2,2],[1,2],[1,1]], [[1.2,1.2],[1.2,1.4],[1.4,1.4],[1.2,1.2]]',
    ],
    [
      'on lines of its own',
      '\n  [\n    [1, 1], // south\n    [2, 1],\n    [2, 2],\n    [1, 2],\n    [1, 1]\n  ]\n',
      '\n  [\n    [1, 1], // south\n    [2, 1],\n    [2, 2],\n    [1, 2],\n    [1, 1]\n  ],\n  [\n    [1.2, 1.2], [1.2, 1.4], [1.4, 1.4], [1.2, 1.2]\n  ]\n',
    ],
  ])('is written like the outer ring, %s', (_what, ring, after) => {
    expect(changed(written(ring), drawn(hole)).after).toBe(written(after));
  });

  it.each<[string, Position[]]>([
    ['outside', closed([3, 3], [3, 4], [4, 4])],
    ['across the outline', closed([1.5, 1.2], [1.5, 1.4], [2.5, 1.4])],
    ['across another hole', closed([1.3, 1.25], [1.3, 1.5], [1.6, 1.5])],
  ])('is refused %s', (_what, at) => {
    const text = written(`${JSON.stringify(square)},${JSON.stringify(hole)}`);
    expect(refusal(text, drawn(at))).toMatch(/^Draw the hole inside the area/);
  });
});

describe('an area that is renamed', () => {
  const geometry = written(JSON.stringify(square));
  const inFeature = (members: string) => `{ "type": "Feature", ${members}"geometry": ${geometry} }`;

  it.each<[string, string, string]>([
    [
      'its name',
      '"properties": {"name" : "Old", "x": 1}, ',
      '"properties": {"name" : "Sea \\"A\\"", "x": 1}, ',
    ],
    ['its title', '"properties": {"title": "Old"}, ', '"properties": {"title": "Sea \\"A\\""}, '],
    [
      'the name above the title',
      '"properties": {"title": "T", "name": 7}, ',
      '"properties": {"title": "T", "name": "Sea \\"A\\""}, ',
    ],
    ['nothing yet', '"properties": {}, ', '"properties": { "name": "Sea \\"A\\"" }, '],
    [
      'only its id',
      '"id": 4, "properties": {\n  "x": 1\n}, ',
      '"id": 4, "properties": {\n  "name": "Sea \\"A\\"",\n  "x": 1\n}, ',
    ],
    ['no properties', '"properties": null, ', '"properties": { "name": "Sea \\"A\\"" }, '],
  ])('has the new name instead of %s', (_what, before, after) => {
    const change = { kind: 'rename', path: ['geometry'], name: 'Sea "A"' } as const;
    expect(changed(inFeature(before), change).after).toBe(inFeature(after));
    expect(refusal(geometry, { ...change, path: [] })).toMatch(/^Only a Feature has a name/);
  });

  it('gets properties if it has none', () => {
    const change = { kind: 'rename', path: ['geometry'], name: 'Sea' } as const;
    expect(changed(inFeature(''), change).after).toBe(
      `{ "properties": { "name": "Sea" }, "type": "Feature", "geometry": ${geometry} }`,
    );
  });
});

describe('an area that is removed', () => {
  const lines = (...features: string[]) =>
    `{\n  "type": "FeatureCollection",\n  "features": [\n${features.map(feature => `    ${feature}`).join(',\n')}\n  ]\n}\n`;
  const [first, second, third] = ['One', 'Two', 'Three'].map(name => JSON.stringify(feature(name))) as [
    string,
    string,
    string,
  ];
  const remove = (before: string, path: JsonPath) => changed(before, { kind: 'remove', path });

  it.each<[string, number, string]>([
    ['the first', 0, lines(second, third)],
    ['one between', 1, lines(first, third)],
    ['the last', 2, lines(first, second)],
  ])('is removed with its feature, its comma and its line: %s', (_what, index, after) => {
    expect(remove(lines(first, second, third), ['features', index, 'geometry'])).toEqual({
      after,
      path: undefined,
    });
  });

  it.each<[string, string, JsonPath, string]>([
    ['the only feature', lines(first), ['features', 0, 'geometry'], lines().replace('[\n\n  ]', '[]')],
    [
      'between comments',
      `{"type":"FeatureCollection","features":[\n // one\n${first}, // two\n ${second}\n]}`,
      ['features', 1, 'geometry'],
      `{"type":"FeatureCollection","features":[\n // one\n${first} // two\n]}`,
    ],
    [
      'of a GeometryCollection',
      JSON.stringify({ type: 'GeometryCollection', geometries: [polygon(square), { type: 'Point' }] }),
      ['geometries', 0],
      '{"type":"GeometryCollection","geometries":[{"type":"Point"}]}',
    ],
    ['a whole feature', `\n${first}\n`, ['geometry'], '\n{ "type": "FeatureCollection", "features": [] }\n'],
    [
      'a whole geometry',
      JSON.stringify(polygon(square)),
      [],
      '{ "type": "FeatureCollection", "features": [] }',
    ],
    [
      'a feature in a member',
      `{"area": ${first}}`,
      ['area', 'geometry'],
      '{"area": {"type":"Feature","properties":{"name":"One"},"geometry":null}}',
    ],
  ])('%s', (_what, before, path, after) => {
    expect(remove(before, path).after).toBe(after);
  });

  it.each<[string, unknown, JsonPath, RegExp]>([
    ['of an order', { aoi: polygon(square) }, ['aoi'], /may need this area/],
    [
      'of an order of products',
      { products: [{ aoi: polygon(square) }] },
      ['products', 0, 'aoi'],
      /may need this area/,
    ],
    ['of other JSON', { shape: polygon(square) }, ['shape'], /may need this area/],
    ['of a bare list', [polygon(square)], [0], /may need this area/],
    [
      'that is gone',
      { type: 'FeatureCollection', features: [] },
      ['features', 0, 'geometry'],
      /no longer in the text/,
    ],
  ])('is kept if it is one %s', (_what, document, path, reason) => {
    expect(refusal(JSON.stringify(document), { kind: 'remove', path })).toMatch(reason);
  });
});

describe('an area that is added', () => {
  const add = (before: string) => changed(before, { kind: 'add', ring: square });
  const added = (number: number) => feature(`Area ${number}`);

  it.each<[string, string, unknown[]]>([
    ['an empty document', ' \n', [added(1)]],
    ['a collection of nothing', '{"type":"FeatureCollection","features":[]}', [added(1)]],
    [
      'a collection',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [feature('x'), feature('Area 4'), feature('y')],
      }),
      [feature('x'), feature('Area 4'), feature('y'), added(5)],
    ],
    ['a feature', JSON.stringify(feature('x')), [feature('x'), added(2)]],
    ['a feature in lines', `${JSON.stringify(feature('x'), null, 2)}\n`, [feature('x'), added(2)]],
    [
      'a polygon',
      JSON.stringify(polygon(square)),
      [{ type: 'Feature', properties: {}, geometry: polygon(square) }, added(2)],
    ],
    [
      'another geometry with comments and lines of Windows',
      '// a well\r\n{\r\n\t"type": "Point", /* here */\r\n\t"coordinates": [1, 1],\r\n}',
      [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 1] } }, added(2)],
    ],
  ])('is inserted into %s', (_what, before, features) => {
    const { after, path } = add(before);
    const document = parse(after, [], { allowTrailingComma: true }) as FeatureCollection;
    expect(document).toEqual({ type: 'FeatureCollection', features });
    expect(path).toEqual(['features', features.length - 1, 'geometry']);
    // Its text stays, on its own lines or within others.
    expect(after).toContain(before.slice(before.indexOf('{')).trim().slice(0, -3));
    if (before.includes('\r\n')) expect(after).not.toMatch(/[^\r]\n/);
  });

  it('has numbers without an exponent', () => {
    const { after } = changed('', { kind: 'add', ring: closed([1e-7, -2.5e-7], [1, 0], [1, 1]) });
    expect(after).toContain('[0.0000001, -0.00000025]');
  });

  it.each<[string, string, RegExp]>([
    ['broken JSON', '{"type":"FeatureCollection","features":[', /JSON is invalid/],
    ['an order', JSON.stringify({ aoi: polygon(square) }), /in another one/],
    ['an order of products', JSON.stringify({ products: [{ aoi: null }] }), /in another one/],
    ['other JSON', '{"a": 1}', /GeoJSON and empty documents/],
    ['a list', '[]', /GeoJSON and empty documents/],
    [
      'a collection without a list',
      '{"type":"FeatureCollection","features":{}}',
      /GeoJSON and empty documents/,
    ],
  ])('is refused by %s', (_what, before, reason) => {
    expect(refusal(before, { kind: 'add', ring: square })).toMatch(reason);
  });
});

it.each<AreaChange>([
  { kind: 'reshape', path: [], step: remove(0) },
  { kind: 'remove', path: [] },
])('changes nothing in broken JSON: $kind', change => {
  const broken = JSON.stringify(polygon(square)).slice(0, -1);
  expect(refusal(broken, change)).toMatch(/JSON is invalid/);
});

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
// No negative zero.
const rounded = (value: number) => Number(value.toFixed(7)) + 0;
const areaPath = (index: number): JsonPath => ['features', index, 'geometry'];

function extentOf(features: readonly Feature[]): number[] {
  const all = features.flatMap(({ geometry }) => geometry.coordinates.flat());
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Values that all parsers agree on. */
const anyForeign = fc
  .jsonValue({ maxDepth: 2 })
  .map(value => JSON.stringify(value))
  .filter(text => !text.includes('__proto__'))
  .map(text => JSON.parse(text) as unknown);

/** Several areas, some with altitudes, among unknown members; each bbox is right. */
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
        const open = ring.slice(0, -1).map(([x, y], at): Position => {
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
    // Two edits at one offset would have no order.
    if (before) expect(edit.offset).toBeGreaterThan(before.offset);
    expect(edit.offset + edit.length).toBeLessThanOrEqual(text.length);
  });
  return { edits: made.edits, after: applyEdits(text, made.edits) };
}

/** Without the bbox of the document. */
function unboxed(document: Document): Document {
  const copy = { ...document };
  delete copy.bbox;
  return copy;
}

/** The document without its boxes, which are compared with the coordinates. */
function withoutBoxes({ bbox, ...document }: Document) {
  if (bbox) expectNear(bbox, extentOf(document.features));
  const features = document.features.map(({ bbox: featureBox, ...feature }) => {
    if (featureBox) expectNear(featureBox, extentOf([feature]));
    return feature;
  });
  return { ...document, features };
}

function expectNear(bbox: readonly number[], extent: readonly number[]) {
  bbox.forEach((value, index) => expect(Math.abs(value - (extent[index] ?? NaN))).toBeLessThan(1.01e-6));
}

/** A user's edit of one vertex; its numbers are limited to the document. */
const anyStep = fc.record({
  kind: fc.constantFrom('move' as const, 'insert' as const, 'delete' as const),
  ring: fc.nat(),
  vertex: fc.nat(),
  to: fc
    .tuple(fc.double({ min: -170, max: 170, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true }))
    .map(([x, y]): [number, number] => [rounded(x), rounded(y)]),
});

describe('any change to any document', () => {
  it('to one vertex changes nothing else', () => {
    fc.assert(
      fc.property(anyDocument, anyWriter, anyStep, fc.nat(), (document, write, step, which) => {
        const area = which % document.features.length;
        const rings = document.features[area]?.geometry.coordinates ?? [];
        const ring = step.ring % rings.length;
        const open = rings[ring]?.slice(0, -1) ?? [];
        const vertex = step.vertex % (open.length + (step.kind === 'insert' ? 1 : 0));
        fc.pre(step.kind !== 'delete' || open.length > 3);
        const text = write(document);
        const change = { kind: 'reshape', path: areaPath(area), step: { ...step, ring, vertex } } as const;
        const { edits, after } = edited(text, change);
        const made = read(after);

        const altitudes = step.kind === 'move' ? (open[vertex]?.slice(2) ?? []) : [];
        const added: Position[] = step.kind === 'delete' ? [] : [[...step.to, ...altitudes]];
        const goal = open.toSpliced(vertex, step.kind === 'insert' ? 0 : 1, ...added);
        const expected = structuredClone(document);
        expected.features[area]?.geometry.coordinates.splice(ring, 1, [...goal, ...goal.slice(0, 1)]);
        expect(withoutBoxes(made)).toEqual(withoutBoxes({ ...expected, ...boxesOf(made, expected) }));
        if (!document.bbox) expect(edits.length).toBeLessThanOrEqual(4);

        const path = [...areaPath(area), 'coordinates', ring];
        const texts = positionTexts(after, path);
        const textsBefore = positionTexts(text, path);
        open.forEach((_position, index) => {
          if (index !== vertex || step.kind === 'insert') expect(texts).toContain(textsBefore[index]);
        });
      }),
    );
  });

  /** Boxes are compared by value. */
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

  it('that removes an area removes nothing else', () => {
    fc.assert(
      fc.property(anyDocument, anyWriter, fc.nat(), (document, write, which) => {
        const area = which % document.features.length;
        const { after } = edited(write(document), { kind: 'remove', path: areaPath(area) });
        const made = read(after);
        expect(made.bbox !== undefined).toBe(document.bbox !== undefined && made.features.length > 0);
        const left = { ...unboxed(document), features: document.features.toSpliced(area, 1) };
        expect(withoutBoxes(made)).toEqual(withoutBoxes(left));
        expect(made.features.map(({ bbox }) => bbox)).toEqual(left.features.map(({ bbox }) => bbox));
      }),
    );
  });

  it('that adds an area adds nothing else', () => {
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
        for (const input of [text, text.slice(0, cut % text.length), JSON.stringify(value)]) {
          const changes: AreaChange[] = [
            { kind: 'reshape', path: [], step: { kind: 'move', ring: 0, vertex: 0, to: [1, 1] } },
            { kind: 'remove', path: [] },
            { kind: 'add', ring: box(1, 1, 2, 2) },
          ];
          for (const change of changes) expect(() => changeArea(input, change)).not.toThrow();
        }
      }),
    );
  });
});

function inserted(text: string, ...features: GeojsonFeature[]): string {
  const change = insertFeatures(text, features);
  if (!change) throw new Error('No FeatureCollection');
  return applyEdits(text, [change]);
}

describe('features are appended to those already there', () => {
  it.each([
    [
      'in lines of their own',
      '{\n  "type": "FeatureCollection",\n  "features": [\n    {"a": 1.50}\n  ]\n}\n',
      1,
    ],
    ['in one line', '{"type":"FeatureCollection","features":[{"a":1}]}', 1],
    ['that are none', '{\n  "type": "FeatureCollection",\n  "features": []\n}', 0],
    ['that are none but space', '{\n  "type": "FeatureCollection",\n  "features": [\n\n  ]\n}', 0],
    ['with tabs', '{\n\t"features": [\n\t\t{}\n\t],\n\t"type": "FeatureCollection"\n}', 1],
    ['with a comma too many', '{"type":"FeatureCollection","features":[{},{},],}', 2],
    ['with a comment', '{"type":"FeatureCollection","features":[{} /* , ] */]}', 1],
    [
      'in lines of Windows',
      '{\r\n  "type": "FeatureCollection",\r\n  "features": [\r\n    {}\r\n  ]\r\n}\r\n',
      1,
    ],
  ])('%s', (_what, text, before) => {
    const after = inserted(text, feature('One'), feature('Two'));
    const errors: never[] = [];
    const { features } = parse(after, errors, { allowTrailingComma: true }) as FeatureCollection;
    expect(errors).toEqual([]);
    expect(features).toHaveLength(before + 2);
    expect(features.slice(-2)).toEqual([feature('One'), feature('Two')]);
    expect(/[^\r]\n/.test(after)).toBe(/[^\r]\n/.test(text) || !text.includes('\n'));
  });

  it('in the last list of that name, which is the one that counts', () => {
    const text = '{"type":"A","features":[{"a":1}],"type":"FeatureCollection","features":[{"b":2}]}';
    const { features } = JSON.parse(inserted(text, feature('One'))) as FeatureCollection;
    expect(features).toEqual([{ b: 2 }, feature('One')]);
    expect(canTakeFeatures('{"type":"FeatureCollection","features":[],"features":{}}')).toBe(false);
    expect(canTakeFeatures('{"type":"FeatureCollection","type":"A","features":[]}')).toBe(false);
  });

  it('with the indentation of their neighbors', () => {
    const text = '{\n    "type": "FeatureCollection",\n    "features": [\n        {"a": 1}\n    ]\n}\n';
    expect(inserted(text, feature('One'))).toContain(
      '\n        {"a": 1},\n        {\n            "type": "Feature"',
    );
    expect(inserted(text.replaceAll('    ', '\t'), feature('One'))).toContain(
      '\n\t\t{"a": 1},\n\t\t{\n\t\t\t"type": "Feature"',
    );
    const tabs = '{\n\t"type": "FeatureCollection",\n\t"features": []\n}';
    expect(inserted(tabs, feature('One'))).toMatch(
      /"features": \[\n\t\t\{\n\t\t\t"type"[^]*\n\t\t\}\n\t\]\n\}$/,
    );
    const empty = '{\n  "type": "FeatureCollection",\n  "features": []\n}';
    expect(inserted(empty, feature('One'))).toMatch(/"features": \[\n {4}\{[^]*\n {4}\}\n {2}\]\n\}$/);
  });
});

it.each([
  ['a feature', '{"type": "Feature", "features": []}'],
  ['a collection without a list', '{"type": "FeatureCollection", "features": {}}'],
  ['one that is inside something else', '{"a": {"type": "FeatureCollection", "features": []}}'],
  ['one that is broken', '{"type": "FeatureCollection", "features": [{]}'],
  ['nothing', ''],
  ['nesting without end', '['.repeat(100_000)],
])('%s does not take features', (_what, text) => {
  expect(canTakeFeatures(text)).toBe(false);
  expect(insertFeatures(text, [feature('One')])).toBeUndefined();
});
