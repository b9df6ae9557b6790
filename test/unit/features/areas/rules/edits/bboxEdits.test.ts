import { readFileSync } from 'node:fs';
import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { JsonPath } from '../../../../../../src/base/problem.ts';
import { checkBox } from '../../../../../../src/geo/bbox.ts';
import { applyEdits } from '../../../../../../src/geo/text/geojsonEdit.ts';
import { box, polygon } from '../../../../geo/polygons.ts';
import type { AoiFix } from '../../../../../../src/features/areas/rules/edits/aoiFixChoice.ts';
import { withTrueBoxes } from '../../../../../../src/features/areas/rules/edits/bboxEdits.ts';
import { fixAll, fixAt } from '../../../../../../src/features/areas/rules/edits/geojsonFixes.ts';
import { checkGeojson } from '../../../../../../src/features/areas/rules/text/geojsonCheck.ts';

const square = polygon(box(1, 2, 3, 4));
const fixed = (text: string, path: JsonPath, fix: AoiFix) => applyEdits(text, fixAt(text, path, fix));
const wrongBoxes = (text: string) =>
  checkGeojson(JSON.parse(text), 'file', Infinity).filter(({ code }) => code === 'bbox-wrong');

describe('a bbox', () => {
  it.each<[string, unknown, unknown]>([
    ['of a geometry', [1, 2, 3, 4], square],
    ['with altitudes', [1, 2, -7, 3, 4, 9000], square],
    ['rounded to a tenth of a metre', [1.0000009, 2, 3, 3.9999991], square],
    ['across the antimeridian', [177, 2, -177, 4], square],
    [
      'of what is cut at the antimeridian',
      [177, 2, -177, 4],
      { type: 'MultiPolygon', coordinates: [[box(177, 2, 180, 4)], [box(-180, 2, -177, 4)]] },
    ],
    [
      'of the same around the Earth',
      [-180, 2, 180, 4],
      { type: 'MultiPolygon', coordinates: [[box(177, 2, 180, 4)], [box(-180, 2, -177, 4)]] },
    ],
    ['of nothing', [1, 2, 3, 4], { type: 'GeometryCollection', geometries: [] }],
    ['of other JSON', 'none', { type: 'Polygon' }],
    ['of a data set', ['west'], { type: 'Dataset', features: [] }],
  ])('is right: %s', (_what, bbox, geometry) => {
    expect(checkBox({ ...(geometry as Polygon), bbox })).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['in one number', [1, 2.5, 3, 4], /coordinates, \[1, 2, 3, 4\]\./],
    ['in two numbers', [1, 2, 9, 5.0000015], /coordinates, \[1, 2, 3, 4\]\./],
    ['beside its altitudes', [1, 2, 3, 4, 5, 6], /coordinates, \[1, 2, 3, 3, 4, 6\]\./],
    ['as a list of five', [1, 2, 3, 4, 5], /four numbers/],
    ['as a text', '1,2,3,4', /four numbers/],
    ['as nothing', null, /four numbers/],
    ['with no number', [1, 2, null, 4], /four numbers/],
  ])('is wrong %s', (_what, bbox, message) => {
    expect(checkBox({ ...square, bbox })).toMatchObject([
      { code: 'bbox-wrong', severity: 'warning', path: ['bbox'] },
    ]);
    expect(checkBox({ ...square, bbox })[0]?.message).toMatch(message);
  });

  it('is reported at its place, for each object that has one', () => {
    const feature = { type: 'Feature', bbox: [0, 0, 1, 1], geometry: { ...square, bbox: [0, 0, 2, 2] } };
    const document = { data: { type: 'FeatureCollection', bbox: [1], features: [feature] } };
    expect(wrongBoxes(JSON.stringify(document)).map(({ path }) => path.join('.'))).toEqual([
      'data.bbox',
      'data.features.0.bbox',
      'data.features.0.geometry.bbox',
    ]);
  });
});

