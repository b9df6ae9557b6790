import { beforeEach, describe, expect, it, vi } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import type { ClearHere } from '../../../../../src/features/images/rules/clearHere.ts';
import type { ListFilters } from '../../../../../src/features/images/rules/listFilters.ts';
import { chooseImages } from '../../../../../src/features/images/ui/chooseImages.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { connection } from '../../../fakes.ts';
import { bareImage } from '../../../fixtures.ts';
import { port, portImage, searchSetup } from './searchSetup.ts';

const aoi = { uri: 'file:/nowhere/port.geojson', path: [], name: 'Port', polygon: port, areaKm2: 9000 };

async function setUp(images = [portImage('half', 9, 0.5), portImage('old', 1, 1, { cloudCover: 5 })]) {
  const parts = await searchSetup();
  parts.service.images = images;
  await parts.catalog.search({ aoi });
  await parts.catalog.all();
  const { session, catalog } = parts;
  /** Runs the command, and returns when a question is asked or it has ended. */
  const start = async (argument?: unknown) => {
    const run = { isOver: false, error: undefined as unknown };
    const end = chooseImages(session, catalog, argument)
      .catch((error: unknown) => void (run.error = error))
      .finally(() => void (run.isOver = true));
    await eventually(() => expect(run.isOver || editor.input !== undefined).toBe(true), { interval: 1 });
    return Object.assign(run, { end });
  };
  return { ...parts, start };
}

const step = (title: string) => eventually(() => expect(editor.question.title).toBe(title), { interval: 1 });

beforeEach(newUser);

