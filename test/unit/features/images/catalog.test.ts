import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import type { Image } from '../../../../src/service/rules/imagery.ts';
import type { SearchCriteria } from '../../../../src/service/rules/searchCriteria.ts';
import type { SearchPage } from '../../../../src/service/wire/catalog.ts';
import { asSignedIn, createSession } from '../../../../src/session/session.ts';
import {
  type AoiSource,
  type Catalog,
  createCatalog,
  type RememberedSearch,
} from '../../../../src/features/images/imageCatalog.ts';
import {
  apiError,
  clockAt,
  connection,
  deferred,
  fakeClient,
  otherConnection,
  settle,
  storage,
} from '../../fakes.ts';
import { bareImage } from '../../fixtures.ts';

interface Asked {
  criteria: SearchCriteria;
  page: number;
  itemsPerPage: number;
  signal: AbortSignal | undefined;
}

type Answer = (request: Asked) => SearchPage | Promise<SearchPage>;

function aoi(name: string, west = 5): AoiSource {
  const area = polygon(box(west, 43, west + 1, 44));
  const path = ['features', 0, 'geometry'];
  return { uri: `file:///${name}.geojson`, path, name, polygon: area, areaKm2: 4000 };
}

const harbour = aoi('harbour');
const airport = aoi('airport', 7);

function image(id: string): Image {
  return bareImage({ id, footprint: harbour.polygon, constellation: 'PHR' });
}

const page = (ids: string[], total?: number, received = ids.length): SearchPage => ({
  images: ids.map(image),
  total,
  received,
});
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_none, index) => `i${from + index}`);

type SearchAll = NonNullable<Parameters<typeof fakeClient>[0]>['searchAll'];

interface Options {
  answer?: Answer;
  searchAll?: SearchAll;
  pageSize?: number;
  remembered?: RememberedSearch;
  signedOut?: boolean;
}

async function setUp({
  answer = () => page([]),
  pageSize = 2,
  remembered,
  signedOut,
  searchAll,
}: Options = {}) {
  const requests: Asked[] = [];
  const client = fakeClient({
    ...(searchAll ? { searchAll } : {}),
    search: (criteria, number, itemsPerPage, signal) => {
      const request = { criteria, page: number, itemsPerPage, signal };
      requests.push(request);
      return Promise.resolve().then(() => answer(request));
    },
  });
  const { keyStore, sessionMemory } = storage();
  const session = createSession({
    keys: keyStore,
    memory: sessionMemory,
    makeClient: () => Promise.resolve(client),
  });
  if (!signedOut) await session.signIn(connection, 'key');
  const kept = { value: remembered };
  const size = { value: pageSize };
  const catalog = createCatalog(
    session,
    {
      read: () => kept.value,
      write: value => {
        kept.value = value;
      },
    },
    () => size.value,
    clockAt(),
  );
  const state = () => catalog.current.value;
  const ids = () => state().images.map(image => image.id);
  return { catalog, session, requests, kept, size, state, ids };
}

