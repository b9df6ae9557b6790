import type { Polygon } from 'geojson';
import { beforeEach, describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Services } from '../../../../../src/service/rules/account.ts';
import { listed } from '../../../../../src/service/wire/listed.ts';
import { draftAnalyticOrder } from '../../../../../src/features/orders/ui/draft/draftOrder.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import {
  airport,
  analytics,
  drafted,
  draftSetup,
  image,
  knownRights,
  labelOf,
  noEstimates,
  reportKinds,
  step,
} from './draftSetup.ts';

const setUp = (offers?: readonly string[], services?: Services) =>
  draftSetup((session, catalog, argument) =>
    draftAnalyticOrder(
      { session, catalog, estimates: noEstimates, ...knownRights(offers, services) },
      argument,
    ),
  );

beforeEach(newUser);

describe('drafting an order from a lens', () => {
  it('searches the area with the current filters, and asks for images, analytic and title', async () => {
    const { service, catalog, lens, start } = await setUp();
    await catalog.search({ filters: { maxCloudCover: 20 } });
    const run = await start(lens(1));
    expect(service.searches.at(-1)).toEqual({ maxCloudCover: 20, aoi: airport.geometry });
    expect(editor.progress.map(({ title }) => title)).toEqual(['Searching images of Airport']);
    expect(editor.question).toMatchObject({
      title: 'Images of Airport',
      placeholder: 'Select one or two images. · 4 images · not usable: 1 (PNEO)',
      canSelectMany: true,
      ignoreFocusOut: true,
    });
    await eventually(() => expect(editor.question.lines().join()).toContain('covers'));
    expect(editor.question.lines()).toEqual([
      '2025-03-04 10:00:00 UTC | covers 0 % · SPOT 1.5 m · SENSOR',
      '2025-03-03 10:00:00 UTC | covers 25 % · PHR 0.5 m · SENSOR',
      '2025-03-01 10:00:00 UTC | covers 0 % · PHR 0.5 m · SENSOR',
      '2025-03-02 10:00:00 UTC | ALBUM: may never be delivered · covers 0 % · PHR 0.5 m · 12 % cloud · incidence angle 14.3°',
    ]);
    await editor.pick(labelOf(3), labelOf(1));
    await step('Which analytic?');
    expect(editor.question.placeholder).toMatch(/^2 images · both cover 0 % of [\d.,]+ km²$/);
    expect(catalog.current.peek().selected).toEqual(['a', 'c']);
    await editor.pick('Change');
    await step('Title of the report');
    expect(editor.question.value).toBe('Airport Change 2025-03-01 to 2025-03-03');
    await editor.enter(' Runway ');
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
    expect(editor.openedEditors[0]?.document.uri.path).toBe('/nowhere/project/Runway.order.json');
    expect(user.messages).toEqual([]);
  });

  it('uses the images that are selected for this area', async () => {
    const { service, catalog, lens, start } = await setUp();
    await start(lens(0));
    await editor.escape();
    catalog.select(['b']);
    const run = await start(lens(0));
    expect(editor.question).toMatchObject({ title: 'Which analytic?', buttons: [] });
    expect(editor.question.placeholder).toMatch(/^ALBUM: may never be delivered · [\d.,]+ km²$/);
    expect(service.searches).toHaveLength(1);
    await editor.pick('Cars');
    await step('Title of the report');
    await editor.enter('Cars');
    await run.end;
    expect(drafted()).toMatchObject({ imageIds: ['b'] });
  });

  it('uses images that are selected for another area only if they show this one too', async () => {
    const { service, catalog, lens, start } = await setUp();
    await start(lens(1));
    await editor.escape();
    catalog.select(['c']);
    const { aoi } = catalog.current.peek();
    const lookAt = (polygon: Polygon) => aoi && catalog.lookAt({ ...aoi, polygon });
    lookAt(polygon(box(7.2, 43, 8, 44)));
    await start();
    expect(editor.question.title).toBe('Which analytic?');
    await editor.escape();
    lookAt(polygon(box(9, 43, 10, 44)));
    await start();
    expect(editor.question.title).toBe('Images of Airport');
    expect(service.searches).toHaveLength(2);
  });

  it('goes back a step and keeps what was chosen', async () => {
    const { service, lens, start } = await setUp();
    await start(lens(0));
    await editor.pick(labelOf(1));
    await step('Which analytic?');
    await editor.press('Back');
    await step('Images of Harbour');
    expect(editor.question.selectedItems.map(({ label }) => label)).toEqual([labelOf(1)]);
    await editor.pick(labelOf(3));
    await step('Which analytic?');
    await editor.pick('Cars');
    await step('Title of the report');
    await editor.press('Back');
    await step('Which analytic?');
    expect(service.searches).toHaveLength(1);
  });

  it("says why an analytic doesn't support the selection, and keeps asking", async () => {
    const { lens, start } = await setUp();
    await start(lens(0));
    await editor.pick(labelOf(3));
    await step('Which analytic?');
    await editor.pick('Change');
    expect(user.messages).toEqual(['Change: images needed: 2, selected: 1.']);
    await editor.pick('Cars');
    await step('Title of the report');
  });

  it('lists what the list of analytics lacks, which cannot be chosen', async () => {
    const { service, lens, start } = await setUp();
    const extent = { total: 9, unreadable: 2, isWhole: false };
    service.analytics = () => Promise.resolve(listed(analytics, extent) as typeof analytics);
    await start(lens(0));
    await editor.pick(labelOf(3));
    await step('Which analytic?');
    expect(editor.question.lines().slice(-2)).toEqual([
      'The list may be incomplete | 2 of 9',
      "2 entries couldn't be read | See the log",
    ]);
    await editor.pick("2 entries couldn't be read");
    expect(user.messages).toEqual(["2 entries couldn't be read: See the log."]);
  });

  it('drafts on two constellations, at the resolution that both have', async () => {
    const { lens, start } = await setUp();
    const run = await start(lens(0));
    await editor.pick(labelOf(3), labelOf(4));
    await step('Which analytic?');
    await editor.pick('Change');
    await step('Title of the report');
    await editor.enter('Mixed');
    await run.end;
    expect(run.error).toBeUndefined();
    expect(drafted()).toMatchObject({ analytic: 'change', resolution: 1.5 });
  });

  it.each([['three images', [1, 2, 3], /Select one or two images/]])(
    "doesn't continue with %s, and says why",
    async (_what, days, words) => {
      const { lens, start } = await setUp();
      await start(lens(0));
      await editor.pick(...days.map(labelOf));
      expect(editor.question.title).toBe('Images of Harbour');
      expect(user.messages.join()).toMatch(words);
    },
  );

  it('lists images without analytics if there are no others, and says why they are refused', async () => {
    const { service, lens, start } = await setUp();
    service.images = [image('p', 5, { constellation: 'PNEO', resolution: 0.3 })];
    await start(lens(0));
    await editor.pick(labelOf(5));
    expect(editor.question.title).toBe('Images of Harbour');
    expect(user.messages.join()).toMatch(/not on PNEO/);
  });

  it.each([
    ['Draft Product Order', [['swath.draftProductOrder']]],
    [undefined, []],
  ])(
    "offers products for images on the map that don't work for a report (answer: %j)",
    async (answer, commands) => {
      const { catalog, lens, start } = await setUp();
      await start(lens(0));
      await editor.escape();
      catalog.select(['p']);
      user.answers.push(say(answer));
      const run = await start();
      await run.end;
      expect(run.error).toBeUndefined();
      expect(user.prompts.at(-1)?.text).toMatch(/not on PNEO/);
      expect(editor.ran).toEqual(commands);
    },
  );

  it.each([
    ['Open Map', [['swath.openMap', { show: 'aoi' }]]],
    [undefined, []],
  ])('says that nothing was found, and offers the map (answer: %j)', async (answer, commands) => {
    const { service, lens, start } = await setUp();
    service.images = [];
    user.answers.push(say(answer));
    const run = await start(lens(0));
    await run.end;
    expect(user.prompts[0]?.text).toMatch(/^No image of Harbour matches the filters/);
    expect(editor.ran).toEqual(commands);
  });
});

describe('a report that the user has no right to order', () => {
  it.each([
    [
      reportKinds,
      { 'analytics-toolbox': false },
      'Analytic report: you don\'t have the role "analytics-toolbox": ask your contract administrator.',
    ],
  ])("isn't drafted, and says why before it asks anything (%j %j)", async (offers, services, why) => {
    const { service, lens, start } = await setUp(offers, services);
    const run = await start(lens(0));
    expect(run.isOver).toBe(true);
    expect((run.error as Error).message).toBe(why);
    expect([service.searches, drafted()]).toEqual([[], undefined]);
  });

  it.each([
    ['the rights are unknown', [], {}],
    ['subscriptions pay only for products', ['order.data.gb.product'], { 'analytics-toolbox': true }],
  ])('is drafted if %s', async (_what, offers, services) => {
    const { lens, start } = await setUp(offers, services);
    const run = await start(lens(0));
    expect([run.error, editor.question.title]).toEqual([undefined, 'Images of Harbour']);
  });
});
