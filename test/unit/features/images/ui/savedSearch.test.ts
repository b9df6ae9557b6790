import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { UserError } from '../../../../../src/platform/host/userError.ts';
import type { AoiSource } from '../../../../../src/features/images/imageCatalog.ts';
import { runSearch, saveSearch, searchNew } from '../../../../../src/features/images/ui/savedSearch.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { apiError, connection, pending } from '../../../fakes.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { port, portImage, searchSetup } from './searchSetup.ts';

const harbour: AoiSource = {
  uri: 'file:///nowhere/areas/harbour.aoi.geojson',
  path: [],
  name: 'Old Harbour',
  polygon: port,
  areaKm2: 9000,
};

beforeEach(() => {
  newUser();
  vi.useFakeTimers({ now: Date.parse('2026-03-20T10:41:30Z'), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

/** Saves the search as a file, and opens that. */
async function saved(parts: Parameters<typeof saveSearch>[0]) {
  const path = join(await tempFolder(), 'saved.search.json');
  editor.fileAnswers.push(path);
  user.answers.push(() => undefined);
  await saveSearch(parts);
  return editor.open(path, await readFile(path, 'utf8'));
}

describe('saving a search', () => {
  it('writes the current criteria and the area, beside its file', async () => {
    const { catalog, ...parts } = await searchSetup();
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20, relation: 'contains' } });
    const document = await saved({ ...parts, catalog });
    expect(editor.fileDialogs[0]).toMatchObject({
      kind: 'save',
      options: { title: 'Save Search', defaultUri: { path: '/nowhere/areas/Old-Harbour.search.json' } },
    });
    expect(user.messages).toEqual(['Saved saved.search.json.']);
    expect(JSON.parse(document.getText())).toEqual({
      maxCloudCover: 20,
      relation: 'contains',
      areaName: 'Old Harbour',
      aoi: port,
    });
  });

  it.each([
    ['2026-02-19', { lastDays: 30 }],
    ['2025-12-21', { lastDays: 90 }],
    ['2025-03-21', { lastDays: 365 }],
    ['2026-02-18', { acquiredFrom: '2026-02-18' }],
  ])('keeps a span until today that has a name relative: from %s', async (acquiredFrom, span) => {
    const { catalog, ...parts } = await searchSetup();
    await catalog.search({ aoi: harbour, filters: { acquiredFrom } });
    const document = await saved({ ...parts, catalog });
    expect(JSON.parse(document.getText())).toEqual({ ...span, areaName: 'Old Harbour', aoi: port });
  });

  it('writes what the list is limited by, and runs with it again', async () => {
    const { catalog, session, ...parts } = await searchSetup();
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20 } });
    const limits = { minClear: 80, maxIncidenceAngle: 15, minCoverage: 60 };
    catalog.filterList({ limits: { ...limits, maxSnowCover: undefined } });
    const document = await saved({ ...parts, session, catalog });
    expect(JSON.parse(document.getText())).toEqual({
      maxCloudCover: 20,
      areaName: 'Old Harbour',
      aoi: port,
      ...limits,
    });
    catalog.filterList({ limits: { minSunElevation: 30 } });
    await runSearch(session, catalog, document.uri.toString());
    expect(catalog.current.peek()).toMatchObject({ filters: { maxCloudCover: 20 }, limits });
    expect(parts.service.searches.at(-1)).toEqual({ maxCloudCover: 20, aoi: port });
  });

  it('names what else filters the list, which it leaves out', async () => {
    const { catalog, ...parts } = await searchSetup();
    await catalog.search({ aoi: harbour, filters: { bounds: [5, 43, 6, 44] } });
    catalog.narrow({ label: 'New since yesterday', ids: ['a'] });
    catalog.filterList({
      limits: { minCoverage: 60, maxSnowCover: 5 },
      span: { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 3) },
    });
    const document = await saved({ ...parts, catalog });
    expect(user.messages).toEqual([
      "Saved saved.search.json. A search can't contain everything that filters the list. Left out: AOI covered from 60 %, 2026-03-01 – 2026-03-02, New since yesterday.",
    ]);
    expect(JSON.parse(document.getText())).toEqual({
      bounds: [5, 43, 6, 44],
      maxSnowCover: 5,
    });
  });

  it('says what to do if there is nothing to save', async () => {
    await expect(saveSearch(await searchSetup())).rejects.toThrow(/Search for images/);
  });
});