describe('a search', () => {
  it('requests the first page with exactly the given criteria', async () => {
    const { catalog, requests, state, ids } = await setUp({ answer: () => page(['a', 'b'], 2) });
    const run = catalog.search({ aoi: harbour, filters: { maxCloudCover: 20, constellation: 'PHR' } });
    expect(state().phase).toEqual({ kind: 'searching' });
    await run;
    expect(requests).toMatchObject([{ page: 1, itemsPerPage: 2 }]);
    expect(requests[0]?.criteria).toEqual({ aoi: harbour.polygon, maxCloudCover: 20, constellation: 'PHR' });
    expect(state()).toMatchObject({ phase: { kind: 'done' }, total: 2, hasMore: false, aoi: harbour });
    expect(ids()).toEqual(['a', 'b']);
  });

  it('counts an AOI in two parts when its last page is there, each image once', async () => {
    const answers = [
      { ...page(['a', 'b']), hasMore: true },
      { ...page(['b', 'c'], undefined, 3), hasMore: false },
    ];
    const { catalog, state, ids } = await setUp({
      answer: ({ page: number }) => answers[number - 1] ?? page([]),
    });
    await catalog.search({ aoi: harbour });
    expect(state()).toMatchObject({ total: undefined, hasMore: true });
    await catalog.more();
    expect(state()).toMatchObject({ total: 4, unreadable: 1, hasMore: false });
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('keeps the area if only the filters change, and the filters if only the area changes', async () => {
    const { catalog, requests } = await setUp();
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20 } });
    await catalog.search({ filters: { maxCloudCover: 50 } });
    await catalog.search({ aoi: airport });
    expect(requests.map(request => request.criteria)).toEqual([
      { aoi: harbour.polygon, maxCloudCover: 20 },
      { aoi: harbour.polygon, maxCloudCover: 50 },
      { aoi: airport.polygon, maxCloudCover: 50 },
    ]);
  });

  it('of an area takes the place of a circle or of the extent of the map, and keeps the other filters', async () => {
    const { catalog, requests, state } = await setUp();
    const circle = { longitude: 4.5, latitude: 51.9, radius: 5000 };
    for (const place of [{ circle }, { bounds: [4, 51, 5, 52] } as const]) {
      await catalog.search({ filters: { ...place, maxCloudCover: 20 } });
      await catalog.search({ aoi: harbour });
      expect(requests.at(-1)?.criteria).toEqual({ aoi: harbour.polygon, maxCloudCover: 20 });
      expect(state().filters).toEqual({ maxCloudCover: 20 });
    }
  });

  it('starts with no results, no selection and a new number', async () => {
    const late = deferred<SearchPage>();
    const { catalog, state } = await setUp({
      answer: ({ criteria }) => (criteria.aoi === harbour.polygon ? page(['a'], 9) : late.promise),
    });
    await catalog.search({ aoi: harbour });
    catalog.select(['a']);
    const before = state().searchId;
    void catalog.search({ aoi: airport });
    expect(state()).toMatchObject({ images: [], selected: [], total: undefined, hasMore: false });
    expect(state().searchId).toBeGreaterThan(before);
  });

  it('replaces the previous one, whose late answer is dropped', async () => {
    const late = deferred<SearchPage>();
    const { catalog, requests, state, ids } = await setUp({
      answer: ({ criteria }) => (criteria.aoi === harbour.polygon ? late.promise : page(['new'], 1)),
    });
    const first = catalog.search({ aoi: harbour });
    await settle();
    await catalog.search({ aoi: airport });
    expect(requests[0]?.signal?.aborted).toBe(true);
    late.resolve(page(['old'], 99));
    await first;
    expect(ids()).toEqual(['new']);
    expect(state()).toMatchObject({ total: 1, phase: { kind: 'done' } });
  });

  it('starts on its first page, however far the previous one got', async () => {
    const { catalog, requests } = await setUp({ answer: () => page(['a', 'b'], 9) });
    await catalog.search({ aoi: harbour });
    await catalog.more();
    await catalog.search({ aoi: airport });
    await catalog.more();
    expect(requests.map(request => request.page)).toEqual([1, 2, 1, 2]);
  });

  it('that fails gives the reason and can be retried', async () => {
    let broken = true;
    const { catalog, state, ids } = await setUp({
      answer: () => (broken ? Promise.reject(apiError('network')) : page(['a'], 1)),
    });
    await catalog.search({ aoi: harbour });
    expect(state()).toMatchObject({ phase: { kind: 'failed', error: { kind: 'network' } }, aoi: harbour });
    broken = false;
    await catalog.search({});
    expect(ids()).toEqual(['a']);
  });
});

