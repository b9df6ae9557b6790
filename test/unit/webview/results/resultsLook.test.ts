import { describe, expect, it } from 'vitest';
import { firstLook, nextSort, readResultsLook, withColumn } from '../../../../webview/results/resultsLook.ts';

describe('readResultsLook', () => {
  it('takes back what was saved', () => {
    const look = {
      ...firstLook,
      layout: 'table' as const,
      columns: ['time' as const, 'id' as const],
      sort: { by: 'cover' as const, descending: true },
      group: 'strip' as const,
      showsTwins: true,
      showsTools: false,
    };
    expect(readResultsLook(JSON.parse(JSON.stringify(look)))).toEqual(look);
  });

  it.each([
    undefined,
    null,
    'x',
    [],
    { columns: [] },
    { columns: ['x'], sort: { by: 'x' }, group: 4, layout: {} },
  ])('is as at first where %j does not fit', state => {
    expect(readResultsLook(state)).toEqual(firstLook);
  });
});

describe('headers and columns', () => {
  it('sort, turn round, and leave the order as found', () => {
    const first = nextSort(undefined, 'cover');
    expect(first).toEqual({ by: 'cover', descending: true });
    const second = nextSort(first, 'cover');
    expect(second).toEqual({ by: 'cover', descending: false });
    expect(nextSort(second, 'cover')).toBeUndefined();
    expect(nextSort(second, 'cloud')).toEqual({ by: 'cloud', descending: false });
  });

  it('stay in one order, and one column stays', () => {
    expect(withColumn(['time', 'id'], 'cloud', true)).toEqual(['time', 'cloud', 'id']);
    expect(withColumn(['time', 'id'], 'time', false)).toEqual(['id']);
    expect(withColumn(['id'], 'id', false)).toEqual(['id']);
  });
});
