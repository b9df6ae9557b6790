import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv from 'ajv';
import fc from 'fast-check';
import { type Node, parse, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { JsonPath } from '../../../../../../src/base/problem.ts';
import { coveredShare } from '../../../../../../src/geo/coverage.ts';
import { polygonAreaKm2 } from '../../../../../../src/geo/polygonArea.ts';
import { readJson } from '../../../../../../src/geo/text/geojsonSource.ts';
import { anyPolygon, box, polygon } from '../../../../geo/polygons.ts';
import { changeArea } from '../../../../../../src/features/areas/rules/edits/areaEdits.ts';
import {
  findAreas,
  listAreas,
  polygonAt,
} from '../../../../../../src/features/areas/rules/text/geojsonText.ts';
import { stopwatch } from '../../../../growth.ts';

const near = polygon(box(5.3, 43.27, 5.37, 43.32));
const far = polygon(box(-70, -33, -69.9, -32.9), box(-69.96, -32.96, -69.94, -32.94));

function feature(geometry: unknown, properties: unknown = {}, rest: object = {}) {
  return { type: 'Feature', ...rest, properties, geometry };
}

const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });

const findPolygons = (text: string) => findAreas(text).areas;

/** What counts as an area in a text, with its place as a user sees it. */
function found(text: string) {
  return findPolygons(text).map(({ path, offset, length, name, polygon: area }) => ({
    path,
    name,
    text: text.slice(offset, offset + length),
    area,
  }));
}

