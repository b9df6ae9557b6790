import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Feature, FeatureCollection, Geometry, MultiPolygon, Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { boundingBox } from '../../../../../../src/geo/box.ts';
import { applyEdits, type TextEdit } from '../../../../../../src/geo/text/geojsonEdit.ts';
import { positions } from '../../../../geo/polygons.ts';
import { checkGeojson } from '../../../../../../src/features/areas/rules/text/geojsonCheck.ts';
import {
  completeGeojson,
  type CompletionRequest,
  type GeojsonCompletion,
} from '../../../../../../src/features/areas/rules/text/geojsonCompletion.ts';

const box = [positions('5 43, 6 43, 6 44, 5 44, 5 43')];
describe('an area is proposed', () => {
  it.each([
    ['in an empty document', '|', 'document'],
    ['behind a comment', '// mine\n|', 'document'],
    ['in place of a word that is begun', 'ao|', 'document'],
    ['as a geometry', '{"type": "Feature", "geometry": |}', 'geometry'],
    ['in place of null', '{"type": "Feature", "geometry": |null}', 'geometry'],
    ['in place of a null that the cursor is in', '{"type": "Feature", "geometry": nu|ll}', 'geometry'],
    ['in place of an empty text', '{"type": "Feature", "geometry": "|"}', 'geometry'],
    ['before a type that stands behind', '{"geometry": |, "type": "Feature"}', 'geometry'],
    ['among features', '{"type": "FeatureCollection", "features": [|]}', 'feature'],
    ['as the coordinates', '{"type": "Polygon", "coordinates": |}', 'polygon'],
    ['as a ring', '{"type": "Polygon", "coordinates": [|]}', 'polygon'],
    ['as positions', '{"type": "Polygon", "coordinates": [[|]]}', 'polygon'],
    ['as the coordinates of several', '{"type": "MultiPolygon", "coordinates": |}', 'multi'],
    ['as a polygon of several', '{"type": "MultiPolygon", "coordinates": [|]}', 'multi'],
    ['as a ring of several', '{"type": "MultiPolygon", "coordinates": [[|]]}', 'multi'],
    ['as positions of several', '{"type": "MultiPolygon", "coordinates": [[[|]]]}', 'multi'],
  ])('%s: %s', (_where, marked, form) => {
    const request = { isGeojson: false };
    expect(labels(marked, request)).toEqual(all);
    for (const label of all) {
      const value = JSON.parse(taken(marked, label, request).replace(/^\/\/.*/, '')) as unknown;
      expect(checkGeojson(value, 'file').filter(({ code }) => code !== 'aoi-not-polygon')).toEqual([]);
      expect(coordinatesOf(value, form)).toHaveLength(1);
    }
    const value: unknown = JSON.parse(taken(marked, ofExtent, request).replace(/^\/\/.*/, ''));
    expect(coordinatesOf(value, form)).toEqual(box);
  });

  function coordinatesOf(value: unknown, form: string): unknown {
    switch (form) {
      case 'document':
      case 'feature':
        return ((value as FeatureCollection).features[0]?.geometry as Polygon).coordinates;
      case 'geometry':
        return ((value as Feature).geometry as Polygon).coordinates;
      case 'multi':
        return (value as MultiPolygon).coordinates[0];
      default:
        return (value as Polygon).coordinates;
    }
  }

  it.each([
    ['behind another feature', '[{"type": "Feature"}|]', 2],
    ['behind another feature and white space', '[{"type": "Feature"}\n  |\n]', 2],
    ['behind a comma', '[{"type": "Feature"}, |]', 2],
    ['before another feature', '[|{"type": "Feature"}]', 2],
    ['between two', '[{"type": "Feature"},\n|\n{"type": "Feature"}]', 3],
    ['between two without a comma', '[{"type": "Feature"} | {"type": "Feature"}]', 3],
  ])('with missing commas: %s', (_where, list, count) => {
    const text = taken(`{"type": "FeatureCollection", "features": ${list}}`, ofExtent);
    expect((JSON.parse(text) as FeatureCollection).features).toHaveLength(count);
  });

  it('with the comma that the member below lacks', () => {
    const text = taken('{\n  "geometry": |\n  "properties": {}\n}', ofExtent);
    expect(JSON.parse(text)).toMatchObject({ geometry: { coordinates: box }, properties: {} });
  });

  it('without the map, only from the template', () => {
    expect(labels('|', { extent: undefined })).toEqual([template]);
  });

  it('in lines, with a tab per level', () => {
    expect(taken('{"type": "Feature", "geometry": |}', ofExtent)).toBe(
      '{"type": "Feature", "geometry": {\n\t"type": "Polygon",\n\t"coordinates": [\n\t\t[\n\t\t\t[5, 43],\n\t\t\t[6, 43],\n\t\t\t[6, 44],\n\t\t\t[5, 44],\n\t\t\t[5, 43]\n\t\t]\n\t]\n}}',
    );
  });

  it('around the center with sides of 5 km', () => {
    const { geometry } = JSON.parse(taken('{"geometry": |}', ofCenter)) as { geometry: Polygon };
    const [west, south, east, north] = boundingBox(geometry);
    const kmPerDegree = 111.195;
    expect((north - south) * kmPerDegree).toBeCloseTo(5, 3);
    expect((east - west) * kmPerDegree * Math.cos((43.5 * Math.PI) / 180)).toBeCloseTo(5, 3);
    expect([(west + east) / 2, (south + north) / 2]).toEqual([
      expect.closeTo(5.5, 5),
      expect.closeTo(43.5, 5),
    ]);
  });

  it('in another copy of the world as in the first', () => {
    const { geometry } = JSON.parse(
      taken('{"geometry": |}', ofCenter, { extent: [365, 43, 366, 44] }),
    ) as Feature<Polygon>;
    expect(boundingBox(geometry)[0]).toBeCloseTo(5.469, 3);
    expect(labels('|', { extent: [5, 86, 6, 88] })).toEqual([ofExtent, template]);
  });

  it('in two parts across the antimeridian, if the place takes two', () => {
    const request = { extent: [179, 43, 181, 44] as const };
    const { geometry } = JSON.parse(taken('{"geometry": |}', ofExtent, request)) as { geometry: Geometry };
    expect(geometry).toMatchObject({ type: 'MultiPolygon', coordinates: { length: 2 } });
    const { features } = JSON.parse(taken('|', ofExtent, request)) as FeatureCollection;
    expect(features.map(feature => feature.properties?.name)).toEqual(['Area', 'Area 2']);
    expect(labels('{"type": "Polygon", "coordinates": |}', request)).toEqual([template]);
  });
});

