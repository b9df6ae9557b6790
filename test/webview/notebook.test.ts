import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { repository } from '../editor/repository.ts';
import type { Theme } from '../editor/browser.ts';
import { patience } from '../editor/workbench.ts';
import { checkThemes, themeOf } from './themes.ts';

/*
 * The renderer as a notebook's page loads it: a module that is given elements for its outputs. That the editor finds
 * and uses it is shown in test/page.
 */

const origin = 'http://notebook.test';

let browser: Browser;
let page: Page;
/** Addresses that the page requested. */
let requests: string[];

async function open(theme: Theme = 'dark', width = 900, module = 'notebookRenderer.js'): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 700 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.setDefaultTimeout(patience);
  requests = [];
  const { classes, variables } = themeOf(theme);
  const style = variables.map(([name, value]) => `${name}: ${value}`).join('; ');
  await page.route('**/*', async route => {
    const { pathname } = new URL(route.request().url());
    requests.push(route.request().url());
    if (pathname !== '/') {
      const body = await readFile(join(repository, 'dist', pathname));
      const contentType = extname(pathname) === '.js' ? 'text/javascript' : 'application/json';
      await route.fulfill({ body, contentType });
      return;
    }
    const body = `<!DOCTYPE html><html><style>:root { ${style} }</style>
      <body class="${classes}" style="margin: 8px; background: var(--vscode-editor-background)">
      <div id="outputs"></div><div style="height: 3000px"></div><script type="module">
        import { activate } from './${module}';
        const renderer = activate({});
        window.show = (id, text) => {
          const element = document.getElementById(id) ?? document.createElement('div');
          element.id = id;
          document.getElementById('outputs').append(element);
          renderer.renderOutputItem({ id, text: () => text }, element);
        };
        window.dispose = id => renderer.disposeOutputItem(id);
      </script></body></html>`;
    await route.fulfill({ body, contentType: 'text/html' });
  });
  await page.goto(`${origin}/`);
}

async function show(output: unknown, id = 'one'): Promise<void> {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  await page.evaluate(
    ([name, json]) => (Reflect.get(window, 'show') as (...all: unknown[]) => void)(name, json),
    [id, text] as const,
  );
}

beforeAll(async () => {
  checkThemes();
  browser = await chromium.connect(inject('browser'));
});

afterAll(() => browser.close());

const ships = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Alba', length: 120 },
      geometry: { type: 'Point', coordinates: [5.3, 43.3] },
    },
    {
      type: 'Feature',
      properties: { name: '<b>Bora</b> https://example.com' },
      geometry: { type: 'Point', coordinates: [5.5, 43.2, 12] },
    },
    {
      type: 'Feature',
      properties: {
        name: 'Harbor',
        note: 'A longer note about the harbor and what is in it',
        kinds: ['a', 'b'],
      },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [5.2, 43.25],
            [5.45, 43.25],
            [5.4, 43.4],
            [5.2, 43.4],
            [5.2, 43.25],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      properties: null,
      geometry: {
        type: 'LineString',
        coordinates: [
          [5.0, 43.0],
          [5.6, 43.35],
        ],
      },
    },
  ],
};

describe('scratch', () => {
  it('looks', async () => {
    for (const theme of ['dark', 'light', 'hcDark', 'hcLight'] as Theme[])
      for (const width of [900, 384]) {
        await open(theme, width);
        page.on('console', message => console.log(message.text()));
        page.on('pageerror', error => console.log(String(error)));
        await show(ships);
        await page.waitForTimeout(400);
        await page.getByRole('region', { name: 'Map' }).focus();
        await page.keyboard.press('n');
        await page.keyboard.press('n');
        await page.keyboard.press('n');
        await show(
          {
            type: 'Polygon',
            coordinates: [
              [
                [178, -18],
                [-178, -18],
                [-178, -16],
                [178, -16],
                [178, -18],
              ],
            ],
          },
          'two',
        );
        await show({ type: 'FeatureCollection', features: [] }, 'three');
        await page.waitForTimeout(800);
        await page.screenshot({ path: `/tmp/nb-${theme}-${width}.png` });
      }
    console.log(requests);
    expect(1).toBe(1);
  });
});
