import type { Feature, FeatureCollection, Polygon } from 'geojson';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { canTakeFeatures, insertFeatures } from '../../../../src/model/edits/areaEdits.ts';
import { box, polygon } from '../geometry/polygons.ts';

function featureOf(name: string, geometry: Polygon = polygon(box(1, 1, 2, 2))): Feature {
  return { type: 'Feature', properties: { name }, geometry };
}

/** The text after the change, and what of the old text is left before and behind it. */
function inserted(text: string, ...features: Feature[]): string {
  const change = insertFeatures(text, features);
  if (!change) throw new Error('No FeatureCollection');
  return text.slice(0, change.offset) + change.text + text.slice(change.offset + change.length);
}

describe('features go behind those that are there', () => {
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
    const after = inserted(text, featureOf('One'), featureOf('Two'));
    const errors: never[] = [];
    const { features } = parse(after, errors, { allowTrailingComma: true }) as FeatureCollection;
    expect(errors).toEqual([]);
    expect(features).toHaveLength(before + 2);
    expect(features.slice(-2)).toEqual([featureOf('One'), featureOf('Two')]);
    expect(/[^\r]\n/.test(after)).toBe(/[^\r]\n/.test(text) || !text.includes('\n'));
  });

  it('of the last list of that name, which is the one that counts', () => {
    const text = '{"type":"A","features":[{"a":1}],"type":"FeatureCollection","features":[{"b":2}]}';
    const { features } = JSON.parse(inserted(text, featureOf('One'))) as FeatureCollection;
    expect(features).toEqual([{ b: 2 }, featureOf('One')]);
    expect(canTakeFeatures('{"type":"FeatureCollection","features":[],"features":{}}')).toBe(false);
    expect(canTakeFeatures('{"type":"FeatureCollection","type":"A","features":[]}')).toBe(false);
  });

  it('with the indent of their neighbours', () => {
    const text = '{\n    "type": "FeatureCollection",\n    "features": [\n        {"a": 1}\n    ]\n}\n';
    expect(inserted(text, featureOf('One'))).toContain(
      '\n        {"a": 1},\n        {\n          "type": "Feature"',
    );
    const empty = '{\n  "type": "FeatureCollection",\n  "features": []\n}';
    expect(inserted(empty, featureOf('One'))).toMatch(/"features": \[\n {4}\{[^]*\n {4}\}\n {2}\]\n\}$/);
  });
});

it.each([
  ['a feature', '{"type": "Feature", "features": []}'],
  ['a collection without a list', '{"type": "FeatureCollection", "features": {}}'],
  ['one that is inside something else', '{"a": {"type": "FeatureCollection", "features": []}}'],
  ['one that is broken', '{"type": "FeatureCollection", "features": [{]}'],
  ['nothing', ''],
  ['nesting without end', '['.repeat(100_000)],
])('%s takes no features', (_what, text) => {
  expect(canTakeFeatures(text)).toBe(false);
  expect(insertFeatures(text, [featureOf('One')])).toBeUndefined();
});
