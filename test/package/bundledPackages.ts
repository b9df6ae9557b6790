import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { host, page } from '../../esbuild.mjs';
import { repository } from '../editor/repository.ts';

/** Copied into the package, and not bundled. */
const copied = ['node_modules/world-atlas'];

/** Folders of the packages of others of which something is in Swath's, from the repository's root, sorted. */
export async function bundledPackages(): Promise<string[]> {
  const found = new Set(copied);
  for (const options of [host, page]) {
    const { metafile } = await esbuild.build({
      ...options,
      absWorkingDir: repository,
      write: false,
      metafile: true,
      // What is left out as unused is another's only when it is looked for.
      minify: true,
      sourcemap: false,
    });
    for (const { inputs } of Object.values(metafile.outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = bytesInOutput > 0 ? folderOf(path) : undefined;
        if (folder !== undefined) found.add(folder);
      }
    }
  }
  return [...found].sort();
}

/** Of the package that a file belongs to; packages can lie within each other. */
function folderOf(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

export function pathOf(folder: string, file: string): string {
  return join(repository, folder, file);
}
