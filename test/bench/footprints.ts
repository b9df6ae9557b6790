// npm run bench -- footprints
//
// Measures the promises about footprints on the map, in Chromium, against Leaflet's own canvas polygons.
import { withBenchPage } from './benchPage.ts';
import type { BenchRow } from './benchRow.ts';
import type { PaintTimes } from './footprintsPage.ts';
import { median, quantile } from './quantile.ts';

/** How often each way of drawing is measured; the two take turns, so that both have the same weather. */
const rounds = 9;
/** All the footprints are in view, each some pixels wide: the zoom that is the hardest to draw. */
const zoom = 5;

export async function benchFootprints(): Promise<BenchRow[]> {
  return withBenchPage('footprintsPage', '', async page => {
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
