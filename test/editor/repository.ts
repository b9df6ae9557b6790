import { join, resolve } from 'node:path';

/** The folder of package.json. */
export const repository = resolve(import.meta.dirname, '../..');

/**
 * The Node that the devDependency `node` carries. The editor is compiled for its ABI, so the editor runs on
 * it also where a tool (an IDE's test runner, say) started this process on another one.
 */
export const nodeBinary = join(
  repository,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