describe('a search that fails', () => {
  async function failing(next: Parameters<Catalog['search']>[0]) {
    let isDown = false;
    const made = await setUp({
      answer: ({ page: number }) =>
        isDown ? Promise.reject(apiError('network')) : page(number === 1 ? ['a', 'b'] : ['c'], 3),
    });
    await made.catalog.search({ aoi: harbour, filters: { maxCloudCover: 20 } });
    made.catalog.select(['b']);
    const found = made.state();
    isDown = true;
    await made.catalog.search(next);
    isDown = false;
    return { ...made, found };
  }

  it('shares its id with no later one, so that no list is taken for that of another search', async () => {
    const { catalog, state, found } = await failing({ filters: { maxCloudCover: 5 } });
    await catalog.search({ filters: state().filters });
    expect(state().searchId).toBe(found.searchId + 2);
  });

  it('leaves the images of the one before, and says what those were searched with', async () => {
    const { catalog, requests, state, ids, found } = await failing({ filters: { maxCloudCover: 5 } });
    expect(state()).toMatchObject({
      phase: { kind: 'failed', error: { kind: 'network' } },
      filters: { maxCloudCover: 5 },
      earlier: { filters: { maxCloudCover: 20 } },
      selected: ['b'],
      searchId: found.searchId,
      searchedAt: found.searchedAt,
      total: 3,
      hasMore: true,
    });
    expect(ids()).toEqual(['a', 'b']);
    // More of them are of the search that found them, which says nothing about the other.
    await catalog.more();
    expect(requests.at(-1)).toMatchObject({ page: 2, criteria: { maxCloudCover: 20 } });
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(state()).toMatchObject({ phase: { kind: 'failed' }, earlier: { filters: { maxCloudCover: 20 } } });
    await catalog.search({ filters: state().filters });
    expect(requests.at(-1)).toMatchObject({ page: 1, criteria: { maxCloudCover: 5 } });
    expect(state()).toMatchObject({ phase: { kind: 'done' }, earlier: undefined });
  });

  it.each([
    ['another area', { aoi: airport }],
    ['another circle', { filters: { circle: { longitude: 5, latitude: 43, radius: 100 } } }],
  ])('leaves nothing over %s', async (_what, next) => {
    const { state } = await failing(next);
    expect(state()).toMatchObject({ phase: { kind: 'failed' }, images: [], earlier: undefined });
  });

  it('leaves nothing once the area has changed, of which the images are not', async () => {
    let isDown = false;
    const { catalog, state } = await setUp({
      answer: () => (isDown ? Promise.reject(apiError('network')) : page(['a'], 1)),
    });
    await catalog.search({ aoi: harbour });
    catalog.follow({ ...harbour, polygon: airport.polygon });
    isDown = true;
    await catalog.search({});
    expect(state()).toMatchObject({ phase: { kind: 'failed' }, images: [], earlier: undefined });
  });

  it('that is repeated and canceled is still the failed one', async () => {
    const { catalog, state } = await failing({ filters: { maxCloudCover: 5 } });
    const failed = state();
    void catalog.search({ filters: { maxCloudCover: 5 } });
    catalog.cancel();
    expect(state()).toEqual(failed);
  });
});

it('another sort order keeps the selection; other filters are another search', async () => {
  const { catalog, state, ids } = await setUp({
    answer: request => page(request.criteria.sortBy ? ['c', 'd'] : ['a', 'b'], 4),
  });
  await catalog.search({ aoi: harbour });
  catalog.select(['b']);
  await catalog.search({ filters: { sortBy: 'incidenceAngle' } });
  expect(ids()).toEqual(['c', 'd', 'b']);
  expect(state()).toMatchObject({ selected: ['b'], total: 4, hasMore: true });
  await catalog.search({ filters: { maxCloudCover: 5 } });
  expect(state().selected).toEqual([]);
});

describe('cancelling', () => {
  it('a first page leaves no results, and its late answer is dropped', async () => {
    const late = deferred<SearchPage>();
    const { catalog, requests, state } = await setUp({ answer: () => late.promise });
    const run = catalog.search({ aoi: harbour });
    await settle();
    catalog.cancel();
    expect(requests[0]?.signal?.aborted).toBe(true);
    expect(state()).toMatchObject({ phase: { kind: 'idle' }, images: [] });
    late.resolve(page(['a'], 1));
    await run;
    expect(state()).toMatchObject({ phase: { kind: 'idle' }, images: [] });
  });

  it('a repeated search keeps the results before it, with their filters, selection and next page', async () => {
    const late = deferred<SearchPage>();
    const { catalog, requests, state, ids } = await setUp({
      answer: request =>
        request.criteria.maxCloudCover === undefined
          ? page(request.page === 1 ? ['a', 'b'] : ['c'], 3)
          : late.promise,
    });
    await catalog.search({ aoi: harbour });
    catalog.select(['b']);
    const found = state();
    void catalog.search({ filters: { maxCloudCover: 5 } });
    void catalog.search({ filters: { maxCloudCover: 6 } });
    await settle();
    expect(ids()).toEqual([]);
    catalog.cancel();
    expect(state()).toEqual(found);
    await catalog.more();
    expect(requests.at(-1)).toMatchObject({ page: 2, criteria: { aoi: harbour.polygon } });
    expect(ids()).toEqual(['a', 'b', 'c']);
    void catalog.search({ aoi: airport, filters: { maxCloudCover: 5 } });
    catalog.cancel();
    expect(state()).toMatchObject({ phase: { kind: 'idle' }, images: [] });
  });

  it('a later page keeps the pages before it, and the same page can be requested again', async () => {
    const late = deferred<SearchPage>();
    let stuck = true;
    const { catalog, requests, state, ids } = await setUp({
      pageSize: 1,
      answer: request => (request.page === 1 ? page(['a'], 4) : stuck ? late.promise : page(['c', 'd'], 4)),
    });
    await catalog.search({ aoi: harbour });
    const run = catalog.more();
    await settle();
    catalog.cancel();
    late.resolve(page(['late', 'later'], 4));
    await run;
    expect(state()).toMatchObject({ phase: { kind: 'done' }, hasMore: true });
    expect(ids()).toEqual(['a']);
    stuck = false;
    await catalog.more();
    expect(requests.map(request => request.page)).toEqual([1, 2, 2]);
    expect(ids()).toEqual(['a', 'c', 'd']);
  });
});

