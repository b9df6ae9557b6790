import { statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** In the folder: the size of each of its files, bytes. */
const record = 'files.json';

/**
 * Records the files of a folder, so that `isWhole` finds out later whether it was damaged.
 * @param {string} folder
 */
export async function recordFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sizes = Object.fromEntries(paths.map(path => [relative(folder, path), statSync(path).size]));
  await writeFile(join(folder, record), JSON.stringify(sizes));
}

/**
 * Whether each recorded file is there, with its size.
 *
 * @param {string} folder
 */
export async function isWhole(folder) {
  try {
    /** @type {unknown} */
    const recorded = JSON.parse(await readFile(join(folder, record), 'utf8'));
    const files = Object.entries(/** @type {Record<string, number>} */ (recorded));
    // One by one and at once: thousands of promises would take longer.
    const isThere = files.every(([path, size]) => {
      const found = statSync(join(folder, path), { throwIfNoEntry: false });
      return found?.isFile() === true && found.size === size;
    });
    return isThere && files.length > 0;
  } catch {
    return false;
  }
}
