import type { Position } from 'geojson';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeHost } from '../../fakeHost.ts';
import { mapState } from '../../mapState.ts';
import { testStores } from '../../testStores.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('requests the same chips again when the area changes', async () => {
  const host = fakeHost();
  const page = testStores(host);
  const { area: view } = page.results;
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
    for (const _id of ['x', 'y']) await host.fail('chip', 'Gone.');
    await vi.advanceTimersByTimeAsync(500);
    expect([...view.chips.value.keys()]).toEqual(['y', 'x']);
  }
  // The host loads the most recent request first.
  expect(host.asked('chip').map(({ id }) => id)).toEqual(['y', 'x', 'y', 'x']);
});
