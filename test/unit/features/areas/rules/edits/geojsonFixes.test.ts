import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { JsonPath } from '../../../../../../src/base/problem.ts';
import { type AoiFixKind, areaCode, type ProblemCode } from '../../../../../../src/base/problemCodes.ts';
import { polygonAreaKm2 } from '../../../../../../src/geo/polygonArea.ts';
import { signedArea } from '../../../../../../src/geo/ring.ts';
import { applyEdits } from '../../../../../../src/geo/text/geojsonEdit.ts';
import { anyPolygon, box, polygon, positions } from '../../../../geo/polygons.ts';
import {
  type AoiFix,
  editFixes,
  isSafelyFixed,
} from '../../../../../../src/features/areas/rules/edits/aoiFixChoice.ts';
import { fixAll, fixAt, fixesAt } from '../../../../../../src/features/areas/rules/edits/geojsonFixes.ts';
import { diagnoseAois } from '../../../../../../src/features/areas/rules/text/geojsonDiagnostics.ts';
import { findAreas } from '../../../../../../src/features/areas/rules/text/geojsonText.ts';
import { runs } from '../../../../../randomRuns.ts';

const folder = new URL('../../../../../data/geojson/', import.meta.url);
const files = readdirSync(folder);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');

const outer = box(5.3, 43.2, 5.4, 43.3);
const hole = box(5.33, 43.23, 5.36, 43.26).toReversed();

function fixed(text: string, path: JsonPath, fix: AoiFix): string {
  return applyEdits(text, fixAt(text, path, fix));
}

const codesOf = (text: string) => diagnoseAois(text, 'file').map(({ code }) => code);

/** The text after the first fix of its first problem. */
function firstFix(text: string): string {
  const [problem] = diagnoseAois(text, 'file');
  const [kind] = problem ? editFixes(problem, 'file') : [];
  return problem && kind ? fixed(text, problem.path, { kind }) : text;
}

/** Files with these words have nothing that a rule can fix, whatever their code. */
const odd =
  /there-and-back|one-place|ring-too-short\.hole|rfc7946-(?:line|point)|in-geometry-collection|the-pole\.geojson|stray/;

/** Whether an edit can fix the problem that a file is named after. */
function hasRule(file: string): boolean {
  const { fixes = [] } = areaCode(file.split('.')[0] as ProblemCode) ?? {};
  return !odd.test(file) && fixes.some(fix => typeof fix === 'string');
}

