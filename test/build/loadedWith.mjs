// Which files of a build load which.
/** @import { Metafile } from 'esbuild' */

/**
 * The files that an output loads with it, itself among them.
 * @param {Metafile['outputs']} outputs
 * @param {string} file
 * @param {Set<string>} [found]
 */
export function loadedWith(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' && outputs[path]) loadedWith(outputs, path, found);
  return found;
}

/**
 * All that an output may load, now or later.
 * @param {Metafile['outputs']} outputs
 * @param {string} file
 * @param {Set<string>} [found]
 */
export function reachedFrom(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path } of outputs[file]?.imports ?? []) if (outputs[path]) reachedFrom(outputs, path, found);
  return found;
}
