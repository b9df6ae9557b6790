import fc from 'fast-check';
import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../../../../../src/base/itemAt.ts';
import { polygonAreaKm2 } from '../../../../../../src/geo/polygonArea.ts';
import { applyEdits } from '../../../../../../src/geo/text/geojsonEdit.ts';
import { anyPolygon, box, polygon, positions } from '../../../../geo/polygons.ts';
import { clipArea, footprintShares } from '../../../../../../src/features/areas/rules/edits/areaClip.ts';
import { diagnoseAois } from '../../../../../../src/features/areas/rules/text/geojsonDiagnostics.ts';
import { runs } from '../../../../../randomRuns.ts';

const square = polygon(box(5, 43, 6, 44));
const comb: Polygon = polygon(positions('0 0, 5 0, 5 3, 3 3, 3 1, 2 1, 2 3, 0 3, 0 0'));

function clipped(text: string, footprint: Polygon | MultiPolygon, parts: 'all' | 'largest' = 'all') {
  const clip = clipArea(text, [], footprint, parts);
  if (clip.kind !== 'edits') throw new Error(clip.kind);
  return { ...clip, text: applyEdits(text, clip.edits) };
}

describe('a clipped area', () => {
  it('keeps the text of remaining positions, and writes new ones in its layout', () => {
    const text =
      '{"type": "Polygon", "note": [1.0], "coordinates": [[\n  [5.00, 43e0, 12],\n  [6, 43.0],\n  [6, 44],\n  [5, 44.00],\n  [5.0, 43.00]\n]]}';
    const after = clipped(text, polygon(box(4, 42, 5.5, 45)));
    expect(after.text).toBe(
      '{"type": "Polygon", "note": [1.0], "coordinates": [[\n  [5.0, 43.00],\n  [5.5, 43],\n  [5.5, 44],\n  [5, 44.00],\n  [5.0, 43.00]\n]]}',
    );
    expect(after).toMatchObject({ parts: 1 });
    expect(after.share).toBeCloseTo(0.5, 6);
    expect(after.areaKm2).toBeCloseTo(polygonAreaKm2(square) / 2, 6);
  });

  it.each([
    ['all', 'MultiPolygon', 2],
    ['largest', 'Polygon', 1],
  ] as const)('of two parts keeps %s', (parts, type, kept) => {
    const after = clipped(JSON.stringify(comb), polygon(box(-1, 2, 4.5, 4)), parts);
    const geometry = JSON.parse(after.text) as Polygon | MultiPolygon;
    expect(geometry.type).toBe(type);
    expect(after.parts).toBe(2);
    expect(geometry.type === 'Polygon' ? 1 : geometry.coordinates.length).toBe(kept);
    // The larger of the two.
    if (geometry.type === 'Polygon') expect(geometry.coordinates[0]).toContainEqual([0, 3]);
  });

  it.each([
    ['a turn to the east', polygon(box(179, 0, 179.5, 1)), polygon(box(-180.8, 0, -180.7, 1)), 0.2],
    ['a turn to the west', polygon(box(-180, 0, -179, 1)), polygon(box(179.5, 0, 180.5, 1)), 0.5],
    [
      'in two parts cut at the antimeridian',
      polygon(box(179.5, 0, 180, 1)),
      { type: 'MultiPolygon', coordinates: [[box(179.9, 0, 180, 1)], [box(-180, 0, -179, 1)]] } as const,
      0.2,
    ],
  ])('is compared with a footprint %s', (_what, area, footprint, share) => {
    const after = clipped(JSON.stringify(area), footprint as Polygon | MultiPolygon);
    expect(after.share).toBeCloseTo(share, 4);
    const { coordinates } = JSON.parse(after.text) as Polygon;
    for (const [x = 0] of coordinates.flat()) expect(Math.abs(x)).toBeLessThanOrEqual(180);
  });

  it('is reported as covered, or why it cannot be clipped', () => {
    const text = JSON.stringify(square);
    expect(clipArea(text, [], polygon(box(4, 42, 7, 45)), 'all')).toEqual({ kind: 'covered' });
    expect(clipArea(text, [], polygon(box(7, 42, 8, 45)), 'all')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining("doesn't cover the area") as unknown,
    });
    const open = JSON.stringify(polygon(box(5, 43, 6, 44).slice(0, 4)));
    expect(clipArea(open, [], polygon(box(4, 42, 5.5, 45)), 'all')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('Fix the area before clipping it') as unknown,
    });
    expect(clipArea(text, ['features', 0], square, 'all')).toMatchObject({ kind: 'refused' });
  });

  it('stays the area of its feature, and its boxes stay right', () => {
    const feature = (geometry: Polygon): Feature => ({
      type: 'Feature',
      properties: { name: 'A' },
      geometry,
    });
    const document: FeatureCollection = {
      type: 'FeatureCollection',
      bbox: [5, 43, 6, 44],
      features: [{ ...feature(square), bbox: [5, 43, 6, 44] }],
    };
    const path = ['features', 0, 'geometry'];
    const text = JSON.stringify(document, undefined, 2);
    const clip = clipArea(text, path, polygon(box(4, 42, 5.5, 45)), 'all');
    const after = JSON.parse(applyEdits(text, clip.kind === 'edits' ? clip.edits : [])) as FeatureCollection;
    expect(after.bbox).toEqual([5, 43, 5.5, 44]);
    expect(after.features[0]).toMatchObject({ bbox: [5, 43, 5.5, 44], properties: { name: 'A' } });
  });

  it('repeats no position if the cut is written like a vertex', () => {
    const corner: Position = [5.12345679999999, 44.2];
    const area = polygon([[5, 43], [6, 43], [6, 44], corner, [5, 44], [5, 43]]);
    const after = clipped(JSON.stringify(area), polygon(box(4, 42, 5.12345683, 45)));
    const { coordinates } = JSON.parse(after.text) as Polygon;
    expect(coordinates[0]).toContainEqual(corner);
    expect(diagnoseAois(after.text, 'file').map(({ code }) => code)).toEqual([]);
  });

  it('is valid, whatever is clipped to whatever', () => {
    fc.assert(
      fc.property(anyPolygon, anyPolygon, fc.jsonValue({ maxDepth: 2 }), (area, shape, foreign) => {
        const start = (polygonOf: Polygon) => itemAt(itemAt(polygonOf.coordinates, 0), 0);
        const [x, y] = start(shape);
        const [toX, toY] = start(area);
        const footprint = {
          ...shape,
          coordinates: shape.coordinates.map(ring =>
            ring.map(([a, b]): Position => [a - x + toX, b - y + toY]),
          ),
        };
        const document = { foreign, area: { type: 'Feature', properties: { foreign }, geometry: area } };
        const text = JSON.stringify(document);
        const clip = clipArea(text, ['area', 'geometry'], footprint, 'all');
        // Outlines that nearly touch themselves can be refused.
        fc.pre(clip.kind !== 'refused' || clip.reason.includes("doesn't cover the area"));
        const [share = NaN] = footprintShares(text, ['area', 'geometry'], [footprint]);
        if (clip.kind !== 'edits') {
          // Rounding errors aren't worth clipping.
          const width = Math.max(...itemAt(area.coordinates, 0).map(([lon]) => Math.abs(lon - toX)));
          expect(Math.abs(share - (clip.kind === 'covered' ? 1 : 0))).toBeLessThan(1e-6 + 1e-7 / width);
          return;
        }
        expect(clip.areaKm2).toBeGreaterThan(0);
        // Footprints of a meter cover no fraction that counts.
        if (clip.areaKm2 > 1e-8 * polygonAreaKm2(area)) expect(clip.share).toBeGreaterThan(0);
        expect(clip.share).toBeLessThanOrEqual(1);
        expect(clip.share).toBe(share);
        const after = applyEdits(text, clip.edits);
        const faults = diagnoseAois(after, 'file').map(({ code }) => code);
        // What the size and the place say isn't about the shape.
        const allowed = ['aoi-not-polygon', 'aoi-too-small', 'axes-perhaps-swapped'];
        expect(faults.filter(code => !allowed.includes(code))).toEqual([]);
        const parsed = JSON.parse(after) as typeof document;
        expect({ ...parsed, area: { ...parsed.area, geometry: area } }).toEqual(JSON.parse(text));
      }),
      runs({ quick: 100, full: 200 }),
    );
  });
});

describe('the fraction that footprints cover', () => {
  const text = JSON.stringify(square);
  it('is given for each', () => {
    const footprints = [box(4, 42, 7, 45), box(5, 43, 5.25, 44), box(7, 42, 8, 45)].map(ring =>
      polygon(ring),
    );
    const shares = footprintShares(text, [], footprints);
    expect(shares.map(share => Number(share?.toFixed(4)))).toEqual([1, 0.25, 0]);
    expect(footprintShares('{', [], footprints)).toEqual([undefined, undefined, undefined]);
  });
});
