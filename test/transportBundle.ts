import { join } from 'node:path';
import * as rolldown from 'rolldown';
import { host } from '../esbuild.mjs';
import { repository } from './editor/repository.ts';

/** Writes a transport's code as the package has it, in one file, and returns the file's path. */
export async function writeTransportBundle(folder: string): Promise<string> {
  const file = join(folder, 'ownTransport.cjs');
  await rolldown.build({
    ...host,
    cwd: repository,
    input: 'src/service/wire/ownTransport.ts',
    output: { file, format: 'cjs', minify: true, comments: false },
  });
  return file;
}