describe('polygons in a text', () => {
  it.each<[string, unknown, JsonPath, unknown]>([
    ['a bare Polygon', near, [], near],
    ['a Feature', feature(near), ['geometry'], feature(near)],
    [
      'a FeatureCollection',
      collection(feature(null), feature(near)),
      ['features', 1, 'geometry'],
      feature(near),
    ],
    [
      'a GeometryCollection',
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [0, 0] }, near] },
      ['geometries', 1],
      near,
    ],
    ['an order', { kind: 'order.analytics-toolbox.archive', aoi: near }, ['aoi'], near],
    ['any other JSON', { sites: [{ where: { shape: near } }] }, ['sites', 0, 'where', 'shape'], near],
    ['a list of polygons', [[near]], [0, 0], near],
  ])('are found in %s, with the place that users expect', (_where, document, path, owner) => {
    const text = JSON.stringify(document, undefined, 2);
    const [only, ...more] = findPolygons(text);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ path, polygon: near, areaKm2: polygonAreaKm2(near) });
    expect(JSON.parse(text.slice(only?.offset, (only?.offset ?? 0) + (only?.length ?? 0)))).toEqual(owner);
  });

  it('include one that was cut at the antimeridian, in one piece, but no other MultiPolygon', () => {
    const sides = [[box(179, 10, 180, 11), box(179.4, 10.4, 179.6, 10.6)], [box(-180, 10, -178, 11)]];
    const text = JSON.stringify(feature({ type: 'MultiPolygon', coordinates: sides }));
    const [only] = findPolygons(text);
    expect(only).toMatchObject({ path: ['geometry'], isCut: true });
    const sum = sides.reduce((km2, coordinates) => km2 + polygonAreaKm2({ type: 'Polygon', coordinates }), 0);
    expect(only?.areaKm2).toBeCloseTo(sum, 3);
    const share = only && coveredShare(only.polygon, polygon(box(-181, 10, -179, 11)));
    expect(share).toBeCloseTo(
      polygonAreaKm2(polygon(box(0, 10, 1.96, 11))) / polygonAreaKm2(polygon(box(0, 10, 2.96, 11))),
      1,
    );
    expect(polygonAt(text, ['geometry'])).toEqual(only);
    expect(listAreas(text, 1).rows).toMatchObject([{ kind: 'multi', isCut: true }]);
    for (const ring of [box(-179, 10, -178, 11), box(-180, 20, -178, 21)]) {
      expect(findPolygons(JSON.stringify({ type: 'MultiPolygon', coordinates: [sides[0], [ring]] }))).toEqual(
        [],
      );
    }
  });

  it('come in text order, each with the name of its own feature', () => {
    const text = JSON.stringify({
      properties: { name: 'of the whole file' },
      first: near,
      ...collection(feature(far, { name: 'far' }), feature(near, { name: 'near' })),
      last: far,
    });
    expect(found(text).map(({ path, name }) => [path.join('.'), name])).toEqual([
      ['first', undefined],
      ['features.0.geometry', 'far'],
      ['features.1.geometry', 'near'],
      ['last', undefined],
    ]);
  });

  it.each<[string, object, string | undefined]>([
    ['the name', feature(near, { name: 'Harbour', title: 'Port' }, { id: 7 }), 'Harbour'],
    ['the title where there is no name', feature(near, { title: 'Port' }, { id: 7 }), 'Port'],
    ['the id where there is neither', feature(near, {}, { id: 'f-7' }), 'f-7'],
    ['a name that is a number', feature(near, { name: 12 }), '12'],
    ['the title where the name is blank', feature(near, { name: ' ', title: 'Port' }), 'Port'],
    ['the title where the name is no text', feature(near, { name: ['x'], title: 'Port' }), 'Port'],
    ['what a saved search calls its area', { areaName: 'Old Port', aoi: near }, 'Old Port'],
    ['nothing where there are no properties', feature(near, null), undefined],
    ['nothing where there is nothing to take', feature(near, { name: '' }), undefined],
  ])('are named by %s', (_what, document, name) => {
    expect(findPolygons(JSON.stringify(document))[0]).toMatchObject({ polygon: near, name });
  });

  it.each<[string, unknown]>([
    ['a Point', { type: 'Point', coordinates: [5, 43] }],
    ['a LineString', { type: 'LineString', coordinates: box(0, 0, 1, 1) }],
    ['a MultiPolygon', { type: 'MultiPolygon', coordinates: [near.coordinates] }],
    ['a Polygon that is not closed', polygon(box(0, 0, 1, 1).slice(0, -1))],
    ['a Polygon without coordinates', { type: 'Polygon' }],
    ['the word alone', ['Polygon', { kind: 'Polygon', coordinates: near.coordinates }]],
  ])('are not found in %s', (_what, geometry) => {
    expect(found(JSON.stringify(feature(geometry)))).toEqual([]);
    expect(found(JSON.stringify(geometry))).toEqual([]);
  });

  it.each<[string, string]>([
    ['comments', `// the site\n{ "a": /* here */ ${JSON.stringify(near)} }`],
    ['a trailing comma', `{ "a": ${JSON.stringify(near)}, }`],
    ['a missing comma', `{ "before": 1 "a": ${JSON.stringify(near)} }`],
    ['a missing brace', `{ "a": ${JSON.stringify(near)}`],
    ['a brace too many', `{ "a": ${JSON.stringify(near)} } }`],
    ['a member that is being written', `{ "a": ${JSON.stringify(near)}, "b": `],
    ['a byte order mark', `\uFEFF{ "a": ${JSON.stringify(near)} }`],
  ])('are found in a text with %s', (_what, text) => {
    const [only] = found(text);
    expect(only).toMatchObject({ path: ['a'], area: near });
    expect(JSON.parse(only?.text ?? '')).toEqual(near);
  });
});