describe('further results', () => {
  it('are requested page by page and appended to those already loaded', async () => {
    const { catalog, requests, state, ids } = await setUp({
      answer: request => page(numbered((request.page - 1) * 2, request.page === 3 ? 1 : 2), 5),
    });
    await catalog.search({ aoi: harbour });
    catalog.select(['i1']);
    await catalog.more();
    await catalog.more();
    expect(requests.map(request => request.page)).toEqual([1, 2, 3]);
    expect(ids()).toEqual(numbered(0, 5));
    expect(state()).toMatchObject({ hasMore: false, selected: ['i1'] });
  });

  it.each<[string, Parameters<typeof page>, boolean]>([
    ['a full page of a larger total', [['a', 'b'], 5], true],
    ['a full page that is the total', [['a', 'b'], 2], false],
    ['a page that the service cut short', [['a'], 5], true],
    ['an empty page', [[], 5], false],
    ['a full page without a total', [['a', 'b']], true],
    ['a short page without a total', [['a']], false],
    ['a full page of which something could not be read', [['a'], undefined, 2], true],
  ])('are offered correctly after %s', async (_what, answer, hasMore) => {
    const { catalog, state } = await setUp({ answer: () => page(...answer) });
    await catalog.search({});
    expect(state().hasMore).toBe(hasMore);
  });

  it.each([
    [500, 10_000],
    [500, undefined],
    [300, undefined],
    [50, 10_000],
  ])('end at 10,000, and not beyond it (%d per page, total %s)', async (pageSize, total) => {
    const { catalog, requests, state } = await setUp({
      pageSize,
      answer: request => page(numbered((request.page - 1) * pageSize, pageSize), total),
    });
    await catalog.search({});
    while (state().hasMore) await catalog.more();
    expect(requests).toHaveLength(Math.floor(10_000 / pageSize));
    expect(state().images).toHaveLength(requests.length * pageSize);
  });

  it('are not requested if there are none, nor twice at a time', async () => {
    const late = deferred<SearchPage>();
    const { catalog, requests } = await setUp({
      answer: request => (request.page === 1 ? page(['a', 'b'], 3) : late.promise),
    });
    await catalog.more();
    expect(requests).toEqual([]);
    await catalog.search({});
    const both = [catalog.more(), catalog.more()];
    late.resolve(page(['c'], 3));
    await Promise.all(both);
    await catalog.more();
    expect(requests.map(request => request.page)).toEqual([1, 2]);
  });

  it('are requested again after a failure, and nothing is lost', async () => {
    let broken = true;
    const { catalog, requests, state, ids } = await setUp({
      answer: request =>
        request.page === 1
          ? page(['a', 'b'], 3)
          : broken
            ? Promise.reject(apiError('timeout'))
            : page(['c'], 3),
    });
    await catalog.search({});
    await catalog.more();
    expect(state()).toMatchObject({ phase: { kind: 'failed' }, hasMore: true });
    expect(ids()).toEqual(['a', 'b']);
    broken = false;
    await catalog.more();
    expect(requests.map(request => request.page)).toEqual([1, 2, 2]);
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('contain an image once even if it is on two pages', async () => {
    const { catalog, ids } = await setUp({
      answer: request => (request.page === 1 ? page(['a', 'b'], 4) : page(['b', 'c'], 4)),
    });
    await catalog.search({});
    await catalog.more();
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('match the pages before them if the page size setting changes in between', async () => {
    const all = numbered(0, 9);
    const { catalog, size, state, ids } = await setUp({
      answer: request => {
        const start = (request.page - 1) * request.itemsPerPage;
        return page(all.slice(start, start + request.itemsPerPage), all.length);
      },
    });
    await catalog.search({});
    size.value = 4;
    while (state().hasMore) await catalog.more();
    expect(ids()).toEqual(all);
  });
});

describe('the selection', () => {
  it('contains only known images, once each, in the order of selection', async () => {
    const { catalog, state } = await setUp({ answer: () => page(['a', 'b', 'c'], 3), pageSize: 3 });
    await catalog.search({});
    catalog.select(['c', 'unknown', 'a', 'c']);
    expect(state().selected).toEqual(['c', 'a']);
    expect(catalog.selectedImages.value.map(image => image.id)).toEqual(['c', 'a']);
    catalog.select([]);
    expect(catalog.selectedImages.value).toEqual([]);
  });
});

describe('an active area', () => {
  it('keeps the results of another one, which has changed until it is back, and sends no request', async () => {
    const { catalog, requests, state, ids } = await setUp({ answer: () => page(['a', 'b'], 9) });
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20 } });
    catalog.select(['b']);
    const { searchId } = state();
    catalog.lookAt(airport);
    expect(state()).toMatchObject({ aoi: airport, aoiChanged: true, searchId, selected: ['b'] });
    expect(ids()).toEqual(['a', 'b']);
    catalog.lookAt(harbour);
    expect(state()).toMatchObject({ aoi: harbour, aoiChanged: false, searchId, selected: ['b'] });
    expect(requests).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ['that nothing was found', () => page([], 0)],
    ['why the search failed', () => Promise.reject(new Error('No.'))],
  ])('of no results drops %s', async (_what, answer) => {
    const { catalog, state } = await setUp({ answer });
    await catalog.search({ aoi: harbour });
    catalog.lookAt(airport);
    expect(state()).toMatchObject({ aoi: airport, phase: { kind: 'idle' } });
  });

  const renamed = { ...harbour, name: 'Old harbour', path: ['features', 3, 'geometry'] };

  it.each<[string, AoiSource, string[]]>([
    ['keeps its results when it is looked at again', structuredClone(harbour), ['a']],
    ['keeps them under another name and at another place of its document', renamed, ['a']],
    ['keeps them when its outline changed', { ...harbour, polygon: airport.polygon }, ['a']],
  ])('%s', async (_what, next, left) => {
    const { catalog, state, ids, kept } = await setUp({ answer: () => page(['a'], 1) });
    await catalog.search({ aoi: harbour });
    catalog.lookAt(next);
    expect(ids()).toEqual(left);
    expect([state().aoi, kept.value?.aoi]).toEqual([next, next]);
    expect(state().aoiChanged).toBe(next.polygon === airport.polygon);
  });
});

describe('what the next window restores', () => {
  const remembered: RememberedSearch = {
    aoi: harbour,
    filters: { maxCloudCover: 20 },
    selected: ['b', 'gone'],
  };

  it('is written with every search, every selection and every new area', async () => {
    const { catalog, kept } = await setUp({ answer: () => page(['a', 'b'], 2) });
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20 } });
    const filters = { maxCloudCover: 20 };
    expect(kept.value).toEqual({ aoi: harbour, filters, selected: [], loaded: 2 });
    catalog.select(['b']);
    expect(kept.value).toEqual({ aoi: harbour, filters, selected: ['b'], loaded: 2 });
    const only = { label: 'New', ids: ['a'] };
    catalog.narrow(only);
    expect(kept.value).toEqual({ aoi: harbour, filters, selected: ['b'], loaded: 2, only, fresh: ['a'] });
    catalog.narrow(undefined);
    expect(kept.value).toEqual({ aoi: harbour, filters, selected: ['b'], loaded: 2, fresh: ['a'] });
    catalog.lookAt(airport);
    const { polygon: searched } = harbour;
    expect(kept.value).toEqual({ ...kept.value, aoi: airport, searched, selected: ['b'], loaded: 2 });
  });

  /** A catalog with this many images, `i0` and on. */
  const holding =
    (total: number): Answer =>
    ({ page: number, itemsPerPage }) => {
      const from = (number - 1) * itemsPerPage;
      return page(numbered(from, Math.min(itemsPerPage, total - from)), total);
    };
  const pages = (requests: Asked[]) => requests.map(request => `${request.page} of ${request.itemsPerPage}`);
  const chosen = (selected: string[], loaded: number) => ({ aoi: harbour, filters: {}, selected, loaded });

  it.each<[string, RememberedSearch, string[]]>([
    ['on the first page', chosen(['i1'], 2), ['1 of 2']],
    ['on a later page, by as few as can be', chosen(['i5'], 6), ['1 of 6']],
    ['beyond the largest page', chosen(['i1100'], 1400), ['1 of 500', '2 of 500', '3 of 500']],
    ['beyond one page, and no further than that', chosen(['i600'], 1400), ['1 of 500', '2 of 500']],
  ])('restores its selection: %s', async (_where, last, calls) => {
    const { catalog, requests, state, kept } = await setUp({ answer: holding(1400), remembered: last });
    await catalog.resume();
    expect(pages(requests)).toEqual(calls);
    expect(state().selected).toEqual(last.selected);
    expect(kept.value).toEqual(last);
  });

  it('is the search of another area than the active one, if it was', async () => {
    const last = { ...chosen(['i1'], 2), aoi: airport, searched: harbour.polygon };
    const { catalog, requests, state, kept } = await setUp({ answer: holding(1400), remembered: last });
    await catalog.resume();
    expect(requests[0]?.criteria.aoi).toEqual(harbour.polygon);
    expect(state()).toMatchObject({ aoi: airport, aoiChanged: true, selected: ['i1'] });
    expect(kept.value).toEqual(last);
    await catalog.search({});
    expect(requests.at(-1)?.criteria.aoi).toEqual(airport.polygon);
  });

  it('has the limits of the list', async () => {
    const { catalog, kept } = await setUp({ answer: holding(9) });
    await catalog.search({ aoi: harbour, limits: { maxSnowCover: 5 } });
    catalog.filterList({ limits: { maxIncidenceAngle: 15 } });
    expect(kept.value?.limits).toEqual({ maxIncidenceAngle: 15 });
    const next = await setUp({ answer: holding(9), remembered: kept.value });
    await next.catalog.resume();
    expect(next.state().limits).toEqual({ maxIncidenceAngle: 15 });
  });

  it('is loaded only as far as it was before', async () => {
    const { catalog, requests, state } = await setUp({
      answer: holding(1400),
      remembered: chosen(['i1', 'gone'], 700),
    });
    await catalog.resume();
    expect(pages(requests)).toEqual(['1 of 500', '2 of 500']);
    expect(state().selected).toEqual(['i1']);
  });

  it('is narrowed to the same images, and counts as a new search on the map', async () => {
    const only = { label: 'New', ids: ['i1', 'i4', 'gone'] };
    const remembered = { ...chosen(['i4'], 6), only, fresh: only.ids };
    const { catalog, state } = await setUp({ answer: holding(9), remembered });
    await catalog.resume();
    expect(state()).toMatchObject({
      only: { label: 'New', ids: ['i1', 'i4'] },
      fresh: ['i1', 'i4'],
      searchId: 2,
    });
    expect(catalog.visible.value.map(({ id }) => id)).toEqual(['i1', 'i4']);
    expect(state().selected).toEqual(['i4']);
  });

  it('yields to what the user selects while it loads', async () => {
    const late = deferred<SearchPage>();
    const { catalog, state, kept } = await setUp({
      answer: request => (request.page === 1 ? holding(1400)(request) : late.promise),
      remembered: chosen(['i600'], 1400),
    });
    const resuming = catalog.resume();
    await settle();
    catalog.select(['i3']);
    late.resolve(page(numbered(500, 500), 1400));
    await resuming;
    expect(state().selected).toEqual(['i3']);
    expect(kept.value?.selected).toEqual(['i3']);
  });

  it.each<[string, (catalog: Catalog) => Promise<void>]>([
    ['the first page', catalog => catalog.search({ filters: {} })],
    ['a later page', catalog => catalog.more()],
  ])('is kept if %s fails, and restored when the user tries again', async (which, tryAgain) => {
    let isDown = true;
    const failing = which === 'the first page' ? 1 : 2;
    const { catalog, state, kept } = await setUp({
      answer: request =>
        isDown && request.page === failing ? Promise.reject(apiError('network')) : holding(1400)(request),
      remembered: chosen(['i3', 'i600'], 1400),
    });
    await catalog.resume();
    expect(state().phase).toMatchObject({ kind: 'failed' });
    isDown = false;
    await tryAgain(catalog);
    expect(state()).toMatchObject({ selected: ['i3', 'i600'], phase: { kind: 'done' } });
    expect(kept.value?.selected).toEqual(['i3', 'i600']);
  });

  it('is searched once, however often it is restored', async () => {
    const { catalog, requests } = await setUp({ remembered });
    await Promise.all([catalog.resume(), catalog.resume()]);
    await catalog.resume();
    expect(requests).toHaveLength(1);
  });

  it('is searched once, as soon as someone signs in', async () => {
    const { catalog, session, requests, state } = await setUp({
      answer: () => page(['a', 'b'], 2),
      remembered,
      signedOut: true,
    });
    await catalog.resume();
    expect(requests).toEqual([]);
    expect(state()).toMatchObject({ aoi: harbour, filters: { maxCloudCover: 20 } });
    await session.signIn(connection, 'key');
    await settle();
    expect(requests).toHaveLength(1);
    expect(state().selected).toEqual(['b']);
    await session.signIn(connection, 'key');
    await settle();
    expect(requests).toHaveLength(1);
  });

  it.each<[string, (catalog: Awaited<ReturnType<typeof setUp>>['catalog']) => unknown]>([
    ['searches something else', catalog => catalog.search({ aoi: airport })],
    ['looks at something else', catalog => catalog.lookAt(airport)],
  ])('is dropped if the user %s before signing in', async (_what, act) => {
    const { catalog, session, requests } = await setUp({ remembered, signedOut: true });
    await catalog.resume();
    await act(catalog);
    await session.signIn(connection, 'key');
    await settle();
    expect(requests).toEqual([]);
  });

  it('does not replace a search that the user started first', async () => {
    const { catalog, requests, state } = await setUp({ remembered });
    await catalog.search({ aoi: airport });
    await catalog.resume();
    expect(requests).toHaveLength(1);
    expect(state().aoi).toEqual(airport);
  });
});

