import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/base/problem.ts';
import { checkAoi, withoutAltitude } from '../../../src/geo/aoi.ts';
import { isPolygon } from '../../../src/geo/aoiRings.ts';
import { type AoiFacts, aoiFactsAt } from '../../../src/features/areas/rules/aoiFacts.ts';
import { anyPolygon, box, polygon, positions } from './polygons.ts';

const outer = box(0, 0, 10, 10);
const hole = box(2, 2, 3, 3);

const isError = ({ severity }: Problem) => severity === 'error';

/** Code and path of every problem, such as `ring-not-closed coordinates.0.3`. */
const found = (geometry: unknown) =>
  checkAoi(geometry).map(({ code, path }) => `${code} ${path.join('.')}`.trim());

/** The outer ring with one position replaced. */
const withPosition = (index: number, position: unknown) => ({
  type: 'Polygon',
  coordinates: [outer.map((kept, at) => (at === index ? position : kept))],
});

describe('an area of interest', () => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'aoi-missing'],
    ['null', null, 'aoi-missing'],
    ['a text', 'POLYGON ((0 0, 1 0, 1 1, 0 0))', 'aoi-missing'],
    ['an object without a type', { coordinates: [outer] }, 'aoi-not-polygon type'],
    ['a MultiPolygon', { type: 'MultiPolygon', coordinates: [[outer]] }, 'aoi-not-polygon type'],
    ['a type in other letters', { type: 'polygon', coordinates: [outer] }, 'aoi-not-polygon type'],
    ['no coordinates', { type: 'Polygon' }, 'aoi-no-rings coordinates'],
    ['coordinates that are no list', { type: 'Polygon', coordinates: {} }, 'aoi-no-rings coordinates'],
    ['an empty list of rings', polygon(), 'aoi-no-rings coordinates'],
    ['a ring that is no list', { type: 'Polygon', coordinates: [7] }, 'ring-not-array coordinates.0'],
    ['an empty ring', polygon([]), 'ring-too-short coordinates.0'],
    ['a ring of three positions', polygon(positions('0 0, 1 1, 0 0')), 'ring-too-short coordinates.0'],
    ['an open ring', polygon(outer.slice(0, -1)), 'ring-not-closed coordinates.0.3'],
    ['a position that is a number', withPosition(1, 5), 'position-not-numbers coordinates.0.1'],
    ['a longitude alone', withPosition(1, [5]), 'position-not-numbers coordinates.0.1'],
    ['numbers in quotes', withPosition(2, ['5', '6']), 'position-not-numbers coordinates.0.2'],
    ['a hole in the numbers', withPosition(2, [5, null]), 'position-not-numbers coordinates.0.2'],
    ['a latitude above the pole', withPosition(3, [0, 90.001]), 'position-outside coordinates.0.3'],
    ['a longitude beyond 180', withPosition(3, [-180.5, 10]), 'position-outside coordinates.0.3'],
  ])('is reported with its place if it is %s', (_what, geometry, problem) => {
    expect(found(geometry)).toEqual([problem]);
    expect(checkAoi(geometry)).toMatchObject([
      { severity: 'error', message: expect.stringMatching(/\.$/) as unknown },
    ]);
    expect(isPolygon(geometry)).toBe(false);
  });

  it('names the geometry that it has instead of a Polygon', () => {
    expect(checkAoi({ type: 'LineString', coordinates: [] })[0]?.message).toContain('LineString');
  });

  it('gets all problems at once, in text order', () => {
    const broken = {
      type: 'Polygon',
      coordinates: [box(0, 0, 200, 95), 'ring', hole.slice(0, -1)],
    };
    expect(found(broken)).toEqual([
      'position-outside coordinates.0.1',
      'position-outside coordinates.0.2',
      'position-outside coordinates.0.3',
      'ring-not-array coordinates.1',
      'ring-not-closed coordinates.2.3',
    ]);
  });

  it.each<[string, Polygon]>([
    ['the whole Earth', polygon(box(-180, -90, 180, 90))],
    ['holes', polygon(outer, hole, box(5, 5, 6, 6))],
    ['a clockwise ring', polygon(outer.toReversed())],
  ])('can have %s', (_what, geometry) => {
    expect(checkAoi(geometry)).toEqual([]);
  });

  const bowTie = polygon(positions('0 0, 1 1, 1 0, 0 1, 0 0'));

  it.each<[string, Polygon, string]>([
    ['a ring that crosses itself', bowTie, 'ring-bow-tie coordinates.0.0'],
    ['a hole outside', polygon(outer, box(20, 20, 30, 30)), 'hole-outside coordinates.1'],
    ['a hole over the edge', polygon(outer, box(5, 5, 30, 6)), 'hole-crosses coordinates.0.1'],
    [
      'an edge across the antimeridian',
      polygon(box(179, 0, -179, 1)),
      'crosses-antimeridian coordinates.0.0',
    ],
  ])('cannot be sent with %s, but can be drawn', (_what, geometry, problem) => {
    expect(found(geometry)[0]).toBe(problem);
    expect(checkAoi(geometry)[0]?.severity).toBe('error');
    expect(isPolygon(geometry)).toBe(true);
  });

  it('gets one explanation if all its numbers are meters, or all are swapped', () => {
    expect(found(polygon(box(590_000, 4_790_000, 591_000, 4_791_000)))).toEqual([
      'aoi-projected coordinates',
    ]);
    const swapped = box(139.7, 35.6, 139.8, 35.7).map(([x, y]): Position => [y, x]);
    expect(found(polygon(swapped))).toEqual(['axes-swapped coordinates']);
  });

  it('names the other edge of a crossing', () => {
    // Positions are counted as people do.
    expect(checkAoi(bowTie)[0]?.message).toContain(
      'between positions 1–2 and 3–4 (the first is 1). Exchange positions 2 and 3.',
    );
    expect(checkAoi(bowTie)[0]?.related?.map(({ path }) => path)).toEqual([['coordinates', 0, 2]]);
  });

  it('can be used with altitudes, as in files from other tools, and reports where they are', () => {
    const high = withPosition(2, [10, 10, 12.5]);
    expect(isPolygon(high)).toBe(true);
    expect(checkAoi(high)).toMatchObject([
      { code: 'position-altitude', severity: 'warning', path: ['coordinates', 0, 2] },
    ]);
    expect(withoutAltitude(high as Polygon)).toEqual(polygon(outer));
  });

  it('reports a ring that is not closed even if it has altitudes', () => {
    const open = polygon(outer.slice(0, -1).map(position => [...position, 12.5]));
    expect(isPolygon(open)).toBe(false);
    expect(found(open)).toContainEqual('ring-not-closed coordinates.0.3');
  });

  it('is valid wherever it is and however many vertices it has', () => {
    fc.assert(
      fc.property(anyPolygon, geometry => {
        expect(checkAoi(geometry)).toEqual([]);
      }),
    );
  });

  it('is checked, whatever JSON replaces it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(isPolygon(value)).toBe(!checkAoi(value).some(isError));
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), coordinates => {
        const geometry = { type: 'Polygon', coordinates };
        expect(isPolygon(geometry)).toBe(!checkAoi(geometry).some(isError));
      }),
    );
  });
});