describe('what a search finds when it is saved', () => {
  /** Saves the search for the area, and checks it for new images a week later. */
  async function checkedAfterAWeek(isLoaded: boolean) {
    const { service, catalog, ...parts } = await searchSetup();
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20 } });
    if (isLoaded) await catalog.all();
    expect(catalog.current.peek().hasMore).toBe(!isLoaded);
    const document = await saved({ ...parts, catalog });
    service.images.push(portImage('d', 26));
    vi.setSystemTime(Date.parse('2026-03-27T08:00:00Z'));
    await searchNew({ ...parts, catalog }, document.uri.toString());
    return catalog.current.peek().only;
  }

  it.each([true, false])(
    'counts as seen, so that its first check shows the week, all loaded: %s',
    async all => {
      expect(await checkedAfterAWeek(all)).toEqual({ label: 'New since 2026-03-20 10:41 UTC', ids: ['d'] });
    },
  );

  it('is new from when the list was loaded, not from when it was saved', async () => {
    const { service, catalog, ...parts } = await searchSetup();
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20 } });
    await catalog.all();
    service.images.push(portImage('d', 26));
    vi.setSystemTime(Date.parse('2026-03-20T12:00:00Z'));
    const document = await saved({ ...parts, catalog });
    await searchNew({ ...parts, catalog }, document.uri.toString());
    expect(catalog.current.peek().only).toEqual({ label: 'New since 2026-03-20 10:41 UTC', ids: ['d'] });
  });

  it('stays new if the same search was checked before', async () => {
    const { service, catalog, ...parts } = await searchSetup();
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20 } });
    await saved({ ...parts, catalog });
    service.images.push(portImage('d', 26));
    await catalog.search({});
    const document = await saved({ ...parts, catalog });
    await searchNew({ ...parts, catalog }, document.uri.toString());
    expect(catalog.current.peek().only?.ids).toEqual(['d']);
  });

  it("is said not to be noted if the rest of it can't be read: the file is saved", async () => {
    const { service, catalog, ...parts } = await searchSetup();
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20 } });
    service.wait = () => Promise.reject(apiError('network'));
    const document = await saved({ ...parts, catalog });
    expect(JSON.parse(document.getText())).toMatchObject({ maxCloudCover: 20 });
    expect(user.messages).toEqual([
      expect.stringMatching(/^Saved saved\.search\.json\. Couldn't note what it finds now: ./) as unknown,
    ]);
  });
});

it('searches by the clock of the service, where it is ahead', async () => {
  const { catalog, session, service, aheadMs, seen, uri } = await searchSetup({ lastDays: 7, aoi: port });
  aheadMs.value = 20 * 86_400_000;
  await searchNew({ session, catalog, seen }, uri);
  expect(service.searches.at(-1)).toMatchObject({ acquiredFrom: '2026-04-03' });
  expect([...seen.kept.values()][0]?.at).toBe('2026-04-09T10:41:30.000Z');
});