describe('nothing is proposed', () => {
  it.each([
    ['behind a document', '{} |'],
    ['before a document', '| {}'],
    ['for another member', '{"type": "Feature", "id": |}'],
    ['where there is a geometry', '{"type": "Feature", "geometry": | {"type": "Polygon"}}'],
    ['behind a geometry', '{"type": "Feature", "geometry": {} |}'],
    ['in a comment', '{"geometry": /* | */ null}'],
    ['at the end of a comment', '{"geometry": // here|\n}'],
    ['in the list of other objects', '{"type": "Point", "coordinates": [|]}'],
    ['in a text', '{"name": "geometry|"}'],
    ['inside a position', '{"type": "Polygon", "coordinates": [[[5, 43], [6, |]]]}'],
    ['at a number', '{"type": "Polygon", "coordinates": [[[5.|]]]}'],
    ['at a number that begins a ring', '{"type": "Polygon", "coordinates": [[5|]]}'],
    ['at a minus', '{"type": "Polygon", "coordinates": [[-|]]}'],
    ['inside a position that is empty', '{"type": "Polygon", "coordinates": [[[|]]]}'],
    ['beside the first ring', '{"type": "Polygon", "coordinates": [[[1, 2]], |]}'],
  ])('%s: %s', (_where, marked) => {
    expect(labels(marked)).toEqual([]);
  });

  it.each([
    ['{"geometry": |}'],
    ['{"features": [|]}'],
    ['{"coordinates": |}'],
    ['{"type": "object", "properties": {|}}'],
    ['{"type": "Rule", "coordinates": [[|]]}'],
  ])('in other JSON: %s', marked => {
    expect(labels(marked, { isGeojson: false })).toEqual([]);
  });

  it.each([
    ['', '"'],
    ['{"type": "Polygon", "coordinates": [', '['],
    ['{"type": "Polygon", "coordinates": [[', '['],
    ['{"type": "Polygon", "coordinates": [[[1, 2], [1, 3], [4, 3], ', '['],
    ['{"type": "Feature", "geometry": "', '"'],
    ['{"type": "Feature", "properties": {"name":', ':'],
  ])('during typing: %s', (before, typed) => {
    expect(labels(`${before}|`, { typed })).toEqual([]);
  });

  it.each([
    ['{"type": "Feature", "geometry":|}', ':', all],
    ['{"type": "Polygon", "coordinates":|}', ':', all],
    ['{"type": "FeatureCollection", "features": [|]}', '[', all],
    ['{"type": "Feature", "properties": {"|"}}', '"', ['name']],
  ])('otherwise, during typing: %s', (marked, typed, expected) => {
    expect(labels(marked, { typed })).toEqual(expected);
  });
});