/** The facts at the place marked `|`. */
function factsAt(marked: string): AoiFacts | undefined {
  const offset = marked.indexOf('|');
  return aoiFactsAt(marked.slice(0, offset) + marked.slice(offset + 1), offset);
}

function required(facts: AoiFacts | undefined): AoiFacts {
  if (!facts) throw new Error('No facts');
  return facts;
}

const rings =
  '[[[5, 43], [6, 43], [6, 44], [5, 44], [5, 43]], [[5.2, 43.2], [5.2, 43.4], [5.4, 43.4], [5.2, 43.2]]]';

describe('the facts of an area', () => {
  it.each([
    ['its type', `{"type": "Pol|ygon", "coordinates": ${rings}}`],
    ['the word type', `{"ty|pe": "Polygon", "coordinates": ${rings}}`],
    ['the word coordinates', `{"coor|dinates": ${rings}, "type": "Polygon"}`],
    ['a number', `{"type": "Polygon", "coordinates": ${rings.replace('5.4', '5|.4')}}`],
    ['between positions', `{"type": "Polygon", "coordinates": ${rings.replace('], [6, 44', '],| [6, 44')}}`],
    [
      'a geometry of a feature',
      `{"features": [{"type": "Feature", "geometry": {"type": "Poly|gon", "coordinates": ${rings}}}]}`,
    ],
  ])('are found at %s', (_what, text) => {
    const facts = required(factsAt(text));
    expect(facts).toMatchObject({ positions: 9, holes: 1, polygons: 1, utm: [{ epsg: 32631 }] });
    // By PROJ.
    expect(facts.areaKm2).toBeCloseTo(8805.28, 2);
  });

  it.each([
    [
      'the type of the feature',
      `{"type": "Fea|ture", "geometry": {"type": "Polygon", "coordinates": ${rings}}}`,
    ],
    ['a property', `{"type": "Polygon", "name": "Pol|ygon", "coordinates": ${rings}}`],
    ['a line', '{"type": "LineString", "coordinates": [[5|, 43], [6, 44]]}'],
    [
      'a polygon that is not closed',
      '{"type": "Polygon", "coordinates": [[[5|, 43], [6, 43], [6, 44], [5, 44]]]}',
    ],
    ['a MultiPolygon of nothing', '{"type": "Multi|Polygon", "coordinates": []}'],
    ['no JSON', 'Pol|ygon'],
    ['nesting without end', `{"type": "Pol|ygon", "coordinates": ${'['.repeat(100_000)}`],
  ])('are not given at %s', (_what, text) => {
    expect(factsAt(text)).toBeUndefined();
  });

  it('are those of the object around the place, whatever is next to it', () => {
    const text = `{"a": [{"type": "Point"}, "{"], /* [{ */ "b": {"type": "Poly|gon", "coordinates": ${rings}}, "c": [[`;
    expect(required(factsAt(text)).positions).toBe(9);
    expect(factsAt(text.replace('|', '').replace('Point', 'Po|int'))).toBeUndefined();
  });

  it.each([
    [
      'as one polygon',
      {
        type: 'Polygon',
        coordinates: [positions('179.5 -17, -179.5 -17, -179.5 -16, 179.5 -16, 179.5 -17')],
      },
    ],
    [
      'cut in two',
      { type: 'MultiPolygon', coordinates: [[box(179.5, -17, 180, -16)], [box(-180, -17, -179.5, -16)]] },
    ],
  ])('are those of both sides of the antimeridian, %s', (_how, area) => {
    const facts = required(aoiFactsAt(JSON.stringify(area), 3));
    expect(facts.centroid).toEqual([-180, -16.5]);
    expect(facts.utm.map(({ epsg }) => epsg)).toEqual([32760, 32701]);
    expect(facts.areaKm2).toBeCloseTo(11_850, -2);
  });

  it('have a centroid that a hole shifts, with either winding', () => {
    const outer = box(0, 0, 4, 4);
    const hole = box(2, 1, 3, 3);
    for (const area of [
      polygon(outer, hole),
      polygon(outer.toReversed(), hole),
      polygon(outer, hole.toReversed()),
    ]) {
      const { centroid } = required(aoiFactsAt(JSON.stringify(area), 3));
      // (16 · 2 − 2 · 2.5) / 14
      expect(centroid[0]).toBeCloseTo(27 / 14, 9);
      expect(centroid[1]).toBeCloseTo(2, 9);
    }
  });
});
