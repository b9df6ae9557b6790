import { decode } from 'fast-png';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveTiles, tileColor, type TileServer } from '../page/tileServer.ts';
import { isFull } from '../randomRuns.ts';
import type { Harness } from './harness.ts';
import { resultRows, until, useTool } from './mapPage.ts';
import { startSearched } from './searched.ts';

let harness: Harness;
let tiles: TileServer;
/** The page is replaced when the settings change. */
let map: Frame;

beforeAll(async () => {
  tiles = await serveTiles();
  ({ harness, map } = await startSearched({ scale: 1 }));
});
afterAll(async () => {
  await harness.stop();
  await tiles.stop();
});

const note = () => map.locator('.tile-note:visible');

/** Whether there are tiles on the map and none is missing. */
async function allLoaded(): Promise<boolean> {
  const all = map.locator('.leaflet-tile-pane img');
  const missing = map.locator('.leaflet-tile-pane img:not(.leaflet-tile-loaded)');
  return (await all.count()) > 0 && (await missing.count()) === 0;
}

/** Whether no tile on the map is still pending. */
function allTried(): Promise<boolean> {
  return map.locator('.leaflet-tile-pane img').evaluateAll(images => {
    return images.length > 0 && images.every(image => (image as HTMLImageElement).complete);
  });
}

const attribution = () => map.locator('.map-attribution').innerText();
const refusals = () => harness.problems.filter(({ kind }) => kind === 'csp');

/** Writes the user settings and finds the resulting page. */
async function set(settings: Record<string, string>): Promise<void> {
  await markPage();
  harness.editor.set(settings);
  await findOtherPage();
}

const markPage = () => map.evaluate(() => document.body.setAttribute('data-former', ''));

/** Waits for the page that replaces the marked one. */
async function findOtherPage(): Promise<void> {
  await until('another page', async () => {
    try {
      map = await harness.map();
      return (await map.locator('body[data-former]').count()) === 0;
    } catch {
      // The old page was closed during the call.
      return false;
    }
  });
  await resultRows(map).first().waitFor();
}

/** The fraction of the map, 0 to 1, that has the color of the tiles. */
async function tiledShare(): Promise<number> {
  const box = await map.locator('.map').boundingBox();
  if (!box) throw new Error('The map is not on screen.');
  const { data, channels } = decode(await harness.page.screenshot({ clip: box }));
  let tiled = 0;
  for (let at = 0; at < data.length; at += channels) {
    if (tileColor.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) <= 2)) tiled += 1;
  }
  return (tiled * channels) / data.length;
}

const scale = () => map.locator('.map-scale').innerText();

async function zoom(step: 'Zoom in' | 'Zoom out'): Promise<void> {
  const before = await scale();
  await map.getByRole('button', { name: step }).click();
  await until('another scale', async () => (await scale()) !== before);
}

