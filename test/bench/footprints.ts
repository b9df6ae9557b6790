// npm run bench -- footprints
//
// Measures the limits for footprints on the map, in Chromium, against Leaflet's own canvas polygons.
import { withBenchPage } from './benchPage.ts';
import type { Measurement } from './benchRow.ts';

/** How often each way of drawing is measured; the two alternate, so that both run under the same load. */
const rounds = 25;
/** At this zoom all footprints are in view, each a few pixels wide: the most expensive zoom to draw. */
const zoom = 5;

export async function benchFootprints(): Promise<Measurement[]> {
  return withBenchPage('footprintsPage', '', async page => {
    const paint = (how: 'leaflet' | 'swath', count: number) =>
      page.evaluate(args => window.footprintsPage.paint(...args), [how, count, zoom] as const);
    for (const how of ['leaflet', 'swath'] as const) await paint(how, 1000);
    for (const count of [100, 10_000]) {
      await paint('swath', count);
      await page.evaluate(() => window.footprintsPage.compareWithTiles());
    }
    const swath: number[] = [];
    const leaflet: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      leaflet.push(await paint('leaflet', 10_000));
      swath.push(await paint('swath', 10_000));
    }
    const frames: number[] = [];
    const emptyFrames: number[] = [];
    const panFrames = () => page.evaluate(() => window.footprintsPage.panFrames());
    for (let round = 0; round < 3; round += 1) {
      await page.evaluate(at => window.footprintsPage.openEmpty(at), zoom);
      emptyFrames.push(...(await panFrames()));
      await paint('swath', 100_000);
      frames.push(...(await panFrames()));
    }
    const zooms = { few: [] as number[], many: [] as number[], empty: [] as number[] };
    const zoomFrames = () => page.evaluate(() => window.footprintsPage.zoomFrames());
    for (let round = 0; round < 3; round += 1) {
      await page.evaluate(at => window.footprintsPage.openEmpty(at), zoom);
      zooms.empty.push(...(await zoomFrames()));
      await paint('swath', 17_500);
      zooms.few.push(...(await zoomFrames()));
      await paint('swath', 100_000);
      zooms.many.push(...(await zoomFrames()));
    }
    const baseline = { what: 'an empty map of Leaflet', runs: zooms.empty };
    const picks = await page.evaluate(() => window.footprintsPage.picks(2000));
    return [
      {
        name: '10,000 footprints, all of the view painted',
        unit: 'ms',
        runs: swath,
        maxRatio: 0.3,
        baseline: { what: "Leaflet's canvas", runs: leaflet },
      },
      {
        name: '100,000 footprints, pan frame',
        unit: 'ms',
        runs: frames,
        baseline: { what: 'an empty map of Leaflet', runs: emptyFrames },
        // Not slower, given timestamps with a resolution of 0.1 ms.
        maxRatio: 1.02,
      },
      {
        name: '17,500 footprints, zoom frame',
        unit: 'ms',
        runs: zooms.few,
        maxRatio: 1.5,
        baseline,
      },
      { name: '100,000 footprints, zoom frame', unit: 'ms', runs: zooms.many, maxRatio: 1.5, baseline },
      { name: '100,000 footprints, hover pick', unit: 'ms', runs: picks, max: 2 },
    ];
  });
}