describe('the areas in a text', () => {
  const multi = { type: 'MultiPolygon', coordinates: [near.coordinates, far.coordinates] };
  const open = polygon(box(0, 0, 1, 1).slice(0, -1));
  const written = (text: string, { offset, length }: { offset: number; length: number }): unknown =>
    JSON.parse(text.slice(offset, offset + length));

  const areaKm2 = polygonAreaKm2(near) + polygonAreaKm2(far);
  const openPart = { type: 'MultiPolygon', coordinates: [near.coordinates, open.coordinates] };
  const broken = (text: string) => ({ kind: 'broken', message: expect.stringContaining(text) as unknown });

  it.each<[string, unknown, object]>([
    ['several polygons in one', multi, { kind: 'multi', polygons: 2, areaKm2 }],
    ['a ring that is not closed', open, broken('The ring is not closed')],
    ['a Polygon of several with such a ring', openPart, broken('The ring is not closed')],
    ['a MultiPolygon without one', { ...multi, coordinates: [] }, broken('The MultiPolygon has no polygon')],
  ])('are distinguished from %s', (_what, geometry, expected) => {
    const owner = feature(geometry, { name: 'odd' });
    const text = JSON.stringify(collection(feature(near), owner, geometry), undefined, 1);
    const { areas, unusable } = findAreas(text);
    expect(areas).toHaveLength(1);
    expect(unusable).toMatchObject([
      { ...expected, path: ['features', 1, 'geometry'], name: 'odd' },
      { ...expected, path: ['features', 2], name: undefined },
    ]);
    expect(unusable.map(area => [written(text, area), written(text, area.geometry)])).toEqual([
      [owner, geometry],
      [geometry, geometry],
    ]);
  });

  it('include a geometry without coordinates, but not every object with such a type', () => {
    expect(findAreas(JSON.stringify(feature({ type: 'Polygon' }))).unusable).toMatchObject([
      { kind: 'broken', path: ['geometry'] },
    ]);
    expect(findAreas('{"brush": {"type": "Polygon"}}').unusable).toEqual([]);
  });

  it.each<[string, boolean]>([
    ['{}', false],
    ['{"a": [1, 2,], } // end', false],
    ['', false],
    ['// nothing yet', false],
    ['{', true],
    ['{"a": 1 "b": 2}', true],
    ['[1] [2]', true],
    ['['.repeat(100_000), true],
  ])('%j: broken is %s', (text, isBroken) => {
    expect(findAreas(text).isBroken).toBe(isBroken);
  });

  it('come with the place where changes put one more', () => {
    const ring = box(7, 43, 8, 44);
    for (const text of [
      '',
      '[',
      '[]',
      '{ "kind": "order" }',
      ...[collection(), feature(near), near].map(value => JSON.stringify(value)),
    ]) {
      const { adds } = findAreas(text);
      const change = changeArea(text, { kind: 'add', ring });
      expect(change.kind).toBe(adds === undefined ? 'refused' : 'edits');
      if (change.kind === 'edits') expect(change.path?.[1]).toBe(adds === 'beside' ? 1 : 0);
    }
  });

  it('are listed in text order, as many as requested, and all counted', () => {
    const document = collection(feature(near), feature(open), feature(multi), feature(far));
    const text = JSON.stringify(document, undefined, 2);
    const { areas, unusable } = findAreas(text);
    const { rows, listed, count } = listAreas(text, 3);
    expect({ listed, count }).toEqual({ listed: 3, count: 4 });
    expect(rows.map(({ kind }) => kind)).toEqual(['polygon', 'broken', 'multi']);
    expect(areas[0]).toEqual({ ...rows[0], kind: undefined, polygon: near });
    expect(rows.slice(1)).toEqual(unusable);
    const nothing = { rows: [], listed: 0, count: 0 };
    expect(listAreas('{', 3)).toEqual(nothing);
    expect(listAreas('['.repeat(100_000), 3)).toEqual(nothing);
  });

  it('are listed together if they start on the same line', () => {
    const lines = [
      '[',
      `${JSON.stringify(near)}, ${JSON.stringify(open)}, ${JSON.stringify(far)},`,
      `${JSON.stringify(far)}]`,
    ];
    const { rows, listed } = listAreas(lines.join('\n'), 3);
    expect(rows).toMatchObject([{ kind: 'line', offset: 2, count: 3, polygons: 2 }, { kind: 'polygon' }]);
    expect(listed).toBe(4);
  });

  const odd = fc.constantFrom<unknown>(open, multi, null, { type: 'Point', coordinates: [1, 2] });
  const owners = fc.oneof(anyPolygon, odd).chain(geometry =>
    fc.oneof(
      fc.constant(geometry),
      fc.record({ name: fc.jsonValue(), title: fc.string() }).map(known => feature(geometry, known)),
      fc
        .string()
        .map(id => feature({ type: 'GeometryCollection', geometries: [geometry, near] }, {}, { id })),
      fc
        .tuple(fc.string(), fc.nat())
        .map(([key, index]) => ({ [key]: geometry, [index]: feature(geometry) })),
    ),
  );
  const indents = fc.constantFrom(undefined, 2, '\t', '\r\n');
  const texts = fc.tuple(fc.array(owners), indents).map(([all, indent]) => {
    const document = { name: 'file', ...collection(...all) };
    return JSON.stringify(document, undefined, indent);
  });

  it('are each found again by their paths, and nothing else is', () => {
    fc.assert(
      fc.property(texts, text => {
        const { areas, unusable } = findAreas(text);
        for (const area of areas) expect(polygonAt(text, area.path)).toEqual(area);
        for (const { path } of unusable) expect(polygonAt(text, path)).toBeUndefined();
        for (const { path } of areas) {
          if (path.length === 0) continue;
          expect(polygonAt(text, path.slice(0, -1))).toBeUndefined();
          expect(polygonAt(text, [...path, 'coordinates'])).toBeUndefined();
        }
      }),
    );
  });
});

