// npm run bench -- footprints
//
// Measures the promises about footprints on the map, in Chromium, against Leaflet's own canvas polygons.
import { withBenchPage } from './benchPage.ts';
import type { Measurement, Unit } from './benchRow.ts';
import type { PaintTimes } from './footprintsPage.ts';
import { quantile } from './quantile.ts';

/** How often each way of drawing is measured; the two take turns, so that both have the same weather. */
const rounds = 9;
/** All the footprints are in view, each some pixels wide: the zoom that is the hardest to draw. */
const zoom = 5;

export async function benchFootprints(): Promise<Measurement[]> {
  return withBenchPage('footprintsPage', '', async page => {
    const paint = (how: 'leaflet' | 'swath', count: number) =>
      page.evaluate(given => window.footprintsPage.paint(...given), [how, count, zoom] as const);
    const rows: Measurement[] = [];
    const add = (name: string, runs: readonly number[], unit: Unit, most?: number) =>
      rows.push({ name, runs, unit, ...(most === undefined ? {} : { most }) });

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
      const what = `${count.toLocaleString('en')} footprints`;
      const of = (how: 'leaflet' | 'swath', read: (one: PaintTimes) => number) => times[how].map(read);
      const stock = { what: "Leaflet's canvas", runs: of('leaflet', ({ all }) => all) };
      const beside = (name: string, runs: number[], mostRatio?: number) =>
        rows.push({
          ...{ name: `${what}, ${name}`, unit: 'ms', runs, baseline: stock },
          ...(mostRatio === undefined ? {} : { mostRatio }),
        });
      beside(
        'first paint',
        of('swath', ({ first }) => first),
      );
      beside(
        'all of the view painted',
        of('swath', ({ all }) => all),
        limit,
      );
      beside(
        'painted around the view too',
        of('swath', ({ around }) => around),
      );
      rows.push({
        ...{ name: `${what}, longest task`, unit: 'ms', runs: of('swath', time => time.longestTask) },
        baseline: { what: "Leaflet's canvas", runs: of('leaflet', time => time.longestTask) },
      });
    }

    const [frames, emptyFrames]: [number[], number[]] = [[], []];
    const panFrames = () => page.evaluate(() => window.footprintsPage.panFrames());
    for (let round = 0; round < 3; round += 1) {
      await page.evaluate(at => window.footprintsPage.openEmpty(at), zoom);
      emptyFrames.push(...(await panFrames()));
      await paint('swath', 100_000);
      frames.push(...(await panFrames()));
    }
    const picks = await page.evaluate(() => window.footprintsPage.picks(2000));
    const hovers = await page.evaluate(() => window.footprintsPage.hoverFrames(120));
    add('100,000 footprints, frame with another one hovered', hovers, 'ms');

    await paint('swath', 10_000);
    const appended = await page.evaluate(() => window.footprintsPage.append(500, 100));
    add('500 footprints added to 10,000 and more', appended.calls, 'ms');
    add('500 footprints added, frame, 95th percentile', [quantile(appended.frames, 0.95)], 'ms');

    const empty = (runs: number[]) => ({ what: 'an empty map of Leaflet', runs });
    rows.push(
      {
        ...{ name: '100,000 footprints, pan frame', unit: 'ms', runs: frames, baseline: empty(emptyFrames) },
        // No longer, by a clock that goes by tenths.
        mostRatio: 1.02,
      },
      {
        ...{ name: '100,000 footprints, pan frame, 95th percentile', unit: 'ms' },
        ...{ runs: [quantile(frames, 0.95)], baseline: empty([quantile(emptyFrames, 0.95)]) },
      },
    );
    add('100,000 footprints, hover pick', picks, 'ms', 2);
    add('100,000 footprints, hover pick, 99th percentile', [quantile(picks, 0.99)], 'ms');
    return rows;
  });
}