describe('the update of a bbox', () => {
  const triangle = '"type":"Polygon","coordinates":[[[1,2],[3,2],[3,4],[1,2]]]';

  it.each<[string, string, JsonPath, string]>([
    [
      'rewrites what is off, in its layout',
      `{${triangle},"bbox":[ 1.00,\n 2, /* e */ 5, 4.5 ]}`,
      ['bbox'],
      `{${triangle},"bbox":[ 1.00,\n 2, /* e */ 3, 4 ]}`,
    ],
    [
      'keeps altitudes',
      `{"bbox":[1,2,-5.0,5,4,6e1],${triangle}}`,
      ['bbox'],
      `{"bbox":[1,2,-5.0,3,4,6e1],${triangle}}`,
    ],
    [
      'writes a list anew that is none',
      `{"bbox":[[1,2],[3,4]],${triangle}}`,
      ['bbox'],
      `{"bbox":[1, 2, 3, 4],${triangle}}`,
    ],
    [
      'of an area updates those around it',
      `{"type":"Feature","bbox":[0,2,3,4],"geometry":{"bbox":[1,2,3,5],${triangle}}}`,
      ['geometry'],
      `{"type":"Feature","bbox":[1,2,3,4],"geometry":{"bbox":[1,2,3,4],${triangle}}}`,
    ],
    [
      'does nothing in broken JSON',
      `{"bbox":[0,2,3,4],${triangle}`,
      ['bbox'],
      `{"bbox":[0,2,3,4],${triangle}`,
    ],
    [
      'does nothing without coordinates',
      '{"bbox":"?","type":"Feature","geometry":null}',
      ['bbox'],
      '{"bbox":"?","type":"Feature","geometry":null}',
    ],
  ])('%s', (_what, text, path, after) => {
    expect(fixed(text, path, { kind: 'update-bbox' })).toBe(after);
  });

  it('is part of Fix All, at every level and next to other fixes', () => {
    const url = new URL('../../../../../data/geojson/bbox-wrong.every-level.geojson', import.meta.url);
    const text = readFileSync(url, 'utf8').replace(', [5.3, 43.2]]]', ']]');
    const after = applyEdits(text, fixAll(text, 'file'));
    expect(checkGeojson(JSON.parse(after), 'file')).toEqual([]);
    // It may well cross the antimeridian.
    expect(after).toContain('"bbox": [5.4, 43.3, 5.3, 43.2]');
    expect(after).toContain('"bbox": [5.3, 43.2, -10, 5.4, 43.3, 120.5]');
    expect(after).toContain('"bbox": [ 5.3, 43.2,\n            5.4, 43.3 ]');
  });
});

const feature = (geometry: unknown, bbox?: number[]) => ({
  type: 'Feature',
  id: 'a',
  ...(bbox ? { bbox } : {}),
  properties: {},
  geometry,
});

describe('a fix', () => {
  const parts = [box(1, 2, 3, 4), box(6, 2, 7, 3)];
  const boxed = (...bbox: [number, number, number, number]) => ({ ...polygon(box(...bbox)), bbox });
  const multi = { type: 'MultiPolygon', coordinates: parts.map(ring => [ring]), bbox: [1, 2, 7, 4] };

  it.each<[string, AoiFix, unknown, number[][]]>([
    ['swap-axes', { kind: 'swap-axes' }, boxed(1, 2, 3, 4), [[2, 1, 4, 3]]],
    ['keep-largest', { kind: 'keep-largest' }, multi, [[1, 2, 3, 4]]],
    ['split', { kind: 'split' }, multi, ['1 2 3 4', '6 2 7 3'].map(bounds => bounds.split(' ').map(Number))],
    ['cut', { kind: 'cut' }, boxed(177, 2, 183, 4), [[177, 2, -177, 4]]],
    ['cut back', { kind: 'cut' }, boxed(181, 2, 183, 4), [[-179, 2, -177, 4]]],
  ])('keeps boxes right at every level: %s', (_what, fix, geometry, boxes) => {
    const { bbox } = geometry as { bbox: number[] };
    const text = JSON.stringify({ type: 'FeatureCollection', bbox, features: [feature(geometry, bbox)] });
    const after = fixed(text, ['features', 0, 'geometry'], fix);
    expect(wrongBoxes(after)).toEqual([]);
    const { features, ...document } = JSON.parse(after) as {
      bbox: number[];
      features: { bbox: number[]; geometry: { bbox: number[] } }[];
    };
    expect(features.map(feature => feature.bbox)).toEqual(boxes);
    expect(features.map(feature => feature.geometry.bbox)).toEqual(boxes);
    expect(document.bbox).toEqual(boxes.length > 1 ? bbox : boxes[0]);
  });

  it('leaves a bbox that was wrong before', () => {
    const text = JSON.stringify({ ...square, bbox: [0, 0, 9, 9] });
    expect(fixed(text, [], { kind: 'swap-axes' })).toContain('"bbox":[0,0,9,9]');
  });
});

describe('edits of any kind', () => {
  it('stay the same if nothing has a bbox', () => {
    const edits = [{ offset: 1, length: 0, text: ' ' }];
    expect(withTrueBoxes(JSON.stringify(square), edits)).toEqual(edits);
  });

  it('remove the bbox of an object that no longer has coordinates', () => {
    const text = '{"type":"Feature", "bbox":[1,2,3,4], "geometry":{"type":"Point"}}';
    const withPoint = text.replace('"Point"', '"Point","coordinates":[1,2]').replace('3,4', '1,2');
    const offset = withPoint.indexOf('{"type":"Point"');
    const edit = { offset, length: withPoint.length - 1 - offset, text: 'null' };
    expect(applyEdits(withPoint, withTrueBoxes(withPoint, [edit]))).toBe(
      '{"type":"Feature", "geometry":null}',
    );
  });
});