describe('choosing images that cover the area', () => {
  it.each([
    ['fewest', ['old'], 'Fewest images: 1 for 100 % of Port'],
    ['clearest', ['old'], 'Clearest images: 1 for 100 % of Port'],
  ])('chooses the %s, and gives the reasons', async (wish, ids, title) => {
    const { catalog, start } = await setUp();
    const run = await start({ wish });
    await run.end;
    expect(run.error).toBeUndefined();
    const { selected, suggestion } = catalog.current.peek();
    expect([selected, suggestion?.title]).toEqual([ids, title]);
    expect(suggestion?.reasons.at(-1)).toMatch(/^adds 100 %, 2026-03-01/);
    expect(editor.ran).toEqual([]);
  });

  it('says from when to when the images are if months lie between them', async () => {
    const east = { footprint: polygon(box(5.5, 43, 6, 44)) };
    const titleWith = async (acquisitionDate: string) => {
      const { catalog, start } = await setUp([
        portImage('west', 31, 0.5),
        portImage('east', 1, 1, { ...east, acquisitionDate }),
      ]);
      await (
        await start({ wish: 'fewest' })
      ).end;
      return catalog.current.peek().suggestion?.title;
    };
    expect(await titleWith('2021-09-01T10:00:00Z')).toBe(
      'Fewest images: 2 for 100 % of Port · 2021-09 to 2026-03',
    );
    expect(await titleWith('2026-02-28T10:00:00Z')).toBe('Fewest images: 2 for 100 % of Port');
  });

  it('uses what the page has estimated of the area', async () => {
    const { catalog, start } = await setUp([
      portImage('cloudy', 1, 1, { cloudCover: 50 }),
      portImage('clear', 2, 1, { cloudCover: 5 }),
    ]);
    catalog.estimates.value = {
      area: port,
      clear: new Map<string, ClearHere>([
        ['cloudy', { share: 0.99 }],
        ['clear', 'unknown'],
      ]),
    };
    await (
      await start({ wish: 'clearest' })
    ).end;
    const { selected, suggestion } = catalog.current.peek();
    expect(selected).toEqual(['cloudy']);
    expect(suggestion?.reasons).toContain('How clear the area is was estimated from quicklooks.');
  });

  it('loads all matches first if they are few, and no longer says so of others', async () => {
    const parts = await searchSetup();
    parts.service.images = [portImage('part', 3, 0.5), portImage('less', 2, 0.4), portImage('whole', 1)];
    await parts.catalog.search({ aoi });
    expect(parts.catalog.current.peek().images).toHaveLength(2);
    await chooseImages(parts.session, parts.catalog, { wish: 'fewest' });
    const { selected, suggestion } = parts.catalog.current.peek();
    expect(selected).toEqual(['whole']);
    expect(suggestion?.title).toBe('Fewest images: 1 for 100 % of Port');
    parts.catalog.follow({ ...aoi, polygon: polygon(box(5, 43, 5.5, 44)) });
    expect(parts.catalog.current.peek().suggestion).toBeUndefined();
  });

  it('counts an acquisition that is listed twice as the list does: once', async () => {
    const twice = { acquisitionIdentifier: 'DS_1', snowCover: 0, footprint: polygon(box(5, 43, 5.5, 44)) };
    const { catalog, start } = await setUp([
      portImage('album', 9, 0.5, { ...twice, processingLevel: 'ALBUM' }),
      portImage('sensor', 9, 0.5, twice),
      portImage('hazy', 1, 1, { snowCover: 30 }),
    ]);
    catalog.filterList({ limits: { maxSnowCover: 5 } });
    await (
      await start({ wish: 'fewest' })
    ).end;
    expect(catalog.current.peek().suggestion?.title).toMatch(/ · among the 1 in the list$/);
  });

  it('chooses among what the filters of the list leave, and says so', async () => {
    const { catalog, start } = await setUp([
      portImage('half', 9, 0.5, { snowCover: 0 }),
      portImage('old', 1, 1, { snowCover: 30 }),
    ]);
    catalog.filterList({ limits: { maxSnowCover: 5 } });
    await (
      await start({ wish: 'fewest' })
    ).end;
    const { selected, suggestion } = catalog.current.peek();
    expect(selected).toEqual(['half']);
    expect(suggestion?.title).toBe('Fewest images: 1 for 50 % of Port · among the 1 in the list');
  });

  it.each<[string, ListFilters]>([
    ['how much of the area an image covers', { limits: { minCoverage: 80 } }],
    ['how clear the area is', { limits: { minClear: 60 } }],
    ['the time span', { limits: {}, span: { from: Date.UTC(2026, 2, 2), to: Date.UTC(2026, 2, 3) } }],
  ])('limits them by %s, as the list does', async (_what, filters) => {
    const { catalog, start } = await setUp([
      portImage('half', 9, 0.5, { cloudCover: 0 }),
      portImage('good', 2, 1, { cloudCover: 20 }),
      portImage('later', 5, 0.7, { cloudCover: 0 }),
    ]);
    catalog.estimates.value = {
      area: port,
      clear: new Map([
        ['half', { share: 1 }],
        ['good', { share: 0.8 }],
      ]),
    };
    catalog.filterList(filters);
    await (
      await start({ wish: 'clearest' })
    ).end;
    expect(catalog.current.peek().selected).toEqual(['good']);
  });

  it('takes no image whose estimate the list waits for, and no estimate of another area', async () => {
    const { catalog, start } = await setUp([
      portImage('unknown', 9, 1, { cloudCover: 0 }),
      portImage('good', 2, 1, { cloudCover: 20 }),
    ]);
    const clear = new Map([['good', { share: 0.8 }]]);
    catalog.filterList({ limits: { minClear: 60 } });
    catalog.estimates.value = { area: polygon(box(7, 43, 8, 44)), clear };
    await (
      await start({ wish: 'clearest' })
    ).end;
    expect(catalog.current.peek().selected).toEqual(['unknown']);
    catalog.estimates.value = { area: port, clear };
    await (
      await start({ wish: 'clearest' })
    ).end;
    expect(catalog.current.peek().selected).toEqual(['good']);
  });

  it("keeps the user's own selection that suggestions replaced, one after another", async () => {
    const { catalog, start } = await setUp();
    const choose = async (wish: string) => (await start({ wish })).end;
    const replaced = () => catalog.current.peek().suggestion?.replaced;
    await choose('fewest');
    expect([catalog.current.peek().selected, replaced()]).toEqual([['old'], undefined]);
    catalog.select(['old']);
    await choose('fewest');
    expect(replaced()).toBeUndefined();
    catalog.select(['half', 'old']);
    await choose('fewest');
    await choose('clearest');
    expect(catalog.current.peek().selected).toEqual(['old']);
    expect(replaced()).toEqual(['half', 'old']);
  });

  it('names the filters if they hide all of them', async () => {
    const { catalog, start } = await setUp();
    catalog.filterList({ limits: { maxIncidenceAngle: 5 } });
    const run = await start({ wish: 'newest' });
    expect(String(run.error)).toMatch(/The filters of the list hide all images: incidence angle up to 5°\.$/);
  });

  it('considers only the shown images', async () => {
    const { catalog, start } = await setUp();
    catalog.narrow({ label: 'New', ids: ['half'] });
    await (
      await start({ wish: 'newest' })
    ).end;
    const { selected, suggestion } = catalog.current.peek();
    expect(selected).toEqual(['half']);
    expect(suggestion?.title).toBe('Newest images: 1 for 50 % of Port');
  });

  it('asks for the goal when run from the palette, and shows the selection on the map', async () => {
    const { catalog, start } = await setUp();
    user.answers.push(say('Newest images'));
    await (
      await start()
    ).end;
    expect(user.prompts[0]?.choices).toEqual([
      'That cover the area together',
      'Fewest images',
      'Newest images',
      'Clearest images',
      'To detect changes',
      'Best pair',
    ]);
    expect(catalog.current.peek().selected.length).toBeGreaterThan(0);
    expect(editor.ran).toEqual([['swath.openMap']]);
  });

  it('says why there is nothing to choose', async () => {
    const away = bareImage({ id: 'away', footprint: polygon(box(50, 43, 51, 44)) });
    const far = await setUp([away]);
    expect(String((await far.start({ wish: 'fewest' })).error)).toMatch(/No image shows Port/);
    await far.catalog.search({ aoi: 'none', filters: {} });
    expect(String((await far.start({ wish: 'fewest' })).error)).toMatch(/Search for images/);
    const empty = await setUp([]);
    expect(String((await empty.start({ wish: 'fewest' })).error)).toMatch(/Search for images/);
  });
});

