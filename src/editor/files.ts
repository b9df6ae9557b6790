import { mkdirSync, watch } from 'node:fs';
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

/** Several lines are written at a time, milliseconds. */
const settleMs = 150;

/**
 * Calls back after a file in one of the folders has changed, which any window can do. Where the system cannot tell, it
 * never calls.
 */
export function onFolderChange(
  folders: readonly string[],
  isMeant: (name: string) => boolean,
  changed: () => void,
): { dispose(): void } {
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.flatMap(folder => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name !== null && !isMeant(name)) return;
        clearTimeout(timer);
        timer = setTimeout(changed, settleMs);
      });
      watcher.on('error', () => watcher.close());
      return [watcher];
    } catch {
      return [];
    }
  });
  return {
    dispose() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
