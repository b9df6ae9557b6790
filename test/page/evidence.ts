import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import type { Editor } from '../editor/serve.ts';
import { repository } from '../editor/repository.ts';
import { resultsFolder, resultsFolderOf } from '../editor/resultsFolder.ts';
import { takePicture } from '../editor/workbench.ts';

/** An editor, and its window once that is there. */
export interface Witness {
  page?: Page;
  editor: Editor;
}

const witnesses = new Set<Witness>();

/** Has what fails from now on show this editor. Call what it answers before its window closes. */
export function witness(seen: Witness): () => Promise<void> {
  witnesses.add(seen);
  return async () => {
    if (neverBegun !== undefined) await leaveEvidence(neverBegun, 'start');
    witnesses.delete(seen);
  };
}

/** The file whose first test has not begun: a window that closes by then stood where the start failed. */
let neverBegun: string | undefined;

export function fileBegins(file: string): void {
  neverBegun = file;
}

export function testBegins(): void {
  neverBegun = undefined;
}

/**
 * Keeps a picture of each open window and the logs of its editor, and prints where. In `.test-results/page`, in a
 * folder of the name of the test file, both are named after the test.
 */
export async function leaveEvidence(file: string, test: string): Promise<void> {
  const folder = join(resultsFolder() ?? resultsFolderOf('page'), file);
  const name = test.replaceAll(/[^\p{L}\p{N} ,.'-]/gu, '').slice(0, 120);
  await mkdir(folder, { recursive: true });
  for (const [index, { page, editor }] of [...witnesses].entries()) {
    const base = join(folder, index === 0 ? name : `${name} (${index + 1})`);
    const picture = `${base}.png`;
    const logs = `${base}.logs`;
    // What explains a failure must not hide it.
    if (page) await takePicture(page, picture).catch(() => undefined);
    await rm(logs, { recursive: true, force: true });
    await cp(editor.logs, logs, { recursive: true }).catch(() => undefined);
    await cp(editor.logFile, join(logs, 'server.log')).catch(() => undefined);
    const shown = page ? `Window: ${relative(repository, picture)}. ` : '';
    console.error(`${file}: "${test}" failed. ${shown}Logs of the editor: ${relative(repository, logs)}`);
    const texts = await page?.evaluate(visibleTexts, whatAsks).catch(() => undefined);
    if (texts) await writeFile(`${base}.txt`, texts);
  }
}

/** What a person would read first. The summary of the run prints it: a picture may not leave the machine. */
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