describe('running a saved search', () => {
  it('replaces all criteria with its own, and opens the map', async () => {
    const { catalog, session, service, uri } = await searchSetup({ lastDays: 7, minCoverage: 50, aoi: port });
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 5 } });
    await runSearch(session, catalog, uri);
    expect(service.searches.at(-1)).toEqual({ acquiredFrom: '2026-03-14', aoi: port });
    const { aoi, filters } = catalog.current.peek();
    expect(filters).toEqual({ acquiredFrom: '2026-03-14' });
    expect(aoi).toMatchObject({ uri, path: ['aoi'], name: 'port', polygon: port });
    expect(aoi?.areaKm2).toBeCloseTo(8_970, -2);
    expect(editor.ran).toEqual([['swath.openMap', { show: 'aoi' }]]);
  });

  it('takes the focus to its images, from the palette', async () => {
    const { catalog, session } = await searchSetup({ lastDays: 7, aoi: port });
    user.answers.push(say('port.search.json'));
    await runSearch(session, catalog, undefined);
    expect(editor.ran.map(([, target]) => target)).toEqual([{ show: 'aoi' }, { hasFocus: true }]);
  });

  it('shows the name of the area', async () => {
    const { catalog, session, uri } = await searchSetup({ areaName: 'Old Harbour', aoi: port });
    await runSearch(session, catalog, uri);
    expect(catalog.current.peek().aoi?.name).toBe('Old Harbour');
  });

  it('is picked by its area, span and filters', async () => {
    const { catalog, session } = await searchSetup({
      areaName: 'Old Harbour',
      aoi: port,
      lastDays: 7,
      maxCloudCover: 20,
    });
    user.answers.push(() => undefined);
    await runSearch(session, catalog, undefined);
    const details = editor.inputs.at(-1)?.items.map(({ detail }) => detail);
    expect(details).toEqual(['Old Harbour · last 7 days · cloud up to 20 %']);
  });

  it.each([
    ['{"maxCloud": 5}', /^port\.search\.json: Unknown "maxCloud".*$/],
    ['{"aoi": {"type": "Point"}}', /be a "?Polygon"?, but/],
    ['[]', /^port\.search\.json: A search is a JSON object of criteria.*\.$/],
    ['{"maxCloudCover": ', /^port\.search\.json is not complete JSON/],
  ])('reports what is wrong with %s, and sends no request', async (text, words) => {
    const { catalog, session, service, document, uri } = await searchSetup();
    editor.documents.replace(document, text);
    const error: unknown = await runSearch(session, catalog, uri).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(words);
    expect(service.searches).toEqual([]);
  });

  it('signs in first, and stops if the user does not', async () => {
    const { catalog, session, service, uri } = await searchSetup();
    await session.signOut();
    await runSearch(session, catalog, uri);
    expect([service.searches, editor.ran]).toEqual([[], [['swath.signIn']]]);
    editor.standIn('swath.signIn', () => session.signIn(connection, 'key'));
    await runSearch(session, catalog, uri);
    expect(service.searches).toHaveLength(1);
  });
});

