import { describe, expect, it } from 'vitest';
import { firstLook } from '../../../../webview/results/resultsLook.ts';
import { readSavedView } from '../../../../webview/app/savedView.ts';
import { blankFields } from '../../../../webview/search/filterFields.ts';

describe('readSavedView', () => {
  it('takes back what was saved', () => {
    const fields = { ...blankFields, cloud: '5' };
    const view = {
      centre: [43.3, 5.4] as const,
      zoom: 12,
      scrollTop: 40,
      minCover: 30,
      results: { ...firstLook, group: 'day' as const },
      draft: { fields, basis: '{}' },
      filtersOpen: true,
      searchOnMove: false,
      region: 'results' as const,
    };
    expect(readSavedView(view)).toEqual(view);
  });

  it.each([
    undefined,
    null,
    'x',
    [],
    { centre: [1] },
    { centre: [1, null], zoom: 2 },
    { zoom: 3 },
    { draft: { fields: {}, basis: '' } },
    { minCover: -1 },
    { minCover: 101, results: 'x' },
    { filtersOpen: 'yes', searchOnMove: 1, region: 'header' },
  ])('leaves out what does not fit: %j', state => {
    expect(readSavedView(state)).toEqual({});
  });
});
