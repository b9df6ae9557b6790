import type { Frame, Page } from 'playwright-core';
import { focusIn, tabTo as tabOnPage } from '../webview/mapPage.ts';
import { lens, runCommand, soon, until } from './product.ts';

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

/** Presses a key until the focus of the window is on a matching element. */
export async function goOn(page: Page, key: string, selector: string, hasText: RegExp): Promise<void> {
  const target = page.locator(selector, { hasText });
  await until(`the focus to come to ${hasText}`, async () => {
    const isThere = await target.evaluateAll(all =>
      all.some(element => element.contains(document.activeElement)),
    );
    if (!isThere) await page.keyboard.press(key);
    return isThere;
  });
}

/** Opens the lenses of the line with the cursor, and chooses one. A lens can be visible before it works. */
export async function chooseLens(page: Page, title: string): Promise<void> {
  await lens(page, title).waitFor();
  const list = page.locator('.quick-input-widget');
  const row = list.locator('.monaco-list-row', { hasText: title });
  await until(`"${title}" among the lenses`, async () => {
    await runCommand(page, 'Show CodeLens Commands for Current Line');
    return soon(timeout => row.waitFor({ timeout }));
  });
  await page.keyboard.insertText(title);
  await list.locator('.monaco-list-row.focused', { hasText: title }).waitFor();
  await page.keyboard.press('Enter');
}

export function isInText(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.matches('.editor-instance *') === true);
}

/** Moves down the rows of a view until one matches. */
export async function goToRow(page: Page, view: string, name: RegExp): Promise<void> {
  await runCommand(page, `Swath: Focus on ${view} View`);
  const focused = page.locator('.monaco-list:focus .monaco-list-row.focused');
  await until(`the row ${name}`, async () => {
    const [label] = await focused.evaluateAll(rows => rows.map(row => row.getAttribute('aria-label')));
    if (label && name.test(label)) return true;
    await page.keyboard.press('ArrowDown');
    return false;
  });
}

/** Presses a button in the notification center, which keeps what toasts show for a while. */
export async function pressInCenter(page: Page, button: string): Promise<void> {
  const center = page.locator('.notifications-center');
  await until(`a notification with "${button}"`, async () => {
    await runCommand(page, 'Notifications: Show Notifications');
    return soon(timeout => center.getByRole('button', { name: button }).waitFor({ timeout }));
  });
  await goOn(page, 'Tab', '.notifications-center .monaco-button', new RegExp(button));
  await page.keyboard.press('Enter');
}
