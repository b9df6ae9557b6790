import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FeatureIndex } from '../../../../../webview/features/reports/featureIndex.ts';
import {
  columnStatistics,
  featureOrder,
  reportColumns,
} from '../../../../../webview/features/reports/tableColumns.ts';
import { Turns } from '../../../../../webview/ui/turns.ts';
import { packed, withProperties } from './packed.ts';

const names = ['a', 'b', 'constructor', '__proto__', ''];
const row = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(fc.jsonValue(), fc.constantFrom('x', 'y', 1, 1.5, null)),
);

describe('the compact form of features', () => {
  it('has the properties of each, whatever they are and however they are divided', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), rows => {
        // JSON knows no negative zero.
        const written = JSON.parse(JSON.stringify(rows)) as Record<string, unknown>[];
        const all = withProperties(written);
        expect(all.length).toBe(rows.length);
        for (const [place, properties] of written.entries()) {
          const read = all.propertiesAt(place);
          expect(Object.keys(read).sort()).toEqual(Object.keys(properties).sort());
          for (const name of Object.keys(properties)) expect(read[name]).toEqual(properties[name]);
        }
      }),
    );
  });

  it('has many values of a property, more than are recognized again', () => {
    const all = withProperties(
      Array.from({ length: 50_000 }, (_none, id) => ({ id: `car-${id % 45_000}`, n: id })),
    );
    expect([0, 44_999, 45_000, 49_999].map(place => all.propertyAt(place, 'id'))).toEqual([
      'car-0',
      'car-44999',
      'car-0',
      'car-4999',
    ]);
    expect(all.column('n')?.numberAt(49_999)).toBe(49_999);
  });

  it('has rare properties of a long report, with the same answers', () => {
    const rows = Array.from({ length: 100_000 }, (_none, at) =>
      at < 450 ? { [`p${at}`]: 'first' } : at < 99_000 ? {} : { [`p${at % 450}`]: at },
    );
    const all = withProperties(rows);
    expect(all.columns).toHaveLength(450);
    expect([449, 99_449, 99_450].map(place => all.propertyAt(place, 'p449'))).toEqual([
      'first',
      99_449,
      undefined,
    ]);
    expect(all.column('p449')?.setCount).toBe(3);
    const passes = all.passing(value => value === 99_449);
    expect([passes(99_449), passes(449)]).toEqual([true, false]);
  });

  it('has properties that become dense only after many others, with the same answers', () => {
    const rare = Object.fromEntries(Array.from({ length: 420 }, (_none, at) => [`p${at}`, at]));
    const rows = Array.from({ length: 100_000 }, (_none, at) =>
      at === 0 ? { ...rare, n: 7, name: 'first' } : at > 50_000 ? { n: at, name: `car ${at % 3}` } : {},
    );
    const all = withProperties(rows);
    expect([0, 1, 50_000, 50_001, 99_999].map(place => all.propertyAt(place, 'n'))).toEqual([
      7,
      undefined,
      undefined,
      50_001,
      99_999,
    ]);
    expect([0, 1, 50_001, 99_999].map(place => all.propertyAt(place, 'name'))).toEqual([
      'first',
      undefined,
      'car 0',
      'car 0',
    ]);
    expect([all.column('n')?.setCount, all.column('n')?.numberCount]).toEqual([50_000, 50_000]);
  });
});

describe('the order of a column', () => {
  async function sorted(rows: readonly Readonly<Record<string, unknown>>[], id: string, descending = false) {
    const all = withProperties(rows);
    const column = reportColumns(all).find(candidate => candidate.id === id);
    if (!column) throw new Error(`There is no ${id}.`);
    // Turns without an end of their time would hide that the work is never resumed.
    const turns = new Turns<'sort'>({ now: () => 0, schedule: turn => setImmediate(turn) });
    return new Promise<number[]>(resolve =>
      turns.begin(
        'sort',
        featureOrder(all, column, descending, order => resolve([...order])),
      ),
    );
  }

  it('is that of the numbers, of equal ones that of the report, and without one the end', async () => {
    const rows = [3, 1, null, 2, 1].map(value => ({ value }));
    expect(await sorted(rows, 'value')).toEqual([1, 4, 3, 0, 2]);
    expect(await sorted(rows, 'value', true)).toEqual([0, 3, 1, 4, 2]);
  });

  it('is the natural one of texts, also among numbers', async () => {
    const rows = ['car 10', 'car 9', undefined, 7, 'Bus'].map(value => ({ value, other: 1 }));
    expect(await sorted(rows, 'value')).toEqual([3, 4, 1, 0, 2]);
    expect(await sorted(rows, 'value', true)).toEqual([0, 1, 4, 3, 2]);
  });

  it('is the same for many', async () => {
    const values = Array.from({ length: 30_000 }, (_none, at) => (at * 7919) % 10_007);
    const order = await sorted(
      values.map(value => ({ value })),
      'value',
    );
    expect(order).toEqual([...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b));
  });
});

it('counts the values of some features, texts and numbers alike', () => {
  const all = withProperties(['1', 1, 2, 'x', null, 'x'].map(value => ({ value })));
  const [column] = reportColumns(all);
  expect(column && columnStatistics(all, [0, 1, 2, 3, 4, 5], column)).toEqual([
    ['Count', '5'],
    ['Not set', '1'],
    ['Distinct', '3'],
  ]);
});

it('finds the features of a box, small ones among large ones and many at one place, in their order', () => {
  const place = fc.tuple(fc.integer({ min: -179, max: 179 }), fc.integer({ min: -80, max: 80 }));
  const size = fc.constantFrom(0, 0.001, 1, 40);
  fc.assert(
    fc.property(fc.array(fc.tuple(place, size), { maxLength: 60 }), place, size, (shapes, at, side) => {
      const all = packed(
        shapes.map(([[x, y], length]) => ({
          geometry: {
            type: 'LineString',
            coordinates: [
              [x, y],
              [x + length, y + length / 4],
            ],
          },
          properties: {},
        })),
      );
      const index = new FeatureIndex(all.shapes, 0);
      const box = [at[0] / 360 + 0.5, 0.2, (at[0] + side) / 360 + 0.5, 0.7] as const;
      expect([...index.meeting(box)]).toEqual(all.shapes.meeting(box));
      expect(index.isAnyMeeting(box)).toBe(all.shapes.meeting(box).length > 0);
    }),
  );
});
