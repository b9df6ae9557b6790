import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { nodeBinary, repository } from './repository.ts';

/** Bundles the extension into `dist/`, with the output in this terminal. */
export async function buildExtension(...flags: string[]): Promise<void> {
  const build = spawn(nodeBinary, ['esbuild.mjs', ...flags], { cwd: repository, stdio: 'inherit' });
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The extension did not build: see above.');
}
