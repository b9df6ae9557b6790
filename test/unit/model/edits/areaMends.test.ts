import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { AoiFix } from '../../../../src/model/edits/aoiFixChoice.ts';
import { mendsAt } from '../../../../src/model/edits/geojsonFixes.ts';
import { diagnoseAois } from '../../../../src/model/geojson/geojsonDiagnostics.ts';
import { applyEdits } from '../../../../src/model/edits/geojsonEdit.ts';
import { runs } from '../../../randomRuns.ts';
import { anyPolygon, box, polygon } from '../geometry/polygons.ts';

const kinds = [
  'close',
  'remove-duplicates',
  'rewind',
  'swap-axes',
  'drop-altitudes',
  'drop-holes',
  'cut',
  'keep-largest',
  'grow',
  'round',
  'update-bbox',
] as const;

/** What a polygon can be without a fault of its shape. */
const harmless = [
  'ring-winding',
  'aoi-too-small',
  'aoi-not-polygon',
  'position-altitude',
  'bbox-wrong',
  'ring-duplicates',
];

/** Features around one polygon that is spelt in some way, with members that no mend is about. */
const document = fc
  .record({
    area: anyPolygon,
    damage: fc.constantFrom('none', 'turned', 'double', 'high', 'box'),
    indent: fc.constantFrom(undefined, 2, '\t'),
    foreign: fc.jsonValue({ maxDepth: 2 }),
  })
  .map(({ area, damage, indent, foreign }) => {
    const coordinates = area.coordinates.map(ring => damaged(ring, damage));
    const box = damage === 'box' ? { bbox: [0, 0, 1, 1] } : {};
    const feature = {
      type: 'Feature',
      ...box,
      properties: { foreign },
      geometry: { type: 'Polygon', note: foreign, coordinates },
    };
    const value = { foreign, type: 'FeatureCollection', features: [{ ...feature, geometry: null }, feature] };
    return { text: JSON.stringify(value, undefined, indent), area };
  });

function damaged(ring: Position[], damage: string): Position[] {
  if (damage === 'turned') return ring.toReversed();
  if (damage === 'double') return [...ring.slice(0, 2), ...ring.slice(1)];
  return damage === 'high' ? ring.map(position => [...position, 3]) : ring;
}

const path = ['features', 1, 'geometry'];

/** The document without what mends are about. */
function beside(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) =>
    key === 'coordinates' || key === 'bbox' || value === 'Polygon' || value === 'MultiPolygon' ? '' : value,
  );
}

describe('every mend', () => {
  it('ends in an area without a fault, and leaves everything else', () => {
    const made = new Set<string>();
    fc.assert(
      fc.property(document, ({ text, area }) => {
        const fixes: AoiFix[] = [
          ...kinds.map(kind => ({ kind })),
          { kind: 'simplify', positions: 5 * area.coordinates.length },
        ];
        for (const { fix, edits } of mendsAt(text, path, fixes)) {
          made.add(fix.kind);
          const after = applyEdits(text, edits);
          expect(after).not.toBe(text);
          const codes = diagnoseAois(after, 'file').map(({ code }) => code);
          expect([fix.kind, codes.filter(code => !harmless.includes(code))]).toEqual([fix.kind, []]);
          expect(beside(after)).toEqual(beside(text));
          const { features } = JSON.parse(after) as { features: [unknown, { geometry: Polygon }] };
          expect(features[1].geometry.type).toBe('Polygon');
          // A mend is made once.
          if (!['swap-axes', 'grow', 'simplify'].includes(fix.kind))
            expect(mendsAt(after, path, [fix])).toEqual([]);
        }
      }),
      runs({ quick: 100, full: 200 }),
    );
    const never = ['close', 'cut', 'keep-largest'];
    expect([...made].sort()).toEqual([...kinds, 'simplify'].filter(kind => !never.includes(kind)).sort());
  });

  it('does not round away what makes an area', () => {
    const tiny = polygon(
      box(5, 43, 5.00001, 43.00001),
      box(5.0000051, 43.0000051, 5.0000052, 43.0000052).toReversed(),
    );
    expect(mendsAt(JSON.stringify(tiny), [], [{ kind: 'round' }])).toEqual([]);
    expect(
      mendsAt(JSON.stringify(polygon(...tiny.coordinates.slice(0, 1))), [], [{ kind: 'grow' }]),
    ).toHaveLength(1);
  });
});
