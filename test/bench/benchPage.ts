import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { pageThroughDoors } from '../build/throughDoors.mjs';
import { findChromium } from '../editor/chromium.ts';
import { repository } from '../editor/repository.ts';

/** The browser that pages are measured in. */
export function browserName(): string | undefined {
  const path = findChromium();
  if (path === undefined) return undefined;
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return stdout.trim() || undefined;
}

/** How a page for measuring is bundled. @param script as in {@link withBenchPage} */
export function bundleOf(script: string) {
  return {
    entryPoints: [join(repository, 'test/bench', `${script}.ts`)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'chrome138',
    loader: { '.png': 'empty' },
    plugins: [pageThroughDoors],
    // A page for measuring imports the page of the product for what it does.
    ignoreAnnotations: true,
    logLevel: 'warning',
  } satisfies esbuild.BuildOptions;
}

/**
 * Opens a page for measuring in Chromium: a script in this folder, bundled into a temporary folder, and the style
 * sheets that it imports.
 *
 * @param script file name without the extension
 * @param body HTML of the page before the script runs
 */
export async function withBenchPage<Result>(
  script: string,
  body: string,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('There is no Chromium on this machine. Install one, or name one in CHROMIUM.');
  const folder = await mkdtemp(join(tmpdir(), 'swath-bench-'));
  try {
    await esbuild.build({ ...bundleOf(script), outdir: folder });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      await page.setContent(`<!doctype html><body>${body}</body>`);
      const styles = join(folder, `${script}.css`);
      if (existsSync(styles)) await page.addStyleTag({ path: styles });
      await page.addScriptTag({ path: join(folder, `${script}.js`) });
      return await run(page);
    } finally {
      await browser.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
