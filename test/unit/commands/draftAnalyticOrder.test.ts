import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/model/account/account.ts';
import { apiError } from '../state/fakes.ts';
import { desk } from './areaWindow.ts';
import { airport, draftBench, drafted, labelOf, step, knownRights, reportKinds } from './draftBench.ts';
import { inputs, press, progress, ran, resetDraftWindow } from './draftWindow.ts';
import { say, scripted } from './scriptedWindow.ts';

vi.mock('vscode', async () => (await import('./draftWindow.ts')).draftVscode);

const { draftAnalyticOrder } = await import('../../../src/commands/draftAnalyticOrder.ts');

const bench = (offers?: readonly string[], services?: Services) =>
  draftBench((session, catalog, given) =>
    draftAnalyticOrder({ session, catalog, ...knownRights(offers, services) }, given),
  );

beforeEach(resetDraftWindow);

describe('drafting an order from a lens', () => {
  it('searches the area under the filters in force, and asks for images, analytic and title', async () => {
    const { service, catalog, lens, start } = await bench();
    await catalog.search({ filters: { maxCloudCover: 20 } });
    const run = await start(lens(1));
    expect(service.asked.at(-1)).toEqual({ maxCloudCover: 20, aoi: airport.geometry });
    expect(progress.titles).toEqual(['Searching images of Airport']);
    expect(inputs.shown()).toMatchObject({
      title: 'Images for the order',
      placeholder: '5 images of Airport: choose one or two',
      canSelectMany: true,
      ignoreFocusOut: true,
    });
    await vi.waitFor(() => expect(inputs.lines().join()).toContain('covers'));
    expect(inputs.lines()).toEqual([
      '2025-03-05 10:00:00 UTC | PNEO 0.3 m · covers 0 %',
      '2025-03-04 10:00:00 UTC | SPOT 1.5 m · covers 0 %',
      '2025-03-03 10:00:00 UTC | PHR 0.5 m · covers 25 %',
      '2025-03-02 10:00:00 UTC | PHR 0.5 m · 12 % cloud · incidence angle 14.3° · covers 0 % · ALBUM, not fully supported',
      '2025-03-01 10:00:00 UTC | PHR 0.5 m · covers 0 %',
    ]);
    await inputs.choose(labelOf(3), labelOf(1));
    await step('Which analytic?');
    expect(catalog.current.peek().selected).toEqual(['a', 'c']);
    await inputs.choose('Change');
    await step('Title of the report');
    expect(inputs.shown().value).toBe('Airport Change 2025-03-01');
    await inputs.type(' Runway ');
    await run.end;
    expect(run.error).toBeUndefined();
    expect(drafted()).toEqual({
      kind: 'order.analytics-toolbox.archive',
      title: 'Runway',
      analytic: 'change',
      resolution: 0.5,
      imageIds: ['a', 'c'],
      aoi: airport.geometry,
    });
    expect(desk.shown[0]?.uri.path).toBe('/nowhere/project/Runway.order.json');
    expect(scripted.statusBar).toEqual([]);
  });

  it('asks for images though some are chosen for another area', async () => {
    const { catalog, lens, start } = await bench();
    await start(lens(0));
    await inputs.escape();
    catalog.select(['a']);
    await start(lens(1));
    expect(inputs.shown().title).toBe('Images for the order');
    expect(inputs.shown().selectedItems).toEqual([]);
  });

  it('takes the images that are chosen for this very area', async () => {
    const { service, catalog, lens, start } = await bench();
    await start(lens(0));
    await inputs.escape();
    catalog.select(['b']);
    const run = await start(lens(0));
    expect(inputs.shown()).toMatchObject({ title: 'Which analytic?', buttons: [] });
    expect(service.asked).toHaveLength(1);
    await inputs.choose('Cars');
    await step('Title of the report');
    await inputs.type('Cars');
    await run.end;
    expect(drafted()).toMatchObject({ imageIds: ['b'] });
    expect(scripted.statusBar.join()).toContain('ALBUM');
  });

  it('goes a step back, where what was chosen still is', async () => {
    const { service, lens, start } = await bench();
    await start(lens(0));
    await inputs.choose(labelOf(1));
    await step('Which analytic?');
    await inputs.back();
    await step('Images for the order');
    expect(inputs.shown().selectedItems.map(({ label }) => label)).toEqual([labelOf(1)]);
    await inputs.choose(labelOf(3));
    await step('Which analytic?');
    await inputs.choose('Cars');
    await step('Title of the report');
    await inputs.back();
    await step('Which analytic?');
    expect(service.asked).toHaveLength(1);
  });

  it('says so where no image is chosen, and goes on asking', async () => {
    const { lens, start } = await bench();
    await start(lens(0));
    await inputs.choose();
    expect(scripted.statusBar).toEqual(['No image is chosen: choose one or two.']);
    await inputs.choose(labelOf(3));
    await step('Which analytic?');
  });

  it('says why an analytic does not run on the choice, and goes on asking', async () => {
    const { lens, start } = await bench();
    await start(lens(0));
    await inputs.choose(labelOf(3));
    await step('Which analytic?');
    await inputs.choose('Change');
    expect(scripted.statusBar).toEqual(['Change: needs exactly 2 images, 1 selected.']);
    await inputs.choose('Cars');
    await step('Title of the report');
  });

  it('asks again for a title that is blank', async () => {
    const { lens, start } = await bench();
    const run = await start(lens(0));
    await inputs.choose(labelOf(1));
    await step('Which analytic?');
    await inputs.choose('Cars');
    await step('Title of the report');
    await inputs.type('  ');
    await vi.waitFor(() => expect(inputs.shown().prompt).toBe('A report needs a title.'));
    await inputs.escape();
    await run.end;
    expect(drafted()).toBeUndefined();
  });

  it('loads more without losing what is chosen, as long as there are more', async () => {
    const { service, lens, start, catalog } = await bench();
    service.pageSize = 3;
    await start(lens(0));
    const pick = inputs.shown();
    expect(pick.placeholder).toBe('3 of 5 images of Harbour: choose one or two');
    pick.selectedItems = pick.items.slice(0, 1);
    await press('Load more…');
    await vi.waitFor(() => expect(pick.items).toHaveLength(5));
    expect(pick.selectedItems.map(({ label }) => label)).toEqual([labelOf(3)]);
    expect(pick.items[0]?.label).toBe(labelOf(5));
    expect(catalog.current.peek().hasMore).toBe(false);
    await expect(press('Load more…')).rejects.toThrow(/No "Load more…"/);
  });

  it.each([
    [1, 1, '1 image of Harbour: choose one or two'],
    [5, 1_306, '5 of 1,306 images of Harbour: choose one or two'],
  ])('says how many there are: %i of %s', async (count, total, said) => {
    const { service, lens, start } = await bench();
    service.images = service.images.slice(0, count);
    service.total = total;
    await start(lens(0));
    expect(inputs.shown().placeholder).toBe(said);
  });

  it('tells in the list when there could not be more, and lets the user try again', async () => {
    const { service, lens, start } = await bench();
    service.pageSize = 3;
    await start(lens(0));
    service.wait = () => Promise.reject(apiError('timeout'));
    await press('Load more…');
    await vi.waitFor(() => expect(inputs.shown().placeholder).toMatch(/did not answer in time/));
    service.wait = () => Promise.resolve();
    await press('Load more…');
    await vi.waitFor(() => expect(inputs.lines()).toHaveLength(5));
  });

  it('leads to the map', async () => {
    const { lens, start } = await bench();
    const run = await start(lens(0));
    await press('Choose on the map instead');
    await run.end;
    expect(ran.commands).toEqual([['swath.openMap', { show: 'aoi' }]]);
    expect(inputs.openCount()).toBe(0);
  });

  it.each([
    ['three images', [1, 2, 3], /one image or two, and 3 are chosen/],
    ['two constellations', [3, 4], /images of one constellation/],
    ['a constellation without analytics', [3, 5], /PNEO is not one of them/],
  ])('does not go on with %s, and says why', async (_what, days, words) => {
    const { lens, start } = await bench();
    await start(lens(0));
    await inputs.choose(...days.map(labelOf));
    expect(inputs.shown().title).toBe('Images for the order');
    expect(scripted.statusBar.join()).toMatch(words);
  });

  it.each([
    ['Draft Product Order', [['swath.draftProductOrder']]],
    [undefined, []],
  ])('offers products of images on the map that make no report (%s)', async (answer, commands) => {
    const { catalog, lens, start } = await bench();
    await start(lens(0));
    await inputs.escape();
    catalog.select(['p']);
    scripted.answers.push(say(answer));
    const run = await start();
    await run.end;
    expect(run.error).toBeUndefined();
    expect(scripted.shown.at(-1)?.text).toMatch(/PNEO is not one of them/);
    expect(ran.commands).toEqual(commands);
  });

  it('does not go on without an image', async () => {
    const { lens, start } = await bench();
    await start(lens(0));
    await inputs.choose();
    expect(inputs.shown().title).toBe('Images for the order');
  });

  it.each([
    ['Open the Map', [['swath.openMap', { show: 'aoi' }]]],
    [undefined, []],
  ])('tells that nothing is found, and offers the map (%s)', async (answer, commands) => {
    const { service, lens, start } = await bench();
    service.images = [];
    scripted.answers.push(say(answer));
    const run = await start(lens(0));
    await run.end;
    expect(scripted.shown[0]?.text).toMatch(/^No image of Harbour was found with the filters in force/);
    expect(ran.commands).toEqual(commands);
  });
});

describe('a report that the user has no right to', () => {
  it.each([
    [['order.data.product'], {}, 'Report from an Analytic: no subscription of yours pays for it.'],
    [
      reportKinds,
      { 'analytics-toolbox': false },
      'Report from an Analytic: you have no role for it ("analytics-toolbox"): ask where your contract is managed.',
    ],
  ])('is not drafted, and says why before anything is asked (%j %j)', async (offers, services, why) => {
    const { service, lens, start } = await bench(offers, services);
    const run = await start(lens(0));
    expect(run.isOver).toBe(true);
    expect((run.error as Error).message).toBe(why);
    expect([service.asked, drafted()]).toEqual([[], undefined]);
  });

  it('is drafted where nothing is known of rights', async () => {
    const { lens, start } = await bench([], {});
    const run = await start(lens(0));
    expect([run.error, inputs.shown().title]).toEqual([undefined, 'Images for the order']);
  });
});
