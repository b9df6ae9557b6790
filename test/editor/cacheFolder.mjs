import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The platform's folder for data that can be recreated; shared by all clones.
 *
 * @returns {string}
 */
export function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  switch (process.platform) {
    case 'darwin':
      return join(homedir(), 'Library/Caches/swath');
    case 'win32':
      return join(LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'swath');
    default:
      return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'swath');
  }
}
