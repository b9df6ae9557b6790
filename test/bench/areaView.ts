// npm run bench -- areaView
//
// How soon the chips of the area view stand, and how smoothly 10,000 of them scroll. The map page receives the same
// messages as from the host, in Chromium.
import type { Page } from 'playwright-core';
import { withBenchPage } from './benchPage.ts';
import type { Measurement } from './benchRow.ts';

const count = 10_000;

export async function benchAreaView(): Promise<Measurement[]> {
  const cut: number[] = [];
  const frames: number[] = [];
  const bare: number[] = [];
  // Large enough for all of them.
  await withAreaView(50, { width: 1900, height: 1500 }, async page => {
    for (let round = 0; round < 5; round += 1) cut.push(await page.evaluate(() => window.areaViewPage.cut()));
  });
  await withAreaView(count, { width: 1400, height: 900 }, async page => {
    for (let round = 0; round < 3; round += 1) {
      bare.push(...(await page.evaluate(rows => window.resultsPage.bareScrollFrames(60, rows), count)));
      frames.push(...(await page.evaluate(() => window.areaViewPage.scrollFrames(60))));
    }
  });
  return [
    { name: '50 chips, from the last quicklook', unit: 'ms', runs: cut, max: 1000 },
    {
      name: '10,000 chips, scroll frame, median',
      unit: 'ms',
      runs: frames,
      maxRatio: 1.2,
      baseline: { what: 'a bare virtual list', runs: bare },
    },
  ];
}

function withAreaView(
  images: number,
  size: { width: number; height: number },
  run: (page: Page) => Promise<void>,
): Promise<void> {
  return withBenchPage('areaViewPage', '<main id="swath-page"></main>', async page => {
    await page.setViewportSize(size);
    await page.evaluate(imageCount => window.areaViewPage.show(imageCount), images);
    await run(page);
  });
}