describe('the fix of a problem', () => {
  it.each(files.filter(file => hasRule(file) || file.includes('aoi-too-small')))(
    'solves it, and causes no other: %s',
    file => {
      const text = read(file);
      const code = file.split('.')[0] ?? '';
      let after = text;
      for (let tries = 0; tries < 3 && codesOf(after).some(found => found === code); tries++)
        after = firstFix(after);
      expect(after).not.toBe(text);
      // A cut polygon is a MultiPolygon, as the standard requires; a split one may keep its winding.
      expect(codesOf(after).filter(remaining => remaining !== 'aoi-not-polygon')).toEqual([]);
      expect(() => JSON.parse(after) as unknown).not.toThrow();
    },
  );

  it.each(files.filter(file => !hasRule(file) && !file.includes('aoi-too-small')))(
    'is not offered without a rule: %s',
    file => {
      const text = read(file);
      for (const problem of diagnoseAois(text, 'file').filter(({ code }) => code !== 'ring-not-closed')) {
        for (const kind of editFixes(problem, 'file'))
          expect(fixAt(text, problem.path, { kind })).toEqual([]);
      }
    },
  );

  const rings = (coordinates: string) => `{"type": "Polygon", "coordinates": ${coordinates}}`;

  it.each<[string, AoiFixKind, string, JsonPath, string]>([
    [
      'the first position as it is written, on a line of its own',
      'close',
      '[[\n  [1.50, 1e0],\n  [2, 1],\n  [2, 2]\n]]',
      [0],
      '[[\n  [1.50, 1e0],\n  [2, 1],\n  [2, 2],\n  [1.50, 1e0]\n]]',
    ],
    [
      'its own end in the form of the beginning, when it is a hair away',
      'close',
      '[[[1,1],[2,1],[2,2],[1.00000001,1]]]',
      [0, 3],
      '[[[1,1],[2,1],[2,2],[1,1]]]',
    ],
    [
      'no position twice, and the comment that stood between',
      'remove-duplicates',
      '[[[1,1],[2,1], /* same */ [2.0,1],[2,2],[1,1]]]',
      [0, 2],
      '[[[1,1],[2,1], /* same */ [2,2],[1,1]]]',
    ],
    [
      'no position twice, and the comment that stood before the comma',
      'remove-duplicates',
      '[[[1,1],[2,1] /* same */, [2.0,1],[2,2],[1,1]]]',
      [0, 2],
      '[[[1,1],[2,1] /* same */, [2,2],[1,1]]]',
    ],
    [
      'its positions in the other order and its layout as it was',
      'rewind',
      '[[[1,1],\n [1,2.0], [2,2],[1,1.0]]]',
      [0],
      '[[[1,1.0],\n [2,2], [1,2.0],[1,1]]]',
    ],
    ['longitude first', 'swap-axes', '[[[35.60, 139.7, 8],[3, 9]]]', [], '[[[139.7, 35.60, 8],[9, 3]]]'],
    [
      'pairs',
      'drop-altitudes',
      '[[[1.0, 1 , 7],[2,1],[2,2,7,8],[1,1]]]',
      [0, 0],
      '[[[1.0, 1],[2,1],[2,2],[1,1]]]',
    ],
    [
      'six digits after the point, where there were more',
      'round',
      '[[[1.12345678,1.10],[2,1],[2,-0.00000001],[1.12345678,1.10]]]',
      [],
      '[[[1.123457,1.10],[2,1],[2,0],[1.123457,1.10]]]',
    ],
    [
      'no position that rounding made the same as the one before',
      'round',
      '[[[1,1],[2,1],[2.0000001,1],[2,2],[1,1]]]',
      [],
      '[[[1,1],[2,1],[2,2],[1,1]]]',
    ],
    ['its other hole', 'drop-hole', '[ [[0,0]], [[1,1]], [[2,2]] ]', [1], '[ [[0,0]], [[2,2]] ]'],
    ['no hole', 'drop-holes', '[ [[0,0]], [[1,1]], [[2,2]] ]', [1], '[ [[0,0]] ]'],
  ])('leaves %s', (_what, kind, before, path, after) => {
    expect(fixed(rings(before), ['coordinates', ...path], { kind })).toBe(rings(after));
  });

  it('leaves no crs', () => {
    const text = '{"type":"Feature","crs":{"properties":{"name":"EPSG:4326"}},"geometry":null}';
    expect(fixed(text, ['crs'], { kind: 'drop-crs' })).toBe('{"type":"Feature","geometry":null}');
  });
});

describe('the split of a MultiPolygon', () => {
  const parts = [polygon(outer, hole), polygon(box(6.3, 43.2, 6.4, 43.3))];
  const multi = { type: 'MultiPolygon', coordinates: parts.map(part => part.coordinates) };
  const split = (document: unknown, path: JsonPath) => {
    const after = fixed(JSON.stringify(document), [...path, 'type'], { kind: 'split' });
    return JSON.parse(after) as unknown;
  };
  const feature = (geometry: unknown, id?: string) => ({
    type: 'Feature',
    ...(id === undefined ? {} : { id }),
    properties: { name: 'Two harbours' },
    geometry,
  });
  const [first, second] = parts;

  it.each<[string, unknown, JsonPath, unknown]>([
    [
      'a feature among others becomes features with its properties, the first with its id',
      { type: 'FeatureCollection', features: [feature(null), feature(multi, 'a'), feature(null)] },
      ['features', 1, 'geometry'],
      {
        type: 'FeatureCollection',
        features: [feature(null), feature(first, 'a'), feature(second), feature(null)],
      },
    ],
    [
      'a feature by itself becomes a collection',
      feature(multi, 'a'),
      ['geometry'],
      { type: 'FeatureCollection', features: [feature(first, 'a'), feature(second)] },
    ],
    ['a geometry becomes a collection', multi, [], { type: 'GeometryCollection', geometries: parts }],
    [
      'a geometry of a collection becomes more of them',
      { type: 'GeometryCollection', geometries: [first, multi] },
      ['geometries', 1],
      { type: 'GeometryCollection', geometries: [first, ...parts] },
    ],
    [
      'a MultiPolygon of one becomes that one',
      { shape: { type: 'MultiPolygon', coordinates: [outer].map(ring => [ring]) } },
      ['shape'],
      { shape: polygon(outer) },
    ],
  ])('%s', (_what, document, path, expected) => {
    expect(split(document, path)).toEqual(expected);
  });

  it('keeps the largest part in an order, which takes only one', () => {
    const text = JSON.stringify({ aoi: multi });
    expect(editFixes({ code: 'aoi-not-polygon', path: ['aoi', 'type'] }, 'order')).toEqual(['keep-largest']);
    const after = fixed(text, ['aoi', 'type'], { kind: 'keep-largest' });
    expect(JSON.parse(after)).toEqual({ aoi: second });
  });
});

