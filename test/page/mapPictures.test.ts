import type { Frame, JSHandle } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  answerDialog,
  dialog,
  resultRows,
  screenshot,
  signInToLocal,
  startProduct,
  until,
} from './product.ts';
import type { Product } from './product.ts';
import { said, searchedHarbour, searchLevel } from './searchedHarbour.ts';

let product: Product;
let map: Frame;
/** Every token that the service was shown, and the key. */
const secrets = new Set<string>();
/** What the page heard since it was there. */
let heard: JSHandle<string[]>;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1500, height: 900 } });
  const { sandbox } = product.service;
  const answer = sandbox.fetch.bind(sandbox);
  sandbox.fetch = request => {
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '');
    if (token !== undefined) secrets.add(token);
    return answer(request);
  };
  secrets.add(sandbox.apiKey);
  await signInToLocal(product);
  await product.page.addInitScript(keepSent, sent);
  map = await searchedHarbour(product);
  heard = await listenIn(map);
});
afterEach(async ({ task }) => {
  product.service.sandbox.faults.clear();
  if (task.result?.state === 'fail') await screenshot(product.page, `map pictures - ${task.name}`);
});
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

/** Where a frame keeps what the page in it sent. */
const sent = 'sentByThePage';

/** Runs in every frame before its scripts. The page in a webview sends by this function of the frame around it. */
function keepSent(name: string): void {
  const texts: string[] = [];
  let passOn: (channel: string, data: unknown) => void;
  Reflect.set(window, name, texts);
  Object.defineProperty(window, '__vscode_post_message__', {
    get: () => (channel: string, data: unknown) => {
      texts.push(JSON.stringify([channel, data]));
      passOn(channel, data);
    },
    set: (given: typeof passOn) => (passOn = given),
  });
}

/** Keeps the messages to a frame from now on as text, bytes as the letters that they stand for. */
function listenIn(frame: Frame): Promise<JSHandle<string[]>> {
  return frame.evaluateHandle(() => {
    const texts: string[] = [];
    const asText = (_: string, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value;
    window.addEventListener('message', ({ data }) =>
      texts.push(JSON.stringify({ data: data as unknown }, asText)),
    );
    return texts;
  });
}

const card = () => map.locator('.image-card:not(.feature-card)');
const stream = () => card().getByRole('button', { name: /^Stream tiles/ });
const chip = () => map.locator('.picture-chip:visible');
const tilesAsked = () => product.service.sandbox.requests.filter(({ path }) => path.includes('/wmts/'));
const tilesShown = () =>
  map
    .locator('.picture-pane img')
    .evaluateAll(
      tiles => tiles.filter(tile => tile instanceof HTMLImageElement && tile.naturalWidth > 0).length,
    );

/** Lays the quicklook of the image in hand on the map: the host answers in the order in which it was asked. */
async function drape(): Promise<void> {
  await card().getByRole('button', { name: 'Quicklook on map' }).click();
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
      .getByRole('button', { name: /^Take .* off the map$/ })
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
      .getByRole('button', { name: /^Take .* off the map$/ })
      .click();
    await until('one picture', async () => (await map.locator('.picture-pane').count()) === 1);
    expect(await chip().locator('.chip-name').allInnerTexts()).toEqual([top]);
    await clearMap();
  });
});