describe('another session', () => {
  it('is another catalog: results, selection and requests of the previous one end', async () => {
    const late = deferred<SearchPage>();
    const { catalog, session, requests, state } = await setUp({
      answer: request => (request.page === 1 ? page(['a', 'b'], 9) : late.promise),
    });
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20 } });
    catalog.select(['a']);
    const run = catalog.more();
    await settle();
    const before = state().searchId;
    await session.signIn(otherConnection, 'key');
    late.resolve(page(['c', 'd'], 9));
    await run;
    expect(requests[1]?.signal?.aborted).toBe(true);
    expect(state()).toMatchObject({ images: [], selected: [], total: undefined, hasMore: false });
    expect(state()).toMatchObject({ phase: { kind: 'idle' }, aoi: harbour, filters: { maxCloudCover: 20 } });
    expect(state().searchId).toBeGreaterThan(before);
    await catalog.more();
    expect(requests).toHaveLength(2);
  });

  it('with another key of the same user has the same catalog, and a search in progress begins again', async () => {
    const late = deferred<SearchPage>();
    const { catalog, session, requests, state } = await setUp({
      answer: () => (requests.length === 2 ? late.promise : page(['a', 'b'], 9)),
    });
    const replaceKey = async () => {
      const signedIn = asSignedIn(session.current.peek());
      expect(signedIn && (await session.replaceKey(signedIn, `key ${requests.length}`))).toBe(true);
    };
    await catalog.search({ aoi: harbour });
    catalog.select(['a']);
    const before = state();
    await replaceKey();
    expect(state()).toBe(before);
    void catalog.search({ filters: { maxCloudCover: 20 } });
    await settle();
    await replaceKey();
    await settle();
    expect(requests[1]?.signal?.aborted).toBe(true);
    expect(requests.at(-1)?.criteria).toEqual(requests[1]?.criteria);
    expect(state()).toMatchObject({ phase: { kind: 'done' }, total: 9, filters: { maxCloudCover: 20 } });
  });
});

