import { join, resolve } from 'node:path';

/** The folder of package.json. */
export const repository = resolve(import.meta.dirname, '../..');

/**
 * The Node that the devDependency `node` provides: the one that the editor is made for, even if a tool (such as an IDE's
 * test runner) started this process on another one.
 */
export const nodeBinary = join(
  repository,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
