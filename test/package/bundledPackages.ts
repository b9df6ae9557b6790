import { isAbsolute, join, relative } from 'node:path';
import * as esbuild from 'esbuild';
import { build } from 'rolldown';
import { conversation, host, notebook, packageData, page } from '../../esbuild.mjs';
import { repository } from '../editor/repository.ts';

/** Folders of the third-party packages that are part of Swath, relative to the repository's root, sorted. */
export async function bundledPackages(): Promise<string[]> {
  // Minified as in the package: only then is unused code of the packages removed.
  const [{ output }, ...pages] = await Promise.all([
    build({
      ...host,
      cwd: repository,
      write: false,
      output: { ...host.output, minify: true, sourcemap: false },
    }),
    ...[page, notebook, conversation].map(options =>
      esbuild.build({
        ...options,
        absWorkingDir: repository,
        write: false,
        metafile: true,
        minify: true,
        sourcemap: false,
      }),
    ),
  ]);
  const ofHost = output
    .flatMap(file => (file.type === 'chunk' ? Object.entries(file.modules) : []))
    .map(([path, { renderedLength }]) => ({ path, bytes: renderedLength }));
  const ofPages = pages
    .flatMap(({ metafile }) => Object.values(metafile.outputs))
    .flatMap(({ inputs }) => Object.entries(inputs))
    .map(([path, { bytesInOutput }]) => ({ path, bytes: bytesInOutput }));
  const paths = [...ofHost, ...ofPages].flatMap(({ path, bytes }) => (bytes > 0 ? path : []));
  const found = [...Object.values(packageData), ...paths].flatMap(path => folderOf(path) ?? []);
  return [...new Set(found)].sort();
}

/** The folder of the package that a file belongs to; packages can be nested. */
function folderOf(path: string): string | undefined {
  const relativePath = isAbsolute(path) ? relative(repository, path) : path;
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relativePath.replaceAll('\\', '/'))?.[0];
}

export function pathOf(folder: string, file: string): string {
  return join(repository, folder, file);
}