describe('an AOI whose document is edited', () => {
  const moved = { ...harbour, polygon: airport.polygon };

  it('is searched with its original shape, to the last page', async () => {
    const { catalog, requests } = await setUp({
      answer: ({ page: number }) => page(numbered(number * 2, 2), 9),
    });
    await catalog.search({ aoi: harbour });
    catalog.follow(moved);
    await catalog.more();
    expect(requests.map(request => request.criteria.aoi)).toEqual([harbour.polygon, harbour.polygon]);
    await catalog.search({});
    expect(requests.at(-1)?.criteria.aoi).toEqual(airport.polygon);
  });
});

describe('all matches', () => {
  const ofTwo = () => page(['a', 'b'], 10_000);

  it('arrive as they are read, each once, and are counted at the end', async () => {
    const turn = deferred<undefined>();
    const captured: { criteria?: unknown } = {};
    const { catalog, state, ids } = await setUp({
      answer: ofTwo,
      async *searchAll(criteria, options) {
        captured.criteria = criteria;
        yield image('b');
        yield image('c');
        options?.onProgress?.({ images: 2, unreadable: 0, covered: 0.5 });
        await turn.promise;
        yield image('d');
      },
    });
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20, sortBy: 'incidenceAngle' } });
    const run = catalog.all();
    await settle();
    expect(captured.criteria).toEqual({ aoi: harbour.polygon, maxCloudCover: 20 });
    expect(state().phase).toEqual({ kind: 'searching', covered: 0.5 });
    expect(ids()).toEqual(['a', 'b', 'c']);
    turn.resolve(undefined);
    await run;
    expect(ids()).toEqual(['a', 'b', 'c', 'd']);
    expect(state()).toMatchObject({ phase: { kind: 'done' }, total: 4, hasMore: false });
  });

  it('keep what has arrived if they are canceled, and can be requested again', async () => {
    const never = deferred<undefined>();
    const signals: (AbortSignal | undefined)[] = [];
    const { catalog, state, ids } = await setUp({
      answer: ofTwo,
      async *searchAll(_criteria, options) {
        signals.push(options?.signal);
        yield image('c');
        options?.onProgress?.({ images: 1, unreadable: 0, covered: 0.1 });
        await never.promise;
      },
    });
    await catalog.search({ aoi: harbour });
    void catalog.all();
    await settle();
    catalog.cancel();
    expect(signals[0]?.aborted).toBe(true);
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(state()).toMatchObject({ phase: { kind: 'done' }, hasMore: true, total: 10_000, expected: 30 });
  });

  it('report unreadable features once, though the first pages are read twice', async () => {
    const turn = deferred<undefined>();
    const { catalog, state } = await setUp({
      answer: () => page(['a', 'b'], 10_000, 5),
      async *searchAll(_criteria, options) {
        yield image('b');
        options?.onProgress?.({ images: 1, unreadable: 1, covered: 0.5 });
        await turn.promise;
        yield image('a');
        options?.onProgress?.({ images: 2, unreadable: 4, covered: 1 });
      },
    });
    await catalog.search({ aoi: harbour });
    expect(state().unreadable).toBe(3);
    const run = catalog.all();
    await settle();
    expect(state().unreadable).toBe(3);
    turn.resolve(undefined);
    await run;
    expect(state()).toMatchObject({ unreadable: 4, total: 6, hasMore: false });
    await catalog.search({ aoi: harbour });
    expect(state().unreadable).toBe(3);
  });
});

