import { type Browser, chromium } from 'playwright-core';
import { chromiumOptions } from '../editor/browser.ts';

let browser: Promise<Browser> | undefined;

/**
 * The browser of this worker, for all its files; each opens its own context in it. With one browser for all workers, in
 * another process, every message would be read twice.
 */
export function browserOfWorker(): Promise<Browser> {
  return (browser ??= chromium.launch(chromiumOptions()));
}
