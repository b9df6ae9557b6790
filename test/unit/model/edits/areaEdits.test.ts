import { parse } from 'jsonc-parser';
import type { FeatureCollection, Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { AreaChange } from '../../../../src/model/edits/areaChange.ts';
import { changeArea } from '../../../../src/model/edits/areaEdits.ts';
import { applyEdits } from '../../../../src/model/edits/geojsonEdit.ts';
import type { JsonPath } from '../../../../src/model/problem.ts';
import { signedArea } from '../../../../src/model/geometry/ring.ts';
import { box, polygon } from '../geometry/polygons.ts';

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
const hole = box(1.2, 1.2, 1.4, 1.4).toReversed();
const closed = (...open: Position[]) => [...open, ...open.slice(0, 1)];
const [a, b]: [Position, Position] = [
  [1, 1],
  [2, 1],
];

const feature = (name: string, area: Polygon = polygon(square)) => ({
  type: 'Feature',
  properties: { name },
  geometry: area,
});

describe('an area that is removed', () => {
  const lines = (...features: string[]) =>
    `{\n  "type": "FeatureCollection",\n  "features": [\n${features.map(one => `    ${one}`).join(',\n')}\n  ]\n}\n`;
  const [one, two, three] = ['One', 'Two', 'Three'].map(name => JSON.stringify(feature(name))) as [
    string,
    string,
    string,
  ];
  const remove = (before: string, path: JsonPath) => changed(before, { kind: 'remove', path });

  it.each<[string, number, string]>([
    ['the first', 0, lines(two, three)],
    ['one between', 1, lines(one, three)],
    ['the last', 2, lines(one, two)],
  ])('goes with its feature, its comma and its line: %s', (_what, index, after) => {
    expect(remove(lines(one, two, three), ['features', index, 'geometry'])).toEqual({
      after,
      path: undefined,
    });
  });

  it.each<[string, string, JsonPath, string]>([
    ['the only feature', lines(one), ['features', 0, 'geometry'], lines().replace('[\n\n  ]', '[]')],
    [
      'between comments',
      `{"type":"FeatureCollection","features":[\n // one\n${one}, // two\n ${two}\n]}`,
      ['features', 1, 'geometry'],
      `{"type":"FeatureCollection","features":[\n // one\n${one} // two\n]}`,
    ],
    [
      'with a comma too many',
      `{"type":"FeatureCollection","features":[${one},]}`,
      ['features', 0, 'geometry'],
      '{"type":"FeatureCollection","features":[]}',
    ],
    [
      'of a GeometryCollection',
      JSON.stringify({ type: 'GeometryCollection', geometries: [polygon(square), { type: 'Point' }] }),
      ['geometries', 0],
      '{"type":"GeometryCollection","geometries":[{"type":"Point"}]}',
    ],
    ['a whole feature', `\n${one}\n`, ['geometry'], '\n{ "type": "FeatureCollection", "features": [] }\n'],
    [
      'a whole geometry',
      JSON.stringify(polygon(square)),
      [],
      '{ "type": "FeatureCollection", "features": [] }',
    ],
    [
      'a feature in a member',
      `{"area": ${one}}`,
      ['area', 'geometry'],
      '{"area": {"type":"Feature","properties":{"name":"One"},"geometry":null}}',
    ],
    [
      'a feature in a list of its own',
      `[${one}]`,
      [0, 'geometry'],
      '[{"type":"Feature","properties":{"name":"One"},"geometry":null}]',
    ],
  ])('%s', (_what, before, path, after) => {
    expect(remove(before, path).after).toBe(after);
  });

  it.each<[string, unknown, JsonPath, RegExp]>([
    ['of an order', { aoi: polygon(square) }, ['aoi'], /An order needs its AOI/],
    [
      'of an order of products',
      { products: [{ aoi: polygon(square) }] },
      ['products', 0, 'aoi'],
      /An order needs its AOI/,
    ],
    ['of other JSON', { shape: polygon(square) }, ['shape'], /no GeoJSON/],
    ['of a bare list', [polygon(square)], [0], /no GeoJSON/],
    ['that is gone', { type: 'FeatureCollection', features: [] }, ['features', 0, 'geometry'], /no Polygon/],
  ])('is kept where it is one %s', (_what, document, path, reason) => {
    expect(refusal(JSON.stringify(document), { kind: 'remove', path })).toMatch(reason);
  });
});

describe('an area that is added', () => {
  const rings = [square.toReversed(), hole.toReversed()];
  const add = (before: string) => changed(before, { kind: 'add', rings });
  const added = (number: number) => feature(`Area ${number}`, polygon(square, hole));

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
  ])('goes into %s, wound as RFC 7946 wants it', (_what, before, features) => {
    const { after, path } = add(before);
    const document = parse(after, [], { allowTrailingComma: true }) as FeatureCollection;
    expect(document).toEqual({ type: 'FeatureCollection', features: features.map(wound) });
    expect(path).toEqual(['features', features.length - 1, 'geometry']);
    // Its text stays, in lines of its own or within others.
    expect(after).toContain(before.slice(before.indexOf('{')).trim().slice(0, -3));
    if (before.includes('\r\n')) expect(after).not.toMatch(/[^\r]\n/);
  });

  /** The rings of the areas that are added, whatever their beginning. */
  function wound(one: unknown): unknown {
    const { properties, geometry } = one as ReturnType<typeof feature>;
    if (!/^Area [1235]$/.test(properties.name)) return one;
    expect(geometry.coordinates.map(ring => Math.sign(signedArea(ring)))).toEqual([1, -1]);
    return { type: 'Feature', properties, geometry: polygon(...rings.map(ring => ring.toReversed())) };
  }

  it('stands behind the last feature of many, in its layout', () => {
    const features = Array.from({ length: 3 }, (_value, index) => JSON.stringify(feature(`${index}`)));
    for (const [head, between, tail] of [
      ['\n\t\t', ',\n\t\t', '\n\t'],
      ['\r\n    ', ',\r\n    ', '\r\n  '],
      ['', ', ', ''],
      [' /* [ */ ', ', // {\n', ''],
    ] as const) {
      const before = `{"type":"FeatureCollection","features":[${head}${features.join(between)}${tail}]}`;
      const made = changeArea(before, { kind: 'add', rings });
      if (made.kind === 'refused') throw new Error(made.reason);
      expect(made.edits).toHaveLength(1);
      expect(made.edits[0]).toMatchObject({ length: 0, offset: before.lastIndexOf(tail + ']') });
      const { after } = add(before);
      expect((parse(after) as FeatureCollection).features[3]).toEqual(added(4));
      if (head.trim() === '' && head !== '') expect(made.edits[0]?.text).toMatch(new RegExp(`^,${head}\\{`));
    }
  });

  it('has its numbers without an exponent', () => {
    const { after } = changed('', { kind: 'add', rings: [closed([1e-7, -2.5e-7], [1, 0], [1, 1])] });
    expect(after).toContain('[0.0000001, -0.00000025]');
  });

  it.each<[string, string, RegExp]>([
    ['broken JSON', '{"type":"FeatureCollection","features":[', /mend the JSON first/],
    ['an order', JSON.stringify({ aoi: polygon(square) }), /An order has its AOI already/],
    ['an order of products', JSON.stringify({ products: [{ aoi: null }] }), /An order has its AOI already/],
    ['other JSON', '{"a": 1}', /FeatureCollection, a Feature, a geometry/],
    ['a list', '[]', /FeatureCollection, a Feature, a geometry/],
    [
      'a collection without a list',
      '{"type":"FeatureCollection","features":{}}',
      /FeatureCollection, a Feature/,
    ],
  ])('is refused by %s', (_what, before, reason) => {
    expect(refusal(before, { kind: 'add', rings })).toMatch(reason);
  });

  it('is refused where it cannot be an area', () => {
    expect(refusal('', { kind: 'add', rings: [closed(a, b)] })).toMatch(/at least four/);
    expect(refusal('{"type":"FeatureCollection","features":[]}', { kind: 'add', rings: [] })).toMatch(
      /no ring/,
    );
  });
});

it('changes nothing in broken JSON', () => {
  const broken = JSON.stringify(polygon(square)).slice(0, -1);
  expect(refusal(broken, { kind: 'reshape', path: [], rings: [square] })).toMatch(/mend the JSON first/);
  expect(refusal(broken, { kind: 'remove', path: [] })).toMatch(/mend the JSON first/);
});
