import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resultRows, said, searchLevel, until } from './mapPage.ts';
import { searchFile, signIn } from './searched.ts';
import { startStage, type Stage } from './stage.ts';

let stage: Stage;
let map: Frame;
/** Every token that the service was shown, and the key. */
const secrets = new Set<string>();

beforeAll(async () => {
  stage = await startStage();
  const { sandbox } = stage.service;
  const answer = sandbox.fetch.bind(sandbox);
  sandbox.fetch = request => {
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '');
    if (token !== undefined) secrets.add(token);
    return answer(request);
  };
  secrets.add(sandbox.apiKey);
  await signIn(stage);
  map = await searchFile(stage, 'harbour.geojson');
});
afterEach(() => stage.service.sandbox.faults.clear());
afterAll(() => stage.stop());

const card = () => map.locator('.image-card:not(.feature-card)');
const stream = () => card().getByRole('button', { name: 'Stream', exact: true });
const chip = () => map.locator('.picture-chip:visible');
const tilesAsked = () => stage.service.sandbox.requests.filter(({ path }) => path.includes('/wmts/'));
const tilesShown = () =>
  map
    .locator('.picture-pane img')
    .evaluateAll(
      tiles => tiles.filter(tile => tile instanceof HTMLImageElement && tile.naturalWidth > 0).length,
    );

/** Lays the quicklook of the image in hand on the map: the host answers in the order in which it was asked. */
async function drape(): Promise<void> {
  await card().getByRole('button', { name: 'Quicklook' }).click();
  await map.locator('.picture-pane canvas').first().waitFor({ state: 'attached' });
  await chip().first().waitFor();
  await until('the picture', async () => {
    const said = await map.locator('.chip-status:visible').allInnerTexts();
    return !said.includes('Loading…');
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

describe('pictures', () => {
  it('go from the map one by one, the one below the others too', async () => {
    for (const index of [0, 1]) {
      await resultRows(map).nth(index).click();
      await drape();
    }
    expect(await chip().count()).toBe(2);
    // The topmost is the first.
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

describe('streaming', () => {
  it('says that it spends the allowance, and fetches nothing after a no', async () => {
    const { editor } = stage;
    await searchLevel(map, 'SENSOR');
    await resultRows(map).first().click();
    await expect(card().innerText()).resolves.toContain('uses the allowance');
    await stream().click();
    (await editor.message('uses your streaming allowance')).close();
    await drape();
    expect(tilesAsked()).toEqual([]);
    expect(await stream().getAttribute('aria-pressed')).toBe('false');
    expect(await map.locator('.picture-pane img').count()).toBe(0);
  });

  it('shows the tiles of that image after a yes, and says as long as it goes on', async () => {
    const { editor } = stage;
    const id = await resultRows(map).first().getAttribute('data-image-id');
    await stream().click();
    (await editor.message('uses your streaming allowance')).press('Stream');
    await until('tiles on the map', async () => (await tilesShown()) > 0);
    expect(await stream().getAttribute('aria-pressed')).toBe('true');
    await map.locator('.spending', { hasText: 'Streaming uses the allowance.' }).waitFor();
    await until('every tile to be there', async () => (await tilesShown()) === tilesAsked().length);
    for (const { path, status } of tilesAsked()) {
      expect(path).toContain(`/items/${id}/`);
      expect(status).toBe(200);
    }
  });

  it('ends without a question, and asks anew before it goes on', async () => {
    const { editor } = stage;
    const before = tilesAsked().length;
    await stream().click();
    await until('no tiles', async () => (await tilesShown()) === 0);
    expect(editor.openMessages).toEqual([]);
    await stream().click();
    (await editor.message('uses your streaming allowance')).close();
    expect(tilesAsked().length).toBe(before);
    await clearMap();
  });

  it('is refused for an ALBUM image, with the reason', async () => {
    const { editor } = stage;
    const before = tilesAsked().length;
    await searchLevel(map, 'ALBUM');
    await resultRows(map).first().click();
    const reason = "ALBUM images can't be streamed";
    await card().getByText(reason).waitFor();
    expect(await stream().getAttribute('aria-disabled')).toBe('true');
    expect(await stream().getAttribute('title')).toContain(reason);
    expect(await card().innerText()).not.toContain('uses the allowance');
    // It says so to those who see no colours, and takes the press to say why.
    await stream().click({ force: true });
    await said(map, reason);
    await drape();
    expect(editor.openMessages).toEqual([]);
    expect(tilesAsked().length).toBe(before);
    await clearMap();
  });

  it('tells why no tile comes, once, and everything else goes on', async () => {
    const { editor, service } = stage;
    await searchLevel(map, 'SENSOR');
    service.sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v1/items/*/wmts/*' });
    await resultRows(map).nth(1).click();
    await stream().click();
    (await editor.message('uses your streaming allowance')).press('Stream');
    const problem = chip().locator('.chip-problem');
    await problem.waitFor();
    expect(await problem.innerText()).toMatch(/^The service denied access. .*The service reported: ".+"$/);
    expect(await chip().count()).toBe(1);
    await chip().getByRole('button', { name: 'Try again' }).waitFor();
    // What is so for every tile is not asked for again and again: four are on their way at once, and four may follow.
    expect(tilesAsked().filter(({ status }) => status === 403).length).toBeLessThanOrEqual(8);
    await drape();
    // The quicklook is no cure for that.
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

describe('the page', () => {
  it('asked the service for nothing by itself, and broke no policy', async () => {
    const { problems, service } = stage;
    const loaded = await map.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.length).toBeGreaterThan(0);
    for (const name of loaded) expect(name.startsWith(service.origin), name).toBe(false);
    expect(await map.content()).not.toContain(service.origin);
    expect(problems).toEqual([]);
  });
});