describe('reading any text', () => {
  it('never fails', () => {
    const scraps = fc.constantFrom(...'{ } [ ] : , " "type" "Polygon" "coordinates" 0 - //'.split(' '));
    fc.assert(
      fc.property(fc.array(fc.oneof(scraps, fc.string())), parts => {
        expect(() => findPolygons(parts.join(''))).not.toThrow();
      }),
    );
  });

  it('takes no longer for megabytes of nesting than for a list', () => {
    const length = 2_000_000;
    const took = stopwatch();
    expect(readJson('['.repeat(length) + ']'.repeat(length))).toBeUndefined();
    const nested = took();
    const list = `[${'[],'.repeat(length)}0]`;
    const tookList = stopwatch();
    expect(readJson(list)).toBeDefined();
    expect(nested).toBeLessThan(tookList());
  });

  it.each<[string, string, string]>([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
    ['coordinates', '{"type":"Polygon","coordinates":[', ']}'],
  ])('never fails for %s nested a hundred thousand deep', (_what, open, close) => {
    const deep = open.repeat(100_000) + '0' + close.repeat(100_000);
    expect(() => findPolygons(deep)).not.toThrow();
    expect(() => findPolygons(`// 5" grid\n${deep}`)).not.toThrow();
    expect(() => findPolygons(`{ "name": "not closed\n${deep}`)).not.toThrow();
  });

  it('finds every one of thousands, whatever brackets and quotes their names contain', () => {
    const name = `${'['.repeat(2000)}\\"${'{'.repeat(2000)}`;
    const named = feature(near, { name });
    expect(findPolygons(JSON.stringify(collection(named, named)))).toMatchObject([{ name }, { name }]);
    const many = collection(...Array.from({ length: 3000 }, () => feature(near)));
    expect(findPolygons(JSON.stringify(many))).toHaveLength(3000);
  });
});

interface Snippet {
  label: string;
  description: string;
  bodyText: string;
}

const root = resolve(import.meta.dirname, '../../../../../..');
const schema = JSON.parse(readFileSync(join(root, 'media/schemas/geojson.schema.json'), 'utf8')) as object;
const validate = new Ajv({ allErrors: true }).compile(schema);

/** Paths that the schema reports. */
function faults(value: unknown): string[] {
  if (validate(value)) return [];
  // The failure of a branch is reported in addition to its reason.
  const errors = (validate.errors ?? []).filter(({ keyword }) => !['if', 'anyOf'].includes(keyword));
  return [...new Set(errors.map(({ dataPath, keyword }) => `${dataPath} ${keyword}`))];
}

/** Every member of a schema with this name, at any depth. */
function membersCalled(name: string, inside: unknown = schema): unknown[] {
  if (typeof inside !== 'object' || inside === null) return [];
  return Object.entries(inside).flatMap(([key, value]: [string, unknown]) => [
    ...(key === name ? [value] : []),
    ...membersCalled(name, value),
  ]);
}

const folder = join(root, 'test/data/geojson');
const files = readdirSync(folder).filter(name => !name.startsWith('broken.'));

