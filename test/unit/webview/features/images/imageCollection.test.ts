import { describe, expect, it } from 'vitest';
import type { ImageRow, MapState, PhaseOnPage } from '../../../../../src/protocol/protocol.ts';
import {
  afterState,
  noImages,
  withChunk,
  withDuplicates,
} from '../../../../../webview/features/images/imageCollection.ts';
import { mapState } from '../../mapState.ts';

function row(id: string): ImageRow {
  return { id, footprint: { type: 'Polygon', coordinates: [] }, whyNo: {} };
}

function chunk(searchId: number, from: number, ...ids: string[]) {
  return { kind: 'images' as const, searchId, from, images: ids.map(row) };
}

const state = (searchId: number, phase: PhaseOnPage, imageCount = 1) =>
  mapState({ searchId, phase, imageCount });

const ids = (collection: { rows: readonly ImageRow[] }) => collection.rows.map(({ id }) => id);

describe('withChunk', () => {
  it('puts chunks in place, even if they are sent twice', () => {
    let collection = withChunk(noImages, chunk(1, 0, 'a', 'b'), 1);
    collection = withChunk(collection, chunk(1, 2, 'c'), 1);
    collection = withChunk(collection, chunk(1, 0, 'a', 'b'), 1);
    expect(ids(collection)).toEqual(['a', 'b', 'c']);
  });

  it('drops a chunk of another search and starts over with the first of this one', () => {
    const first = withChunk(noImages, chunk(1, 0, 'a'), 1);
    expect(withChunk(first, chunk(1, 1, 'late'), 2)).toBe(first);
    expect(ids(withChunk(first, chunk(2, 0, 'x'), 2))).toEqual(['x']);
  });
});

describe('afterState', () => {
  const previous = withChunk(noImages, chunk(1, 0, 'a'), 1);

  it.each<[string, MapState, number]>([
    ['keeps the last images while the next search runs', state(2, { kind: 'searching' }), 1],
    ['keeps them until the new ones arrive', state(2, { kind: 'done' }, 5), 1],
    ['drops them when nothing was found', state(2, { kind: 'done' }, 0), 0],
    ['drops them when the next search failed', state(2, { kind: 'failed', message: '' }), 0],
    ['keeps them when only more of them failed', state(1, { kind: 'failed', message: '' }), 1],
    ['drops them when there is no search any more', state(1, { kind: 'idle' }), 0],
  ])('%s', (_, next, count) => {
    expect(afterState(previous, next).rows).toHaveLength(count);
  });
});

it('rows keep their identity when duplicates become known, except the duplicates', () => {
  const before = withChunk(noImages, chunk(1, 0, 'a', 'b', 'c'), 1);
  const after = withDuplicates(before, { kind: 'duplicates', searchId: 1, of: [['b', 'a']] });
  expect(after.rows.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, 'a', undefined]);
  expect(after.rows[0]).toBe(before.rows[0]);
  expect(withDuplicates(before, { kind: 'duplicates', searchId: 2, of: [['b', 'a']] })).toBe(before);
});
