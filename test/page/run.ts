import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installEditor } from '../editor/installEditor.mjs';
import { builtInVariable, runFolderVariable } from './runFolder.ts';

/**
 * The built-in extensions of VS Code that the product uses. Loading the other eighty takes each window as long as the
 * workbench itself; `installed.full.test.ts` and the host suite run with all of them.
 */
const builtIn = [
  ...['configuration-editing', 'json', 'json-language-features', 'markdown-basics', 'ipynb'],
  ...['markdown-language-features', 'media-preview', 'theme-defaults', 'theme-modern-icons', 'theme-seti'],
];

/** Prepares what all files of the run share. The workers find it through environment variables. */
export async function setup(): Promise<() => Promise<void>> {
  const extensions = join(dirname((await installEditor()).serverMain), '../extensions');
  const folder = await mkdtemp(join(tmpdir(), 'swath-page-run-'));
  const chosen = join(folder, 'built-in');
  await mkdir(chosen);
  for (const name of builtIn) await symlink(join(extensions, name), join(chosen, name), 'junction');
  process.env[runFolderVariable] = folder;
  process.env[builtInVariable] = chosen;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