describe('a subset of the images', () => {
  it('is shown without the others, and stays marked when all of them are shown again', async () => {
    const { catalog, state } = await setUp({ answer: () => page(['a', 'b', 'c'], 3) });
    await catalog.search({ aoi: harbour });
    const before = state().searchId;
    catalog.narrow({ label: 'New since yesterday', ids: ['b'] });
    expect(catalog.visible.value.map(({ id }) => id)).toEqual(['b']);
    expect(state().searchId).toBeGreaterThan(before);
    catalog.narrow(undefined);
    expect(catalog.visible.value.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(state()).toMatchObject({ only: undefined, fresh: ['b'] });
    await catalog.search({});
    expect(state().fresh).toEqual([]);
  });
});

describe('the time span of the list', () => {
  const span = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) };

  it('stays when everything that was found is listed again, until the next search', async () => {
    const { catalog, state } = await setUp({ answer: () => page(['a', 'b', 'c'], 3) });
    await catalog.search({ aoi: harbour });
    catalog.filterList({ span });
    catalog.narrow({ label: 'New since yesterday', ids: ['b'] });
    expect(state().span).toBeUndefined();
    catalog.filterList({ span });
    catalog.narrow(undefined);
    expect(state().span).toEqual(span);
    const running = catalog.search({ filters: { maxCloudCover: 5 } });
    expect(state().span).toBeUndefined();
    catalog.cancel();
    expect(state().span).toEqual(span);
    await running;
    await catalog.search({});
    expect(state().span).toBeUndefined();
  });
});

