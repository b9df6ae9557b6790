import type { Frame, Page } from 'playwright-core';
import { focusIn, tabTo as tabOnPage } from '../webview/mapPage.ts';
import { until } from './product.ts';

/** Moves the focus to the map, which is in the second editor group, unless it is already there. */
export async function goToMap({ keyboard }: Page, map: Frame): Promise<void> {
  let waited = 0;
  await until('the focus in the map page', async () => {
    if ((await focusIn(map)) !== undefined) return true;
    // VS Code drops a key that arrives while the focus is leaving the page.
    if (waited % 20 === 0) await keyboard.press('ControlOrMeta+2');
    waited += 1;
    return false;
  });
}

/** Like `tabTo` for a standalone page, but also leaves and enters the window by keyboard. */
export function tabTo(page: Page, map: Frame, name: string | RegExp): Promise<void> {
  return tabOnPage(page, map, name, frame => goToMap(page, frame));
}

interface Counting {
  pressesSeen?: number;
}

/** Counts the pointer presses in this document from now on. */
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

/** Number of pointer presses since then; `undefined` if they aren't counted. */
export function pressesIn(document: Page | Frame): Promise<number | undefined> {
  return document.evaluate(() => (globalThis as Counting).pressesSeen);
}
