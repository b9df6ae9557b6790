import { chromium, type Page } from 'playwright-core';
import { clockOffset, shiftDate } from '../shiftedClock.mjs';
import { findChromium } from './chromium.ts';
import { writeSettings } from './editorSettings.ts';
import type { Editor } from './serve.ts';
import { patience, pick, runCommand } from './workbench.ts';

/**
 * VS Code's own themes: value of the setting, label in the list, and class of the workbench while active. The names are
 * those of the oldest editor: newer ones know them too, but not the other way round.
 */
const themes = {
  dark: { name: 'Default Dark Modern', label: 'Dark Modern', className: 'vs-dark' },
  light: { name: 'Default Light Modern', label: 'Light Modern', className: 'vs' },
  hcDark: { name: 'Default High Contrast', label: 'Dark High Contrast', className: 'hc-black' },
  hcLight: { name: 'Default High Contrast Light', label: 'Light High Contrast', className: 'hc-light' },
} as const;

export type Theme = keyof typeof themes;

export type WorkbenchOptions = {
  /** Instead of the folder that the editor opens by default. */
  folder?: string;
  theme?: Theme;
  /** Of the window, in CSS px. */
  size?: { width: number; height: number };
  /** Of the screen, as device pixels per CSS px. */
  scale?: number;
  /** Whether the user asked for reduced motion. */
  reducedMotion?: boolean;
  /** Opens the window; by default, a separate browser with an empty profile. */
  open?: OpenWindow;
};

export type BrowserWindow = { page: Page; close: () => Promise<void> };

/** Opens an empty window for an editor, with nothing in the storage of its origin. */
export type OpenWindow = (
  origin: string,
  size: { width: number; height: number },
  scale: number,
) => Promise<BrowserWindow>;

/** A problem that the page reported. */
export type Problem = {
  kind: 'csp' | 'console' | 'exception';
  text: string;
  /** URL of the script or page that it is about. */
  source: string;
};

export type Workbench = {
  page: Page;
  /** Console errors, violations of a content security policy and uncaught exceptions in webviews. Grows. */
  problems: Problem[];
  /** The same for the whole page; the workbench has a good many of its own. For analysis after a failure. */
  allProblems: Problem[];
  close(): Promise<void>;
};

/** Opens a window of the editor; resolves when the workbench is ready. */
export async function openWorkbench(
  editor: Editor,
  {
    theme = 'dark',
    size = { width: 1400, height: 900 },
    scale = 1,
    folder,
    reducedMotion = false,
    open = openOwnBrowser,
  }: WorkbenchOptions = {},
): Promise<Workbench> {
  await writeSettings(editor.settingsFile, { 'workbench.colorTheme': themes[theme].name });
  const { page, close } = await open(editor.origin, size, scale);
  page.setDefaultTimeout(patience);
  try {
    if (reducedMotion) await page.emulateMedia({ reducedMotion: 'reduce' });
    const problems: Problem[] = [];
    const allProblems: Problem[] = [];
    collectProblems(page, problem => {
      allProblems.push(problem);
      if (isOfWebview(problem)) problems.push(problem);
    });
    await shiftClockOfWebviews(page);
    await page.goto(editor.url(folder));
    await workbenchReady(page);
    await page.locator(`.monaco-workbench.${themes[theme].className}`).waitFor();
    return { page, problems, allProblems, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Gives a page and all its frames the clock of the test run. Call it before the page loads anything. */
export async function shiftClock(page: Page): Promise<void> {
  const offset = clockOffset();
  if (offset !== 0) await page.addInitScript(shiftDate, offset);
}

/** The same for the webviews in a window of the editor; the workbench keeps the machine's time. */
async function shiftClockOfWebviews(page: Page): Promise<void> {
  const offset = clockOffset();
  if (offset === 0) return;
  await page.addInitScript(
    `if (location.pathname.includes('/webview/browser/pre/')) (${String(shiftDate)})(${offset});`,
  );
}

/** Opens a window in a separate browser with an empty profile. */
export const openOwnBrowser: OpenWindow = async (_origin, size, scale) => {
  const browser = await chromium.launch(chromiumOptions());
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: scale });
  return { page, close: () => browser.close() };
};

export function chromiumOptions(): { executablePath: string; args: string[] } {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('There is no Chromium on this machine. Install one, or name one in CHROMIUM.');
  }
  return {
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  };
}

export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await runCommand(page, 'Preferences: Color Theme');
  await pick(page, themes[theme].label);
  await page.locator(`.monaco-workbench.${themes[theme].className}`).waitFor();
}

/** Resolves when the workbench has restored its editors and views; also for use after `page.reload()`. */
export async function workbenchReady(page: Page): Promise<void> {
  const marks = ['code/LifecyclePhase/Restored', 'code/didLoadExtensions'];
  await page.waitForFunction(names => names.every(n => performance.getEntriesByName(n).length > 0), marks, {
    timeout: patience,
  });
}

function isOfWebview({ kind, source }: Problem): boolean {
  if (kind === 'exception') return !source.includes('/workbench/workbench.js');
  return /\/webview\/browser\/pre\/|vscode-resource/.test(source);
}

/** Reports problems anywhere in a window. */
export function collectProblems(page: Page, report: (problem: Problem) => void): void {
  page.on('console', message => {
    if (message.type() !== 'error') return;
    const text = message.text();
    const kind = text.includes('Content Security Policy') ? 'csp' : 'console';
    report({ kind, text, source: message.location().url });
  });
  page.on('pageerror', error => {
    // The stack starts with the message and names the scripts.
    report({ kind: 'exception', text: error.message, source: error.stack ?? '' });
  });
}