describe('the area of a search', () => {
  it.each([{ bounds: [1, 2, 3, 4] as const }, { circle: { longitude: 5, latitude: 43, radius: 10 } }])(
    'is the area of the filters, and the active area stays: %j',
    async filters => {
      const { catalog, requests, state } = await setUp();
      await catalog.search({ aoi: harbour, filters });
      expect(state().aoi).toBe(harbour);
      await catalog.search({ filters: {} });
      expect(requests.map(({ criteria }) => criteria)).toEqual([filters, { aoi: harbour.polygon }]);
    },
  );

  it('can be everywhere, and then no area is active', async () => {
    const { catalog, requests, state } = await setUp();
    await catalog.search({ aoi: harbour });
    await catalog.search({ aoi: 'none', filters: { workspaceId: 'w' } });
    expect(requests[1]?.criteria).toEqual({ workspaceId: 'w' });
    expect(state().aoi).toBeUndefined();
  });
});

it('gives the reasons for a selection by Swath, until the user makes one', async () => {
  const suggestion = { title: 'Fewest', reasons: ['adds 100 %'] };
  const { catalog, state } = await setUp({ answer: () => page(['a', 'b'], 2) });
  await catalog.search({ aoi: harbour });
  catalog.select(['a'], suggestion);
  expect(state()).toMatchObject({ selected: ['a'], suggestion });
  catalog.select(['a', 'b']);
  expect(state().suggestion).toBeUndefined();
});
