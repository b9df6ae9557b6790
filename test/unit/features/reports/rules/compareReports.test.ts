import type { Geometry, Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { box as ringOf, polygon, positions } from '../../../geo/polygons.ts';
import {
  compareReports,
  compareTexts,
  type ReportComparison,
} from '../../../../../src/features/reports/rules/compareReports.ts';
import type { ReportFeature } from '../../../../../src/features/reports/rules/reportFeature.ts';

const sameness = { minOverlap: 0.5, farthest: 10 };
/** Degrees of latitude. */
const metre = 1 / 111_195;

function found(geometry: Geometry): ReportFeature {
  return { geometry, properties: {} };
}

function point(longitude: number, latitude: number): ReportFeature {
  return found({ type: 'Point', coordinates: [longitude, latitude] });
}

/** A rectangle from its southwestern corner and its sides, degrees. */
function box(west: number, south: number, width: number, height = width): ReportFeature {
  return found(polygon(ringOf(west, south, west + width, south + height)));
}

function compare(
  older: readonly ReportFeature[],
  newer: readonly ReportFeature[],
  how = sameness,
): ReportComparison {
  const compared = compareReports(older, newer, how);
  if (compared.kind !== 'compared') throw new Error('too dense');
  return compared;
}

const pairsOf = ({ same }: ReportComparison) => same.map(({ older, newer }) => [older, newer]);

describe('compareReports', () => {
  it('distinguishes polygons by their overlap', () => {
    // Moved by a quarter: 0.75 of each is in the intersection, 0.6 of the union.
    const older = [box(4, 52, 0.001), box(4.1, 52, 0.001), box(4.2, 52, 0.001)];
    const newer = [box(4.1005, 52, 0.001), box(4.00025, 52, 0.001), box(4.3, 52, 0.001)];
    const compared = compare(older, newer);
    expect(pairsOf(compared)).toEqual([[0, 1]]);
    expect(compared.gone).toEqual([1, 2]);
    expect(compared.fresh).toEqual([0, 2]);
    const [pair] = compared.same;
    expect(pair?.measure.kind === 'overlap' && pair.measure.share).toBeCloseTo(0.6, 6);
    expect(pairsOf(compare(older, newer, { ...sameness, minOverlap: 0.61 }))).toEqual([]);
    expect(pairsOf(compare(older, newer, { ...sameness, minOverlap: 0.33 }))).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('finds nothing new or gone where the other report covers nothing', () => {
    // A hole, and an image across the antimeridian that is written on its other side.
    const holed = polygon(ringOf(179, 51, 181, 53), ringOf(179.4, 51.5, 179.6, 52.5));
    const apart = [
      point(-179.5, 52),
      point(179.5, 52),
      point(178, 52),
      found({ type: 'MultiPoint', coordinates: [] }),
    ];
    const both = (outline: Polygon) => ({ older: [outline], newer: [outline] });
    const whole = polygon(ringOf(-181.5, 51, -179, 53));
    for (const [outline, inside, outside] of [
      [holed, [0, 3], [1, 2]],
      [whole, [0, 1, 3], [2]],
    ] as const) {
      const gone = compareReports(apart, [], sameness, both(outline));
      expect(gone).toMatchObject({ gone: inside, fresh: [], outside: { newer: outside, older: [] } });
      const fresh = compareReports([], apart, sameness, both(outline));
      expect(fresh).toMatchObject({ gone: [], fresh: inside, outside: { newer: [], older: outside } });
    }
    // What both have is the same, wherever it is.
    const same = compareReports(apart, apart, sameness, both(holed));
    expect(same).toMatchObject({ same: { length: 3 }, gone: [3], fresh: [3] });
  });

  it('handles holes and concave outlines correctly', () => {
    const outer = box(4, 52, 0.003).geometry;
    const inner = box(4.001, 52.001, 0.001).geometry;
    if (outer.type !== 'Polygon' || inner.type !== 'Polygon') throw new Error();
    const holed = found({ type: 'Polygon', coordinates: [...outer.coordinates, ...inner.coordinates] });
    const [pair] = compare([holed], [found(outer)]).same;
    expect(pair?.measure.kind === 'overlap' && pair.measure.share).toBeCloseTo(8 / 9, 6);
    expect(compare([holed], [found(inner)], { ...sameness, minOverlap: 0.001 }).same).toEqual([]);
  });

  it('distinguishes points by meters, north as well as east, and across the antimeridian', () => {
    const east = metre / Math.cos((60 * Math.PI) / 180);
    const older = [point(10, 60), point(11, 60), point(12, 60), point(180, 0)];
    const newer = [
      point(10, 60 + 9.9 * metre),
      point(11 + 9.9 * east, 60),
      point(12 + 10.1 * east, 60),
      point(-180, metre),
    ];
    const compared = compare(older, newer);
    expect(pairsOf(compared)).toEqual([
      [0, 0],
      [1, 1],
      [3, 3],
    ]);
    const meters = compared.same.map(({ measure }) => measure.kind === 'distance' && measure.meters);
    expect(meters[0]).toBeCloseTo(9.9, 2);
    expect(meters[1]).toBeCloseTo(9.9, 2);
    expect(meters[2]).toBeCloseTo(1, 2);
  });

  it('matches the nearest first', () => {
    const older = [point(4, 52), point(4, 52 + 8 * metre)];
    const newer = [point(4, 52 + 6 * metre), point(4, 52 + 15 * metre)];
    expect(pairsOf(compare(older, newer))).toEqual([[1, 0]]);
  });

  it('compares like with like, and counts each kind', () => {
    const compared = compare([point(4.0005, 52.0005), box(4, 52, 0.001)], [box(4, 52, 0.001), point(5, 52)]);
    expect(pairsOf(compared)).toEqual([[1, 0]]);
    const kinds = { polygons: 1, others: 1 };
    expect(compared.kinds).toEqual({ older: kinds, newer: kinds });
  });

  it('reports how much the locations of the reports overlap', () => {
    expect(compare([box(4, 52, 1)], [box(4, 52, 1)]).boxShare).toBeCloseTo(1, 6);
    expect(compare([box(4, 52, 1)], [box(4.5, 52, 1)]).boxShare).toBeCloseTo(0.5, 2);
    expect(compare([box(4, 52, 1)], [box(8, 52, 1)]).boxShare).toBe(0);
    expect(compare([], [box(8, 52, 1)]).boxShare).toBeUndefined();
  });

  it('accepts anything that a report can contain', () => {
    const odd = [
      found({ type: 'Point', coordinates: [] as never }),
      found({ type: 'Polygon', coordinates: [[[1, 2]]] }),
      found({ type: 'Polygon', coordinates: 'none' as never }),
      found({ type: 'GeometryCollection', geometries: [] }),
      found({ type: 'LineString', coordinates: positions('4 52, 4.001 52') }),
      found({ type: 'Nothing' as 'Point', coordinates: [null as never, 1] }),
    ];
    // Features with a location are found again.
    expect(pairsOf(compare(odd, odd))).toEqual([1, 4].map(at => [at, at]));
  });

  it('gives up if everything could match everything', () => {
    const crowd = Array.from({ length: 2000 }, () => point(4, 52));
    expect(compareReports(crowd, crowd, sameness)).toEqual({ kind: 'tooDense' });
  });

  describe('of any two reports', () => {
    const runs = Array.from({ length: 20 }, (_none, seed) => seed + 1);
    const reportOf = (next: () => number): ReportFeature[] =>
      Array.from({ length: Math.floor(next() * 60) }, () => {
        const x = 4 + next() * 0.003;
        const y = 52 + next() * 0.003;
        return next() < 0.5 ? point(x, y) : box(x, y, 0.0002 + next() * 0.0008, 0.0002 + next() * 0.0008);
      });
    const random = (seed: number) => {
      let state = seed;
      return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    };

    it.each(runs)(
      'swapped, new becomes gone and gone becomes new, and nothing is lost or used twice (%i)',
      seed => {
        const next = random(seed);
        const a = reportOf(next);
        const b = reportOf(next);
        const how = { minOverlap: 0.05 + next() * 0.6, farthest: next() * 60 };
        const there = compare(a, b, how);
        const back = compare(b, a, how);
        expect([back.fresh, back.gone]).toEqual([there.gone, there.fresh]);
        const swapped = pairsOf(back).map(([older, newer]) => [newer, older]);
        expect(swapped.sort()).toEqual(pairsOf(there).sort());
        const olders = [...there.same.map(({ older }) => older), ...there.gone];
        const newers = [...there.same.map(({ newer }) => newer), ...there.fresh];
        expect([olders.length, new Set(olders).size]).toEqual([a.length, a.length]);
        expect([newers.length, new Set(newers).size]).toEqual([b.length, b.length]);
        const { same, gone, fresh } = compare([...a, ...a], [...a, ...a].reverse());
        expect([same.length, gone, fresh]).toEqual([2 * a.length, [], []]);
      },
    );
  });
});

const names = { older: 'spring', newer: 'autumn' };

function ship(longitude: number, properties: Record<string, unknown> | null, id?: number) {
  const geometry = { type: 'Point', coordinates: [longitude, 52] };
  return { type: 'Feature', ...(id === undefined ? {} : { id }), geometry, properties };
}

const textOf = (features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

describe('compareTexts', () => {
  it('writes everything that both found, with the result', () => {
    const lost = { type: 'Feature', geometry: null, properties: {} };
    const older = textOf([ship(4, { id: 'a' }), ship(5, null), lost]);
    const newer = `\uFEFF${textOf([ship(6, { class: 'ship' }), ship(4, { class: 'tank', id: 7 }, 12)])}`;
    const found = compareTexts(older + newer, older.length, names, sameness);
    if (found.kind !== 'compared') throw new Error(found.kind);
    expect(found.counts).toEqual({ fresh: 1, gone: 1, same: 1, outsideOlder: 0, outsideNewer: 0 });
    expect(JSON.parse(found.text)).toEqual({
      type: 'FeatureCollection',
      'swath:comparison': { ...names, new: 1, gone: 1, same: 1, leastOverlap: 0.5, farthest_m: 10 },
      features: [
        ship(6, { class: 'ship', 'swath:change': 'new' }),
        ship(
          4,
          { class: 'tank', id: 7, 'swath:change': 'same', 'swath:matched': 'a', 'swath:distance_m': 0 },
          12,
        ),
        ship(5, { 'swath:change': 'gone' }),
      ],
    });
    // One feature per line.
    expect(found.text.split('\n')).toHaveLength(10);
  });

  it('says which of them is not a report', () => {
    const good = textOf([]);
    expect(compareTexts(`{}${good}`, 2, names, sameness)).toEqual({ kind: 'broken', which: 'older' });
    const broken = { kind: 'broken', which: 'newer' };
    expect(compareTexts(`${good}[`, good.length, names, sameness)).toEqual(broken);
  });
});
