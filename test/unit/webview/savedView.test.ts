import { describe, expect, it } from 'vitest';
import { readSavedView } from '../../../webview/savedView.ts';

describe('readSavedView', () => {
  it('takes back what was saved', () => {
    const fields = { from: '', to: '', cloud: '5', constellation: '', level: '' };
    const view = { centre: [43.3, 5.4] as const, zoom: 12, scrollTop: 40, draft: { fields, basis: '{}' } };
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
  ])('leaves out what does not fit: %j', state => {
    expect(readSavedView(state)).toEqual({});
  });
});
