import { expect, it } from 'vitest';
import { readSavedView, writtenView } from '../../../../webview/app/savedView.ts';

it('restores what was saved, but nothing from another version of the page', () => {
  const view = { center: [43.3, 5.4] as const, zoom: 12, filtersOpen: true };
  expect(readSavedView(structuredClone(writtenView(view)))).toMatchObject(view);
  for (const state of [undefined, 'x', view, { ...view, version: 0 }])
    expect(readSavedView(state)).toEqual({});
});
