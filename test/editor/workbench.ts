import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { patient } from '../runSpeed.ts';
import { repository } from './repository.ts';
import { resultsFolder, resultsFolderOf } from './resultsFolder.ts';
import { waitFor } from './waitFor.ts';

/**
 * What a user does and sees in the workbench. Every function waits for its effect, at most this long, milliseconds.
 */
export const patience = patient(60_000);

const quickInput = (page: Page): Locator => page.locator('.quick-input-widget');
const inputBox = '.quick-input-box input:visible';
const rowLabel = '.monaco-list-row .label-name';

/**
 * Runs a command from the palette by keyboard.
 *
 * @param title as shown there, with category: "Swath: Sign In"
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  await listCloses(page, await chooseFromList(page, 'F1', `>${title}`, title));
}

/** Runs a command that closes or reloads the window: doesn't wait for any effect in it. */
export async function runLastCommand(page: Page, title: string): Promise<void> {
  await chooseFromList(page, 'F1', `>${title}`, title);
}

/** Opens a file in the folder by name, by keyboard; resolves when its editor has the focus. */
export async function openFile(page: Page, name: string): Promise<void> {
  await listCloses(page, await chooseFromList(page, 'ControlOrMeta+p', name, name));
  await page.locator('.tab.active', { hasText: name }).waitFor();
  // The tab appears before the text, and keys pressed in between are lost.
  await page.waitForFunction(
    () => document.activeElement?.matches('.editor-instance *') === true,
    undefined,
    { timeout: patience },
  );
}

/** Chooses in the open quick pick: filters by `label`, then presses Enter on the row with exactly that label. */
export async function pick(page: Page, label: string): Promise<void> {
  await focusQuickInput(page);
  await page.keyboard.insertText(label);
  await focusRow(page, label, patience);
  await listCloses(page, await pressEnter(page));
}

