import type { Polygon } from 'geojson';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostEvent, MapState, PhaseOnPage } from '../../../../../src/protocol/protocol.ts';
import type { ResultsLook } from '../../../../../webview/features/images/resultsLook.ts';
import { fakeHost } from '../../fakeHost.ts';
import { mapState } from '../../mapState.ts';
import { testStores } from '../../testStores.ts';

function state(
  phase: PhaseOnPage['kind'] & ('searching' | 'done'),
  imageCount: number,
  searchId = 1,
): HostEvent {
  return {
    kind: 'state',
    state: mapState({ connection: 'a', phase: { kind: phase }, searchId, imageCount }),
  };
}

function chunk(from: number, to: number, searchId = 1): HostEvent {
  const images = Array.from({ length: to - from }, (_, index) => ({
    id: String(from + index),
    footprint: { type: 'Polygon' as const, coordinates: [] },
    acquisitionDate: '2026-01-02T03:04:05Z',
    whyNo: {},
  }));
  return { kind: 'images', searchId, from, images };
}

describe('a sort order', () => {
  function search(initial: Partial<MapState>) {
    const host = fakeHost();
    const { posted } = host;
    const model = testStores(host);
    const { results } = model;
    const show = (change: Partial<MapState>) =>
      model.receive({
        kind: 'state',
        state: mapState({ connection: 'a', phase: { kind: 'done' }, ...initial, ...change }),
      });
    show({});
    return { results, posted, show };
  }
  const filters = { maxCloudCover: 20 };

  it('is requested of the service while only some of the matches are loaded', () => {
    const { results, posted, show } = search({ hasMore: true, filters });
    results.setSort({ by: 'incidence', descending: false });
    const sorted = { maxCloudCover: 20, sortBy: 'incidenceAngle,-acquisitionDate' };
    expect(posted).toEqual([{ kind: 'search', filters: sorted }]);
    expect(results.isSortedWhole.value).toBe(false);
    show({ filters: sorted });
    expect(results.isSortedWhole.value).toBe(true);
    results.setSort({ by: 'cover', descending: true });
    expect(results.isSortedWhole.value).toBe(false);
    expect(posted).toHaveLength(1);
    results.setSort({ by: 'time', descending: true });
    expect(posted.at(-1)).toEqual({ kind: 'search', filters });
  });

  it('of all matches, or during a search, changes only the list', () => {
    for (const initial of [
      { hasMore: false },
      { hasMore: true, imageCount: 50, phase: { kind: 'searching' } },
    ] as const) {
      const { results, posted } = search(initial);
      results.setSort({ by: 'cloud', descending: false });
      expect(posted).toEqual([]);
    }
  });
});

describe('the area view', () => {
  it('needs an active area: without one there are cards', () => {
    const saved = { results: { layout: 'area' } as ResultsLook };
    const model = testStores({ ...fakeHost(), savedView: saved });
    const { layout, settings } = model.results;
    model.receive(state('done', 0));
    expect(layout.value).toBe('cards');
    const polygon: Polygon = { type: 'Polygon', coordinates: [[[5, 43]]] };
    const aoi = { name: 'harbor', polygon, areaKm2: 1 };
    model.receive({ kind: 'state', state: mapState({ connection: 'a', aoi }) });
    expect(layout.value).toBe('area');
    // Saved before chips had a size.
    expect(settings.value.chipWidth).toBeGreaterThan(0);
  });
});

describe('arriving images', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function search() {
    const model = testStores(fakeHost());
    const { results } = model;
    const count = () => results.arrangement.value.rows.length;
    const receive = (...messages: HostEvent[]) => messages.forEach(model.receive);
    return { results, count, receive };
  }

  it('are arranged at once while they are few, and when all have arrived', () => {
    const { count, receive } = search();
    receive(state('searching', 200), chunk(0, 200));
    expect(count()).toBe(200);
    receive(state('searching', 1900), chunk(200, 1900));
    expect(count()).toBe(1900);
    receive(state('done', 3000), chunk(1900, 2500), chunk(2500, 3000));
    expect(count()).toBe(3000);
  });

  it('wait for the next ones when they are many, even after a whole page of a search in progress', () => {
    const { count, receive, results } = search();
    receive(state('searching', 2500), chunk(0, 2000), chunk(2000, 2500));
    expect(count()).toBe(2000);
    receive(state('searching', 3000), chunk(2500, 3000));
    vi.advanceTimersByTime(150);
    expect(count()).toBe(2000);
    vi.advanceTimersByTime(50);
    expect(count()).toBe(3000);
    expect(results.availability.value.bins.map(bin => bin.count)).toEqual([3000]);
    receive(state('done', 3500), chunk(3000, 3200));
    expect(count()).toBe(3000);
    receive(chunk(3200, 3500));
    expect(count()).toBe(3500);
  });
});

describe('the filters of the list', () => {
  const span = { from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 0, 3) };

  function filtered() {
    const host = fakeHost();
    const { posted } = host;
    const model = testStores(host);
    const { results } = model;
    const show = (change: Partial<MapState>) =>
      model.receive({ kind: 'state', state: mapState({ connection: 'a', ...change }) });
    show({});
    return { show, results, posted };
  }

  it('act at once, and are not undone by a late echo of the host', () => {
    const { show, results, posted } = filtered();
    results.setLimits({ maxIncidenceAngle: 1 });
    results.setLimits({ maxIncidenceAngle: 15 });
    results.setSpan(span);
    expect(posted.at(-1)).toEqual({ kind: 'listFilters', limits: { maxIncidenceAngle: 15 }, span });
    show({ limits: { maxIncidenceAngle: 1 } });
    expect([results.limits.value, results.span.value]).toEqual([{ maxIncidenceAngle: 15 }, span]);
  });

  it('are those of the host when a search brings others', () => {
    const { show, results } = filtered();
    results.setSpan(span);
    show({ span });
    show({ limits: { maxSnowCover: 5 }, searchId: 2 });
    expect([results.limits.value, results.span.value]).toEqual([{ maxSnowCover: 5 }, undefined]);
  });
});
