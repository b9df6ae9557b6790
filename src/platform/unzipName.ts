import { isDeviceName } from './deviceName.ts';

/** Bytes that a file name may have on most systems. */
const longestName = 255;

/**
 * Why an entry of an archive gets no file. `leadsOut`: its path leads out of the folder, on this system or on another
 * one; `unfitName`: this system has no such file name.
 *
 * @param name with `/` between its parts, and at the end of folders
 */
export function whyUnsafe(
  name: string,
  isWindows = process.platform === 'win32',
): 'leadsOut' | 'unfitName' | undefined {
  // On Windows a backslash parts names, and a letter with a colon is a drive.
  if (name.startsWith('/') || name.includes('\\') || /^[a-z]:/i.test(name)) return 'leadsOut';
  const parts = name.replace(/\/$/, '').split('/');
  if (parts.includes('..')) return 'leadsOut';
  return parts.every(part => isFit(part, isWindows)) ? undefined : 'unfitName';
}

function isFit(part: string, isWindows: boolean): boolean {
  if (part === '' || /\p{Cc}/u.test(part) || Buffer.byteLength(part) > longestName) return false;
  if (!isWindows || part === '.') return true;
  return !/[<>:"|?*]/.test(part) && !/[. ]$/.test(part) && !isDeviceName(part);
}
