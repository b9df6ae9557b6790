/** Unpacks ZIP files to a folder that exists completely or not at all. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as l10n from '@vscode/l10n';
import type { Entry, ZipFile } from 'yauzl';
import { numberText } from '../../base/words/displayLanguage.ts';
import { checked, openZip, zipEntries, type ZipEntry } from '../../base/zip.ts';
import { isDeviceName } from '../../platform/files/files.ts';
import { nameIsTaken } from '../../platform/files/writeFiles.ts';
import { freeParts, partName } from './partFile.ts';

/** Maximum length of a file name on most systems, in bytes. */
const longestName = 255;

/**
 * Whether an entry of an archive can be written as a file: its path stays inside the folder on this and other systems,
 * and this system allows its file name.
 *
 * @param name uses `/` as the separator and at the end of folders
 */
export function isSafePath(name: string, isWindows = process.platform === 'win32'): boolean {
  // On Windows, a backslash is a separator, and a letter with a colon is a drive.
  if (name.startsWith('/') || name.includes('\\') || /^[a-z]:/i.test(name)) return false;
  const parts = name.replace(/\/$/, '').split('/');
  return !parts.includes('..') && parts.every(part => isFit(part, isWindows));
}

function isFit(part: string, isWindows: boolean): boolean {
  if (part === '' || /\p{Cc}/u.test(part) || Buffer.byteLength(part) > longestName) return false;
  if (!isWindows || part === '.') return true;
  return !/[<>:"|?*]/.test(part) && !/[. ]$/.test(part) && !isDeviceName(part);
}

/** More than any image product has, and each entry costs a file. */
const maxEntries = 100_000;

/**
 * Reads the directory of an archive and checks every entry. Throws if the archive can't be unpacked.
 *
 * @returns unpacked and packed size, in bytes, and the names of the entries, with `/` as the separator
 */
export async function lookInto(path: string) {
  return withArchive(path, async archive => {
    if (archive.entryCount > maxEntries)
      throw new Error(l10n.t('It contains more than {0} files.', numberText(maxEntries)));
    const names = new Map<string, string>();
    const folders = new Set<string>();
    let bytes = 0;
    for await (const item of zipEntries(archive)) {
      refuseUnfit(item);
      const path = item.name.toLowerCase();
      for (const folder of parentFolders(path)) folders.add(folder);
      // Some programs list a folder several times.
      if (names.has(path) && !isFolder(item)) throw unsafe(item);
      names.set(path, item.name);
      bytes += item.entry.uncompressedSize;
    }
    for (const [path, name] of names) {
      if (folders.has(`${path}/`))
        throw new Error(l10n.t('"{0}" is a file and a folder in the archive.', name));
    }
    return { bytes, packedBytes: archive.fileSize, names: [...names.values()] };
  });
}

/** The folders that a path leads through, with `/` at their end. */
function parentFolders(path: string): string[] {
  return Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index + 1));
}

/**
 * Unpacks an archive that {@link lookInto} accepted into an existing, empty folder. Rejects if that fails or `signal`
 * aborts; the caller deletes what was unpacked by then.
 *
 * @param onProgress called with the bytes unpacked so far
 */
async function unpack(
  path: string,
  folder: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  let done = 0;
  await withArchive(path, async archive => {
    for await (const item of zipEntries(archive)) {
      signal.throwIfAborted();
      // The file may have been replaced in the meantime.
      refuseUnfit(item);
      const target = join(folder, ...item.name.split('/'));
      await mkdir(isFolder(item) ? target : dirname(target), { recursive: true });
      if (isFolder(item)) continue;
      await pipeline(
        await archive.openReadStreamPromise(item.entry),
        checked(item, bytes => {
          done += bytes;
          onProgress(done);
        }),
        createWriteStream(target, { flags: 'wx' }),
        { signal },
      );
    }
  });
}

export async function withArchive<T>(path: string, use: (archive: ZipFile) => Promise<T>): Promise<T> {
  const archive = await openZip(path).catch((error: unknown) => {
    // Failures of the file system have a code, those of the format don't.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new Error(l10n.t('The ZIP file is damaged. Download it again.'), { cause: error });
  });
  // The called functions report errors themselves. Without a listener, the event would end the process.
  archive.on('error', () => undefined);
  try {
    return await use(archive);
  } finally {
    archive.close();
  }
}

function isFolder({ name }: ZipEntry): boolean {
  return name.endsWith('/');
}

/** Throws if an entry can't be unpacked; then nothing of the archive is unpacked. */
export function refuseUnfit(item: ZipEntry): void {
  if (!isSafePath(item.name) || !isFileOrFolder(item.entry)) throw unsafe(item);
  if (!item.entry.canDecodeFileData())
    throw new Error(l10n.t('"{0}" is encrypted or has an unsupported compression.', item.name));
}

/** It leads out of its folder, has an invalid name, exists twice, or is a link or a device. */
function unsafe({ name }: ZipEntry): Error {
  return new Error(l10n.t('"{0}" is unsafe.', name));
}

/** Links and devices are identified by the file mode, in the upper half of the attributes. */
function isFileOrFolder({ externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & 0o170000;
  return type === 0 || type === 0o100000 || type === 0o040000;
}

/** The default folder for an archive: beside it, with the same name. */
export function unzipFolder(path: string): string {
  return /\.zip$/i.test(path) ? path.slice(0, -'.zip'.length) : `${path}-files`;
}

/**
 * Unpacks an archive into a folder beside it, which appears when it is complete. If the name is taken, the new folder
 * gets a number. If unpacking fails, nothing is left.
 *
 * @param onProgress called with the bytes unpacked so far
 * @returns path of the folder
 */
export async function unzipBeside(
  path: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string> {
  // Left by windows that ended in the meantime.
  for (const left of await freeParts(path)) await rm(left, { recursive: true, force: true });
  const folder = partName(path);
  await mkdir(folder);
  try {
    await unpack(path, folder, signal, onProgress);
    return await takeFolderName(folder, unzipFolder(path));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function takeFolderName(folder: string, target: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? target : `${target}-${number}`;
    if (await nameIsTaken(name)) continue;
    try {
      await rename(folder, name);
      return name;
    } catch (error) {
      // Another process took the name in the meantime.
      if (!(await nameIsTaken(name))) throw error;
    }
  }
}
