import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goOnWhileGood } from '../page/goOnWhileGood.ts';
import { isFull } from '../randomRuns.ts';
import type { Harness } from './harness.ts';
import { chooseView, showAvailability, stopsOf, tabTo, walkToRow } from './mapPage.ts';
import { openReport } from './reported.ts';
import { startSearched } from './searched.ts';

/** The space left for the map beside a text in windows of 720 × 450 and 640 × 360 CSS px, minus the harness's rows. */
const [large, small] = [
  { width: 336, height: 398 },
  { width: 296, height: 308 },
] as const;
/** The space beside a text and the side bar in windows of 1280 × 800 and 1440 × 860. */
const [beside, wider] = [
  { width: 461, height: 698 },
  { width: 566, height: 790 },
] as const;

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  const time = { productionSeconds: 0 };
  ({ harness, map } = await startSearched({ time, size: large }));
});
goOnWhileGood();
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

/** What hides the focused control from view. */
function faultOfFocus(): Promise<string | undefined> {
  return map.evaluate(async () => {
    // The browser scrolls it into view with the next frame.
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

/** Texts that are truncated with no other way to read them, and whether the page is wider than its frame. */
function cutTexts(): Promise<string[]> {
  return map.evaluate(() => {
    const page = document.getElementById('swath-page');
    const found = page && page.scrollWidth > page.clientWidth ? ['the page is too wide'] : [];
    for (const element of document.querySelectorAll<HTMLElement>('#swath-page *')) {
      const isCut =
        element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible';
      const holdsText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
      if (!isCut || !holdsText || !element.checkVisibility() || element.closest('[title], .visually-hidden'))
        continue;
      found.push(`${element.className} "${element.textContent}"`);
    }
    return found;
  });
}

/** Tabs through the whole page and checks that every stop is visible and usable. */
async function expectInReach(...sizes: { width: number; height: number }[]): Promise<void> {
  const { page } = harness;
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await tabTo(page, map, /^(Search|Cancel)$/);
    for await (const { name } of stopsOf(page, map)) {
      const fault = await faultOfFocus();
      if (fault !== undefined) faults.push(`${size.width} px: ${name} ${fault}`);
    }
    faults.push(...(await cutTexts()).map(text => `${size.width} px: cut off: ${text}`));
  }
  expect(faults).toEqual([]);
}

async function press(name: string | RegExp): Promise<void> {
  await tabTo(harness.page, map, name);
  await harness.page.keyboard.press('Enter');
}

describe('the map page at 200 %', () => {
  it('has everything within reach with images', () => expectInReach(large, small));

  it.runIf(isFull)('has everything within reach with the form open', async () => {
    await press('Filters');
    await expectInReach(small);
    await press('Filters');
  });

  it.runIf(isFull)('has everything within reach with the histogram', async () => {
    await showAvailability(map);
    await expectInReach(small);
    await press('Calendar');
    await expectInReach(small);
    await press('Calendar');
  });

  it.runIf(isFull)('has everything within reach with the menu that sorts, and as a table', async () => {
    await press('Sort');
    await expectInReach(small);
    await harness.page.keyboard.press('Escape');
    await chooseView(map, 'Table');
    await press('View');
    await expectInReach(small);
    await harness.page.keyboard.press('Escape');
    await chooseView(map, 'List');
  });

  it.runIf(isFull)('has everything within reach with a card, a selection and a picture', async () => {
    await tabTo(harness.page, map, 'Images');
    await walkToRow(map, 'PHR 0.5 m', 'SENSOR');
    await harness.page.keyboard.press('Space');
    await expectInReach(small);
    await expectInReach(beside);
    await harness.page.setViewportSize(small);
    await press('Quicklook');
    await map.locator('.picture-pane canvas').first().waitFor({ state: 'attached' });
    await expectInReach(small);
  });

  it('has everything within reach with a report and the card of a feature', async () => {
    ({ map } = await openReport(harness));
    await expectInReach(large, small, beside);
    await expectInReach(wider);
    await press('Next feature');
    await expectInReach(small, beside);
  });
});