describe('choosing a pair', () => {
  const year = [
    portImage('new', 20, 1, { cloudCover: 3, incidenceAngle: 10 }),
    portImage('near', 1, 1, { cloudCover: 0, incidenceAngle: 10 }),
    portImage('old', 2, 1, { acquisitionDate: '2025-03-02T10:00:00Z', cloudCover: 8, incidenceAngle: 12 }),
  ];

  const title = (days: number) => `Best pair for Change, at least ${days} days apart`;

  it('proposes the best pair at once with its reasons, and Enter takes it', async () => {
    const { catalog, start } = await setUp(year);
    const run = await start({ wish: 'pair' });
    await step(title(30));
    const [best] = editor.question.activeItems;
    expect(best?.label).toBe('2025-03-02 → 2026-03-01');
    expect(best?.detail).toBeTruthy();
    editor.question.accept();
    await run.end;
    expect(catalog.current.peek()).toMatchObject({
      selected: ['old', 'near'],
      suggestion: { title: 'Change: 2025-03-02 → 2026-03-01, both cover 100 %' },
    });
  });

  it('takes another number of days in the same place, and asks again for an invalid one', async () => {
    const { start } = await setUp(year);
    await start({ wish: 'pair' });
    await step(title(30));
    await editor.pick('Days Apart…');
    await step('Minimum days apart?');
    expect(editor.question.value).toBe('30');
    await editor.enter('a month');
    await eventually(() => expect(editor.question.prompt).toMatch(/whole number from 0 to 9999/));
    await editor.enter('0');
    await step(title(0));
    expect(editor.question.items.map(({ description }) => description)).toContain(
      'PHR · both cover 100 % of the area · incidence 12° and 10°',
    );
    await editor.pick('Days Apart…');
    await step('Minimum days apart?');
    expect(editor.question.value).toBe('0');
    await editor.press('Back');
    await step(title(0));
  });

  it('says why there is no pair, where the number of days can be changed', async () => {
    const { start } = await setUp(year.slice(0, 2));
    await start({ wish: 'pair' });
    await step(title(30));
    expect(editor.question.placeholder).toMatch(/^No pair of images for Port\. /);
    await editor.pick('Days Apart…');
    await step('Minimum days apart?');
    await editor.enter('5');
    await step(title(5));
    expect(editor.question.items[0]?.label).toBe('2026-03-01 → 2026-03-20');
  });

  it('chooses nothing from another search', async () => {
    const { catalog, start } = await setUp(year);
    const run = await start({ wish: 'pair' });
    await step(title(30));
    await catalog.search({ filters: { maxCloudCover: 50 } });
    await editor.pick('2025-03-02 → 2026-03-20');
    await run.end;
    expect(catalog.current.peek().selected).toEqual([]);
  });

  it('says so if the service has no analytic that compares images', async () => {
    const { session, start } = await setUp(year);
    const now = session.current.peek();
    if (now.kind !== 'signedIn') throw new Error('Nobody is signed in.');
    vi.spyOn(await now.client(), 'analytics').mockResolvedValue([]);
    expect(String((await start({ wish: 'pair' })).error)).toMatch(/no such analytic/);
    expect(now.connection).toBe(connection);
  });
});