it('only one Polygon is proposed for a request', () => {
  const request = { isRequest: true, isGeojson: false };
  expect(JSON.parse(taken('{"aoi": |}', ofExtent, request))).toMatchObject({ aoi: { type: 'Polygon' } });
  expect(labels('{"aoi": |}', { ...request, extent: [179, 1, 181, 2] })).not.toContain(ofExtent);
  expect(labels('{"site": aoi|}', { isGeojson: false, extent: [179, 1, 181, 2] })).toContain(ofExtent);
});

const extent = [5, 43, 6, 44] as const;

/** The proposals at the `|` of a text. */
function proposed(marked: string, request: Partial<CompletionRequest> = {}): GeojsonCompletion[] {
  return completeGeojson(marked.replace('|', ''), {
    offset: marked.indexOf('|'),
    isGeojson: true,
    extent,
    ...request,
  });
}

function labels(marked: string, request: Partial<CompletionRequest> = {}): string[] {
  return proposed(marked, request).map(({ label }) => label);
}

/** The text after the proposal with this label is accepted, its tab stops filled with their examples. */
function taken(marked: string, label: string, request: Partial<CompletionRequest> = {}): string {
  const found = proposed(marked, request).find(completion => completion.label === label);
  if (!found) throw new Error(`No "${label}" among ${labels(marked, request).join(', ')}`);
  const examples = new Map(
    [...found.snippet.matchAll(/\$\{(\d):([^}]*)\}/g)].map(([, stop, example]) => [stop, example]),
  );
  const text = found.snippet
    .replace(/\$\{(\d):[^}]*\}|(?<!\\)\$(\d)/g, (_all, a?: string, b?: string) => examples.get(a ?? b) ?? '')
    .replace(/\\([\\$}])/g, '$1');
  const edits: TextEdit[] = [{ ...found.range, text }];
  if (found.commaAt !== undefined) edits.unshift({ offset: found.commaAt, length: 0, text: ',' });
  return applyEdits(marked.replace('|', ''), edits);
}

const ofExtent = 'AOI: map extent';
const ofCenter = 'AOI: box around the map center, 5 km';
const template = 'AOI: template';
const all = [ofExtent, ofCenter, template];

