import { rename, rm, writeFile } from 'node:fs/promises';

/** https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const devices = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])(\.|$)/i;

/** Whether Windows takes a file of this name for a device, whatever its ending. */
export function isDeviceName(name: string): boolean {
  return devices.test(name);
}

/** Writes beside the name and renames: under its name a file is always whole. For its owner only. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const part = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(part, content, { mode: 0o600, flag: 'wx' });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** `undefined` for a file or folder that is not there. */
export async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