describe('new images', () => {
  const shownIds = (catalog: Awaited<ReturnType<typeof searchSetup>>['catalog']) =>
    catalog.visible.peek().map(({ id }) => id);

  it('are not reported the first time: all are marked as seen, with a message', async () => {
    const { seen, uri, ...parts } = await searchSetup();
    await searchNew({ ...parts, seen }, uri);
    expect([...seen.kept.values()]).toEqual([{ at: '2026-03-20T10:41:30.000Z', ids: ['c', 'b', 'a'] }]);
    expect(user.messages).toEqual([
      'First check of port: all current images (3) are marked as seen. From now on, New Images shows what was added.',
    ]);
    expect(shownIds(parts.catalog)).toEqual(['a', 'b', 'c']);
    expect(editor.progress.at(-1)).toMatchObject({ title: 'Looking for new images for port', percent: 100 });
    expect(editor.ran).toEqual([['swath.openMap', { show: 'aoi' }]]);
  });

  it('are shown without the others', async () => {
    const { seen, uri, service, ...parts } = await searchSetup();
    await searchNew({ ...parts, seen }, uri);
    service.images.push(portImage('d', 19), portImage('e', 18));
    vi.setSystemTime(Date.parse('2026-03-21T08:00:00Z'));
    await searchNew({ ...parts, seen }, uri);
    expect(parts.catalog.current.peek().only).toEqual({
      label: 'New since 2026-03-20 10:41 UTC',
      ids: ['d', 'e'],
    });
    expect(editor.statusTexts.at(-1)).toBe('$(bell) New images for port since 2026-03-20 10:41 UTC: 2');
    await searchNew({ ...parts, seen }, uri);
    expect(parts.catalog.current.peek().only).toBeUndefined();
    expect(user.messages.at(-1)).toBe(
      'Nothing new for port since 2026-03-21 08:00 UTC. The map shows the earlier images.',
    );
  });

  it('exclude what was delivered to the user', async () => {
    const { seen, uri, service, ...parts } = await searchSetup();
    await searchNew({ ...parts, seen }, uri);
    const links = { download: [{ href: 'https://example.com/d' }] };
    service.images.push(portImage('delivered', 19, 1, { links }));
    await searchNew({ ...parts, seen }, uri);
    expect(parts.catalog.current.peek().only).toBeUndefined();
    expect(user.messages.at(-1)).toBe(
      'Nothing new for port since 2026-03-20 10:41 UTC. The map shows the earlier images.',
    );
  });

  it('exclude what covers too little of the area, and mark it as seen', async () => {
    const { seen, uri, service, ...parts } = await searchSetup({ minCoverage: 50, aoi: port });
    await searchNew({ ...parts, seen }, uri);
    service.images.push(portImage('thin', 18, 0.4));
    await searchNew({ ...parts, seen }, uri);
    expect(user.messages.at(-1)).toMatch(
      /passes the filters: AOI covered from 50 %\. New images that they hide: 1\./,
    );
    service.images.push(portImage('wide', 19, 0.6));
    await searchNew({ ...parts, seen }, uri);
    expect(shownIds(parts.catalog)).toEqual(['wide']);
  });

  it('exclude what the list would hide, and say of which filter that is not known yet', async () => {
    const { seen, uri, service, ...parts } = await searchSetup({
      aoi: port,
      maxIncidenceAngle: 15,
      minClear: 80,
    });
    await searchNew({ ...parts, seen }, uri);
    service.images.push(
      portImage('steep', 18, 1, { incidenceAngle: 31 }),
      portImage('flat', 19, 1, { incidenceAngle: 8 }),
    );
    await searchNew({ ...parts, seen }, uri);
    expect(shownIds(parts.catalog)).toEqual(['flat']);
    expect(editor.statusTexts.at(-1)).toBe(
      '$(bell) New images for port since 2026-03-20 10:41 UTC: 1, before the filter “clear here from 80 %”',
    );
  });

  it.each(['page', 'image'] as const)(
    'are not marked as seen if the search is canceled at a %s',
    async at => {
      const { seen, uri, service, ...parts } = await searchSetup();
      const stop = (abort?: AbortSignal) =>
        new Promise((_none, reject) => {
          abort?.addEventListener('abort', () => reject(apiError('aborted')));
          editor.cancel();
        });
      if (at === 'page') service.waitForPage = stop;
      else service.wait = (id, abort) => (id === 'c' ? stop(abort) : Promise.resolve());
      await searchNew({ ...parts, seen }, uri);
      expect(seen.kept.size).toBe(0);
      expect(user.messages).toEqual([expect.stringMatching(/^The search for port didn't finish/)]);
    },
  );

  it('are not marked as seen if another search replaces it', async () => {
    const { seen, uri, service, ...parts } = await searchSetup();
    const waiting = pending();
    service.wait = () => waiting.promise;
    const run = searchNew({ ...parts, seen }, uri).catch((error: unknown) => String(error));
    await eventually(() => expect(parts.catalog.current.peek().phase.kind).toBe('searching'));
    await eventually(() => expect(service.searches).toHaveLength(1));
    const replacing = parts.catalog.search({ filters: { maxCloudCover: 1 } });
    waiting.end();
    await replacing;
    expect(await run).toMatch(/Another search replaced this one/);
    expect(seen.kept.size).toBe(0);
  });
});