describe('the base map', () => {
  it('requests no tiles while no server is set', async () => {
    expect(await attribution()).toBe('Made with Natural Earth, GeoNames');
    expect(await tiledShare()).toBe(0);
    expect(await map.locator('.leaflet-tile-pane img').count()).toBe(0);
    expect(tiles.requests).toEqual([]);
  });

  it('shows the tiles from the settings on the open map, which keeps its position', async () => {
    await zoom('Zoom out');
    const before = await scale();
    await set({
      'swath.map.tileUrl': `${tiles.origin}/base/{z}/{x}/{y}.png`,
      'swath.map.tileAttribution': 'Tiles <b>© Somebody</b> & others',
    });
    await until('tiles all over the map', async () => (await tiledShare()) > 0.5);
    expect(await scale()).toBe(before);
    expect(await attribution()).toBe('Made with Natural Earth, Tiles <b>© Somebody</b> & others');
    expect(await map.locator('.map-attribution b').count()).toBe(0);
    expect(await note().count()).toBe(0);
  });

  it('keeps a drawing in progress when the setting changes, and changes afterwards', async () => {
    const { page, editor } = harness;
    const announced = (words: string) =>
      map.locator('[role=status]', { hasText: words }).waitFor({ state: 'attached' });
    const place = async (x: number, y: number) => {
      const box = await map.locator('.map').boundingBox();
      if (!box) throw new Error('The map has no place on screen.');
      await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
    };
    const before = await attribution();
    await useTool(map, 'Draw polygon');
    await map
      .getByRole('group', { name: 'Add to' })
      .getByRole('button', { name: /harbour/ })
      .click();
    await place(0.4, 0.35);
    await announced('Points: 1');
    await place(0.6, 0.35);
    await announced('Points: 2');
    await markPage();
    editor.set({ 'swath.map.tileAttribution': 'Tiles of tomorrow' });
    await editor.message('when you finish drawing');
    expect([await map.locator('body[data-former]').count(), await attribution()]).toEqual([1, before]);
    // The drawing continues where it was.
    await place(0.5, 0.6);
    await announced('Points: 3');
    await page.keyboard.press('Enter');
    await findOtherPage();
    expect(await attribution()).toBe('Made with Natural Earth, Tiles of tomorrow');
    await map.getByText('Area 2 of 2').waitFor();
    await until('tiles all over the map', async () => (await tiledShare()) > 0.5);
  });

  it('has the land below the tiles, and everything else above', async () => {
    const order = await map.evaluate(() => {
      const orderOf = (selector: string) => {
        const found = document.querySelector(selector);
        return found ? Number(getComputedStyle(found).zIndex) : Number.NaN;
      };
      return {
        land: orderOf('.leaflet-tile-pane > .leaflet-layer:has(canvas)'),
        tiles: orderOf('.leaflet-tile-pane > .leaflet-layer:has(img)'),
        panes: ['tile', 'footprints', 'gap', 'aoi'].map(name => orderOf(`.leaflet-${name}-pane`)),
      };
    });
    expect(order.tiles).toBeGreaterThan(order.land);
    expect(order.panes).toEqual(order.panes.toSorted((a, b) => a - b));
    expect(new Set(order.panes).size).toBe(4);
  });

  it("sends the tile server nothing about the account, and only the window's origin", () => {
    expect(tiles.requests.length).toBeGreaterThan(3);
    for (const { path, headers } of tiles.requests) {
      expect(path).toMatch(/^\/base\/\d+\/\d+\/\d+\.png$/);
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
      expect(new URL(headers.referer ?? harness.origin).href).toBe(`${harness.origin}/`);
    }
    expect(refusals()).toEqual([]);
  });

  it('keeps the page from loading images from anywhere else', async () => {
    const otherTiles = await serveTiles();
    const load = (address: string) =>
      map.evaluate(
        src =>
          new Promise<string>(resolve => {
            const image = new Image();
            image.onload = () => resolve('loaded');
            image.onerror = () => resolve('refused');
            image.src = src;
          }),
        address,
      );
    expect(await load(`${tiles.origin}/base/0/0/0.png`)).toBe('loaded');
    expect(await load(`${otherTiles.origin}/base/0/0/0.png`)).toBe('refused');
    expect(otherTiles.requests).toEqual([]);
    await otherTiles.stop();
    await until('the report of the refusal', () => refusals().length === 1);
    harness.problems.splice(0);
  });

  it('names the unresponsive host once, and shows the land instead', async () => {
    await tiles.stop();
    await zoom('Zoom out');
    await note().waitFor();
    expect(await note().locator('.tile-note-text').innerText()).toBe(
      `${tiles.host} doesn't send map tiles. Showing the built-in land instead.`,
    );
    expect(await map.getByRole('status').filter({ hasText: tiles.host }).count()).toBe(1);
    await until('the tiles to be gone', async () => (await tiledShare()) === 0);
    await resultRows(map).first().click();
    await map.locator('.row-details').waitFor();
    expect(refusals()).toEqual([]);
  });

  it('stays quiet after the message is closed', async () => {
    await note().getByRole('button', { name: 'Close' }).click();
    await zoom('Zoom in');
    await until('the tiles of the new view to fail', allTried);
    expect(await note().count()).toBe(0);
  });

  it('requests everything that is missing when the host responds again', async () => {
    await tiles.start();
    await zoom('Zoom out');
    await until('all tiles', allLoaded);
    expect(await note().count()).toBe(0);

    await tiles.stop();
    await zoom('Zoom out');
    await note().waitFor();
    await tiles.start();
    // What comes into view is requested, along with what failed before.
    await map.locator('.map').focus();
    await until('a tile that comes into view', async () => {
      await harness.page.keyboard.press('Shift+ArrowLeft');
      return (await map.locator('.leaflet-tile-pane .leaflet-tile-loaded:is(img)').count()) > 0;
    });
    await until('all tiles after a move', allLoaded);
    await note().waitFor({ state: 'detached' });
  });

  it.runIf(isFull)(
    "names a host that accepts requests but doesn't answer, and retries when asked",
    async () => {
      tiles.hang();
      await zoom('Zoom in');
      await note().filter({ hasText: tiles.host }).waitFor();
      await tiles.stop();
      await until('the tiles to fail', allTried);
      await tiles.start();
      await note().getByRole('button', { name: 'Try Again' }).click();
      await until('all tiles after another try', allLoaded);
      await note().waitFor({ state: 'detached' });
    },
  );

  it('rejects an unusable template, explains why, and sends no requests', async () => {
    const before = tiles.requests.length;
    await set({ 'swath.map.tileUrl': 'http://tiles.example.com/{z}/{x}/{y}.png' });
    await note().waitFor();
    expect(await note().innerText()).toContain(
      'The setting swath.map.tileUrl must be an https:// address such as https://host/{z}/{x}/{y}.png (http:// only on this machine)',
    );
    expect(await note().getByRole('button').count()).toBe(1);
    expect(await map.locator('.leaflet-tile-pane img').count()).toBe(0);
    // On a low map it makes room for the message.
    const words = await map.locator('.map-attribution').textContent();
    expect(words).toBe('Made with Natural Earth, GeoNames');
    expect(tiles.requests.length).toBe(before);
  });

  it('requests the extent of each tile from a WMS', async () => {
    await set({ 'swath.map.tileUrl': `${tiles.origin}/wms?LAYERS=sea` });
    const wmsRequests = () => tiles.requests.filter(({ path }) => path.startsWith('/wms?LAYERS=sea&'));
    await until('the tiles to be requested', () => wmsRequests().length > 0);
    const extents = wmsRequests().map(({ path }) => {
      const parameters = new URLSearchParams(path.slice('/wms?'.length));
      expect(parameters.get('CRS')).toBe('EPSG:3857');
      return parameters.get('BBOX')?.split(',').map(Number) ?? [];
    });
    // Each is a square of the tile grid of EPSG:3857.
    const halfWorld = 20_037_508.342789244;
    for (const [west = NaN, south = NaN, east = NaN, north = NaN] of extents) {
      const edge = east - west;
      expect(north - south).toBeCloseTo(edge, 3);
      for (const steps of [
        (west + halfWorld) / edge,
        (halfWorld - north) / edge,
        Math.log2(halfWorld / edge),
      ])
        expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6);
    }
  });

  it('shows only the land again when the setting is cleared', async () => {
    await set({ 'swath.map.tileUrl': '' });
    expect(await note().count()).toBe(0);
    expect(await map.locator('.leaflet-tile-pane img').count()).toBe(0);
    expect(await attribution()).toBe('Made with Natural Earth, GeoNames');
    expect(refusals()).toEqual([]);
  });
});

