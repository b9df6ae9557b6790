import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import type { Dialect, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/serve.ts';
import { confirmDelayMs } from '../../src/platform/dialogs/confirmDelay.ts';
import {
  openWorkbench,
  type Theme,
  type Workbench,
  type WorkbenchOptions,
  workbenchReady,
} from '../editor/browser.ts';
import { repository } from '../editor/repository.ts';
import { type Editor, serveEditor, type ServeOptions } from '../editor/serve.ts';
import { waitFor } from '../editor/waitFor.ts';
import {
  clickLens,
  notifications,
  patience,
  pick,
  runCommand,
  runLastCommand,
  screenshot,
  typeInput,
  webviewFrame,
} from '../editor/workbench.ts';
import { patient } from '../runSpeed.ts';
import { type Witness, witness } from './evidence.ts';
import { builtInVariable, runFolderVariable } from './runFolder.ts';
import { openInShared } from './sharedBrowser.ts';

/** The product as a user has it: the editor with Swath in a sample folder, and a service on this machine. */
export interface Product {
  page: Page;
  folder: string;
  workbench: Workbench;
  editor: Editor;
  /** The service of the connection "Local". */
  service: ServedSandbox;
  /** Everything that the extension wrote to its log. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Signs in to the built-in sandbox at startup, as `npm start` does. */
  startInSandbox?: boolean;
  /** Dialect of the service behind "Local". */
  dialect?: Dialect;
  /** Clock and production time of the service behind "Local". */
  time?: Pick<SandboxOptions, 'now' | 'productionSeconds'>;
  /** Display language; English by default. */
  language?: string;
  theme?: Theme;
  /** User settings in addition to the connection. */
  settings?: Record<string, unknown>;
  size?: { width: number; height: number };
  scale?: number;
  /** Added to the environment of the editor. */
  env?: Record<string, string>;
  /** Modules that the editor's server and its extension hosts load first. */
  preloads?: readonly string[];
  /** Whether the folder must be trusted first. */
  asksForTrust?: boolean;
  /** Changes the folder of samples before a window opens it. Resolves to what to open instead, if anything. */
  prepare?: (folder: string) => Promise<string | undefined>;
}

export async function startProduct({
  startInSandbox = false,
  dialect,
  time = {},
  settings = {},
  language,
  env = {},
  preloads = [],
  asksForTrust = false,
  prepare,
  ...window
}: ProductOptions = {}): Promise<Product> {
  const temporary = await mkdtemp(join(tmpdir(), 'swath-page-'));
  const folder = join(temporary, 'samples');
  await cp(join(repository, 'media/samples'), folder, { recursive: true });
  const opened = await prepare?.(folder);
  const service = await serveSandbox({ ...time, ...(dialect === undefined ? {} : { dialect }) });
  const { origin } = service;
  const editor = await serveAtKeptPort({
    extensionPath: repository,
    folder,
    ...(language === undefined ? {} : { language }),
    env: { ...(startInSandbox ? { SWATH_START: 'sandbox' } : {}), ...env },
    preloads,
    asksForTrust,
    settings: {
      ...still,
      ...settings,
      'swath.connections': [
        { name: 'Local', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin },
      ],
    },
  });
  const end = async () => {
    await editor.stop();
    await service.close();
    await rm(temporary, { recursive: true, force: true });
  };
  const openWindow = { ...window, ...pageRun(), ...(opened ? { folder: opened } : {}) };
  const seen: Witness = { editor };
  const leave = witness(seen);
  const workbench = await openWorkbench(editor, openWindow).catch(async (error: unknown) => {
    await leave();
    await end();
    throw error;
  });
  seen.page = workbench.page;
  return {
    page: workbench.page,
    folder,
    workbench,
    editor,
    service,
    log: () => readLogs(editor.logs),
    async stop() {
      await leave();
      await workbench.close();
      await end();
    },
  };
}

/** Opens another window of the same editor in its own browser. */
export async function openSecondWindow(
  { editor }: Product,
  options: Pick<WorkbenchOptions, 'size'>,
): Promise<Workbench> {
  const workbench = await openWorkbench(editor, { ...options, ...pageRun() });
  const leave = witness({ page: workbench.page, editor });
  const close = async () => {
    await leave();
    await workbench.close();
  };
  return { ...workbench, close };
}

/** Speeds up windows in the suite: animations are rendered on the processor, which is busy. */
function pageRun(): Pick<WorkbenchOptions, 'reducedMotion' | 'open'> {
  return process.env[runFolderVariable] === undefined ? {} : { reducedMotion: true, open: openInShared };
}

/** The port that the editors of this worker use one after another, because the browser caches scripts by URL. */
let keptPort: number | undefined;
let isPortTaken = false;

async function serveAtKeptPort(options: ServeOptions): Promise<Editor> {
  const builtIn = process.env[builtInVariable];
  const all = { ...options, ...(builtIn === undefined ? {} : { builtIn }) };
  if (isPortTaken) return await serveEditor(all);
  isPortTaken = true;
  const editor = await serveEditor({ ...all, port: keptPort ?? 0 }).catch((error: unknown) => {
    // Another program may have taken it since.
    if (keptPort === undefined) throw error;
    return serveEditor(all);
  });
  keptPort = editor.port;
  return {
    ...editor,
    stop: async () => {
      await editor.stop();
      isPortTaken = false;
    },
  };
}

/** Turns off what the window would paint again and again, on the processor, though no test looks at it. */
const still = {
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
};

/** The logs of Swath and of the extension hosts, from all windows. */
async function readLogs(folder: string): Promise<string> {
  const { glob } = await import('node:fs/promises');
  const texts: string[] = [];
  for await (const file of glob('**/exthost*/{swath.swath/*,remoteexthost}.log', { cwd: folder }))
    texts.push(await readFile(join(folder, file), 'utf8'));
  return texts.join('\n');
}

export function mapPage(page: Page): Promise<Frame> {
  return webviewFrame(page, '#swath-page');
}

/** A visible lens, by its text. */
export function lens(page: Page, text: string | RegExp) {
  return page.locator('.codelens-decoration a, .codelens-decoration span', { hasText: text }).first();
}

/** Signs in to "Local" from the palette. */
export async function signInToLocal({ page, service }: Pick<Product, 'page' | 'service'>): Promise<void> {
  await runCommand(page, 'Swath: Sign In…');
  await pick(page, 'Local');
  await typeInput(page, service.sandbox.apiKey);
  await statusBarItem(page, /Local · [\d,]+ credits/).waitFor();
}

export function statusBarItem(page: Page, text: string | RegExp): Locator {
  return page.locator('.statusbar-item', { hasText: text });
}

/** A row of a tree in the side bar, by the start of its screen reader label. */
export function treeRow(page: Page, label: string | RegExp): Locator {
  return page.locator('.sidebar').getByRole('treeitem', { name: label }).first();
}

/** The header of a view in the side bar, which opens and closes it. */
function sectionHeader(page: Page, view: string): Locator {
  return page.locator('.sidebar .pane-header', { has: page.locator('.title', { hasText: view }) });
}

/** Opens these views of the side bar, and closes all others. */
export async function showViews(page: Page, ...views: readonly string[]): Promise<void> {
  // The extension may open one at the same moment: that of the orders, once an order is placed.
  await until(`only ${views.join(' and ')} to be open`, async () => {
    let isDone = true;
    for (const title of await page.locator('.sidebar .pane-header .title').allInnerTexts()) {
      const header = sectionHeader(page, title);
      const isOpen = (await header.getAttribute('aria-expanded')) === 'true';
      if (isOpen === views.some(view => view.toLowerCase() === title.toLowerCase())) continue;
      isDone = false;
      // At its left end, because the buttons of a narrow header cover its center.
      await header.click({ position: { x: 8, y: 8 } });
    }
    return isDone;
  });
}

/** Drags the border of the side bar. @param to pixels from the left edge of the window */
export async function widenSideBar(page: Page, to: number): Promise<void> {
  const box = await page.locator('.sidebar').boundingBox();
  if (!box) throw new Error('There is no side bar.');
  await page.mouse.move(box.x + box.width, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
}

export async function chooseInMenu(page: Page, target: Locator, title: string): Promise<void> {
  const entry = page.locator('.context-view').getByRole('menuitem', { name: title });
  let wait = 2_000;
  await until(`the menu with "${title}"`, async () => {
    const isOpen = await soon(
      async timeout => {
        await target.click({ button: 'right', timeout });
        await entry.waitFor({ timeout });
      },
      (wait *= 2),
    );
    if (!isOpen) {
      // The tooltip of another row may cover this one, and closes when the pointer leaves.
      await page.mouse.move(0, 0);
      await page.keyboard.press('Escape');
    }
    // Redrawing a tree closes its menu, even before anything was chosen.
    return isOpen && (await isTaken(entry));
  });
}

/** Whether it succeeds within a timeout, in milliseconds. */
export async function soon(
  act: (timeout: number) => Promise<unknown>,
  timeout = patient(2_000),
): Promise<boolean> {
  return act(timeout).then(
    () => true,
    () => false,
  );
}

/** Whether an entry of an open menu was clicked and closed the menu. */
async function isTaken(entry: Locator): Promise<boolean> {
  // On a busy machine, a click that took effect can end with a timeout. A second one would do the same again.
  const mouse = await entry
    .evaluateHandle(
      element => {
        const seen = { isReleased: false };
        element.addEventListener('mouseup', () => (seen.isReleased = true), { capture: true });
        return seen;
      },
      undefined,
      { timeout: 2_000 },
    )
    .catch(() => undefined);
  if (!mouse) return false;
  // The menu ignores clicks for a moment after it opens, so that releasing the button chooses nothing.
  while (await entry.isVisible()) await soon(timeout => entry.click({ timeout }), 2_000);
  return mouse.evaluate(({ isReleased }) => isReleased);
}

export function toasts(page: Page): Locator {
  return page.locator('.notifications-toasts');
}

/**
 * Presses a button of a notification until it closes. A notification that is moving up ignores clicks, and one that hid
 * is in the notification center.
 */
export async function pressInNotification(page: Page, name: string | RegExp): Promise<void> {
  const places = page.locator('.notifications-toasts, .notifications-center');
  const button = places.getByRole('button', { name }).first();
  await until(`a notification with "${name}"`, async () => {
    if (await soon(timeout => button.waitFor({ timeout }), patient(5_000))) return true;
    await runCommand(page, 'Notifications: Show Notifications');
    return button.isVisible();
  });
  let wait = 2_000;
  await until(`the notification with "${name}" to go`, async () => {
    await soon(timeout => button.click({ timeout }), wait);
    return soon(timeout => button.waitFor({ state: 'hidden', timeout }), (wait *= 2));
  });
}

export async function notificationSays(page: Page, words: RegExp): Promise<void> {
  await until(`"${String(words)}" to be said`, async () =>
    (await notifications(page)).some(text => words.test(text)),
  );
}

export function dialog(page: Page): Locator {
  return page.locator('.monaco-dialog-box');
}

/**
 * Waits for the dialog that the user requested. If it took so long that the user may be doing something else, as on
 * slow machines, a notification leads to it.
 */
export async function dialogOpens(page: Page): Promise<void> {
  const goOn = toasts(page).getByRole('button', { name: /^(Continue|Weiter)…$/ });
  await dialog(page).or(goOn).first().waitFor();
  if (!(await dialog(page).isVisible())) await pressInNotification(page, /^(Continue|Weiter)…$/);
  await dialog(page).waitFor();
}

/** Waits until the dialog accepts answers: it opens, and ignores answers for a moment. */
export async function dialogAnswerable(page: Page): Promise<void> {
  await dialogOpens(page);
  await questionReadable(page);
}

/** Types into the box that confirms, which ignores answers for a moment too. */
export async function typeToConfirm(page: Page, text: string): Promise<void> {
  await page.locator('.quick-input-message', { hasText: /to confirm|the amount to order/ }).waitFor();
  await questionReadable(page);
  await typeInput(page, text);
}

/** This delay of the product isn't visible on screen, so only time can be waited for. A slow window has a longer one. */
async function questionReadable(page: Page): Promise<void> {
  await page.waitForTimeout(patient(confirmDelayMs + 100));
}

/** Presses a button of the dialog without waiting for the result. */
export async function pressInDialog(page: Page, button: string | RegExp): Promise<void> {
  const target = dialog(page).getByRole('button', { name: button });
  await dialogOpens(page);
  await target.waitFor();
  await dialogAnswerable(page);
  await target.click();
}

/** Presses a button of the dialog and waits until it closes. */
export async function answerDialog(page: Page, button: string | RegExp): Promise<void> {
  await pressInDialog(page, button);
  await dialog(page).waitFor({ state: 'hidden' });
}

export async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
}

/** Reloads the window by its command, so that VS Code saves its state first. Reloading the page may interrupt that. */
export async function reloadWindow(page: Page): Promise<void> {
  await Promise.all([
    page.waitForEvent('load', { timeout: patience }),
    runLastCommand(page, 'Developer: Reload Window'),
  ]);
  await workbenchReady(page);
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await waitFor(what, async () => (await isSo()) || undefined, { timeout: patience });
}

export { clickLens, runCommand, screenshot };
