// npm run bench -- activation
//
// How long an extension host is held up until Swath is there: its code loaded and `activate` over, each time in a new host
// of the real editor. Once as what is asked for when a window is at rest, which is what Swath itself costs; and once amid
// the start of a window, where the editor and its own extensions want the same processors.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import type { Page } from 'playwright-core';
import { host, loadedWith } from '../../esbuild.mjs';
import { openWorkbench, workbenchReady } from '../editor/browser.ts';
import { buildExtension } from '../editor/buildExtension.ts';
import { repository } from '../editor/repository.ts';
import { serveEditor } from '../editor/serve.ts';
import { waitFor } from '../editor/waitFor.ts';
import {
  activationVariable,
  copyWithStopwatch,
  loadedVariable,
  readActivations,
  type Activation,
} from './activatedExtension.ts';
import type { Measurement } from './benchRow.ts';

const starts = 10;
/** Until a window has started all that it starts by itself, milliseconds. */
const restMs = 4000;
/** What must wait until it is needed. */
const notAtStart = ['node_modules/zod/', 'node_modules/undici/', 'node_modules/@turf/', 'src/sandbox/'];

export async function benchActivation(): Promise<Measurement[]> {
  await buildExtension('--production');
  const scratch = await mkdtemp(join(tmpdir(), 'swath-bench-'));
  try {
    const [first, ...others] = await activationsIn(join(scratch, 'rest'), 'at rest');
    const [, ...amidStart] = await activationsIn(join(scratch, 'start'), 'at start');
    const loaded = (first?.loaded ?? [])
      .filter(url => url.startsWith('file:'))
      .map(url => basename(fileURLToPath(url)));
    const early = await inputsOf(loaded);
    const of = (read: (one: Activation) => number) => others.map(read);
    const whole = ({ loadMs, activateMs }: Activation) => loadMs + activateMs;
    return [
      {
        ...{ name: 'activation in a new extension host', unit: 'ms', most: 30 },
        runs: of(whole),
        holds: notAtStart.map(path => [
          `nothing of ${path}`,
          early.length > 0 && !early.some(input => input.startsWith(path)),
        ]),
      },
      { name: 'activation, code loaded', unit: 'ms', runs: of(({ loadMs }) => loadMs) },
      { name: 'activation, activate() alone', unit: 'ms', runs: of(({ activateMs }) => activateMs) },
      { name: 'activation, files loaded', unit: 'files', runs: [loaded.length] },
      { name: 'activation amid the start of a window', unit: 'ms', runs: amidStart.map(whole) },
    ];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The first one, with the files that it loaded, is not to be timed. */
async function activationsIn(scratch: string, when: 'at rest' | 'at start'): Promise<Activation[]> {
  const [extensionPath, folder] = [join(scratch, 'extension'), join(scratch, 'samples')];
  const [file, wanted] = [join(scratch, 'activations'), join(scratch, 'wanted')];
  await copyWithStopwatch(extensionPath, when === 'at rest' ? { activationEvents: [] } : {});
  await cp(join(repository, 'media/samples'), folder, { recursive: true });
  await writeFile(file, '');
  await writeFile(wanted, '');
  const editor = await serveEditor({
    ...{ extensionPath, folder },
    env: { [activationVariable]: file, [loadedVariable]: wanted },
  });
  try {
    const workbench = await openWorkbench(editor);
    try {
      const activations = async () => readActivations(await readFile(file, 'utf8'));
      for (let count = 1; ; count += 1) {
        if (when === 'at rest') {
          // The editor tells of no rest.
          await pass(restMs);
          await showInSideBar(workbench.page, 'Swath');
        }
        await waitFor(
          `activation ${count}`,
          async () => ((await activations()).length >= count ? true : undefined),
          { timeout: 180_000 },
        );
        await rm(wanted, { force: true });
        if (count > starts) return await activations();
        // A window comes back with what it showed.
        if (when === 'at rest') await showInSideBar(workbench.page, 'Explorer');
        await workbench.page.reload();
        await workbenchReady(workbench.page);
      }
    } finally {
      await workbench.close();
    }
  } finally {
    await editor.stop();
  }
}

async function showInSideBar(page: Page, name: string): Promise<void> {
  await page
    .locator('.activitybar')
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .click();
}

/** Files of the repository of which something is in files of `dist`. */
async function inputsOf(names: readonly string[]): Promise<string[]> {
  const { metafile } = await esbuild.build({
    ...{ ...host, absWorkingDir: repository, write: false, metafile: true },
    ...{ minify: true, sourcemap: false },
  });
  // The build joins these into one file.
  const joined = loadedWith(metafile.outputs, 'dist/extension.mjs');
  return Object.entries(metafile.outputs)
    .filter(([path]) => joined.has(path) || names.includes(basename(path)))
    .flatMap(([, { inputs }]) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path);
}
