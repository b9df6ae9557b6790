// Creates the pictures of the walkthrough from the running product: npm run pictures
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Theme } from '../editor/browser.ts';
import { repository } from '../editor/repository.ts';
import { openFile } from '../editor/workbench.ts';
import { openFilters, resultRows } from '../webview/mapPage.ts';
import { askToPlace, draftReport, openDelivered, selectClearImage } from './drafted.ts';
import {
  answerDialog,
  clickLens,
  lens,
  mapPage,
  runCommand,
  showViews,
  startProduct,
  treeRow,
} from './product.ts';

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Hides the path of the temporary folder. */
const settings = { 'breadcrumbs.enabled': false };
const size = { width: 1180, height: 720 };
/** The text, before the map opens beside it. */
const textClip: Clip = { x: 352, y: 36, width: 700, height: 440 };
const wideClip: Clip = { x: 0, y: 0, ...size };
/** Width at which a walkthrough shows a picture without scaling, in pixels. */
const shownWidth = 620;

async function walk(theme: Theme): Promise<void> {
  const product = await startProduct({ startInSandbox: true, theme, size, settings });
  try {
    const { page } = product;
    const picture = async (name: string, clip: Clip) => {
      const bytes = await page.screenshot({ clip, animations: 'disabled' });
      const file = join(repository, `media/walkthrough/${name}-${theme}.webp`);
      await writeFile(file, await toWebp(product.workbench.page, bytes));
    };
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await page.locator('.statusbar-item', { hasText: '5,000 credits' }).waitFor();
    await showViews(page, 'Subscriptions');
    await treeRow(page, /^Analytics toolbox/).waitFor();
    await picture('signIn', { x: 0, y: 36, width: 350, height: 460 });

    await openFile(page, 'harbour.aoi.geojson');
    await lens(page, 'Search Images').waitFor();
    await picture('area', textClip);
    await runCommand(page, 'View: Close Primary Side Bar');
    await clickLens(page, 'Search Images');
    const map = await mapPage(page);
    await resultRows(map).first().waitFor();
    await openFilters(map);
    await selectClearImage(map);
    // The list instead of the details of the image.
    await page.keyboard.press('Escape');
    await map.locator('.row img[src^="blob:"]').nth(1).waitFor();
    await picture('search', wideClip);

    await draftReport(product, map, { analytic: 'Vessels detection', title: 'Harbour vessels' });
    await picture('draft', { ...wideClip, height: 480 });
    await clickLens(page, 'Price');
    await lens(page, 'Order…').waitFor();
    await page.locator('.notification-toast').first().waitFor({ state: 'detached' });
    await picture('price', { ...wideClip, width: 640, height: 400 });
    await askToPlace(product);
    const box = await page.locator('.monaco-dialog-box').boundingBox();
    if (!box) throw new Error('There is no dialog.');
    await picture('order', { x: box.x - 60, y: box.y - 40, width: box.width + 120, height: box.height + 80 });
    await answerDialog(page, /^Order for/);
    await openDelivered(product);
    await map.locator('.report-legend', { hasText: 'features' }).waitFor();
    await map.getByText('Quicklook beneath').waitFor();
    await page.locator('.tab.active', { hasText: '.geojson' }).waitFor();
    await runCommand(page, 'View: Close Primary Side Bar');
    await page.locator('.notification-toast').first().waitFor({ state: 'detached' });
    await picture('report', { x: 300, y: 36, width: 880, height: 570 });
  } finally {
    await product.stop();
  }
}

/** Converts in the browser, because it can write WebP. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser.');
  const encoder = await browser.newPage();
  try {
    const url = await encoder.evaluate(
      async ([source, maxWidth]) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const scale = Math.min(1, maxWidth / image.width);
        const canvas = document.createElement('canvas');
        canvas.width = Math.round(image.width * scale);
        canvas.height = Math.round(image.height * scale);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('No canvas.');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return canvas.toDataURL('image/webp', 0.62);
      },
      [`data:image/png;base64,${png.toString('base64')}`, shownWidth] as const,
    );
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  } finally {
    await encoder.close();
  }
}

await walk('dark');
await walk('light');