describe('the menu of backgrounds', () => {
  /** Answers for the servers that the menu offers. */
  let isOnline = true;
  const paths: string[] = [];

  async function choose(name: string): Promise<void> {
    await map.getByRole('button', { name: /^Layers/ }).click();
    await map.getByRole('menuitemradio', { name, exact: true }).click();
  }
  const chosen = async () => {
    await map.getByRole('button', { name: /^Layers/ }).click();
    const names = await map.locator('.menu-item[aria-checked=true]').allInnerTexts();
    await harness.page.keyboard.press('Escape');
    return names;
  };

  beforeAll(async () => {
    await harness.page.route(/cartocdn\.com|maps\.eox\.at/, async route => {
      paths.push(route.request().url());
      if (!isOnline) return route.abort();
      const answer = await fetch(`${tiles.origin}/base/0/0/0.png`);
      return route.fulfill({ contentType: 'image/png', body: Buffer.from(await answer.arrayBuffer()) });
    });
  });

  it('loads nothing until you agree that the tile server sees where you look', async () => {
    expect(await chosen()).toEqual(['Land only (offline)']);
    await choose('Dark');
    (await harness.editor.message('Load map tiles from CARTO?')).close();
    expect(paths).toEqual([]);
    expect(await chosen()).toEqual(['Land only (offline)']);
  });

  it('shows the chosen one, with its attribution, on the map as it is', async () => {
    const before = await scale();
    await markPage();
    await choose('Dark');
    (await harness.editor.message('Load map tiles from CARTO?')).press('Load Tiles');
    await findOtherPage();
    await until('tiles all over the map', async () => (await tiledShare()) > 0.5);
    expect(paths.every(path => /^https:\/\/[abc]\.basemaps\.cartocdn\.com\/dark_all\//.test(path))).toBe(
      true,
    );
    expect(await scale()).toBe(before);
    expect(await attribution()).toBe('Made with Natural Earth, © OpenStreetMap contributors, © CARTO');
    expect(
      await map.getByRole('link').evaluateAll(links => links.map(link => link.getAttribute('href'))),
    ).toEqual(['https://www.openstreetmap.org/copyright', 'https://carto.com/attributions']);
    expect(await chosen()).toEqual(['Dark']);
    expect(refusals()).toEqual([]);
  });

  it('offers the land when a server sends nothing', async () => {
    isOnline = false;
    await markPage();
    await choose('Satellite (Sentinel-2)');
    await findOtherPage();
    await note().filter({ hasText: "EOX doesn't send map tiles." }).waitFor();
    await markPage();
    await note().getByRole('button', { name: 'Land only (offline)' }).click();
    await findOtherPage();
    expect(await attribution()).toBe('Made with Natural Earth, GeoNames');
    expect(harness.editor.settings['swath.map.background']).toBe('land');
    harness.problems.splice(0);
  });
});

describe('the footprints', () => {
  interface FirstView {
    hasInk: boolean;
    hidesTiles: boolean;
  }

  /** Records each canvas that shows the whole view as it appears. */
  const watch = () =>
    map.evaluate(() => {
      const views: FirstView[] = [];
      Object.assign(window, { views });
      const pane = document.querySelector('.leaflet-footprints-pane');
      if (!pane) throw new Error('The map has no footprints.');
      new MutationObserver(changes => {
        for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (!(added instanceof HTMLCanvasElement) || added.className !== 'canvas-view') continue;
          const data = added.getContext('2d')?.getImageData(0, 0, added.width, added.height).data ?? [];
          const tiles = pane.querySelector('.leaflet-tile-container');
          views.push({
            hasInk: data.some((value, at) => at % 4 === 3 && value > 0),
            hidesTiles: tiles !== null && getComputedStyle(tiles).visibility === 'hidden',
          });
        }
      }).observe(pane, { childList: true, subtree: true });
    });
  const seen = () => map.evaluate(() => (window as unknown as { views: FirstView[] }).views);

  /** Whether only tiles are left, and all tiles on the map are drawn. */
  const isTiled = () =>
    map.evaluate(() => {
      const layer = document.querySelector('.leaflet-footprints-pane > .leaflet-layer');
      if (!layer || layer.querySelector('.canvas-view')) return false;
      return [...layer.querySelectorAll('canvas')].some(({ width }) => width > 0);
    });

  it('appear at once on a single canvas after a search, replacing the previous ones, and then as tiles', async () => {
    // Zoom to the footprints, whatever was in view before.
    await map.getByRole('button', { name: /^Zoom to / }).click();
    await until('the tiles before', isTiled);
    await watch();
    await map.locator('.search-action').click();
    await until('the first view', async () => (await seen()).length > 0);
    await until('the tiles alone', isTiled);
    for (const view of await seen()) expect(view).toEqual({ hasInk: true, hidesTiles: true });
  });
});