describe('closing a ring', () => {
  const closed = (ring: string) => taken(`{"type": "Polygon", "coordinates": [${ring}]}`, 'Close ring');

  it.each([
    ['behind the last position', '[[1, 2], [3, 2], [3, 4]|]'],
    ['behind a comma', '[[1, 2], [3, 2], [3, 4], |]'],
    ['behind white space', '[[1, 2], [3, 2], [3, 4] |]'],
    ['on the next line', '[\n[1, 2],\n[3, 2],\n[3, 4]\n|]'],
    ['by a word that is begun', '[[1, 2], [3, 2], [3, 4], Cl|]'],
  ])('%s', (_where, ring) => {
    const value = JSON.parse(closed(ring)) as Polygon;
    expect(value.coordinates[0]).toEqual(positions('1 2, 3 2, 3 4, 1 2'));
  });

  it('repeats the first position as written, on its own line if the others are', () => {
    expect(closed('[\n  [1.50, 2, 7],\n  [3, 2, 7],\n  [3, 4, 7]|\n]')).toContain(
      '[3, 4, 7],\n[1.50, 2, 7]\n]',
    );
    expect(closed('[[1 /* ${x} */, 2], [3, 2], [3, 4]|]')).toContain('[3, 4], [1 /* ${x} */, 2]]');
  });

  it('is preselected, also at the end of the document', () => {
    const [found, ...others] = proposed('{"type": "Polygon", "coordinates": [[[1, 2], [3, 2], [3, 4]|');
    expect(found).toMatchObject({ label: 'Close ring', isPreselected: true, detail: '[1, 2]' });
    expect(others).toEqual([]);
  });

  it.each([
    ['of two positions', '{"type": "Polygon", "coordinates": [[[1, 2], [3, 2]|]]}'],
    ['that is closed', '{"type": "Polygon", "coordinates": [[[1, 2], [3, 2], [3, 4], [1, 2]|]]}'],
    ['that goes on', '{"type": "Polygon", "coordinates": [[[1, 2], [3, 2], [3, 4], | [5, 6]]]}'],
    [
      'that goes on behind a comma',
      '{"type": "Polygon", "coordinates": [[[1, 2], [3, 2], [3, 4]|, [5, 6]]]}',
    ],
    ['that is a line', '{"type": "LineString", "coordinates": [[1, 2], [3, 2], [3, 4]|]}'],
    [
      'that is one of several lines',
      '{"type": "MultiLineString", "coordinates": [[[1, 2], [3, 2], [3, 4]|]]}',
    ],
    ['from outside', '{"type": "Polygon", "coordinates": [[[1, 2], [3, 2], [3, 4]]|]}'],
  ])('is not proposed for one %s', (_what, marked) => {
    expect(labels(marked)).not.toContain('Close ring');
  });

  it('works in a polygon of several, and before there is a type', () => {
    const ring = '[[1, 2], [3, 2], [3, 4]|]';
    expect(labels(`{"type": "MultiPolygon", "coordinates": [[${ring}]]}`)).toEqual(['Close ring']);
    expect(labels(`{"coordinates": [[${ring}]]}`)).toEqual(['Close ring']);
    expect(labels(`{"coordinates": [${ring}]}`, { isGeojson: false })).toEqual([]);
  });
});

describe('the name of a feature', () => {
  it.each([
    ['{"type": "Feature", "properties": {|}}'],
    ['{"type": "Feature", "properties": {"|"}}'],
    ['{"type": "Feature", "properties": {"na|"}}'],
    ['{"type": "Feature", "properties": {"a": 1, |}}'],
    ['{"type": "Feature", "properties": {| "a": 1}}'],
    ['{"type": "Feature", "properties": |}'],
    ['{"type": "Feature", "properties": |null}'],
    ['{"properties": {|}, "type": "Feature"}'],
  ])('is proposed: %s', marked => {
    const value = JSON.parse(taken(marked, 'name', { isGeojson: false })) as Feature;
    expect(value.properties?.name).toBe('Area');
  });

  it('keeps its present value', () => {
    expect(taken('{"type": "Feature", "properties": {"|": "Quay"}}', 'name')).toContain('{"name": "Quay"}');
  });

  it.each([
    ['{"type": "Feature", "properties": {"name": "x", |}}'],
    ['{"type": "Feature", "properties": {"a": |}}'],
    ['{"type": "Feature", "properties": {"a": {|}}}'],
    ['{"type": "Feature", "properties": {"a": 1 |}}'],
    ['{"type": "Feature", |}'],
    ['{"type": "object", "properties": {|}}'],
  ])('is not proposed: %s', marked => {
    expect(labels(marked)).toEqual([]);
  });
});

const folder = resolve(import.meta.dirname, '../../../../../data/geojson');
const samples = readdirSync(folder)
  .filter(name => !/^(?:broken\.|position-not-numbers\.not-a)/.test(name))
  .map(name => [name, readFileSync(join(folder, name), 'utf8')] as const);

it.each<readonly [string, string]>([
  ...samples,
  ['nothing in it', '{ "type": "FeatureCollection", "features": [ ] }'],
  ['null', '{\n"geometry":\n null ,\n"type": "Feature" }'],
])('keeps valid text valid, wherever it is requested: %s', (_name, text) => {
  for (let offset = 0; offset <= text.length; offset++) {
    const marked = `${text.slice(0, offset)}|${text.slice(offset)}`;
    for (const label of labels(marked)) {
      expect(() => JSON.parse(taken(marked, label)) as unknown, `${label} at ${offset}`).not.toThrow();
    }
  }
});
