import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Feature, Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { labels, proposed, taken } from './completing.ts';
import { positions } from '../geometry/polygons.ts';

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

  it('repeats the first position as it is written, on a line of its own where they stand so', () => {
    expect(closed('[\n  [1.50, 2, 7],\n  [3, 2, 7],\n  [3, 4, 7]|\n]')).toContain(
      '[3, 4, 7],\n[1.50, 2, 7]\n]',
    );
    expect(closed('[[1 /* ${x} */, 2], [3, 2], [3, 4]|]')).toContain('[3, 4], [1 /* ${x} */, 2]]');
  });

  it('is chosen beforehand, also where the document ends', () => {
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

  it('keeps the value that it has', () => {
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

const folder = resolve(import.meta.dirname, '../../../data/geojson');
const samples = readdirSync(folder)
  .filter(name => !/^(?:broken\.|position-not-numbers\.not-a)/.test(name))
  .map(name => [name, readFileSync(join(folder, name), 'utf8')] as const);

it.each<readonly [string, string]>([
  ...samples,
  ['nothing in it', '{ "type": "FeatureCollection", "features": [ ] }'],
  ['null', '{\n"geometry":\n null ,\n"type": "Feature" }'],
])('keeps sound what is sound, wherever it is asked: %s', (_name, text) => {
  for (let offset = 0; offset <= text.length; offset++) {
    const marked = `${text.slice(0, offset)}|${text.slice(offset)}`;
    for (const label of labels(marked)) {
      expect(() => JSON.parse(taken(marked, label)) as unknown, `${label} at ${offset}`).not.toThrow();
    }
  }
});
