import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installEditor } from './installEditor.mjs';
import { nodeBinary } from './repository.ts';

/**
 * Makes the editor install a packaged extension into its data folder, like _Install from VSIX_.
 *
 * @param dataDir as in `serveEditor`
 */
export async function installExtension(vsix: string, dataDir: string): Promise<void> {
  const { serverMain, node = nodeBinary } = await installEditor();
  await promisify(execFile)(node, [
    serverMain,
    ...['--install-extension', vsix],
    ...['--server-data-dir', dataDir, '--extensions-dir', join(dataDir, 'extensions')],
    '--accept-server-license-terms',
  ]);
}
