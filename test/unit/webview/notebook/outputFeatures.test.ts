import { describe, expect, it } from 'vitest';
import { maxFeatures, outputFeatures } from '../../../../webview/notebook/outputFeatures.ts';

const point = (...coordinates: number[]) => ({ type: 'Point', coordinates });
const harbor = point(5, 43);
const feature = (geometry: unknown) => ({ type: 'Feature', properties: null, geometry });
const collection = (...all: unknown[]) => ({ type: 'FeatureCollection', features: all.map(feature) });
const inCrs = (name: string) => ({ ...collection(harbor), crs: { type: 'name', properties: { name } } });

const read = (output: unknown) =>
  outputFeatures(typeof output === 'string' ? output : JSON.stringify(output));

/** The text instead of a map, or what is drawn. */
function displayed(output: unknown): unknown {
  const result = read(output);
  return typeof result === 'string' ? result : result.features.map(({ geometry }) => geometry);
}

describe('the features of an output', () => {
  const several = { type: 'GeometryCollection', geometries: [harbor] };
  it.each<[kind: string, output: unknown, drawn: unknown]>([
    ['a geometry', harbor, harbor],
    ['a geometry collection', several, several],
    ['a feature with an altitude', feature(point(5, 43, 120)), point(5, 43, 120)],
    ['a collection as a text', JSON.stringify(JSON.stringify(collection(harbor))), harbor],
    ['WGS 84 by name', inCrs('urn:ogc:def:crs:OGC:1.3:CRS84'), harbor],
    ['WGS 84 by code', inCrs('urn:ogc:def:crs:EPSG::4326'), harbor],
    [
      'WGS 84 by a number',
      { ...collection(harbor), crs: { type: 'EPSG', properties: { code: 4326 } } },
      harbor,
    ],
    ['no system', { ...collection(harbor), crs: null }, harbor],
    [
      'a feature with NaN, as Python writes it',
      '{"type": "Feature", "properties": {"score": NaN}, "geometry": {"type": "Point", "coordinates": [5, 43]}}',
      harbor,
    ],
    ['a list of features', [feature(harbor)], harbor],
    ['a list of geometries', [harbor], harbor],
    ['only what has a place', collection(null, point(), harbor, point(7e5, 4e6)), harbor],
  ])('draw %s', (_kind, output, drawn) => {
    expect(displayed(output)).toEqual([drawn]);
  });

  it('stay together across the antimeridian, also in parts', () => {
    const lines = (...coordinates: unknown[]) => ({ type: 'MultiLineString', coordinates });
    const east = [point(179, 1).coordinates, point(180, 1).coordinates];
    const west = [point(-180, 1).coordinates, point(-178, 1).coordinates];
    const drawn = lines(east, [point(180, 1).coordinates, point(182, 1).coordinates]);
    const parts = collection(lines(east, west), point(-179, 2));
    expect(displayed(parts)).toEqual([drawn, point(181, 2)]);
    expect(read(parts)).toMatchObject({ home: 180.5 });
    const world = [point(-170, 0), point(0, 0), point(170, 0)];
    expect(displayed(collection(...world))).toEqual(world);
  });

  it('are limited, and counted', () => {
    const many = collection(...Array.from({ length: maxFeatures + 1 }, (_none, at) => point(at / 1000, 1)));
    expect(read(many)).toMatchObject({ features: { length: maxFeatures }, count: maxFeatures + 1 });
  });

  const deep = '['.repeat(200_000);
  const up = ']'.repeat(200_000);
  it.each<[kind: string, output: unknown, text: RegExp]>([
    ['broken JSON', '{"type": "Point"', /isn't valid GeoJSON/],
    ['a place of NaN, as Python writes it', '{"type": "Point", "coordinates": [NaN, 1]}', /^No features/],
    ['other JSON', { type: 'Topology', objects: {} }, /isn't valid/],
    ['a collection without a list', { type: 'FeatureCollection', features: 'no' }, /isn't valid/],
    ['endless nesting', `{"type": "Point", "coordinates": ${deep}${up}}`, /isn't valid/],
    [
      'nesting beside its geometry',
      `{"type": "Feature", "geometry": ${JSON.stringify(harbor)}, "properties": {"a": ${deep}${up}}}`,
      /isn't valid/,
    ],
    [
      'a name of a CRS without an end',
      inCrs('x'.repeat(10_000_000)),
      /^This output is in x{79}…\. Convert it/,
    ],
    ['an empty collection', collection(), /^No features with a location$/],
    ['a feature without a geometry', feature(null), /^No features/],
    ['an empty list', [], /isn't valid/],
    ['the latitude first', collection(point(43, 120)), /^Longitude and latitude are probably swapped/],
    ['meters', collection(point(691000, 4794000)), /^691000, 4794000 look like meters/],
    ['another CRS', inCrs('EPSG:2154'), /is in EPSG:2154\. Convert it to WGS 84/],
  ])('say what is wrong with %s', (_kind, output, text) => {
    expect(displayed(output)).toMatch(text);
  });
});