describe('the cut at the antimeridian', () => {
  const cut = (text: string) => fixed(text, ['coordinates', 0], { kind: 'cut' });
  /** In square degrees: on the sphere, an edge cut in two bounds a different area. */
  const planarArea = (rings: readonly Position[][]) =>
    rings.reduce((sum, ring, index) => sum + (index === 0 ? 1 : -1) * Math.abs(signedArea(ring)), 0);
  const areaOf = (text: string) => {
    const { type, coordinates } = JSON.parse(text) as { type: string; coordinates: Position[][][] };
    const all = type === 'Polygon' ? [coordinates as unknown as Position[][]] : coordinates;
    return all.reduce((sum, rings) => sum + planarArea(rings), 0);
  };

  const across = polygon(positions('170 40, -170 40, -170 50, 170 50, 170 40'));

  it('matches the example in RFC 7946, the western part first, with the numbers as written', () => {
    const after = cut(
      '{"type":"Polygon","coordinates":[[[170.0,40.0],[-170.0,40.0],[-170.0,50.0],[170.0,50.0],[170.0,40.0]]]}',
    );
    expect(JSON.parse(after)).toEqual({
      type: 'MultiPolygon',
      coordinates: [
        [expect.arrayContaining(positions('170 40, 180 40, 180 50, 170 50')) as unknown],
        [expect.arrayContaining(positions('-180 40, -170 40, -170 50, -180 50')) as unknown],
      ],
    });
    expect(after).toContain('[170.0,50.0]');
    expect(after).toContain('[-170.0,50.0]');
    expect(codesOf(after)).toEqual(['aoi-not-polygon']);
  });

  it.each([
    ['on one line', JSON.stringify(across)],
    ['in lines', JSON.stringify(across, null, 2)],
    ['with tabs', JSON.stringify(across, null, '\t')],
    ['with CRLF', JSON.stringify(across, null, 4).replaceAll('\n', '\r\n')],
  ])('is laid out like a file %s', (_how, text) => {
    const after = cut(text);
    const indent = /^\{\r?\n(\s+)/.exec(text)?.[1];
    const written = JSON.stringify(JSON.parse(after), null, indent);
    expect(after).toBe(text.includes('\r') ? written.replaceAll('\n', '\r\n') : written);
  });

  it('moves a polygon back that is on the other side', () => {
    const after = cut(JSON.stringify(polygon(box(190, 10, 191, 11))));
    expect(JSON.parse(after)).toEqual(polygon(box(-170, 10, -169, 11)));
  });

  it('does not exist for a ring around a pole', () => {
    const ring = positions('-180 80, -60 80, 60 80, 179 80, -180 80');
    expect(fixAt(JSON.stringify({ type: 'Polygon', coordinates: [ring] }), [], { kind: 'cut' })).toEqual([]);
  });

  it.each([
    ['no position', []],
    ['one position', positions('179 45')],
  ])('leaves out a hole of %s', (_what, hole) => {
    const text = JSON.stringify({ ...across, coordinates: [...across.coordinates, hole] });
    expect(cut(text)).toBe(cut(JSON.stringify(across)));
  });

  it('keeps the area, and gives valid parts, for any polygon that is moved there', () => {
    fc.assert(
      fc.property(
        anyPolygon,
        fc.boolean(),
        fc.double({ min: -0.4, max: 0.4, noNaN: true }),
        (any, wraps, at) => {
          const [west, east] = extent(any);
          const shift = Math.round((180 - (west + east) / 2 + at * (east - west)) * 1e7) / 1e7;
          const drawn = any.coordinates.map(ring =>
            ring.map(([x, y]): Position => [Number((x + shift).toFixed(7)), y]),
          );
          const moved = drawn.map(ring =>
            ring.map(([longitude, y]): Position => [
              wraps && longitude > 180 ? Number((longitude - 360).toFixed(7)) : longitude,
              y,
            ]),
          );
          // Where it is cut, latitudes are rounded.
          fc.pre(any.coordinates.flat().length > 0 && east - west > 1e-2);
          const after = cut(JSON.stringify({ type: 'Polygon', coordinates: moved }));
          const before = planarArea(drawn);
          expect(areaOf(after)).toBeGreaterThan(before * 0.9999);
          expect(areaOf(after)).toBeLessThan(before * 1.0001);
          const codes = codesOf(after).filter(code => code !== 'aoi-not-polygon' && code !== 'aoi-too-small');
          expect(codes.filter(code => code !== 'ring-winding')).toEqual([]);
        },
      ),
    );
  });

  function extent(area: Polygon): [number, number] {
    const longitudes = area.coordinates.flat().map(([x]) => x);
    return [Math.min(...longitudes), Math.max(...longitudes)];
  }
});

describe('a simplified polygon', () => {
  const circle = Array.from({ length: 2001 }, (_value, index): Position => {
    const angle = ((index % 2000) * 2 * Math.PI) / 2000;
    const reach = 0.1 + 0.003 * Math.sin(angle * 60);
    return [
      Number((5 + reach * Math.cos(angle)).toFixed(6)),
      Number((43 + reach * Math.sin(angle)).toFixed(6)),
    ];
  });

  it.each([500, 100])('keeps at most %i of its positions, and nearly its area', positions => {
    const before = polygon(circle);
    const after = JSON.parse(fixed(JSON.stringify(before), [], { kind: 'simplify', positions })) as Polygon;
    const [ring = []] = after.coordinates;
    expect(ring.length).toBeLessThanOrEqual(positions);
    expect(ring.length).toBeGreaterThan(positions * 0.7);
    const corners = new Set(circle.map(String));
    expect(ring.filter(position => !corners.has(String(position)))).toEqual([]);
    expect(polygonAreaKm2(after) / polygonAreaKm2(before)).toBeCloseTo(1, 1);
    expect(codesOf(JSON.stringify(after))).toEqual([]);
  });

  it('stays the same if it is already simple enough', () => {
    expect(fixAt(JSON.stringify(polygon(outer)), [], { kind: 'simplify', positions: 500 })).toEqual([]);
  });
});

describe('an enlarged polygon', () => {
  it('has the minimum area of a product, wherever it is', () => {
    fc.assert(
      fc.property(anyPolygon, area => {
        const small = { ...area, coordinates: area.coordinates.map(ring => shrunk(ring)) };
        const text = JSON.stringify(small);
        if (!codesOf(text).includes('aoi-too-small')) return;
        // Beyond the antimeridian, it isn't offered.
        fc.pre(small.coordinates.flat().every(([x]) => Math.abs(x) < 179.99));
        const [grown] = findAreas(fixed(text, ['coordinates'], { kind: 'grow' })).areas;
        expect(grown?.areaKm2).toBeGreaterThan(0.1009);
        expect(grown?.areaKm2).toBeLessThan(0.11);
      }),
    );
  });

  it('has it also where the Earth gets narrower along its length', () => {
    const strip = JSON.stringify(polygon(box(10, 60, 10.000000200001, 70))).replaceAll(
      '[10,',
      '[10.000000000000,',
    );
    const [grown] = findAreas(fixed(strip, ['coordinates'], { kind: 'grow' })).areas;
    expect(grown?.areaKm2).toBeGreaterThan(0.1009);
    expect(grown?.areaKm2).toBeLessThan(0.11);
  });

  function shrunk(ring: readonly Position[]): Position[] {
    const [originX = 0, originY = 0] = ring[0] ?? [];
    return ring.map(([x, y]) => [originX + (x - originX) * 1e-4, originY + (y - originY) * 1e-4]);
  }
});

/** A document with its numbers written in many ways, broken by some of the problems that are safe to fix. */
const damagedDocument = fc
  .record({
    areas: fc.array(anyPolygon, { minLength: 1, maxLength: 4 }),
    damages: fc.array(fc.constantFrom('open', 'double', 'turned', 'high'), { maxLength: 3 }),
    indent: fc.constantFrom(undefined, 2, '\t'),
    foreign: fc.jsonValue({ maxDepth: 2 }),
  })
  .map(({ areas, damages, indent, foreign }) => {
    const features = areas.map((area, index) => {
      const rings = area.coordinates.map(ring => {
        let broken = ring;
        if (damages.includes('turned')) broken = broken.toReversed();
        if (damages.includes('double')) broken = [...broken.slice(0, 2), ...broken.slice(1)];
        if (damages.includes('high')) broken = broken.map(position => [...position, 12]);
        if (damages.includes('open')) broken = broken.slice(0, -1);
        return broken;
      });
      const properties = { name: `area ${index}`, coordinates: 'none', foreign };
      return { type: 'Feature', id: index, properties, geometry: { type: 'Polygon', coordinates: rings } };
    });
    const document = { before: foreign, type: 'FeatureCollection', features };
    return { text: JSON.stringify(document, undefined, indent), document };
  });

describe('all safe fixes together', () => {
  it('leave none of their problems, and keep every area and all other text', () => {
    fc.assert(
      fc.property(damagedDocument, ({ text }) => {
        const before = textBeside(text);
        const { areas } = findAreas(text);
        const after = applyEdits(text, fixAll(text, 'file'));
        expect(diagnoseAois(after, 'file').filter(isSafelyFixed)).toEqual([]);
        expect(textBeside(after)).toBe(before);
        // Open rings aren't areas yet.
        if (areas.length > 0) {
          findAreas(after).areas.forEach((area, index) =>
            expect(area.areaKm2).toBeCloseTo(areas[index]?.areaKm2 ?? 0, 6),
          );
        }
      }),
    );
  });

  it('make no edit if there is nothing to fix', () => {
    fc.assert(
      fc.property(damagedDocument, ({ text }) => {
        const fixedText = applyEdits(text, fixAll(text, 'file'));
        expect(fixAll(fixedText, 'file')).toEqual([]);
      }),
    );
  });

  it('never fail, whatever the text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (coordinates, cut) => {
        const text = JSON.stringify([
          { type: 'Polygon', coordinates },
          { type: 'MultiPolygon', coordinates },
        ]);
        for (const input of [text, text.slice(0, cut % text.length)]) {
          expect(() => fixAll(input, 'file')).not.toThrow();
          for (const problem of diagnoseAois(input, 'file')) {
            for (const kind of editFixes(problem, 'file')) {
              expect(() => fixAt(input, problem.path, { kind })).not.toThrow();
            }
          }
        }
      }),
    );
  });

  /** The text without the coordinates of its geometries. */
  function textBeside(text: string): string {
    const parsed: unknown = JSON.parse(text);
    return JSON.stringify(parsed, (key, value: unknown) =>
      key === 'geometry' ? (value as { type: string }).type : value,
    );
  }
});

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

