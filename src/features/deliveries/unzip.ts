/** Unpacks ZIP files to a folder that exists completely or not at all. */
import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import * as l10n from '@vscode/l10n';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  openPromise,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { numberText } from '../../base/words/displayLanguage.ts';
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

export interface ArchiveEntry {
  entry: Entry;
  /** Uses `/` as the separator and at the end of folders. */
  name: string;
}

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
    for await (const item of entriesOf(archive)) {
      refuseUnfit(item);
      const path = item.name.toLowerCase();
      for (const folder of foldersOf(path)) folders.add(folder);
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
function foldersOf(path: string): string[] {
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
    for await (const item of entriesOf(archive)) {
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

const endSignature = 0x06054b50;
const locatorSignature = 0x07064b50;
const endLength = 22;
const locatorLength = 20;
const maxComment = 0xffff;
/** More bytes after the end of an archive than servers and mail programs add. */
const maxAfterEnd = 0xffff;

/** The library requires that an archive ends with its end record (APPNOTE 4.3.16). */
async function openArchive(path: string): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
  const { size } = await stat(path);
  const end = await endOfArchive(path, size);
  if (end === undefined || end === size) return openPromise(path, options);
  return fromRandomAccessReaderPromise(new FileReader(path), end, options);
}

/** Where the last end record ends that follows its directory; `undefined` if there is none. */
async function endOfArchive(path: string, size: number): Promise<number | undefined> {
  const start = Math.max(0, size - endLength - maxComment - maxAfterEnd - locatorLength);
  const tail = await buffer(createReadStream(path, { start }));
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    const directorySize = tail.readUInt32LE(at + 12);
    const directory = tail.readUInt32LE(at + 16);
    const isZip64 = at >= locatorLength && tail.readUInt32LE(at - locatorLength) === locatorSignature;
    const end = start + at + endLength + tail.readUInt16LE(at + 20);
    if (end <= size && (isZip64 || directory + directorySize === start + at)) return end;
  }
  return undefined;
}

class FileReader extends RandomAccessReader {
  readonly #path: string;

  constructor(path: string) {
    super();
    this.#path = path;
  }

  override _readStreamForRange(start: number, end: number) {
    return createReadStream(this.#path, { start, end: end - 1 });
  }
}

export async function withArchive<T>(path: string, use: (archive: ZipFile) => Promise<T>): Promise<T> {
  const archive = await openArchive(path).catch((error: unknown) => {
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

export async function* entriesOf(archive: ZipFile): AsyncGenerator<ArchiveEntry> {
  for await (const entry of archive.eachEntry()) {
    yield { entry, name: nameOf(entry) };
  }
}

/** Bit 11 of the flags: the name is UTF-8 (APPNOTE 4.4.4). */
const utf8Flag = 0x800;

/**
 * With `/` as the separator, once. Windows programs write `\\`, and many programs write UTF-8 without declaring it: names
 * in the declared encoding are hardly ever valid UTF-8 by chance.
 */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag;
  const name = getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
  // A name that starts with separators is not one inside of the folder.
  return name.replaceAll(/([^/])\/{2,}/g, '$1/');
}

function isFolder({ name }: ArchiveEntry): boolean {
  return name.endsWith('/');
}

/** Throws if an entry can't be unpacked; then nothing of the archive is unpacked. */
export function refuseUnfit(item: ArchiveEntry): void {
  if (!isSafePath(item.name) || !isFileOrFolder(item.entry)) throw unsafe(item);
  if (!item.entry.canDecodeFileData())
    throw new Error(l10n.t('"{0}" is encrypted or has an unsupported compression.', item.name));
}

/** It leads out of its folder, has an invalid name, exists twice, or is a link or a device. */
function unsafe({ name }: ArchiveEntry): Error {
  return new Error(l10n.t('"{0}" is unsafe.', name));
}

/** Links and devices are identified by the file mode, in the upper half of the attributes. */
function isFileOrFolder({ externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & 0o170000;
  return type === 0 || type === 0o100000 || type === 0o040000;
}

/** Passes bytes through. Fails at the end if they differ from the packed ones. */
export function checked({ entry, name }: ArchiveEntry, onBytes: (bytes: number) => void): Transform {
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
