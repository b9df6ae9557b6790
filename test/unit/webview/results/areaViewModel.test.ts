import type { Position } from 'geojson';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToHost } from '../../../../src/shared/protocol.ts';
import { createPageModel } from '../../../../webview/app/pageModel.ts';
import { createAreaView } from '../../../../webview/results/areaViewModel.ts';
import { mapState } from '../mapState.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('requests the same chips again when the area changes', async () => {
  const posted: ToHost[] = [];
  const post = (message: ToHost) => posted.push(message);
  const page = createPageModel({ post, savedView: {}, saveView: () => undefined });
  const view = createAreaView(page);
  for (const size of [1, 2]) {
    const coordinates: Position[][] = [
      [
        [0, 0],
        [size, 0],
        [0, size],
        [0, 0],
      ],
    ];
    const aoi = { name: 'a', polygon: { type: 'Polygon' as const, coordinates }, areaKm2: 1 };
    page.receive({ kind: 'state', state: mapState({ connection: 'a', aoi }) });
    view.want(['x', 'y']);
    await vi.advanceTimersByTimeAsync(500);
    for (const id of ['x', 'y']) page.receive({ kind: 'chip', id, answer: { problem: 'Gone.' } });
    await vi.advanceTimersByTimeAsync(500);
    expect([...view.chips.value.keys()]).toEqual(['x', 'y']);
  }
  expect(posted.filter(({ kind }) => kind === 'chips')).toEqual([
    { kind: 'chips', ids: ['x', 'y'] },
    { kind: 'chips', ids: ['x', 'y'] },
  ]);
});