describe('the schema of GeoJSON', () => {
  it('is a valid schema', () => {
    expect(new Ajv().validateSchema(schema)).toBe(true);
  });

  it('reports nothing for valid files, and does not repeat the area checks', () => {
    expect(files.filter(name => name.startsWith('good.')).length).toBeGreaterThan(5);
    const blamed = files.flatMap(name => {
      const value: unknown = parse(readFileSync(join(folder, name), 'utf8'));
      return faults(value).map(fault => `${name}: ${fault}`);
    });
    expect(blamed).toEqual([]);
  });

  it.each<[string, object]>([
    ['foreign members', { type: 'Feature', geometry: null, properties: null, title: 'x', crs: {} }],
    ['a feature without properties', { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } }],
    ['other JSON', { type: 'Point of view', sites: [] }],
    ['JSON without a type', { name: 'x' }],
    ['a type that begins', { type: 'Poly' }],
    ['a polygon before its coordinates', { type: 'Feature', geometry: { type: 'Polygon' } }],
  ])('reports nothing for %s', (_what, value) => {
    expect(faults(value)).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['a type misspelled', { type: 'Polgon', coordinates: [] }, ['.type enum']],
    ['features that are no list', { type: 'FeatureCollection', features: {} }, ['.features type']],
    ['no features', { type: 'FeatureCollection' }, [' required']],
    [
      'a bare geometry among features',
      { type: 'FeatureCollection', features: [{ type: 'Polygon', coordinates: [] }] },
      ['.features[0].type enum'],
    ],
    ['properties that are a list', { type: 'Feature', properties: [] }, ['.properties type']],
    [
      'a geometry misspelled',
      { type: 'Feature', geometry: { type: 'Polgon', coordinates: [] } },
      ['.geometry.type enum', '.geometry type'],
    ],
    [
      'a feature among geometries',
      { type: 'GeometryCollection', geometries: [{ type: 'Feature' }] },
      ['.geometries[0].type enum'],
    ],
    ['an id that is neither text nor number', { type: 'Feature', id: {} }, ['.id type']],
  ])('finds %s', (_what, value, expected) => {
    expect(faults(value)).toEqual(expected);
  });

  it('describes every value that it proposes', () => {
    const proposals = membersCalled('enumDescriptions') as string[][];
    expect(proposals.length).toBeGreaterThan(2);
    const enums = membersCalled('enum') as string[][];
    for (const texts of proposals) expect(enums.some(values => values.length === texts.length)).toBe(true);
    expect(proposals.flat().filter(text => !text.endsWith('.'))).toEqual([]);
  });

  it.each(
    (membersCalled('defaultSnippets') as Snippet[][])
      .flat()
      .map(snippet => [snippet.label, snippet] as const),
  )('proposes "%s", which is valid as it is', (label, { bodyText, description }) => {
    const examples = new Map(
      [...bodyText.matchAll(/\$\{(\d):([^}]*)\}/g)].map(([, stop, example]) => [stop, example]),
    );
    const text = bodyText.replace(
      /\$\{(\d):[^}]*\}|\$(\d)/g,
      (_all, a?: string, b?: string) => examples.get(a ?? b) ?? '',
    );
    expect(faults(JSON.parse(text))).toEqual([]);
    expect(findAreas(text).areas).toHaveLength(label === 'MultiPolygon' ? 0 : 1);
    expect(description).toMatch(/\.$/);
  });
});

/** Every value of a syntax tree with its path. If a member is repeated, the last one counts. */
function everyValue(node: Node, path: JsonPath = []): [JsonPath, Node][] {
  const children =
    node.type === 'array'
      ? (node.children ?? []).flatMap((child, index) => everyValue(child, [...path, index]))
      : [
          ...new Map(
            (node.children ?? []).map(({ children: [key, value] = [] }) => [String(key?.value), value]),
          ),
        ].flatMap(([key, value]) => (value ? everyValue(value, [...path, key]) : []));
  return [[path, node], ...(node.type === 'object' || node.type === 'array' ? children : [])];
}

const texts = fc
  .tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t', '\r\n'))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));

describe('the ranges of values', () => {
  it('are those of a syntax tree, for any JSON', () => {
    fc.assert(
      fc.property(texts, text => {
        const tree = parseTree(text);
        const all = tree ? everyValue(tree) : [];
        const json = readJson(text);
        expect(json?.value).toEqual(JSON.parse(text));
        const expected = all.map(([, { offset, length }]) => ({ offset, length }));
        expect(json?.rangesAt(all.map(([path]) => path))).toEqual(expected);
      }),
    );
  });

  it('are found one by one as well as together, in the requested order', () => {
    const text = '{ "a": [10, {"b\\n": "]}"}], "c": -1.5e3 }';
    const json = readJson(text);
    const paths: JsonPath[] = [['c'], ['a', 1, 'b\n'], ['a', 0], ['a'], []];
    const written = json
      ?.rangesAt(paths)
      .map(range => range && text.slice(range.offset, range.offset + range.length));
    expect(written).toEqual(['-1.5e3', '"]}"', '10', '[10, {"b\\n": "]}"}]', text]);
    for (const path of paths)
      expect(json?.rangesAt([path])).toEqual(json?.rangesAt(paths.slice(paths.indexOf(path))).slice(0, 1));
  });
});
