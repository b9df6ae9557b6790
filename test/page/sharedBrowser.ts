import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { type BrowserWindow, chromiumOptions, openOwnBrowser, type OpenWindow } from '../editor/browser.ts';
import { coarse } from '../editor/workbench.ts';
import { runFolderVariable } from './runFolder.ts';

/** A browser that lives as long as the worker, so that it keeps the compiled scripts of the workbench. */
interface SharedBrowser {
  context: BrowserContext;
  /** Keeps the browser open while no window is. */
  blank: Page;
  isInUse: boolean;
}

let shared: Promise<SharedBrowser> | undefined;

/**
 * Opens a window in the browser of this worker, whose storage is cleared when the window closes. Additional windows at
 * the same time, and windows with a different screen scale, get their own browser.
 */
export const openInShared: OpenWindow = async (origin, size, scale) => {
  const folder = process.env[runFolderVariable];
  if (folder === undefined || scale !== 1) return openOwnBrowser(origin, size, scale);
  const browser = await (shared ??= start(folder));
  if (browser.isInUse) return openOwnBrowser(origin, size, scale);
  browser.isInUse = true;
  return await openPage(browser, origin, size);
};

async function openPage(
  browser: SharedBrowser,
  origin: string,
  size: { width: number; height: number },
): Promise<BrowserWindow> {
  const { context, blank } = browser;
  const page = await context.newPage();
  await page.setViewportSize(size);
  return {
    page,
    close: async () => {
      for (const tab of context.pages()) if (tab !== blank) await tab.close();
      await context.clearPermissions();
      await context.clearCookies();
      const session = await context.newCDPSession(blank);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      // The service worker of the webviews would keep the window's process and its memory alive.
      await session.send('ServiceWorker.enable');
      await session.send('ServiceWorker.stopAllWorkers');
      await session.detach();
      browser.isInUse = false;
    },
  };
}

async function start(folder: string): Promise<SharedBrowser> {
  const profile = await mkdtemp(join(folder, 'profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumOptions(),
    deviceScaleFactor: coarse,
  });
  return { context, blank: context.pages()[0] ?? (await context.newPage()), isInUse: false };
}