/** Types into the open input box and presses Enter. */
export async function typeInput(page: Page, text: string): Promise<void> {
  await focusQuickInput(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

/** Title, prompt and validation message of the open quick input, and the labels of its rows. */
export async function quickInputText(
  page: Page,
): Promise<{ title: string; message: string; rows: string[] }> {
  const widget = quickInput(page);
  await widget.waitFor({ timeout: patience });
  return {
    title: await widget.locator('.quick-input-title').innerText(),
    message: await widget.locator('.quick-input-message').innerText(),
    rows: await widget.locator(rowLabel).allInnerTexts(),
  };
}

/** How long a lens must have been unchanged before it is clicked, milliseconds. */
const settled = 250;

/**
 * Clicks a code lens. The editor redraws its lenses after each answer of a provider, and a click on one that is being
 * replaced does nothing. So this clicks after the lens has been the same element for a while.
 */
export async function clickLens(page: Page, title: string): Promise<void> {
  const lens = page.locator('.codelens-decoration a', { hasText: title }).first();
  let before = '';
  await waitFor(
    `the lens "${title}" to settle`,
    async () => {
      const now = await lens.evaluate(a => `${a.id} ${JSON.stringify(a.getBoundingClientRect())}`);
      if (now === before) return true;
      before = now;
      return undefined;
    },
    { timeout: patience, interval: settled },
  );
  await lens.click();
}

/** Texts of the status bar items, left to right. */
export async function statusBarText(page: Page): Promise<string[]> {
  return (await page.locator('.statusbar-item').allInnerTexts()).map(text => text.trim());
}

/** Messages of the notifications on screen, newest first. */
export async function notifications(page: Page): Promise<string[]> {
  const messages = page.locator(
    ':is(.notifications-toasts, .notifications-center) .notification-list-item-message',
  );
  // Words are separated by non-breaking spaces there.
  return (await messages.allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '));
}

/** The document inside the webview that shows an element matching `selector`. */
export async function webviewFrame(page: Page, selector: string): Promise<Frame> {
  return await waitFor(
    `a webview with ${selector}`,
    async () => {
      for (const outer of page.frames()) {
        if (!outer.url().includes('/webview/browser/pre/index.html')) continue;
        // The outer document is VS Code's; the extension's is in the frame that becomes active once loaded.
        // A page that is being replaced has none.
        const [element] = await outer
          .locator('iframe#active-frame')
          .elementHandles()
          .catch(() => []);
        const frame = await element?.contentFrame();
        if (await frame?.locator(selector).first().isVisible()) return frame ?? undefined;
      }
      return undefined;
    },
    { timeout: patience },
  );
}

/**
 * Saves what the window shows; returns the file.
 *
 * @param folder relative to the repository
 */
export async function screenshot(
  page: Page,
  name: string,
  folder = resultsFolder() ?? resultsFolderOf('page'),
): Promise<string> {
  const path = resolve(repository, folder, `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  await takePicture(page, path);
  return path;
}

/**
 * Device pixels per CSS pixel in tests that don't check pixels: without a graphics card, painting is a large part of
 * their cost.
 */
export const coarse = 0.5;

/** A legible screenshot, even of a window at low resolution. */
export async function takePicture(page: Page, path: string): Promise<void> {
  const size = page.viewportSize();
  if (size && (await page.evaluate(() => devicePixelRatio)) < 1) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setDeviceMetricsOverride', {
      ...size,
      deviceScaleFactor: 1,
      mobile: false,
    });
  }
  await page.screenshot({ path });
}

/**
 * Opens a quick input with a key, types, and chooses the row. In a new window, commands and files appear with a delay,
 * and an open list doesn't add them. Something that takes the focus late, such as a revealed row, closes the list. A
 * key pressed while a webview closes is lost. So this reopens the list until the row is there. Resolves with the text
 * that was in the box.
 */
async function chooseFromList(page: Page, key: string, text: string, label: string): Promise<string> {
  const end = Date.now() + patience;
  // A slow machine needs longer for each step than the first wait for a lost key should take.
  for (let wait = 2_000; ; wait *= 2) {
    await page.keyboard.press(key);
    try {
      await focusQuickInput(page, wait);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
      await focusRow(page, label, wait);
      return await pressEnter(page, wait);
    } catch (error) {
      if (Date.now() > end) throw error;
      await closeList(page);
    }
  }
}

/**
 * A quick input has the focus from the start, except that a webview that had it before sometimes takes it back when a
 * second quick input follows the first: then this clicks into the box, if it is still open.
 */
async function focusQuickInput(page: Page, timeout = patience): Promise<void> {
  const input = quickInput(page).locator(inputBox);
  await input.waitFor({ timeout });
  if ((await quickInput(page).locator(`${inputBox}:focus`).count()) === 0) await input.click({ timeout });
}

/** Moves the list's focus to the row with exactly that label. */
async function focusRow(page: Page, label: string, timeout: number): Promise<void> {
  const list = quickInput(page);
  await waitFor(
    `"${label}" in the list`,
    async () => (await list.locator(rowLabel).allInnerTexts()).includes(label) || undefined,
    { timeout },
  );
  await waitFor(
    `the focus to come to "${label}"`,
    async () => {
      const focused = list.locator('.monaco-list-row.focused .label-name');
      if ((await focused.allInnerTexts()).includes(label)) return true;
      await list.locator(inputBox).press('ArrowDown');
      return undefined;
    },
    { timeout },
  );
}

/** Presses Enter in the box, even if the focus has moved since it was checked. Resolves with the text in the box. */
async function pressEnter(page: Page, timeout = patience): Promise<string> {
  const input = quickInput(page).locator(inputBox);
  const typed = await input.inputValue({ timeout });
  // A slow key press may have been received: what it runs must not run again.
  await input.press('Enter', { timeout: patience });
  return typed;
}

/** Closes the list if it is still open: otherwise, Escape would go to whatever has the focus. */
async function closeList(page: Page): Promise<void> {
  const list = quickInput(page);
  await waitFor(
    'the list to close',
    async () => {
      if (!(await list.isVisible())) return true;
      // It may close on its own before the key reaches it.
      await list
        .locator(inputBox)
        .press('Escape', { timeout: 1_000 })
        .catch(() => undefined);
      return undefined;
    },
    { timeout: patience },
  );
}

/** The next question may use the same widget: a question is gone when its text is. */
async function listCloses(page: Page, typed: string): Promise<void> {
  const input = quickInput(page).locator(inputBox);
  await waitFor(
    `the list for "${typed}" to close`,
    async () => {
      const [now] = await input.evaluateAll(inputs => inputs.map(each => (each as HTMLInputElement).value));
      return now === typed ? undefined : true;
    },
    { timeout: patience },
  );
}
