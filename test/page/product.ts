import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import type { Dialect, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { confirmDelayMs } from '../../src/editor/confirmDelay.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/serve.ts';
import {
  openWorkbench,
  workbenchReady,
  type Theme,
  type Workbench,
  type WorkbenchOptions,
} from '../editor/browser.ts';
import { repository } from '../editor/repository.ts';
import { serveEditor, type Editor, type ServeOptions } from '../editor/serve.ts';
import { waitFor } from '../editor/waitFor.ts';
import {
  clickLens,
  notifications,
  pick,
  runCommand,
  runLastCommand,
  screenshot,
  typeInput,
  webviewFrame,
} from '../editor/workbench.ts';
import { witness, type Witness } from './evidence.ts';
import { builtInVariable, runFolderVariable } from './runFolder.ts';
import { openInShared } from './sharedBrowser.ts';

/** The product as a person has it: the editor with Swath in a sample folder, and a service on this machine. */
export interface Product {
  page: Page;
  folder: string;
  workbench: Workbench;
  editor: Editor;
  /** The service behind the connection "Local". */
  service: ServedSandbox;
  /** Everything that the extension wrote to its log. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Sign in to the built-in sandbox at start, as `npm start` does. */
  startInSandbox?: boolean;
  /** In which the service behind "Local" speaks. */
  dialect?: Dialect;
  /** How time goes for the service behind "Local". */
  time?: Pick<SandboxOptions, 'now' | 'productionSeconds'>;
  /** In which Swath speaks; English where it is not given. */
  language?: string;
  theme?: Theme;
  /** Of the user, beside the connection. */
  settings?: Record<string, unknown>;
  size?: { width: number; height: number };
  scale?: number;
  /** Added to the environment of the editor. */
  env?: Record<string, string>;
  /** Modules that the editor's server and its extension hosts load first. */
  preloads?: readonly string[];
  /** Whether the folder has to be trusted first. */
  asksForTrust?: boolean;
  /** Changes the folder of samples before a window opens it. Answers what the window opens, where that is another thing. */
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
    ...{ preloads, asksForTrust },
    settings: {
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

/** Opens another window of the same editor, in a browser of its own. */
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

/** What makes windows of the suite quick: animations are drawn by the processor here, and it has other things to do. */
function pageRun(): Pick<WorkbenchOptions, 'isCalm' | 'open'> {
  return process.env[runFolderVariable] === undefined ? {} : { isCalm: true, open: openInShared };
}

/** The port of the editors of this worker, one after the other: what the browser keeps of scripts is kept by address. */
let keptPort: number | undefined;
let isPortTaken = false;

async function serveAtKeptPort(options: ServeOptions): Promise<Editor> {
  const builtIn = process.env[builtInVariable];
  const all = { ...options, ...(builtIn === undefined ? {} : { builtIn }) };
  if (isPortTaken) return await serveEditor(all);
  isPortTaken = true;
  const editor = await serveEditor({ ...all, port: keptPort ?? 0 }).catch((error: unknown) => {
    // Another program can have taken it since.
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

/** What Swath logged, and what the extension hosts say of themselves, all windows together. */
async function readLogs(folder: string): Promise<string> {
  const { glob } = await import('node:fs/promises');
  const texts: string[] = [];
  for await (const file of glob('**/exthost*/{swath.swath/*,remoteexthost}.log', { cwd: folder }))
    texts.push(await readFile(join(folder, file), 'utf8'));
  return texts.join('\n');
}

/** The document of the map page. */
export function mapPage(page: Page): Promise<Frame> {
  return webviewFrame(page, '#swath-page');
}

/** A lens that is on screen, by its text. */
export function lens(page: Page, text: string | RegExp) {
  return page.locator('.codelens-decoration a, .codelens-decoration span', { hasText: text }).first();
}

/** Signs in to "Local" from the palette. */
export async function signInToLocal({ page, service }: Product): Promise<void> {
  await runCommand(page, 'Swath: Sign In…');
  await pick(page, 'Local');
  await typeInput(page, service.sandbox.apiKey);
  await statusBarItem(page, /Local · [\d,]+ credits/).waitFor();
}

export function statusBarItem(page: Page, text: string | RegExp): Locator {
  return page.locator('.statusbar-item', { hasText: text });
}

/** A row of a tree of the side bar, by the beginning of what a screen reader says. */
export function treeRow(page: Page, label: string | RegExp): Locator {
  return page.locator('.sidebar').getByRole('treeitem', { name: label }).first();
}

/** The header of a view of the side bar: opens and closes it. */
export function sectionHeader(page: Page, view: string): Locator {
  return page.locator('.sidebar .pane-header', { has: page.locator('.title', { hasText: view }) });
}

/** Opens these views of the side bar, and closes all others. */
export async function showViews(page: Page, ...views: readonly string[]): Promise<void> {
  const titles = await page.locator('.sidebar .pane-header .title').allInnerTexts();
  for (const title of titles) {
    const header = sectionHeader(page, title);
    const isOpen = (await header.getAttribute('aria-expanded')) === 'true';
    if (isOpen !== views.some(view => view.toLowerCase() === title.toLowerCase()))
      // At its begin: where it is narrow, its buttons cover the middle.
      await header.click({ position: { x: 8, y: 8 } });
  }
}

/** Drags the border of the side bar. @param to pixels from the left of the window */
export async function widenSideBar(page: Page, to: number): Promise<void> {
  const box = await page.locator('.sidebar').boundingBox();
  if (!box) throw new Error('There is no side bar.');
  await page.mouse.move(box.x + box.width, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
}

/** Chooses in the context menu of an element. */
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
      // The tooltip of another row can lie above this one, and goes with the pointer.
      await page.mouse.move(0, 0);
      await page.keyboard.press('Escape');
    }
    // A tree that is drawn anew takes its menu away, also before anything was chosen in it.
    return isOpen && (await isTaken(entry));
  });
}

/** Whether it can be done within a time, milliseconds. */
async function soon(act: (timeout: number) => Promise<unknown>, timeout: number): Promise<boolean> {
  return act(timeout).then(
    () => true,
    () => false,
  );
}

/** Whether an entry of an open menu was clicked, and the menu went away for that. */
async function isTaken(entry: Locator): Promise<boolean> {
  let wasClicked = false;
  // The menu takes no click until a moment after it opened, so that the release of the button chooses nothing.
  while (await entry.isVisible()) {
    const isClicked = await soon(timeout => entry.click({ timeout }), 2_000);
    wasClicked ||= isClicked;
  }
  return wasClicked;
}

/** The notifications at the corner of the window. */
export function toasts(page: Page): Locator {
  return page.locator('.notifications-toasts');
}

/** Presses a button of a notification until that goes: one that moves up as another one goes takes no click. */
export async function pressInToast(page: Page, name: string | RegExp): Promise<void> {
  const button = toasts(page).getByRole('button', { name });
  await button.click();
  let wait = 2_000;
  await until(`the notification with "${name}" to go`, async () => {
    if (await soon(timeout => button.waitFor({ state: 'hidden', timeout }), (wait *= 2))) return true;
    await soon(timeout => button.click({ timeout }), wait);
    return false;
  });
}

/** Waits for a notification. */
export async function notificationSays(page: Page, words: RegExp): Promise<void> {
  await until(`"${String(words)}" to be said`, async () =>
    (await notifications(page)).some(text => words.test(text)),
  );
}

/** The dialog in the middle of the window. */
export function dialog(page: Page): Locator {
  return page.locator('.monaco-dialog-box');
}

/**
 * Waits for the dialog that a person asked for. Where it took so long that they could have gone on to something else,
 * which happens on slow machines, a notification leads to it.
 */
export async function dialogOpens(page: Page): Promise<void> {
  const goOn = toasts(page).getByRole('button', { name: /^(Continue|Weiter)…$/ });
  await dialog(page).or(goOn).first().waitFor();
  if (!(await dialog(page).isVisible())) await pressInToast(page, /^(Continue|Weiter)…$/);
  await dialog(page).waitFor();
}

/** Waits until the dialog can be answered: it comes up, and before some time has gone by no answer counts. */
export async function dialogAnswerable(page: Page): Promise<void> {
  await dialogOpens(page);
  // A rule of the product about time only: nothing on screen shows when it is over.
  await page.waitForTimeout(confirmDelayMs + 100);
}

/** Presses a button of the dialog, and does not wait for what comes then. */
export async function pressInDialog(page: Page, button: string | RegExp): Promise<void> {
  const target = dialog(page).getByRole('button', { name: button });
  await dialogOpens(page);
  await target.waitFor();
  await dialogAnswerable(page);
  await target.click();
}

/** Presses a button of the dialog and waits until it is gone. */
export async function answerDialog(page: Page, button: string | RegExp): Promise<void> {
  await pressInDialog(page, button);
  await dialog(page).waitFor({ state: 'hidden' });
}

/** Leaves a dialog without an answer. */
export async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
}

/** Reloads the window as a person does: the editor puts its state away first, which a reload of the page may cut short. */
export async function reloadWindow(page: Page): Promise<void> {
  await Promise.all([
    page.waitForEvent('load', { timeout: 60_000 }),
    runLastCommand(page, 'Developer: Reload Window'),
  ]);
  await workbenchReady(page);
}

/** Waits for a condition on screen. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await waitFor(what, async () => (await isSo()) || undefined, { timeout: 60_000 });
}

export { clickLens, runCommand, screenshot };
