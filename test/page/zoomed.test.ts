import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopsOf, tabTo } from './byKeys.ts';
import { pick, typeInput } from '../editor/workbench.ts';
import { goOnWhileGood, pictureFailures } from './pictureFailures.ts';
import { openDelivered } from './drafted.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  lens,
  runCommand,
  screenshot,
  startProduct,
  until,
  walkToRow,
  type Product,
} from './product.ts';
import { searchedHarbour } from './searchedHarbour.ts';

/** At 200 % a window has half as many CSS pixels, each of two by two of the screen. */
const windows = [
  { width: 720, height: 450 },
  { width: 640, height: 360 },
] as const;

let product: Product;
let map: Frame;

beforeAll(async () => {
  product = await startProduct({ startInSandbox: true, size: windows[0], scale: 2 });
  // As whoever works at that size has it; what a side bar leaves is less than a page can be read in.
  await runCommand(product.page, 'View: Close Primary Side Bar');
  map = await searchedHarbour(product);
});
pictureFailures('zoomed', () => product.page);
goOnWhileGood();
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

/** What hides the control with the focus from whoever looks for it. */
function faultOfFocus(): Promise<string | undefined> {
  return map.evaluate(async () => {
    // The browser brings it into view with the next frame.
    await new Promise(requestAnimationFrame);
    const { activeElement: active } = document;
    if (!active || active.matches('.map, .list, .results')) return undefined;
    const { left, top, right, bottom } = active.getBoundingClientRect();
    if (left < 0 || top < -1 || right > innerWidth || bottom > innerHeight + 1)
      return `reaches out of the page: ${[left, top, right, bottom].join(', ')} of ${innerWidth} × ${innerHeight}`;
    const edge = 3;
    const places: [number, number][] = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + edge, top + edge],
      [right - edge, top + edge],
      [left + edge, bottom - edge],
      [right - edge, bottom - edge],
    ];
    for (const [x, y] of places) {
      const above = document.elementFromPoint(x, y);
      if (!above || active.contains(above)) continue;
      const label = above.closest('label');
      if (label?.control === active) continue;
      return `lies under ${above.tagName} ${above.className} "${above.textContent.slice(0, 30)}"`;
    }
    return undefined;
  });
}

/** Texts that are cut off and can be read nowhere else, and whether the page is wider than its place. */
function cutTexts(): Promise<string[]> {
  return map.evaluate(() => {
    const page = document.getElementById('swath-page');
    const found = page && page.scrollWidth > page.clientWidth ? ['the page is too wide'] : [];
    for (const one of document.querySelectorAll<HTMLElement>('#swath-page *')) {
      const isCut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible';
      const holdsText = [...one.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
      if (!isCut || !holdsText || !one.checkVisibility() || one.closest('[title], .visually-hidden'))
        continue;
      found.push(`${one.className} "${one.textContent}"`);
    }
    return found;
  });
}

/** In each of the windows: Tab goes over the whole page, and whatever it comes to is there to be seen and used. */
async function expectInReach(state: string): Promise<void> {
  const { page } = product;
  const faults: string[] = [];
  for (const size of windows) {
    await page.setViewportSize(size);
    await tabTo(page, map, /^(Search|Cancel)$/);
    for await (const { name } of stopsOf(page, map)) {
      const fault = await faultOfFocus();
      if (name === 'Map') await screenshot(page, `zoomed ${size.width} - ${state}`);
      if (fault !== undefined) faults.push(`${size.width} px: ${name} ${fault}`);
    }
    faults.push(...(await cutTexts()).map(text => `${size.width} px: cut off: ${text}`));
  }
  expect(faults).toEqual([]);
}

/** Presses a button of the map page. */
async function press(name: string | RegExp): Promise<void> {
  await tabTo(product.page, map, name);
  await product.page.keyboard.press('Enter');
}

describe('the map page at 200 %', () => {
  it('has everything in reach with images', () => expectInReach('list'));

  it('has everything in reach with the form open', async () => {
    await press('Filters');
    await expectInReach('form');
    await press('Filters');
  });

  it('has everything in reach with the histogram', async () => {
    await press('Availability over time');
    await expectInReach('histogram');
  });

  it('has everything in reach with what sorts, and as a table', async () => {
    await press('Sort, group and filter');
    await expectInReach('sorted');
    await press('Table');
    await expectInReach('table');
    await press('Table');
    await press('Sort, group and filter');
  });

  it('has everything in reach with a card, a selection and a picture', async () => {
    await tabTo(product.page, map, 'Images');
    await walkToRow(map, 'PHR 0.5 m', 'SENSOR');
    await product.page.keyboard.press('Space');
    await expectInReach('card');
    await press('Quicklook on map');
    await map.locator('.picture-pane canvas').first().waitFor({ state: 'attached' });
    await expectInReach('picture');
  });

  it('asks in a dialog that can be read as a whole', async () => {
    const { page } = product;
    await press('Draft Order');
    await pick(page, 'Cars detection');
    await typeInput(page, 'Harbour cars');
    await clickLens(page, 'Price');
    await lens(page, 'Order…').waitFor();
    await runCommand(page, 'Swath: Place Order…');
    for (const size of windows) {
      await page.setViewportSize(size);
      const box = await dialog(page).boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(size.height);
      await screenshot(page, `zoomed ${size.width} - dialog`);
    }
    await answerDialog(page, /^Order for/);
    await openDelivered(product);
    // The report takes the focus as it opens, and with it what is open then.
    await page.locator('.tab.active', { hasText: '.geojson' }).waitFor();
    await map.locator('.report-legend', { hasText: 'features' }).waitFor();
    await until('the side bar to be closed', async () => {
      await runCommand(page, 'View: Close Primary Side Bar');
      return (await page.locator('.part.sidebar:visible').count()) === 0;
    });
  });

  it('has everything in reach with a report and the card of a feature', async () => {
    await map.locator('.report-legend', { hasText: 'features' }).waitFor();
    await expectInReach('report');
    await press('Next feature');
    await expectInReach('feature');
  });
});
