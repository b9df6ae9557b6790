import { describe, expect, it } from 'vitest';
import type { ClearHere } from '../../../../../src/features/images/rules/clearHere.ts';
import type { ImageRow } from '../../../../../src/protocol/protocol.ts';
import { arrangeRows, type Wanted } from '../../../../../webview/features/images/arrangement.ts';
import { resultRow } from './resultRow.ts';

const asFound: Wanted = {
  sort: undefined,
  group: 'none',
  showsDuplicates: false,
  limits: {},
  span: undefined,
  aoiShare: () => undefined,
  clearById: () => undefined,
};

const rows: ImageRow[] = [
  resultRow('a', { acquisitionDate: '2026-03-02T10:00:00Z', cloudCover: 30, parentIdentifier: 'S1' }),
  resultRow('b', {
    acquisitionDate: '2026-03-01T23:59:59Z',
    cloudCover: 0,
    parentIdentifier: 'S2',
    platform: 'X',
  }),
  resultRow('c', { acquisitionDate: '2026-03-02T09:00:00', cloudCover: 30, parentIdentifier: 'S1' }),
  resultRow('d', { platform: 'A' }),
];
const shares = new Map([
  ['a', 0.2],
  ['b', 1],
  ['c', 0.199],
]);
const aoiShare = ({ id }: ImageRow) => shares.get(id);
const arranged = (options: Partial<Wanted>, images = rows) =>
  arrangeRows(images, { ...asFound, ...options }).ids.join('');

describe('the sort order', () => {
  it.each([
    ['time', false, 'bcad'],
    ['time', true, 'acbd'],
    ['cloud', false, 'bacd'],
    ['cloud', true, 'acbd'],
    ['platform', false, 'dbac'],
    ['platform', true, 'bdac'],
    ['cover', true, 'bacd'],
    ['id', true, 'dcba'],
  ] as const)(
    'by %s, descending: %s, keeps the order of equal rows and puts unknown values last',
    (by, descending, order) => {
      expect(arranged({ sort: { by, descending }, aoiShare })).toBe(order);
    },
  );
});

describe('groups', () => {
  it('follow the order of their first images, including images without a day', () => {
    const { ids, groups } = arrangeRows(rows, { ...asFound, group: 'day' });
    expect(ids).toEqual(['a', 'c', 'b', 'd']);
    expect(groups).toEqual([
      { at: 0, count: 2, key: '2026-03-02' },
      { at: 2, count: 1, key: '2026-03-01' },
      { at: 3, count: 1, key: undefined },
    ]);
  });
});

describe('an image is hidden if it', () => {
  it('covers less of the area than the minimum; unknown coverage stays', () => {
    const { ids, hidden, filteredCount } = arrangeRows(rows, {
      ...asFound,
      limits: { minCoverage: 20 },
      aoiShare,
    });
    expect(ids).toEqual(['a', 'b', 'd']);
    expect([...hidden]).toEqual(['c']);
    expect(filteredCount).toBe(1);
  });

  it('shows less of the whole area clear than the minimum, or if that is unknown, which is counted', () => {
    const known = new Map<string, ClearHere>([
      // All that it shows is clear, but it shows a fifth.
      ['a', { share: 1 }],
      ['b', { share: 0.796 }],
      ['c', 'unknown'],
    ]);
    const clearById = (id: string) => known.get(id);
    const limited = { ...asFound, limits: { minClear: 80 }, clearById, aoiShare };
    const { ids, filteredCount, unknown, hiddenByClear } = arrangeRows(rows, limited);
    expect(ids).toEqual(['b']);
    expect(filteredCount).toBe(3);
    expect([...unknown]).toEqual([['minClear', 1]]);
    // They may still be estimated.
    expect(hiddenByClear.map(({ id }) => id)).toEqual(['a', 'c', 'd']);
    expect(arranged({ sort: { by: 'clear', descending: true }, clearById, aoiShare })).toBe('bacd');
  });

  it.each([
    [{ maxIncidenceAngle: 20 }, 'a'],
    [{ maxResolution: 0.5 }, 'b'],
    [{ maxSnowCover: 0 }, 'b'],
    [{ minSunElevation: 30 }, 'b'],
    [{ maxIncidenceAngle: 20, maxSnowCover: 0 }, ''],
  ])('is beyond a limit, or has no value for it: %j', (limits, ids) => {
    const images = [
      resultRow('a', { incidenceAngle: -20, resolution: 0.7, snowCover: 1, sunElevation: 29.9 }),
      resultRow('b', { incidenceAngle: -20.1, resolution: 0.5, snowCover: 0, sunElevation: 30 }),
      resultRow('c'),
    ];
    expect(arranged({ limits }, images)).toBe(ids);
  });

  it('is outside the time span, whose end is exclusive', () => {
    const span = { from: Date.UTC(2026, 2, 2, 9), to: Date.UTC(2026, 2, 2, 10) };
    expect(arranged({ span })).toBe('c');
  });

  it('is a duplicate, counted separately from filtered images', () => {
    const images = [...rows, resultRow('t', { duplicateOf: 'a' }), resultRow('u', { duplicateOf: 'c' })];
    const folded = arrangeRows(images, { ...asFound, limits: { minCoverage: 20 }, aoiShare });
    expect(folded).toMatchObject({ ids: ['a', 'b', 'd'], filteredCount: 1, duplicateCount: 2 });
    expect(folded.hidden.size + folded.rows.length).toBe(images.length);
    expect(arranged({ showsDuplicates: true }, images)).toBe('abcdtu');
  });
});
