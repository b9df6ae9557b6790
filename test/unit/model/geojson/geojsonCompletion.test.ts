import type { FeatureCollection, Feature, Geometry, MultiPolygon, Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { checkGeojson } from '../../../../src/model/geojson/geojsonCheck.ts';
import { polygonBounds } from '../../../../src/model/geometry/ring.ts';
import { all, labels, ofCentre, ofExtent, taken, template } from './completing.ts';
import { positions } from '../geometry/polygons.ts';

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
        return ((value as FeatureCollection).features[0]?.geometry as Polygon).coordinates;
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
  ])('with the commas that are missing: %s', (_where, list, count) => {
    const text = taken(`{"type": "FeatureCollection", "features": ${list}}`, ofExtent);
    expect((JSON.parse(text) as FeatureCollection).features).toHaveLength(count);
  });

  it('with the comma that the member below lacks', () => {
    const text = taken('{\n  "geometry": |\n  "properties": {}\n}', ofExtent);
    expect(JSON.parse(text)).toMatchObject({ geometry: { coordinates: box }, properties: {} });
  });

  it('without the map from the template alone', () => {
    expect(labels('|', { extent: undefined })).toEqual([template]);
  });

  it('in lines, with a tab for each level', () => {
    expect(taken('{"type": "Feature", "geometry": |}', ofExtent)).toBe(
      '{"type": "Feature", "geometry": {\n\t"type": "Polygon",\n\t"coordinates": [\n\t\t[\n\t\t\t[5, 43],\n\t\t\t[6, 43],\n\t\t\t[6, 44],\n\t\t\t[5, 44],\n\t\t\t[5, 43]\n\t\t]\n\t]\n}}',
    );
  });

  it('around the centre with sides of 5 km', () => {
    const { geometry } = JSON.parse(taken('{"geometry": |}', ofCentre)) as { geometry: Polygon };
    const [west, south, east, north] = polygonBounds(geometry);
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
      taken('{"geometry": |}', ofCentre, { extent: [365, 43, 366, 44] }),
    ) as Feature<Polygon>;
    expect(polygonBounds(geometry)[0]).toBeCloseTo(5.469, 3);
    expect(labels('|', { extent: [5, 86, 6, 88] })).toEqual([ofExtent, template]);
  });

  it('in two parts across the antimeridian, where there is room for two', () => {
    const request = { extent: [179, 43, 181, 44] as const };
    const { geometry } = JSON.parse(taken('{"geometry": |}', ofExtent, request)) as { geometry: Geometry };
    expect(geometry).toMatchObject({ type: 'MultiPolygon', coordinates: { length: 2 } });
    const { features } = JSON.parse(taken('|', ofExtent, request)) as FeatureCollection;
    expect(features.map(one => one.properties?.name as unknown)).toEqual(['Area', 'Area 2']);
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
  ])('while somebody types: %s', (before, typed) => {
    expect(labels(`${before}|`, { typed })).toEqual([]);
  });

  it.each([
    ['{"type": "Feature", "geometry":|}', ':', all],
    ['{"type": "Polygon", "coordinates":|}', ':', all],
    ['{"type": "FeatureCollection", "features": [|]}', '[', all],
    ['{"type": "Feature", "properties": {"|"}}', '"', ['name']],
  ])('else, while somebody types: %s', (marked, typed, expected) => {
    expect(labels(marked, { typed })).toEqual(expected);
  });
});

it('proposes for a request nothing but one Polygon', () => {
  const request = { isRequest: true, isGeojson: false };
  expect(JSON.parse(taken('{"aoi": |}', ofExtent, request))).toMatchObject({ aoi: { type: 'Polygon' } });
  expect(labels('{"aoi": |}', { ...request, extent: [179, 1, 181, 2] })).not.toContain(ofExtent);
  expect(labels('{"site": aoi|}', { isGeojson: false, extent: [179, 1, 181, 2] })).toContain(ofExtent);
});
