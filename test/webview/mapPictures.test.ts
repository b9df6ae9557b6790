import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';
import { announced, resultRows, searchLevel, until } from './mapPage.ts';
import { searchFile, signIn } from './searched.ts';

let harness: Harness;
let map: Frame;
/** Every token sent to the service, and the key. */
const secrets = new Set<string>();

beforeAll(async () => {
  harness = await startHarness();
  const { sandbox } = harness.service;
  const answer = sandbox.fetch.bind(sandbox);
  sandbox.fetch = request => {
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '');
    if (token !== undefined) secrets.add(token);
    return answer(request);
  };
  secrets.add(sandbox.apiKey);
  await signIn(harness);
  map = await searchFile(harness, 'harbour.aoi.geojson');
});
afterEach(() => harness.service.sandbox.faults.clear());
afterAll(() => harness.stop());

const card = () => map.locator('.row-details');
const stream = () => card().getByRole('button', { name: 'Stream', exact: true });
const chip = () => map.locator('.picture-chip:visible');
const tilesAsked = () => harness.service.sandbox.requests.filter(({ path }) => path.includes('/wmts/'));
const tilesShown = () =>
  map
    .locator('.picture-pane img')
    .evaluateAll(
      tiles => tiles.filter(tile => tile instanceof HTMLImageElement && tile.naturalWidth > 0).length,
    );

/** Puts the quicklook of the current image on the map; the host answers requests in order. */
async function drape(): Promise<void> {
  await card().getByRole('button', { name: 'Quicklook' }).click();
  await map.locator('.picture-pane canvas').first().waitFor({ state: 'attached' });
  await chip().first().waitFor();
  await until('the picture', async () => {
    const statuses = await map.locator('.chip-status:visible').allInnerTexts();
    return !statuses.includes('Loading…');
  });
}

async function clearMap(): Promise<void> {
  while ((await chip().count()) > 0) {
    const before = await chip().count();
    await chip()
      .first()
      .getByRole('button', { name: /^Remove .* from the map$/ })
      .click();
    await until('one picture less', async () => (await chip().count()) < before);
  }
}

it('shows the image with the focus in a list of the editor, and none of it afterwards', async () => {
  const { editor } = harness;
  const idsOf = (panes: Element[]) => panes.map(pane => (pane as HTMLElement).dataset['imageId']);
  const drawn = () => map.locator('.picture-pane').evaluateAll(idsOf);
  const place = () => map.locator('.leaflet-map-pane').getAttribute('style');
  const hovered = () => map.locator('.row.hovered');
  const places = new Set<unknown>();
  const run = editor.start('swath.draftProductOrder');
  const list = await editor.prompt('Images of harbour');
  const all = list.items.map(({ label }) => label);
  // The two processing levels of one acquisition have the same label, and one of them no row.
  const labels = all.filter(label => all.indexOf(label) === all.lastIndexOf(label) && label !== all[0]);
  for (const label of labels.slice(0, 2)) {
    const others = await drawn();
    list.point(label);
    await until('its picture', async () => (await drawn()).length === 1 && (await drawn())[0] !== others[0]);
    expect(await hovered().count()).toBe(1);
    places.add(await place());
  }
  expect(await chip().count()).toBe(0);
  await editor.escape();
  await run;
  await until('the map as it was', async () => (await drawn()).length === 0);
  expect([places.add(await place()).size, await hovered().count()]).toEqual([1, 0]);
});

describe('pictures', () => {
  it('can be removed from the map one by one, even one below the others', async () => {
    for (const index of [0, 1]) {
      await resultRows(map).nth(index).click();
      await drape();
    }
    expect(await chip().count()).toBe(2);
    // The topmost comes first.
    const [top] = await chip().locator('.chip-name').allInnerTexts();
    await chip()
      .last()
      .getByRole('button', { name: /^Remove .* from the map$/ })
      .click();
    await until('one picture', async () => (await map.locator('.picture-pane').count()) === 1);
    expect(await chip().locator('.chip-name').allInnerTexts()).toEqual([top]);
    await clearMap();
  });
});

it('closing the details of an image keeps it selected', async () => {
  const row = resultRows(map).nth(2);
  await row.click();
  await card().getByRole('button', { name: 'Close' }).click();
  await card().waitFor({ state: 'detached' });
  expect(await row.getAttribute('aria-selected')).toBe('true');
});

describe('stepping by date', () => {
  const draped = () =>
    map
      .locator('.picture-pane')
      .evaluateAll(panes => panes.map(pane => pane instanceof HTMLElement && pane.dataset['imageId']));
  const views = () => harness.messages.fromPage.filter(text => text.includes('"kind":"view"')).length;

  /** Presses a key until another image alone is on the map. @returns when it was acquired */
  async function press(key: string): Promise<string> {
    const [before] = await draped();
    await harness.page.keyboard.press(key);
    await until('another picture alone', async () => {
      const [id, ...others] = await draped();
      return id !== undefined && id !== before && others.length === 0;
    });
    const list = map.getByRole('listbox', { name: 'Images' });
    const row = map.locator(`#${await list.getAttribute('aria-activedescendant')}`);
    expect([await row.getAttribute('data-image-id')]).toEqual(await draped());
    return (await row.locator('.row-time').innerText()).slice(0, 16);
  }

  it('shows one quicklook after another, from the map and the list, and the map does not move', async () => {
    await resultRows(map).first().click();
    await drape();
    await clearMap();
    await card().getByRole('button', { name: 'Close' }).click();
    await map.getByRole('region', { name: 'Map' }).focus();
    const first = await press('[');
    // The bar of the pictures is there.
    const before = views();
    const times = [first, await press('[')];
    await map.getByRole('listbox', { name: 'Images' }).focus();
    times.push(await press('['));
    expect(times).toEqual(times.toSorted().toReversed());
    await announced(map, /^\d{4}-\d\d-\d\d \d\d:\d\d UTC, /);
    expect(await press(']')).toBe(times[1]);
    expect(views()).toBe(before);
    await clearMap();
  });
});

