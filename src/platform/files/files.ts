import { createReadStream, type FSWatcher, mkdirSync, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { withoutEnd } from '../../base/words/withoutEnd.ts';

/** https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const devices = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])(\.|$)/i;

/** Whether Windows treats a file of this name as a device, regardless of its extension. */
export function isDeviceName(name: string): boolean {
  return devices.test(name);
}

/** A file name may have 255 bytes in total. */
const longestPart = { letters: 60, bytes: 200 };

/**
 * A part of a file name that every file system accepts and that can't lead out of the folder.
 *
 * @param bytes maximum length in UTF-8
 */
export function fileNamePart(text: string, bytes = longestPart.bytes): string {
  // Marks belong to the letter before them; joiners only shape letters.
  const whole = text.normalize('NFC').replaceAll(/[\u200C\u200D]/g, '');
  const plain = withoutEnd(whole.replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '-').replace(/^[-\p{M}]+/u, ''), '-');
  let part = '';
  for (const { segment } of new Intl.Segmenter().segment(plain)) {
    if (part.length + segment.length > longestPart.letters) break;
    if (Buffer.byteLength(part + segment) > bytes) break;
    part += segment;
  }
  return isDeviceName(part) ? `${part}_` : part || 'report';
}

/**
 * The text of a file that somebody else may have put there: empty for a longer one, and for a folder, device or pipe,
 * which may never end.
 */
export async function readForeign(path: string, maxBytes: number): Promise<string> {
  const found = await stat(path);
  return found.isFile() && found.size <= maxBytes ? readFile(path, 'utf8') : '';
}

/** `undefined` for a file or folder that doesn't exist. */
export async function unlessMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function fileExists(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path)))?.isFile() ?? false;
}

/** Several lines are written in quick succession, so changes are collected this long, however many follow; milliseconds. */
const settleMs = 150;

/**
 * Calls back after a file in one of the folders has changed, by any window, also after the folder was replaced by another one. If
 * the system can't report changes, it never calls.
 */
export function onFolderChange(
  folders: readonly string[],
  matches: (name: string) => boolean,
  changed: () => void,
): { dispose(): void } {
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      changed();
    }, settleMs);
  };
  const watchers = folders.map(folder =>
    watchFolder(folder, name => {
      if (name === null || matches(name)) report();
    }),
  );
  return {
    dispose() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.dispose();
    },
  };
}

/** Time for a folder that is gone to be there again, milliseconds. */
const replacedMs = 500;

/** @param changed gets the name of a file, or `null` if any of them may have changed */
function watchFolder(folder: string, changed: (name: string | null) => void): { dispose(): void } {
  let watcher: FSWatcher | undefined;
  let again: NodeJS.Timeout | undefined;

  function start() {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      watcher = watch(folder, { persistent: false }, (event, name) => {
        changed(name);
        // The folder itself was moved or removed: the watcher stays with that one.
        if (event === 'rename' && name === basename(folder)) restart();
      });
      watcher.on('error', restart);
    } catch {
      // The system can't report changes.
    }
  }

  function restart() {
    watcher?.close();
    clearTimeout(again);
    again = setTimeout(() => {
      start();
      changed(null);
    }, replacedMs);
    again.unref();
  }

  start();
  return {
    dispose() {
      clearTimeout(again);
      watcher?.close();
    },
  };
}

/** The first 4,000 bytes as text; empty if the file can't be read. */
export async function startOfFile(path: string): Promise<string> {
  let start = '';
  try {
    for await (const piece of createReadStream(path, { encoding: 'utf8', end: 3_999 }))
      start += String(piece);
  } catch {
    // Opening it tells the user why it can't be read.
  }
  return start;
}
