import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { box, polygon } from '../../../../geo/polygons.ts';
import type { ClearHere } from '../../../../../../src/features/images/rules/clearHere.ts';
import type { MapState } from '../../../../../../src/protocol/protocol.ts';
import { fakeHost } from '../../../fakeHost.ts';
import { mapState } from '../../../mapState.ts';
import { testStores } from '../../../testStores.ts';
import { resultRow } from '../resultRow.ts';

const aoiOf = (size: number) => ({ name: 'Port', polygon: polygon(box(0, 0, size, size)), areaKm2: 1 });

/** The page with so many images; `answer` sends quicklooks until none is requested. */
function pageWith(count: number) {
  const host = fakeHost();
  const assess = vi.fn((): Promise<ClearHere> => Promise.resolve({ share: 0.85 }));
  const page = testStores({ ...host, assess });
  const { results } = page;
  const images = Array.from({ length: count }, (_, at) => resultRow(String(at), { cloudCover: 20 }));
  const show = (change: Partial<MapState>) =>
    page.receive({
      kind: 'state',
      state: mapState({ connection: 'a', aoi: aoiOf(1), imageCount: count, ...change }),
    });
  const list = (searchId: number) => page.receive({ kind: 'images', searchId, from: 0, images });
  show({});
  list(1);
  let answered = 0;
  const requested = () => host.asked('quicklookLater').map(({ id }) => id);
  const picture = { mimeType: 'image/jpeg', bytes: new Uint8Array() };
  async function answer(): Promise<void> {
    for (; answered < requested().length; answered += 1) await host.answer('quicklookLater', picture);
    await vi.advanceTimersByTimeAsync(1000);
  }
  return { host, page, results, assess, show, list, requested, picture, answer };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the clear share of the area', () => {
  it('is estimated only when wanted, a few at a time, and at most 200 until more are wanted', async () => {
    const { page, results, requested, answer } = pageWith(450);
    expect(requested()).toEqual([]);
    results.setLimits({ minClear: 50 });
    expect(requested()).toEqual(['0', '1', '2', '3']);
    await answer();
    expect(requested()).toHaveLength(200);
    expect(results.clear.estimates.value.get('199')).toEqual({ share: 0.85 });
    expect(results.clear.progress.value).toEqual({ known: 200, count: 450, isOver: true });
    results.clear.more();
    await answer();
    expect(results.clear.progress.value).toMatchObject({ known: 400, isOver: true });
    expect(results.clear.known()[0]).toEqual(['0', 0.85]);
    expect(page.pictures.store.pictures.value.size).toBe(0);
  });

  it('is estimated of the next images if those that were requested are no longer there', async () => {
    const { host, results, requested } = pageWith(9);
    results.setLimits({ minClear: 50 });
    for (let count = 0; count < 4; count += 1) await host.answer('quicklookLater', undefined);
    expect(requested()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  });

  it('is first estimated of what is in view', async () => {
    const { page, results, requested, answer } = pageWith(20);
    results.setSort({ by: 'clear', descending: true });
    results.clear.see(page.found.rows.value.slice(10, 12));
    await answer();
    expect(requested().slice(4, 6)).toEqual(['10', '11']);
    expect(new Set(requested()).size).toBe(20);
  });

  it('is estimated of one image on demand, and of no other', async () => {
    const { host, page, results, requested, picture } = pageWith(3);
    const [, second] = page.found.rows.value;
    if (!second) throw new Error('There is no second image.');
    const done = results.clear.estimate(second);
    await host.answer('quicklookLater', picture);
    await done;
    expect(requested()).toEqual(['1']);
    expect([...results.clear.estimates.value.keys()]).toEqual(['1']);
  });

  it('is unknown while a quicklook cannot be loaded, and estimated when it comes for another view', async () => {
    const { host, page, results, picture } = pageWith(1);
    results.setLimits({ minClear: 50 });
    await host.answer('quicklookLater', { problem: 'Too slow' } as never);
    await vi.advanceTimersByTimeAsync(1000);
    expect(results.clear.estimates.value.get('0')).toBe('unknown');
    const [row] = page.found.rows.value;
    if (!row) throw new Error('There is no image.');
    results.clear.offer(row, picture);
    await vi.advanceTimersByTimeAsync(1000);
    expect(results.clear.estimates.value.get('0')).toEqual({ share: 0.85 });
  });

  it('is estimated anew for another area, and kept for another search of the same', async () => {
    const { results, assess, show, list, answer } = pageWith(2);
    results.setLimits({ minClear: 50 });
    await answer();
    show({ searchId: 2 });
    list(2);
    await answer();
    expect([assess.mock.calls.length, results.clear.estimates.value.size]).toEqual([2, 2]);
    show({ searchId: 2, aoi: aoiOf(2) });
    expect(results.clear.estimates.value.size).toBe(0);
    await answer();
    expect([assess.mock.calls.length, results.clear.estimates.value.size]).toEqual([4, 2]);
  });

  it('leaves pictures to the map that were requested for it, and drops those of an earlier search', async () => {
    const { host, page, results, show, list, picture } = pageWith(1);
    void page.pictures.store.load('quicklook', '0');
    results.setLimits({ minClear: 50 });
    await host.answer('quicklook', picture);
    expect([...page.pictures.store.pictures.value.keys()]).toEqual(['quicklook/0']);
    page.pictures.store.forget('quicklook/0');
    show({ searchId: 2 });
    list(2);
    await host.answer('quicklookLater', picture);
    await vi.advanceTimersByTimeAsync(1000);
    expect([page.pictures.store.pictures.value.size, results.clear.estimates.value.size]).toEqual([0, 0]);
    await host.answer('quicklookLater', picture);
    await vi.advanceTimersByTimeAsync(1000);
    expect(results.clear.estimates.value.size).toBe(1);
  });
});
