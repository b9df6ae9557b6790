/** ZIP archives, of a file or in memory: their directory, names and contents. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import * as l10n from '@vscode/l10n';
import {
  type Entry,
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  openPromise,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';

export interface ZipEntry {
  entry: Entry;
  /** Uses `/` as the separator and at the end of folders. */
  name: string;
}

const endSignature = 0x06054b50;
const locatorSignature = 0x07064b50;
const endLength = 22;
const locatorLength = 20;
const maxComment = 0xffff;
/** More bytes after the end of an archive than servers and mail programs add. */
const maxAfterEnd = 0xffff;

const options = { lazyEntries: true, autoClose: false, decodeStrings: false };

/**
 * Opens the archive at a path. Close it after use. The library requires that an archive ends with its end record (APPNOTE
 * 4.3.16).
 */
export async function openZip(path: string): Promise<ZipFile> {
  const { size } = await stat(path);
  const start = tailStart(size);
  const end = endOfArchive(await buffer(createReadStream(path, { start })), start, size);
  if (end === undefined || end === size) return openPromise(path, options);
  return fromRandomAccessReaderPromise(new FileReader(path), end, options);
}

/** Opens an archive in memory, which needs no closing. */
export async function zipIn(bytes: Uint8Array): Promise<ZipFile> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = tailStart(whole.length);
  const end = endOfArchive(whole.subarray(start), start, whole.length);
  return fromBufferPromise(whole.subarray(0, end), options);
}

function tailStart(size: number): number {
  return Math.max(0, size - endLength - maxComment - maxAfterEnd - locatorLength);
}

/** Where the last end record ends that follows its directory; `undefined` if there is none. */
function endOfArchive(tail: Buffer, start: number, size: number): number | undefined {
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

export async function* zipEntries(archive: ZipFile): AsyncGenerator<ZipEntry> {
  for await (const entry of archive.eachEntry()) {
    yield { entry, name: entryName(entry) };
  }
}

/** Bit 11 of the flags: the name is UTF-8 (APPNOTE 4.4.4). */
const utf8Flag = 0x800;

/**
 * With `/` as the separator, once. Windows programs write `\\`, and many programs write UTF-8 without declaring it: names
 * in the declared encoding are hardly ever valid UTF-8 by chance.
 */
function entryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag;
  const name = getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
  // A name that starts with separators is not one inside of the folder.
  return name.replaceAll(/([^/])\/{2,}/g, '$1/');
}

/** Passes bytes through. Fails at the end if they differ from the packed ones. */
export function checked({ entry, name }: ZipEntry, onBytes: (bytes: number) => void): Transform {
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
