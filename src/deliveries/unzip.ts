/** ZIP files, unpacked to a folder that is there whole or not at all. */
import * as l10n from '@vscode/l10n';
import { createWriteStream } from 'node:fs';
import { mkdir, lstat, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { isDeviceName } from '../editor/files.ts';
import { numberText } from '../model/words/displayLanguage.ts';
import { freeParts, ownPartName } from './partFile.ts';

/** Bytes that a file name may have on most systems. */
const longestName = 255;

/**
 * Whether an entry of an archive can get a file: its path leads out of no folder, on this system or on another one, and
 * this system has such file names.
 *
 * @param name with `/` between its parts, and at the end of folders
 */
export function isSafePath(name: string, isWindows = process.platform === 'win32'): boolean {
  // On Windows a backslash parts names, and a letter with a colon is a drive.
  if (name.startsWith('/') || name.includes('\\') || /^[a-z]:/i.test(name)) return false;
  const parts = name.replace(/\/$/, '').split('/');
  return !parts.includes('..') && parts.every(part => isFit(part, isWindows));
}

function isFit(part: string, isWindows: boolean): boolean {
  if (part === '' || /\p{Cc}/u.test(part) || Buffer.byteLength(part) > longestName) return false;
  if (!isWindows || part === '.') return true;
  return !/[<>:"|?*]/.test(part) && !/[. ]$/.test(part) && !isDeviceName(part);
}

/** More than an image product ever has; each costs a file. */
const mostEntries = 100_000;

interface ArchiveEntry {
  entry: Entry;
  /** With `/` between its parts, and at the end of folders. */
  name: string;
}

/**
 * Reads the directory of an archive, and looks at every entry. Throws where the archive is not unpacked.
 *
 * @returns bytes that it unpacks to, and that it has
 */
export async function lookInto(path: string): Promise<{ bytes: number; packedBytes: number }> {
  return withArchive(path, async archive => {
    if (archive.entryCount > mostEntries)
      throw new Error(l10n.t('It contains more than {0} files.', numberText(mostEntries)));
    const names = new Set<string>();
    let bytes = 0;
    for await (const one of entriesOf(archive)) {
      refuseUnfit(one);
      if (names.has(one.name.toLowerCase())) throw unsafe(one);
      names.add(one.name.toLowerCase());
      bytes += one.entry.uncompressedSize;
    }
    return { bytes, packedBytes: archive.fileSize };
  });
}

/**
 * Unpacks an archive that {@link lookInto} did not refuse into a folder that is there and empty. Rejects, and leaves what is
 * unpacked by then to the caller, where that fails or `signal` aborts.
 *
 * @param onProgress bytes unpacked so far
 */
async function unpack(
  path: string,
  folder: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  let done = 0;
  await withArchive(path, async archive => {
    for await (const one of entriesOf(archive)) {
      signal.throwIfAborted();
      // The file may be another one by now.
      refuseUnfit(one);
      const target = join(folder, ...one.name.split('/'));
      await mkdir(isFolder(one) ? target : dirname(target), { recursive: true });
      if (isFolder(one)) continue;
      await pipeline(
        await archive.openReadStreamPromise(one.entry),
        checked(one, bytes => {
          done += bytes;
          onProgress(done);
        }),
        createWriteStream(target, { flags: 'wx' }),
        { signal },
      );
    }
  });
}

async function withArchive<T>(path: string, use: (archive: ZipFile) => Promise<T>): Promise<T> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
  // What goes wrong is told by whatever is called; said once more, it must not end the process.
  archive.on('error', () => undefined);
  try {
    return await use(archive);
  } finally {
    archive.close();
  }
}

async function* entriesOf(archive: ZipFile): AsyncGenerator<ArchiveEntry> {
  for await (const entry of archive.eachEntry()) {
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
    yield { entry, name: getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true) };
  }
}

function isFolder({ name }: ArchiveEntry): boolean {
  return name.endsWith('/');
}

/** Throws where an entry is not unpacked; and so nothing of the archive is. */
function refuseUnfit(one: ArchiveEntry): void {
  if (!isSafePath(one.name) || !isFileOrFolder(one.entry)) throw unsafe(one);
  if (!one.entry.canDecodeFileData())
    throw new Error(l10n.t('"{0}" is encrypted or has an unsupported compression.', one.name));
}

/** It leads out of its folder, has no fit name, exists twice, or is a link or a device. */
function unsafe({ name }: ArchiveEntry): Error {
  return new Error(l10n.t('"{0}" is unsafe.', name));
}

/** Links and devices are told by the mode of the file, in the upper half of the attributes. */
function isFileOrFolder({ externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & 0o170000;
  return type === 0 || type === 0o100000 || type === 0o040000;
}

/** Passes bytes on, and fails at their end where they are not those that were packed. */
function checked({ entry, name }: ArchiveEntry, onBytes: (bytes: number) => void): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      sum = crc32(chunk, sum);
      onBytes(chunk.length);
      next(null, chunk);
    },
    flush(next) {
      next(sum === entry.crc32 ? null : new Error(l10n.t('"{0}" is damaged.', name)));
    },
  });
}

/** The folder that an archive is unpacked to at first: beside it, and named after it. */
export function unzipFolder(path: string): string {
  return /\.zip$/i.test(path) ? path.slice(0, -'.zip'.length) : `${path}-files`;
}

/**
 * Unpacks an archive into a folder beside it, which appears when it is whole. A folder that is there keeps its name, and
 * this one gets a number. What is half done when it fails is gone.
 *
 * @param onProgress bytes unpacked so far
 * @returns path of the folder
 */
export async function unzipBeside(
  path: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string> {
  // Of windows that ended meanwhile.
  for (const left of await freeParts(path)) await rm(left, { recursive: true, force: true });
  const folder = ownPartName(path);
  await mkdir(folder);
  try {
    await unpack(path, folder, signal, onProgress);
    return await takeFolderName(folder, unzipFolder(path));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function takeFolderName(folder: string, wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (await nameIsTaken(name)) continue;
    try {
      await rename(folder, name);
      return name;
    } catch (error) {
      // Somebody else took the name meanwhile.
      if (!(await nameIsTaken(name))) throw error;
    }
  }
}

/** Whether something is there, whatever it is. */
export async function nameIsTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