/** A polygon without errors in its shape. */
const harmless =
  /^(?:ring-winding|aoi-too-small|aoi-not-polygon|position-altitude|bbox-wrong|ring-duplicates|axes-perhaps-swapped)$/;

/** Features around one polygon that is written in some way, with members that no fix changes. */
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

/** The document without the parts that fixes change. */
function beside(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) =>
    key === 'coordinates' || key === 'bbox' || value === 'Polygon' || value === 'MultiPolygon' ? '' : value,
  );
}

describe('every fix', () => {
  it('results in a valid area, and leaves everything else', () => {
    const made = new Set<string>();
    fc.assert(
      fc.property(document, ({ text, area }) => {
        const fixes: AoiFix[] = [
          ...kinds.map(kind => ({ kind })),
          { kind: 'simplify', positions: 5 * area.coordinates.length },
        ];
        for (const { fix, edits } of fixesAt(text, path, fixes)) {
          made.add(fix.kind);
          const after = applyEdits(text, edits);
          expect(after).not.toBe(text);
          const codes = diagnoseAois(after, 'file').map(({ code }) => code);
          expect([fix.kind, codes.filter(code => !harmless.test(code))]).toEqual([fix.kind, []]);
          expect(beside(after)).toEqual(beside(text));
          const { features } = JSON.parse(after) as { features: [unknown, { geometry: Polygon }] };
          expect(features[1].geometry.type).toBe('Polygon');
          // These fixes can be applied again.
          if (!['swap-axes', 'grow', 'simplify'].includes(fix.kind))
            expect(fixesAt(after, path, [fix])).toEqual([]);
        }
      }),
      runs({ quick: 40, full: 200 }),
    );
    const never = ['close', 'cut', 'keep-largest'];
    expect([...made].sort()).toEqual([...kinds, 'simplify'].filter(kind => !never.includes(kind)).sort());
  });

  it('does not round an area away', () => {
    const tiny = polygon(
      box(5, 43, 5.00001, 43.00001),
      box(5.0000051, 43.0000051, 5.0000052, 43.0000052).toReversed(),
    );
    expect(fixesAt(JSON.stringify(tiny), [], [{ kind: 'round' }])).toEqual([]);
    expect(
      fixesAt(JSON.stringify(polygon(...tiny.coordinates.slice(0, 1))), [], [{ kind: 'grow' }]),
    ).toHaveLength(1);
  });
});
