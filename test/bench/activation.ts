// npm run bench -- activation
//
// How long an extension host is busy until Swath is active: its code loaded and `activate` finished, each time in a new
// host of the real editor, compared with the editor's own Git extension in the same start.
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWorkbench, workbenchReady } from '../editor/browser.ts';
import { buildExtension } from '../editor/buildExtension.ts';
import { repository } from '../editor/repository.ts';
import { serveEditor } from '../editor/serve.ts';
import { waitFor } from '../editor/waitFor.ts';
import {
  type Activation,
  activationVariable,
  loadedVariable,
  readActivations,
} from './activatedExtension.ts';
import type { Measurement } from './benchRow.ts';

const starts = 24;

export async function benchActivation(): Promise<Measurement[]> {
  await buildExtension('--production');
  const scratch = await mkdtemp(join(tmpdir(), 'swath-bench-'));
  try {
    const [first, ...others] = await activationsIn(scratch);
    const loaded = (first?.loaded ?? [])
      .filter(url => url.startsWith('file:'))
      .map(url => fileURLToPath(url))
      .filter(path => path.startsWith(join(repository, 'dist')));
    const sizes = await Promise.all(loaded.map(async path => (await stat(path)).size));
    return [
      {
        name: 'activation in a new extension host',
        unit: 'ms',
        maxRatio: 1,
        runs: others.map(({ swath }) => swath),
        baseline: { what: 'Git extension', runs: others.map(({ git }) => git) },
      },
      {
        name: 'activation, code read',
        unit: 'MB',
        max: 0.12,
        runs: [sizes.reduce((sum, size) => sum + size, 0) / 1e6],
        holds: [['something was read', sizes.length > 0]],
      },
    ];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The first activation, which lists the files that it loaded, isn't timed. */
async function activationsIn(scratch: string): Promise<Activation[]> {
  const folder = join(scratch, 'samples');
  const file = join(scratch, 'activations');
  const marker = join(scratch, 'wanted');
  await cp(join(repository, 'media/samples'), folder, { recursive: true });
  await writeFile(file, '');
  await writeFile(marker, '');
  const editor = await serveEditor({
    extensionPath: repository,
    folder,
    preloads: [join(import.meta.dirname, 'stopwatch.mjs')],
    env: { [activationVariable]: file, [loadedVariable]: marker },
  });
  try {
    // Without a GPU, drawing the window takes CPU time that the host needs as well, so the window is small.
    const workbench = await openWorkbench(editor, { size: { width: 640, height: 480 } });
    try {
      const activations = async () => readActivations(await readFile(file, 'utf8'));
      for (let count = 1; ; count += 1) {
        await waitFor(
          `activation ${count}`,
          async () => ((await activations()).length >= count ? true : undefined),
          { timeout: 180_000 },
        );
        await rm(marker, { force: true });
        if (count > starts) return await activations();
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
