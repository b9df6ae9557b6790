import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImageRow, MapState } from '../../../../../src/protocol/protocol.ts';
import { createReportImages } from '../../../../../webview/features/reports/reportImages.ts';
import { fakeHost } from '../../fakeHost.ts';
import { mapState } from '../../mapState.ts';

let host: ReturnType<typeof fakeHost>;
let state: ReturnType<typeof signal<MapState | undefined>>;
/** What is on the map. */
let onMap: readonly string[];

beforeEach(() => {
  host = fakeHost();
  state = signal<MapState | undefined>(undefined);
  onMap = ['older'];
});

const start = (restored?: string) =>
  createReportImages(
    { ask: host.ask, state },
    { draped: () => onMap, drape: ids => void (onMap = ids) },
    vi.fn(),
    restored,
  );
const show = (id: string | undefined, ...imageIds: string[]) =>
  void (state.value = mapState(
    id === undefined ? {} : { report: { id, title: id, featureCount: 1, imageIds } },
  ));
const found = (...ids: string[]) =>
  host.answer('reportImages', { images: ids.map(id => ({ id, whyNo: {} }) as unknown as ImageRow) });

describe('the pictures below a report', () => {
  it('are its own from the first one, and what was there before comes back when it is closed', async () => {
    start();
    show('r1', 'a');
    expect(onMap).toEqual([]);
    await found('a');
    expect(onMap).toEqual(['a']);
    show('r2', 'b', 'c');
    // The newer one of a comparison is on top, in whichever order the service answers.
    await found('c', 'b');
    expect(onMap).toEqual(['b', 'c']);
    onMap = [...onMap, 'added'];
    show(undefined);
    expect(onMap).toEqual(['older', 'added']);
  });

  it('are none if it is not known which ones they are', () => {
    start();
    show('r1');
    expect([onMap, host.asked('reportImages')]).toEqual([[], []]);
  });

  it('are as they were left when the page is shown again', async () => {
    start('r1');
    show('r1', 'a');
    expect([onMap, host.asked('reportImages')]).toEqual([['older'], []]);
    onMap = ['older', 'a'];
    start('r1');
    await found('a');
    expect(onMap).toEqual(['older', 'a']);
  });
});
