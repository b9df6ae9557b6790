import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apiError, connection, pending } from '../state/fakes.ts';
import { desk } from './areaWindow.ts';
import { airport, draftBench, feature, harbour } from './draftBench.ts';
import { inputs, progress, ran, resetDraftWindow } from './draftWindow.ts';
import { scripted } from './scriptedWindow.ts';

vi.mock('vscode', async () => (await import('./draftWindow.ts')).draftVscode);

const { draftAnalyticOrder } = await import('../../../src/commands/draftAnalyticOrder.ts');

const bench = () => draftBench(draftAnalyticOrder);

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

  it('says what to do where there is no area at all', async () => {
    const { start } = await bench();
    expect(String((await start()).error)).toMatch(/Open a GeoJSON file/);
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
