import type { Frame, Page } from 'playwright-core';
import { until } from './product.ts';
import { focusIn, tabTo as tabOnPage } from '../webview/mapPage.ts';

/** Goes to the map, which stands in the second group of editors, where the focus is not there already. */
export async function goToMap({ keyboard }: Page, map: Frame): Promise<void> {
  let waited = 0;
  await until('the focus in the map page', async () => {
    if ((await focusIn(map)) !== undefined) return true;
    // The editor drops a key that comes while the focus is on its way out of the page.
    if (waited % 20 === 0) await keyboard.press('ControlOrMeta+2');
    waited += 1;
    return false;
  });
}

/** As `tabTo` of a page by itself; the window is left and entered by keys too. */
export function tabTo(page: Page, map: Frame, name: string | RegExp): Promise<void> {
  return tabOnPage(page, map, name, frame => goToMap(page, frame));
}

interface Counting {
  pressesSeen?: number;
}

/** Counts what a person presses with a pointer from now on, in this document. */
export async function countPresses(document: Page | Frame): Promise<void> {
  await document.evaluate(() => {
    const counting = globalThis as Counting;
    counting.pressesSeen ??= 0;
    for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel'])
      window.addEventListener(
        kind,
        event => {
          if (event.isTrusted) counting.pressesSeen = (counting.pressesSeen ?? 0) + 1;
        },
        { capture: true, passive: true },
      );
  });
}

/** How often a pointer was pressed since; `undefined` where nobody counts. */
export function pressesIn(document: Page | Frame): Promise<number | undefined> {
  return document.evaluate(() => (globalThis as Counting).pressesSeen);
}
