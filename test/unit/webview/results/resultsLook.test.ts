import { describe, expect, it } from 'vitest';
import { firstLook, readResultsLook } from '../../../../webview/results/resultsLook.ts';

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
