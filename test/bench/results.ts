// npm run bench -- results
//
// How smoothly the list of the map page scrolls with 100,000 images, and what memory they take. It receives the same
// messages as from the host, in Chromium.
import { withBenchPage } from './benchPage.ts';
import type { Measurement } from './benchRow.ts';
import { memoryOf } from './pageMemory.ts';

const count = 100_000;

export async function benchResults(): Promise<Measurement[]> {
  return withBenchPage('resultsPage', '<main id="swath-page"></main>', async page => {
    await page.evaluate(() => window.resultsPage.quiet());
    const empty = await memoryOf(page);
    await page.evaluate(images => window.resultsPage.receive(images), count);
    await page.evaluate(() => window.resultsPage.quiet());
    const full = await memoryOf(page);
    const frames: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      bare.push(...(await page.evaluate(rows => window.resultsPage.bareScrollFrames(80, rows), count)));
      frames.push(...(await page.evaluate(() => window.resultsPage.scrollFrames(80))));
    }
    return [
      {
        name: '100,000 images, scroll frame, median',
        unit: 'ms',
        runs: frames,
        maxRatio: 1.2,
        baseline: { what: 'a bare virtual list', runs: bare },
      },
      {
        name: '100,000 images, memory of the page above the empty one',
        unit: 'MB',
        runs: [full - empty],
        max: 250,
      },
    ];
  });
}
