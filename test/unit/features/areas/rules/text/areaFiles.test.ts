import type { Feature, Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { polygonAreaKm2 } from '../../../../../../src/geo/polygonArea.ts';
import { applyEdits } from '../../../../../../src/geo/text/geojsonEdit.ts';
import { box, polygon, positions } from '../../../../geo/polygons.ts';
import { editFixes } from '../../../../../../src/features/areas/rules/edits/aoiFixChoice.ts';
import { simplifyEffect } from '../../../../../../src/features/areas/rules/edits/aoiSimplify.ts';
import { fixAt } from '../../../../../../src/features/areas/rules/edits/geojsonFixes.ts';
import { areaFiles } from '../../../../../../src/features/areas/rules/text/areaFiles.ts';
import { swappedAreas } from '../../../../../../src/features/areas/rules/text/geojsonCheck.ts';
import { diagnoseAois } from '../../../../../../src/features/areas/rules/text/geojsonDiagnostics.ts';
import { stopwatch } from '../../../../growth.ts';

const west = box(0, 0, 1, 1);
const east = box(2, 0, 3, 1);
const multi = { type: 'MultiPolygon', bbox: [0, 0, 3, 1], coordinates: [[west], [east]] };

describe('the areas of a document as files', () => {
  const made = (document: unknown, path: (string | number)[]) => {
    const { files, leftOut } = areaFiles(JSON.stringify(document), path);
    return {
      files: files.map(({ name, text }) => ({ name, feature: JSON.parse(text) as Feature })),
      leftOut,
    };
  };

  it('have the properties of the feature around the MultiPolygon, and its id once', () => {
    const copy = { type: 'Feature', properties: { name: 'Ports', n: [1] }, more: 1 };
    const feature = { ...copy, id: 7, bbox: [0, 0, 3, 1], geometry: multi };
    const document = { type: 'FeatureCollection', features: [feature] };
    const { files } = made(document, ['features', 0, 'geometry']);
    expect(files).toEqual([
      { name: 'Ports', feature: { ...copy, id: 7, geometry: polygon(west) } },
      { name: 'Ports', feature: { ...copy, geometry: polygon(east) } },
    ]);
  });

  it('are those of every feature of a collection, with its coordinate system', () => {
    const crs = { type: 'name', properties: { name: 'EPSG:4326' } };
    const document = {
      type: 'FeatureCollection',
      crs,
      features: [
        { type: 'Feature', id: 'a', properties: null, geometry: polygon(west) },
        { type: 'Feature', properties: { title: 'T' }, geometry: { type: 'Point', coordinates: [0, 0] } },
        { type: 'Feature', properties: { title: 'T' }, geometry: multi },
      ],
    };
    const { files, leftOut } = made(document, []);
    expect(leftOut).toBe(1);
    expect(files.map(({ name }) => name)).toEqual(['a', 'T', 'T']);
    const parts = [west, west, east].map(ring => polygon(ring));
    expect(files.map(({ feature }) => feature.geometry)).toEqual(parts);
    expect(files[0]?.feature).toMatchObject({ crs, properties: null });
  });

  it('are also features for a bare MultiPolygon, wherever it is', () => {
    expect(made(multi, []).files.map(({ feature }) => feature)).toEqual([
      { type: 'Feature', properties: {}, geometry: polygon(west) },
      { type: 'Feature', properties: {}, geometry: polygon(east) },
    ]);
    expect(made({ geometry: multi }, ['geometry']).files).toHaveLength(2);
    expect(made([1], [3]).files).toEqual([]);
  });
});

describe('the effect of simplifying', () => {
  const bump = polygon(positions('0 0, 0.5 -0.001, 1 0, 1 1, 0 1, 0 0'));

  it('is what the fix then does', () => {
    const text = JSON.stringify(bump);
    const effect = simplifyEffect(text, 5);
    const after = JSON.parse(
      applyEdits(text, fixAt(text, [], { kind: 'simplify', positions: 5 })),
    ) as Polygon;
    expect(after.coordinates[0]).toHaveLength(5);
    expect(effect?.positions).toBe(5);
    expect(effect?.areaChange).toBeCloseTo(polygonAreaKm2(after) / polygonAreaKm2(bump) - 1, 12);
    expect(effect?.areaChange).toBeLessThan(0);
    // A thousandth of a degree.
    expect(effect?.movedMeters).toBeCloseTo(111.2, 0);
  });
});

describe('an area in open sea that is on land with its axes swapped', () => {
  // A field near Chartres, written with its latitude first.
  const field = polygon(box(48.2, 1.5, 48.3, 1.6).toReversed());

  it('is reported in a file and in an order, with the swap as the first fix', () => {
    for (const [text, use, path] of [
      [JSON.stringify(field), 'file', ['coordinates']],
      [JSON.stringify({ kind: 'x', aoi: field }), 'order', ['aoi', 'coordinates']],
    ] as const) {
      const found = diagnoseAois(text, use);
      expect(found.map(({ code }) => code)).toEqual(['axes-perhaps-swapped']);
      const [hint] = found;
      expect(hint).toMatchObject({
        severity: 'information',
        path,
        message: expect.stringContaining('open sea') as string,
      });
      expect(hint && editFixes(hint, use)[0]).toBe('swap-axes');
      const after = applyEdits(text, fixAt(text, hint?.path ?? [], { kind: 'swap-axes' }));
      expect(diagnoseAois(after, use)).toEqual([]);
    }
  });
});

describe('an area with swapped axes among others', () => {
  it.each<[string, [number, number][], number[]]>([
    ['is found', positions('5 43, 6 44, 43 5'), [2]],
    ['needs two others', positions('5 43, 43 5'), []],
    ['must be far from all of them', positions('5 43, 6 44, 43 5, 44 6'), []],
    ['is not one that lies elsewhere', positions('5 43, 6 44, 60 10'), []],
    ['must be among them when swapped', positions('5 43, 6 44, 54 5'), []],
    ['is at most 10° away then', positions('5 43, 5 43, 52.9 5'), [2]],
    ['is not taken for a place beyond the poles', positions('5 95, 5 96, 95 5'), []],
  ])('%s', (_what, centers, expected) => {
    expect(swappedAreas(centers)).toEqual(expected);
  });

  it('is reported as information in a document, in its order, and fixed', () => {
    const places = [box(5, 43, 5.5, 43.5), box(43, 5, 43.5, 5.5), box(6, 44, 6, 44.5), box(6, 43, 6.5, 43.5)];
    const geometries = places.map(ring => polygon(ring));
    const text = JSON.stringify({ type: 'GeometryCollection', geometries });
    const [hint, ...others] = diagnoseAois(text, 'file');
    expect(hint).toMatchObject({
      code: 'axes-perhaps-swapped',
      severity: 'information',
      path: ['geometries', 1, 'coordinates'],
    });
    expect(others.every(({ path }) => path[1] === 2)).toBe(true);
    const after = applyEdits(text, fixAt(text, hint?.path ?? [], { kind: 'swap-axes' }));
    expect(diagnoseAois(after, 'file').map(({ code }) => code)).not.toContain('axes-perhaps-swapped');
    expect(diagnoseAois(text, 'order')).toEqual([]);
  });

  it('is found in reasonable time, also among many in two places', () => {
    const many = Array.from({ length: 40_000 }, (_value, index): [number, number] =>
      index < 20_000 ? [40 + (index % 10) / 10, 41] : [-100, 20],
    );
    const took = stopwatch();
    expect(swappedAreas(many)).toEqual([]);
    expect(swappedAreas(many.slice(0, 20_000))).toEqual([]);
    expect(took()).toBeLessThan(1000);
  });
});
