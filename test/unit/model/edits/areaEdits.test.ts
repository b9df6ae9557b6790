import { parse } from 'jsonc-parser';
import type { FeatureCollection, Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { AreaChange, VertexStep } from '../../../../src/model/edits/areaChange.ts';
import { changeArea } from '../../../../src/model/edits/areaEdits.ts';
import { applyEdits } from '../../../../src/model/edits/geojsonEdit.ts';
import type { JsonPath } from '../../../../src/model/problem.ts';
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
const closed = (...open: Position[]) => [...open, ...open.slice(0, 1)];
const feature = (name: string, area: Polygon = polygon(square)) => ({
  type: 'Feature',
  properties: { name },
  geometry: area,
});

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

  it.each<[string, string, VertexStep, string]>([
    [
      'a position moved: its two numbers change, the altitude stays',
      '[[1.0,1e0,5],[ 2.00, 1, 6, 7],[2,2],[1,2],[1,1,5]]',
      move(1, 2.25, 1.5),
      '[[1.0,1e0,5],[ 2.25, 1.5, 6, 7],[2,2],[1,2],[1,1,5]]',
    ],
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
    [
      'the first one removed: the ring begins at the next, with its altitude',
      '[[1,1,9],[2,1,8],[2,2,7],[1,2,6],[1,1,9]]',
      remove(0),
      '[[2,1,8],[2,2,7],[1,2,6],[2,1,8]]',
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
    ['one across the antimeridian', insert(1, 180.5, 1), /antimeridian.*second area beyond/],
    ['a vertex that it has not', move(3, 1, 1), /no longer at this place/],
    ['a place that it has not', insert(4, 1, 1), /no longer at this place/],
    ['a ring that it has not', remove(0, 1), /no longer at this place/],
  ])('is refused with %s', (_what, step, reason) => {
    const triangle = written('[[1,1],[2,1],[2,2],[1,1]]');
    expect(refusal(triangle, { kind: 'reshape', path: [], step })).toMatch(reason);
  });
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
    ['of other JSON', { shape: polygon(square) }, ['shape'], /part of JSON that may need it/],
    ['of a bare list', [polygon(square)], [0], /part of JSON that may need it/],
    [
      'that is gone',
      { type: 'FeatureCollection', features: [] },
      ['features', 0, 'geometry'],
      /no longer at this place/,
    ],
  ])('is kept where it is one %s', (_what, document, path, reason) => {
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
  ])('goes into %s', (_what, before, features) => {
    const { after, path } = add(before);
    const document = parse(after, [], { allowTrailingComma: true }) as FeatureCollection;
    expect(document).toEqual({ type: 'FeatureCollection', features });
    expect(path).toEqual(['features', features.length - 1, 'geometry']);
    // Its text stays, in lines of its own or within others.
    expect(after).toContain(before.slice(before.indexOf('{')).trim().slice(0, -3));
    if (before.includes('\r\n')) expect(after).not.toMatch(/[^\r]\n/);
  });

  it('has its numbers without an exponent', () => {
    const { after } = changed('', { kind: 'add', ring: closed([1e-7, -2.5e-7], [1, 0], [1, 1]) });
    expect(after).toContain('[0.0000001, -0.00000025]');
  });

  it.each<[string, string, RegExp]>([
    ['broken JSON', '{"type":"FeatureCollection","features":[', /Fix it before you change its areas/],
    ['an order', JSON.stringify({ aoi: polygon(square) }), /An order already has its AOI/],
    ['an order of products', JSON.stringify({ products: [{ aoi: null }] }), /An order already has its AOI/],
    ['other JSON', '{"a": 1}', /FeatureCollection, a Feature, a geometry/],
    ['a list', '[]', /FeatureCollection, a Feature, a geometry/],
    [
      'a collection without a list',
      '{"type":"FeatureCollection","features":{}}',
      /FeatureCollection, a Feature/,
    ],
  ])('is refused by %s', (_what, before, reason) => {
    expect(refusal(before, { kind: 'add', ring: square })).toMatch(reason);
  });
});

it('changes nothing in broken JSON', () => {
  const broken = JSON.stringify(polygon(square)).slice(0, -1);
  expect(
    refusal(broken, { kind: 'reshape', path: [], step: { kind: 'delete', ring: 0, vertex: 0 } }),
  ).toMatch(/Fix it before you change its areas/);
  expect(refusal(broken, { kind: 'remove', path: [] })).toMatch(/Fix it before you change its areas/);
});
