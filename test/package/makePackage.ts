import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fromBuffer } from 'yauzl';
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

/** What is in a .vsix, sorted, with the bytes that each file takes in it. */
export async function filesIn(path: string): Promise<{ name: string; bytes: number }[]> {
  const bytes = await readFile(path);
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, archive) => {
      if (error) {
        reject(error);
        return;
      }
      const found: { name: string; bytes: number }[] = [];
      archive.on('entry', ({ fileName, compressedSize }: { fileName: string; compressedSize: number }) => {
        found.push({ name: fileName, bytes: compressedSize });
        archive.readEntry();
      });
      archive.on('error', reject);
      archive.on('end', () => resolve(found.sort((a, b) => (a.name < b.name ? -1 : 1))));
      archive.readEntry();
    });
  });
}
