import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../../geo/polygons.ts';
import type { AoiFix } from '../../../../../../src/features/areas/rules/edits/aoiFixChoice.ts';
import { fixesAt } from '../../../../../../src/features/areas/rules/edits/geojsonFixes.ts';
import { areaHere } from '../../../../../../src/features/areas/rules/text/areaHere.ts';

const feature = (name: string, geometry: unknown) => ({ type: 'Feature', properties: { name }, geometry });
const multi = {
  type: 'MultiPolygon',
  coordinates: [[box(0, 0, 1, 1)], [box(2, 0, 3, 1), box(2.2, 0.2, 2.4, 0.4)]],
};
const open = polygon(box(5, 5, 6, 6).slice(0, 4));
const document = {
  type: 'FeatureCollection',
  features: [
    feature('one', polygon(box(9, 9, 10, 10))),
    feature('two', multi),
    feature('three', open),
    feature('no', null),
  ],
};

describe('the area at a place', () => {
  const text = JSON.stringify(document);

  it.each([
    ['one', ['features', 0, 'geometry'], 'Polygon', 1, 5, 1],
    ['two', ['features', 1, 'geometry'], 'MultiPolygon', 2, 15, 3],
    ['three', ['features', 2, 'geometry'], 'Polygon', 1, 4, 1],
  ])('is that of the feature: %s', (name, path, type, polygons, positions, rings) => {
    const { area, inCollection } = areaHere(text, text.indexOf(`"${name}"`));
    expect(area).toMatchObject({ path, type, polygons, positions, rings });
    expect(inCollection).toBe(4);
    expect(areaHere(text, path)).toEqual({ area, inCollection });
    const { offset = 0, length = 0 } = area?.geometry ?? {};
    expect(text.slice(offset, offset + length)).toMatch(/^\{"type":"(?:Multi)?Polygon".*\]\}$/);
  });

  it('does not exist beside them', () => {
    expect(areaHere(text, 3)).toEqual({ area: undefined, inCollection: 4 });
    expect(areaHere(text, text.indexOf('"no"')).area).toBeUndefined();
    expect(areaHere(text, ['features', 7, 'geometry']).area).toBeUndefined();
    expect(areaHere('', 0)).toEqual({ area: undefined, inCollection: 0 });
  });

  it('is the only one wherever the text has no other', () => {
    const text = JSON.stringify({ ...document, features: document.features.slice(0, 1) });
    expect(areaHere(text, 0).area?.path).toEqual(['features', 0, 'geometry']);
  });

  it('is the innermost, also in other JSON with comments', () => {
    const nested = `{ "aoi": /* here */ ${JSON.stringify({ ...feature('out', polygon(box(0, 0, 1, 1))), more: [polygon(box(2, 2, 3, 3))] })}, }`;
    expect(areaHere(nested, nested.lastIndexOf('Polygon')).area?.path).toEqual(['aoi', 'more', 0]);
    expect(areaHere(nested, nested.indexOf('Polygon')).area?.path).toEqual(['aoi', 'geometry']);
    expect(areaHere(nested, nested.indexOf('out')).area?.path).toEqual(['aoi', 'geometry']);
    expect(areaHere(nested, nested.indexOf('out')).inCollection).toBe(0);
  });
});

describe('the fixes that would change something', () => {
  const kinds =
    'close remove-duplicates rewind drop-altitudes drop-holes cut split keep-largest grow round swap-axes update-bbox';
  const fixes = kinds.split(' ').map(kind => ({ kind }) as AoiFix);

  const kindsFor = (geometry: unknown) =>
    fixesAt(JSON.stringify({ shape: geometry }), ['shape'], fixes).map(({ fix }) => fix.kind);

  it('swap the axes only if that leaves latitudes on Earth', () => {
    expect(kindsFor(polygon(box(5, 43, 6, 44)))).toEqual(['swap-axes']);
    expect(kindsFor(polygon(box(100, 43, 101, 44)))).toEqual([]);
    expect(
      kindsFor({ type: 'MultiPolygon', coordinates: [[box(5, 43, 6, 44)], [box(100, 43, 101, 44)]] }),
    ).not.toContain('swap-axes');
  });
});
