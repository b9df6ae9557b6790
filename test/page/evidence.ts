import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { repository } from '../editor/repository.ts';
import { resultsFolder, resultsFolderOf } from '../editor/resultsFolder.ts';
import type { Editor } from '../editor/serve.ts';
import { takePicture } from '../editor/workbench.ts';

/** An editor, and its window once it exists. */
export interface Witness {
  page?: Page;
  editor: Editor;
}

const witnesses = new Set<Witness>();

/** Failures from now on capture this editor. Call the returned function before its window closes. */
export function witness(seen: Witness): () => Promise<void> {
  witnesses.add(seen);
  return async () => {
    if (neverBegun !== undefined) await leaveEvidence(neverBegun, 'start');
    witnesses.delete(seen);
  };
}

/** The file whose first test hasn't started. If a window closes before that, the start failed. */
let neverBegun: string | undefined;

export function fileBegins(file: string): void {
  neverBegun = file;
}

export function testBegins(): void {
  neverBegun = undefined;
}

/**
 * Keeps a screenshot of each open window and the logs of its editor, and prints where. They are in
 * `.test-results/page`, in a folder named after the test file, and are named after the test.
 */
export async function leaveEvidence(file: string, test: string): Promise<void> {
  const folder = join(resultsFolder() ?? resultsFolderOf('page'), file);
  const name = test.replaceAll(/[^\p{L}\p{N} ,.'-]/gu, '').slice(0, 120);
  await mkdir(folder, { recursive: true });
  for (const [index, { page, editor }] of [...witnesses].entries()) {
    const base = join(folder, index === 0 ? name : `${name} (${index + 1})`);
    const picture = `${base}.png`;
    const logs = `${base}.logs`;
    // Collecting evidence must not hide the failure.
    if (page) await takePicture(page, picture).catch(() => undefined);
    await rm(logs, { recursive: true, force: true });
    await cp(editor.logs, logs, { recursive: true }).catch(() => undefined);
    await cp(editor.logFile, join(logs, 'server.log')).catch(() => undefined);
    const note = page ? `Window: ${relative(repository, picture)}. ` : '';
    console.error(`${file}: "${test}" failed. ${note}Logs of the editor: ${relative(repository, logs)}`);
    const texts = await page?.evaluate(visibleTexts, whatAsks).catch(() => undefined);
    if (texts) await writeFile(`${base}.txt`, texts);
  }
}

/** What a user would read first. The summary prints it, because screenshots may have to stay on the machine. */
const whatAsks = {
  dialog: '.monaco-dialog-box',
  notifications: '.notifications-toasts',
  'quick input': '.quick-input-widget',
  menu: '.monaco-menu',
  'active editor': '.tab.active',
  focus: ':focus',
};

function visibleTexts(selectors: typeof whatAsks): string {
  return Object.entries(selectors)
    .flatMap(([name, selector]) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter(element => element.checkVisibility())
        .map(element => `  ${name}: ${(element.innerText || element.outerHTML).slice(0, 400)}`),
    )
    .join('\n');
}
