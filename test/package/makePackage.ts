import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeBinary, repository } from '../editor/repository.ts';

const vsce = join(repository, 'node_modules/@vscode/vsce/vsce');

/** Packs what was built; the path of the .vsix. */
export async function makePackage(folder = repository): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const path = join(folder, `${name}-${version}.vsix`);
  await rm(path, { force: true });
  // Everything is bundled, and the addresses in the texts stay as they are: there is no public repository to lead to.
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  await promisify(execFile)(nodeBinary, [vsce, 'package', ...flags, '--out', path], { cwd: repository });
  return path;
}
