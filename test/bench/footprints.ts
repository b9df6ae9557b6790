// npm run bench -- footprints
//
// Measures the promises about footprints on the map, in Chromium, against Leaflet's own canvas polygons.
import { withBenchPage } from './benchPage.ts';
import type { Measurement } from './benchRow.ts';

/** How often each way of drawing is measured; the two take turns, so that both have the same weather. */
const rounds = 9;
/** All the footprints are in view, each some pixels wide: the zoom that is the hardest to draw. */
const zoom = 5;

export async function benchFootprints(): Promise<Measurement[]> {
  return withBenchPage('footprintsPage', '', async page => {
    const paint = (how: 'leaflet' | 'swath', count: number) =>
      page.evaluate(given => window.footprintsPage.paint(...given), [how, count, zoom] as const);
    for (const how of ['leaflet', 'swath'] as const) await paint(how, 1000);
    for (const count of [100, 10_000]) {
      await paint('swath', count);
      await page.evaluate(() => window.footprintsPage.compareWithTiles());
    }
    const [swath, leaflet]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      leaflet.push(await paint('leaflet', 10_000));
      swath.push(await paint('swath', 10_000));
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
    return [
      {
        ...{ name: '10,000 footprints, all of the view painted', unit: 'ms', runs: swath, mostRatio: 0.3 },
        baseline: { what: "Leaflet's canvas", runs: leaflet },
      },
      {
        ...{ name: '100,000 footprints, pan frame', unit: 'ms', runs: frames },
        baseline: { what: 'an empty map of Leaflet', runs: emptyFrames },
        // No longer, by a clock that goes by tenths.
        mostRatio: 1.02,
      },
      { name: '100,000 footprints, hover pick', unit: 'ms', runs: picks, most: 2 },
    ];
  });
}
