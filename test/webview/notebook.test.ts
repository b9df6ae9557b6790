import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../editor/repository.ts';
import { patience } from '../editor/workbench.ts';
import { browserOfWorker } from './browserOfWorker.ts';
import { until } from './mapPage.ts';
import { themeOf } from './themes.ts';

/** A page with the renderer, as a notebook loads it: a module that is given elements for its outputs. */
const { classes, variables } = themeOf('dark');
const html = `<!DOCTYPE html><html style="${variables
  .map(pair => pair.join(': '))
  .join('; ')
  .replaceAll('"', "'")}">
  <body class="${classes}"><div id="one"></div><div id="two"></div><div style="height: 3000px"></div>
  <script type="module">
    import { activate } from './notebookRenderer.js';
    const renderer = activate({});
    window.dispose = id => renderer.disposeOutputItem(id);
    window.show = (id, text) =>
      renderer.renderOutputItem({ id, text: () => text }, document.getElementById(id));
  </script></body></html>`;

const browser = await browserOfWorker();
let page: Page;
let requests: string[];

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(patience);
  requests = [];
  await page.route('**/*', async route => {
    const { pathname } = new URL(route.request().url());
    requests.push(pathname);
    const contentType = pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
    const file = () => readFile(join(repository, 'dist', pathname));
    await route.fulfill({ body: pathname === '/' ? html : await file(), contentType });
  });
  await page.goto('http://notebook.test/');
});

afterEach(() => page.close());

async function call(name: string, ...args: string[]): Promise<void> {
  await page.evaluate(
    ([called, all]) => (Reflect.get(window, called) as (...all: string[]) => void)(...all),
    [name, args] as const,
  );
}
const show = (output: unknown, id = 'one') => call('show', id, JSON.stringify(output));
const map = (id = 'one') => page.locator(`#${id}`).getByRole('region', { name: 'Map' });

const point = (coordinates: number[], properties: unknown = null) => {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates } };
};
const hostile = '<b>Bora</b> https://example.com';
const alba = point([5.3, 43.3], { name: 'Alba' });
const ships = { type: 'FeatureCollection', features: [alba, point([5.5, 43.2], { name: hostile })] };

describe('GeoJSON in a notebook', () => {
  it('is a map; keys and clicks show the properties of features, as plain text', async () => {
    await show(ships);
    await map().getByText('2 features').waitFor();
    await map().focus();
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    const card = map().getByRole('region', { name: 'Feature' });
    expect(await card.locator('.properties').innerText()).toContain(hostile);
    expect(await card.locator('b, a').count()).toBe(0);
    await page.keyboard.press('p');
    await card.getByText('Alba').waitFor();
    await card.getByRole('button', { name: 'Close' }).press('Enter');
    await card.waitFor({ state: 'detached' });
    expect(await map().evaluate(element => element.matches(':focus'))).toBe(true);

    // A new version of the output: its only feature is in the center.
    await show(alba);
    await map().getByText('1 feature').waitFor();
    await map().click();
    await card.getByText('Alba').waitFor();
    expect(requests).toEqual(['/', '/notebookRenderer.js', '/land.json', '/coast.bin']);
  });

  it('scrolls with the wheel, unless the map has the focus', async () => {
    await show(ships);
    const scrolled = () => page.evaluate(() => window.scrollY);
    await map().hover();
    await page.mouse.wheel(0, 100);
    await until('the notebook to scroll', async () => (await scrolled()) === 100);
    await map().focus();
    const before = await scrolled();
    const atEnd = map().locator('[aria-label="Zoom out"][aria-disabled=true]');
    for (let notch = 0; notch < 20; notch += 1) await page.mouse.wheel(0, 120);
    await atEnd.waitFor();
    expect(await scrolled()).toBe(before);
  });

  it('has a map for each output until it is removed, and draws many features', async () => {
    const features = Array.from({ length: 100_001 }, (_none, at) => point([at / 1000, at % 80]));
    await show({ type: 'FeatureCollection', features });
    await map().getByText('100,000 of 100,001 features').waitFor();
    await show(ships, 'two');
    await map('two').getByText('2 features').waitFor();
    await show({}, 'two');
    await page.getByText("This output isn't valid GeoJSON.").waitFor();
    await call('dispose', 'one');
    expect(await page.locator('.leaflet-pane').count()).toBe(0);
  });
});
