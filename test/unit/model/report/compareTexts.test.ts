import { describe, expect, it } from 'vitest';
import { compareTexts } from '../../../../src/model/report/compareReports.ts';

const names = { older: 'spring', newer: 'autumn' };
const sameness = { leastOverlap: 0.5, farthest: 10 };

function ship(longitude: number, properties: Record<string, unknown> | null, id?: number) {
  const geometry = { type: 'Point', coordinates: [longitude, 52] };
  return { type: 'Feature', ...(id === undefined ? {} : { id }), geometry, properties };
}

const textOf = (features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

describe('compareTexts', () => {
  it('writes everything that both found, with what became of it', () => {
    const older = textOf([
      ship(4, { id: 'a' }),
      ship(5, null),
      { type: 'Feature', geometry: null, properties: {} },
    ]);
    const newer = `\uFEFF${textOf([ship(6, { class: 'ship' }), ship(4, { class: 'tank', id: 7 }, 12)])}`;
    const found = compareTexts(older + newer, older.length, names, sameness);
    if (found.kind !== 'compared') throw new Error(found.kind);
    expect(found.counts).toEqual({ fresh: 1, gone: 1, same: 1 });
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
    // One feature a line.
    expect(found.text.split('\n')).toHaveLength(10);
  });

  it('says which of them is no report', () => {
    const good = textOf([]);
    expect(compareTexts(`{}${good}`, 2, names, sameness)).toEqual({ kind: 'broken', which: 'older' });
    expect(compareTexts(`${good}[`, good.length, names, sameness)).toEqual({
      kind: 'broken',
      which: 'newer',
    });
  });
});
