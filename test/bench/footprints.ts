// npm run bench -- footprints
//
// Measures the promises about footprints on the map, in Chromium, against Leaflet's own canvas polygons.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../editor/chromium.ts';
import { repository } from '../editor/repository.ts';
import type { BenchRow } from './benchRow.ts';
import type { PaintTimes } from './footprintsPage.ts';

/** How often each way of drawing is measured; the two take turns, so that both have the same weather. */
const rounds = 9;
/** All the footprints are in view, each some pixels wide: the zoom that is the hardest to draw. */
const zoom = 5;

export async function benchFootprints(): Promise<BenchRow[]> {
  return withFootprintsPage(async page => {
    const paint = (how: 'leaflet' | 'swath', count: number) =>
      page.evaluate(given => window.footprintsPage.paint(...given), [how, count, zoom] as const);
    const rows: BenchRow[] = [];
    const add = (name: string, value: number, unit: string, limit?: number) => {
      const ok = limit === undefined || value <= limit;
      rows.push(limit === undefined ? { name, value, unit, ok } : { name, value, unit, limit, ok });
    };

    for (const how of ['leaflet', 'swath'] as const) await paint(how, 1000);
    for (const count of [100, 10_000]) {
      await paint('swath', count);
      await page.evaluate(() => window.footprintsPage.compareWithTiles());
    }
    for (const [count, limit] of [
      [10_000, 0.3],
      [100_000, undefined],
    ] as const) {
      const times: Record<'leaflet' | 'swath', PaintTimes[]> = { leaflet: [], swath: [] };
      for (let round = 0; round < rounds; round += 1)
        for (const how of ['leaflet', 'swath'] as const) times[how].push(await paint(how, count));
      const stock = median(times.leaflet.map(({ all }) => all));
      const first = median(times.swath.map(time => time.first));
      const all = median(times.swath.map(time => time.all));
      const around = median(times.swath.map(time => time.around));
      const what = `${count.toLocaleString('en')} footprints`;
      add(`${what}, all of the view painted, Leaflet`, stock, 'ms');
      add(`${what}, first paint, Swath`, first, 'ms');
      add(`${what}, first paint, Swath to Leaflet`, first / stock, '×');
      add(`${what}, all of the view painted, Swath`, all, 'ms');
      add(`${what}, all of the view painted, Swath to Leaflet`, all / stock, '×', limit);
      add(`${what}, painted around the view too, Swath`, around, 'ms');
      add(`${what}, longest task, Leaflet`, median(times.leaflet.map(time => time.longestTask)), 'ms');
      add(`${what}, longest task, Swath`, median(times.swath.map(time => time.longestTask)), 'ms');
    }

    // What stands on the page now are the 100,000 of Swath.
    const frames = await page.evaluate(() => window.footprintsPage.panFrames());
    add('100,000 footprints, pan frame, median', median(frames), 'ms', 16.7);
    add('100,000 footprints, pan frame, 95th percentile', quantile(frames, 0.95), 'ms');
    const picks = await page.evaluate(() => window.footprintsPage.picks(2000));
    add('100,000 footprints, hover pick, median', median(picks), 'ms', 2);
    add('100,000 footprints, hover pick, 99th percentile', quantile(picks, 0.99), 'ms', 2);
    const hovers = await page.evaluate(() => window.footprintsPage.hoverFrames(120));
    add('100,000 footprints, frame with another one hovered, median', median(hovers), 'ms');

    await paint('swath', 10_000);
    const appended = await page.evaluate(() => window.footprintsPage.append(500, 100));
    add('500 footprints added to 10,000 and more, median', median(appended.calls), 'ms');
    add('500 footprints added, frame, 95th percentile', quantile(appended.frames, 0.95), 'ms');

    await paint('leaflet', 100_000);
    const stockFrames = await page.evaluate(() => window.footprintsPage.panFrames());
    add('100,000 footprints, pan frame, Leaflet, 95th percentile', quantile(stockFrames, 0.95), 'ms');
    add('100,000 footprints, pan frame, Leaflet, slowest', Math.max(...stockFrames), 'ms');
    return rows;
  });
}

/** Opens the page that is measured in, which is bundled on the way into a folder of its own. */
async function withFootprintsPage<Result>(run: (page: Page) => Promise<Result>): Promise<Result> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('There is no Chromium on this machine. Install one, or name one in CHROMIUM.');
  const folder = await mkdtemp(join(tmpdir(), 'swath-bench-'));
  try {
    await esbuild.build({
      entryPoints: [join(repository, 'test/bench/footprintsPage.ts')],
      outdir: folder,
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'chrome138',
      logLevel: 'warning',
    });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      await page.addStyleTag({ path: join(repository, 'node_modules/leaflet/dist/leaflet.css') });
      await page.addScriptTag({ path: join(folder, 'footprintsPage.js') });
      return await run(page);
    } finally {
      await browser.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  // Nothing measured keeps no promise.
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;
}
