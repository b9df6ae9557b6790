import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onRest, quickSpans } from '../../../../../webview/features/search/searchModel.ts';
import { createViewStore } from '../../../../../webview/ground/viewStore.ts';
import { fakeHost } from '../../fakeHost.ts';
import { mapState } from '../../mapState.ts';
import { testStores } from '../../testStores.ts';

describe('quick spans', () => {
  it.each([
    ['any', '2026-03-31', ''],
    ['7d', '2026-03-04', '2026-02-26'],
    ['30d', '2026-03-31', '2026-03-02'],
    ['60d', '2026-03-01', '2026-01-01'],
    ['3m', '2026-05-31', '2026-03-01'],
    ['3m', '2024-05-31', '2024-03-01'],
    ['3m', '2026-02-15', '2025-11-16'],
    ['1y', '2026-03-31', '2025-04-01'],
    ['1y', '2024-02-29', '2023-03-01'],
    ['year', '2026-03-31', '2026-01-01'],
  ])('%s on %s begins at %j', (span, today, firstDay) => {
    expect(quickSpans(today).find(({ id }) => id === span)).toMatchObject({ firstDay });
  });
});

describe('choosing a span', () => {
  function form(hasArea: boolean) {
    const host = fakeHost();
    const { posted } = host;
    const model = testStores(host);
    const { search } = model;
    const { aoi, ...others } = mapState({
      connection: 'a',
      filters: { acquiredTo: '2026-01-01', maxCloudCover: 20 },
    });
    const polygon = { type: 'Polygon' as const, coordinates: [] };
    const state = hasArea ? { ...others, aoi: aoi ?? { name: 'a', polygon, areaKm2: 1 } } : others;
    model.receive({ kind: 'state', state });
    return { search, posted };
  }

  it('searches at once, as removing its chip does; the rest of the form waits', () => {
    const { search, posted } = form(true);
    search.edit('cloud', '5');
    search.chooseSpan('2026-02-01');
    expect(posted).toEqual([{ kind: 'search', filters: { acquiredFrom: '2026-02-01', maxCloudCover: 20 } }]);
    expect(search.fields.value).toMatchObject({ from: '2026-02-01', to: '', cloud: '5' });
    expect(search.isUnsearched.value).toBe(true);
    search.chooseSpan('');
    expect(posted.at(-1)).toEqual({ kind: 'search', filters: { maxCloudCover: 20 } });
  });

  it('goes on to an area that becomes active, also after a search of the map view', () => {
    const host = fakeHost();
    const model = testStores(host);
    const { search } = model;
    const { aoi: _aoi, ...rest } = mapState({ connection: 'a', filters: { bounds: [1, 2, 3, 4] } });
    const polygon = { type: 'Polygon' as const, coordinates: [] };
    const receive = (name: string, filters: typeof rest.filters = rest.filters) =>
      model.receive({ kind: 'state', state: { ...rest, filters, aoi: { name, polygon, areaKm2: 1 } } });
    receive('quay');
    expect([search.fields.value.where !== '', search.isUnsearched.value]).toEqual([true, false]);
    receive('quay');
    expect(search.isUnsearched.value).toBe(false);
    receive('mole');
    expect([search.fields.value.where, search.isUnsearched.value]).toEqual(['', true]);
    search.search(new Set());
    expect(host.posted.at(-1)).toEqual({ kind: 'search', filters: {} });
  });

  it('waits for an area to search', () => {
    const { search, posted } = form(false);
    search.chooseSpan('2026-02-01');
    expect(posted).toEqual([]);
    expect(search.fields.value.from).toBe('2026-02-01');
  });
});

describe('the rest of a moved map', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes once after many positions, and neither at the start nor with another size', () => {
    const view = createViewStore({}, () => undefined, signal(false));
    let rests = 0;
    const afterAll = () => {
      vi.advanceTimersByTime(5_000);
      return rests;
    };
    onRest(view, () => (rests += 1));
    view.moved([0, 0, 1, 1], 'high');
    expect(afterAll()).toBe(0);
    for (let west = 1; west < 9; west += 1) {
      view.moved([west, 0, west + 1, 1], 'high');
      vi.advanceTimersByTime(100);
    }
    expect(rests).toBe(0);
    expect(afterAll()).toBe(1);
    view.moved([8, 0, 9, 0.5], 'low');
    expect(afterAll()).toBe(1);
    view.moved([7, 0, 8, 0.5], 'low');
    expect(afterAll()).toBe(2);
  });
});