describe('streaming', () => {
  it('warns that it uses the allowance, and requests nothing if declined', async () => {
    const { editor } = harness;
    await searchLevel(map, 'SENSOR');
    await resultRows(map).first().click();
    // Nothing does until it is switched on.
    await expect(card().innerText()).resolves.not.toContain('streaming allowance');
    expect(await stream().getAttribute('title')).toContain('uses your streaming allowance');
    await stream().click();
    (await editor.message('uses your streaming allowance')).close();
    await drape();
    expect(tilesAsked()).toEqual([]);
    expect(await stream().getAttribute('aria-pressed')).toBe('false');
    expect(await map.locator('.picture-pane img').count()).toBe(0);
  });

  it('shows the tiles of that image once confirmed, and shows its status while it is on', async () => {
    const { editor } = harness;
    const id = await resultRows(map).first().getAttribute('data-image-id');
    await stream().click();
    (await editor.message('uses your streaming allowance')).press('Stream');
    await until('tiles on the map', async () => (await tilesShown()) > 0);
    expect(await stream().getAttribute('aria-pressed')).toBe('true');
    await map.locator('.spending', { hasText: 'Each tile uses your streaming allowance.' }).waitFor();
    expect(await chip().innerText()).toContain('streaming');
    // Streaming is switched on and off in one place, the card.
    expect(await map.getByRole('button', { name: 'Stream', exact: true }).count()).toBe(1);
    await until('every tile to be there', async () => (await tilesShown()) === tilesAsked().length);
    for (const { path, status } of tilesAsked()) {
      expect(path).toContain(`/items/${id}/`);
      expect(status).toBe(200);
    }
  });

  it('stops without a prompt, and asks again before it resumes', async () => {
    const { editor } = harness;
    const before = tilesAsked().length;
    await stream().click();
    await until('no tiles', async () => (await tilesShown()) === 0);
    expect(editor.openMessages).toEqual([]);
    await stream().click();
    (await editor.message('uses your streaming allowance')).close();
    expect(tilesAsked().length).toBe(before);
    await clearMap();
  });

  it('is unavailable for an ALBUM image, with the reason', async () => {
    const { editor } = harness;
    const before = tilesAsked().length;
    await searchLevel(map, 'ALBUM');
    await resultRows(map).first().click();
    const reason = "ALBUM images can't be streamed";
    await card().getByText(reason).waitFor();
    expect(await stream().getAttribute('aria-disabled')).toBe('true');
    expect(await stream().getAttribute('title')).toContain(reason);
    expect(await card().innerText()).not.toContain('streaming allowance');
    // The state is also exposed to screen readers, and a click explains the reason.
    await stream().click({ force: true });
    await announced(map, reason);
    await drape();
    expect(editor.openMessages).toEqual([]);
    expect(tilesAsked().length).toBe(before);
    await clearMap();
  });

  it('explains missing tiles once, and everything else keeps working', async () => {
    const { editor, service } = harness;
    await searchLevel(map, 'SENSOR');
    service.sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v1/items/*/wmts/*' });
    await resultRows(map).nth(1).click();
    await stream().click();
    (await editor.message('uses your streaming allowance')).press('Stream');
    const problem = chip().locator('.chip-problem');
    await problem.waitFor();
    expect(await problem.innerText()).toMatch(/^The service denied access. .*The service reported: ".+"$/);
    expect(await chip().count()).toBe(1);
    await chip().getByRole('button', { name: 'Try Again' }).waitFor();
    // An error that affects every tile isn't retried for each: four requests run in parallel, and four more may follow.
    expect(tilesAsked().filter(({ status }) => status === 403).length).toBeLessThanOrEqual(8);
    await drape();
    // The quicklook doesn't clear this problem.
    expect(await problem.innerText()).toContain('denied access');
    expect(editor.statusBar.join()).toMatch(/Local · [\d,]+ credits/);

    service.sandbox.faults.clear();
    await stream().click();
    await until('the end of it', async () => (await stream().getAttribute('aria-pressed')) === 'false');
    await stream().click();
    (await editor.message('uses your streaming allowance')).press('Stream');
    await until('tiles on the map', async () => (await tilesShown()) > 0);
    expect(await problem.count()).toBe(0);
    await clearMap();
  });
});

it('puts the pictures of a place and their bar away when the area is elsewhere', async () => {
  await resultRows(map).first().click();
  await drape();
  await searchFile(harness, 'airport.aoi.geojson');
  await until('a map without them', async () => (await map.locator('.picture-pane').count()) === 0);
  expect(await chip().count()).toBe(0);
});

describe('the page', () => {
  it('sent the service no unrequested calls, and violated no content security policy', async () => {
    const { problems, service } = harness;
    const loaded = await map.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.length).toBeGreaterThan(0);
    for (const name of loaded) expect(name.startsWith(service.origin), name).toBe(false);
    expect(await map.content()).not.toContain(service.origin);
    expect(problems).toEqual([]);
  });
});