describe('streaming', () => {
  it('says that it spends the allowance, and fetches nothing after a no', async () => {
    const { page } = product;
    await searchLevel(map, 'SENSOR');
    await resultRows(map).first().click();
    await expect(card().innerText()).resolves.toContain('spends the allowance');
    await stream().click();
    await dialog(page).getByText('spends the streaming allowance of your subscription').waitFor();
    await screenshot(page, 'may it stream');
    await answerDialog(page, 'Cancel');
    await drape();
    expect(tilesAsked()).toEqual([]);
    expect(await stream().getAttribute('aria-pressed')).toBe('false');
    expect(await map.locator('.picture-pane img').count()).toBe(0);
  });

  it('shows the tiles of that image after a yes, and says as long as it goes on', async () => {
    const { page } = product;
    const id = await resultRows(map).first().getAttribute('data-image-id');
    await stream().click();
    await answerDialog(page, 'Stream');
    await until('tiles on the map', async () => (await tilesShown()) > 0);
    expect(await stream().getAttribute('aria-pressed')).toBe('true');
    await map.getByText('Every tile that is streamed spends the allowance.').waitFor();
    await until('every tile to be there', async () => (await tilesShown()) === tilesAsked().length);
    for (const { path, status } of tilesAsked()) {
      expect(path).toContain(`/items/${id}/`);
      expect(status).toBe(200);
    }
    await screenshot(page, 'streaming');
  });

  it('ends without a question, and asks anew before it goes on', async () => {
    const { page } = product;
    const before = tilesAsked().length;
    await stream().click();
    await until('no tiles', async () => (await tilesShown()) === 0);
    expect(await dialog(page).count()).toBe(0);
    await stream().click();
    await dialog(page).waitFor();
    await answerDialog(page, 'Cancel');
    expect(tilesAsked().length).toBe(before);
    await clearMap();
  });

  it('is refused for an ALBUM image, with the reason', async () => {
    const { page } = product;
    const before = tilesAsked().length;
    await searchLevel(map, 'ALBUM');
    await resultRows(map).first().click();
    const reason = 'Images of level ALBUM cannot be streamed';
    await card().getByText(reason).waitFor();
    expect(await stream().getAttribute('aria-disabled')).toBe('true');
    expect(await stream().getAttribute('title')).toContain(reason);
    expect(await card().innerText()).not.toContain('spends the allowance');
    await screenshot(page, 'ALBUM is not streamed');
    // It says so to those who see no colours, and takes the press to say why.
    await stream().click({ force: true });
    await said(map, reason);
    await drape();
    expect(await dialog(page).count()).toBe(0);
    expect(tilesAsked().length).toBe(before);
    await clearMap();
  });

  it('tells why no tile comes, once, and everything else goes on', async () => {
    const { page, service } = product;
    await searchLevel(map, 'SENSOR');
    service.sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v1/items/*/wmts/*' });
    await resultRows(map).nth(1).click();
    await stream().click();
    await answerDialog(page, 'Stream');
    const problem = chip().locator('.chip-problem');
    await problem.waitFor();
    expect(await problem.innerText()).toMatch(/^The service denied access: .*The service said: ".+"$/);
    expect(await chip().count()).toBe(1);
    await chip().getByRole('button', { name: 'Try again' }).waitFor();
    await screenshot(page, 'no tile comes');
    // What is so for every tile is not asked for again and again.
    expect(tilesAsked().filter(({ status }) => status === 403).length).toBeLessThanOrEqual(4);
    await drape();
    // The quicklook is no cure for that.
    expect(await problem.innerText()).toContain('denied access');
    await page.locator('.statusbar-item', { hasText: /Local · [\d,]+ credits/ }).waitFor();

    service.sandbox.faults.clear();
    await stream().click();
    await until('the end of it', async () => (await stream().getAttribute('aria-pressed')) === 'false');
    await stream().click();
    await answerDialog(page, 'Stream');
    await until('tiles on the map', async () => (await tilesShown()) > 0);
    expect(await problem.count()).toBe(0);
    await clearMap();
  });
});

describe('the page', () => {
  it('holds neither the key nor a token, wherever one looks', async () => {
    const { page } = product;
    expect(secrets.size).toBeGreaterThan(1);
    const places: Record<string, string> = { 'the window': await page.content() };
    const webviews = page.frames().filter(frame => frame.url().includes('/webview/') || frame === map);
    expect(webviews.length).toBeGreaterThan(1);
    for (const [index, frame] of webviews.entries()) {
      places[`webview ${index}`] = await frame.evaluate(() =>
        [
          document.documentElement.outerHTML,
          document.cookie,
          JSON.stringify(Object.entries(localStorage)),
          JSON.stringify(Object.entries(sessionStorage)),
          JSON.stringify(history.state),
          ...performance.getEntries().map(({ name }) => name),
        ].join('\n'),
      );
    }
    const toPage = await heard.evaluate(texts => texts.join('\n'));
    const fromPage =
      (await map.parentFrame()?.evaluate(name => JSON.stringify(Reflect.get(window, name)), sent)) ?? '';
    // It was listened at the right places.
    for (const kind of ['state', 'images', 'picture', 'tile']) expect(toPage).toContain(`"kind":"${kind}"`);
    for (const kind of ['ready', 'select', 'tile']) expect(fromPage).toContain(`\\"kind\\":\\"${kind}\\"`);
    Object.assign(places, { 'messages to the page': toPage, 'messages of the page': fromPage });

    for (const [place, text] of Object.entries(places)) {
      expect(text.length, place).toBeGreaterThan(100);
      for (const secret of secrets) expect(text.includes(secret), place).toBe(false);
      expect(text, place).not.toMatch(/Bearer |"?authorization"?:/i);
    }
  });

  it('asked the service for nothing by itself, and broke no policy', async () => {
    const { workbench, service } = product;
    const loaded = await map.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.length).toBeGreaterThan(0);
    for (const name of loaded) expect(name.startsWith(service.origin), name).toBe(false);
    expect(await map.content()).not.toContain(service.origin);
    expect(workbench.allProblems.filter(({ kind }) => kind === 'csp')).toEqual([]);
  });
});
