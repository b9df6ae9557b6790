import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apiError, connection, pending } from '../state/fakes.ts';
import { desk, fakeDocument } from './areaWindow.ts';
import { airport, draftBench, feature, harbour, step, knownRights } from './draftBench.ts';
import { inputs, press, progress, ran, resetDraftWindow } from './draftWindow.ts';
import { say, scripted } from './scriptedWindow.ts';

vi.mock('vscode', async () => (await import('./draftWindow.ts')).draftVscode);

const { draftAnalyticOrder } = await import('../../../src/commands/draftAnalyticOrder.ts');

const bench = () =>
  draftBench((session, catalog, given) => draftAnalyticOrder({ session, catalog, ...knownRights() }, given));

beforeEach(resetDraftWindow);

describe('the search for an order', () => {
  it('hands on what it failed with', async () => {
    const { service, lens, start } = await bench();
    service.wait = () => Promise.reject(apiError('server', 500));
    expect((await start(lens(0))).error).toMatchObject({ kind: 'server' });
  });

  it('can be cancelled', async () => {
    const { service, catalog, lens, start } = await bench();
    service.wait = abort =>
      new Promise((_none, reject) => {
        abort?.addEventListener('abort', () => reject(apiError('aborted')));
        progress.cancel();
      });
    const run = await start(lens(0));
    expect(run).toMatchObject({ isOver: true, error: undefined });
    expect(catalog.current.peek().phase).toEqual({ kind: 'idle' });
    expect([inputs.isAsking(), scripted.shown]).toEqual([false, []]);
  });

  it('is sent anew for an area whose shape has changed since', async () => {
    const { service, catalog, document, lens, start } = await bench();
    await start(lens(0));
    await inputs.escape();
    const { aoi } = catalog.current.peek();
    const { geometry } = feature('Harbour', 6);
    if (!aoi) throw new Error('No area is in hand.');
    document.text = JSON.stringify({ features: [feature('Harbour', 6)] });
    catalog.follow({ ...aoi, polygon: { type: 'Polygon', coordinates: geometry.coordinates } });
    await start(lens(0));
    expect(service.asked.map(({ aoi }) => aoi)).toEqual([harbour.geometry, geometry]);
  });

  it('gives way to one that is begun on the map', async () => {
    const { service, catalog, lens, start } = await bench();
    const waiting = pending();
    service.wait = () => waiting.promise;
    const begun = start(lens(0));
    await vi.waitFor(() => expect(service.asked).toHaveLength(1));
    const other = catalog.search({ filters: { maxCloudCover: 5 } });
    waiting.end();
    await other;
    expect(String((await begun).error)).toMatch(/Another search has begun/);
  });

  it('takes the list away when another one begins', async () => {
    const { catalog, lens, start } = await bench();
    const run = await start(lens(0));
    await catalog.search({ filters: { maxCloudCover: 5 } });
    await run.end;
    expect(run.error).toBeUndefined();
    expect(inputs.openCount()).toBe(0);
  });
});

describe('drafting an order from the palette', () => {
  it('takes the area in hand, without searching it again', async () => {
    const { service, lens, start, document } = await bench();
    await start(lens(0));
    await inputs.escape();
    desk.active = document;
    await start();
    expect(inputs.shown().placeholder).toContain('Harbour');
    expect(service.asked).toHaveLength(1);
  });

  it('takes the area in the text where none is in hand', async () => {
    const { document, start } = await bench();
    document.text = JSON.stringify(airport);
    desk.active = document;
    await start();
    expect(inputs.shown().placeholder).toContain('Airport');
  });

  it('asks for the area where there is none at all, with a way back to it', async () => {
    const { start } = await bench();
    desk.active = fakeDocument('/nowhere/package.json', '{}', 'file');
    desk.files.set('/nowhere/project/town-0123abcd.geojson', new Uint8Array());
    await start();
    expect(inputs.shown()).toMatchObject({ title: 'Which area is the order for?', buttons: [] });
    expect(inputs.lines()).toEqual([
      'areas.geojson | not saved',
      '',
      'Import an Area… | from a file, the clipboard or a text',
      'New Area… | of the map, typed, or from a template',
    ]);
    scripted.answers = [say('Airport')];
    await inputs.choose('areas.geojson');
    await step('Images for the order');
    expect(inputs.shown().placeholder).toContain('Airport');
    await press('Back');
    await step('Which area is the order for?');
  });

  it('takes the area that is made or imported on the way', async () => {
    const { start } = await bench();
    ran.run = () => void (desk.active = fakeDocument('/new.geojson', JSON.stringify(airport)));
    await start();
    await inputs.choose('New Area…');
    expect(ran.commands).toEqual([['swath.newAoi']]);
    await step('Images for the order');
    expect(inputs.shown().placeholder).toContain('Airport');
  });

  it('ends where no area is made', async () => {
    const { start } = await bench();
    const run = await start();
    await inputs.choose('Import an Area…');
    await run.end;
    expect([run.error, inputs.isAsking(), ran.commands]).toEqual([undefined, false, [['swath.importAoi']]]);
  });

  it('signs in first, and goes no further when the user does not', async () => {
    const { session, service, lens, start } = await bench();
    await session.signOut();
    const run = await start(lens(0));
    expect(run.isOver).toBe(true);
    expect(ran.commands).toEqual([['swath.signIn']]);
    expect(service.asked).toEqual([]);
    ran.run = async () => {
      await session.signIn(connection, 'key');
    };
    await start(lens(0));
    expect(inputs.shown().title).toBe('Images for the order');
  });
});
