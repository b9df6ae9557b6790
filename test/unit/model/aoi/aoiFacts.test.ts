import { describe, expect, it } from 'vitest';
import { aoiFactsAt, type AoiFacts } from '../../../../src/model/aoi/aoiFacts.ts';
import { box, polygon } from '../geometry/polygons.ts';

/** The facts at the place that `|` marks. */
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
    expect(facts).toMatchObject({ positions: 9, holes: 1, polygons: 1, utm: { epsg: 32631 } });
    // On a sphere of 6371.0088 km: the zone of the box less half that of the hole.
    expect(facts.areaKm2).toBeCloseTo(8788.7, 1);
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
  ])('are not told at %s', (_what, text) => {
    expect(factsAt(text)).toBeUndefined();
  });

  it('are those of the object around the place, whatever stands beside it', () => {
    const text = `{"a": [{"type": "Point"}, "{"], /* [{ */ "b": {"type": "Poly|gon", "coordinates": ${rings}}, "c": [[`;
    expect(required(factsAt(text)).positions).toBe(9);
    expect(factsAt(text.replace('|', '').replace('Point', 'Po|int'))).toBeUndefined();
  });

  it('have a centroid that a hole pushes away, whatever the winding', () => {
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
