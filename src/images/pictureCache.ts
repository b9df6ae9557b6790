import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureCache } from './pictures.ts';

interface KeptFile {
  path: string;
  size: number;
  /** Epoch ms: when it was last looked at. */
  usedAt: number;
}

/** Cleaned down to this share of the limit, so that the next picture does not begin it anew. */
const leftFull = 0.9;
/** Nobody writes at one picture for so long, milliseconds: whoever began it is gone. */
const abandonedMs = 60 * 60_000;

/**
 * Takes the pictures away that nobody looked at for longest, until the rest is below the limit, and what crashes left.
 * Looks at nothing but its own kind of names. One file at a time, so that nobody has to wait for it.
 *
 * @param limit bytes
 * @param now epoch ms
 */
async function cleanPictures(folder: string, limit: number, now: number): Promise<void> {
  const files: KeptFile[] = [];
  for await (const file of filesOf(folder)) {
    if (!isPart(file.path)) files.push(file);
    else if (now - file.usedAt > abandonedMs) await rm(file.path, { force: true });
  }
  let total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= limit) return;
  files.sort((a, b) => a.usedAt - b.usedAt);
  for (const { path, size } of files) {
    if (total <= limit * leftFull) return;
    // Another window can be at the same work: what is gone is gone.
    await rm(path, { force: true });
    total -= size;
  }
}

async function* filesOf(folder: string): AsyncGenerator<KeptFile, void, undefined> {
  for await (const { name } of await opendir(folder)) {
    if (!/^[0-9a-f]{64}(\.[0-9a-f]{8}\.part)?$/.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) yield { path, size: found.size, usedAt: found.mtimeMs };
  }
}

function isPart(path: string): boolean {
  return path.endsWith('.part');
}

export interface PictureCacheOptions {
  /** Most bytes of all files together; asked each time, so that it can be a setting. */
  limit?: () => number;
  /** Epoch ms. */
  now?: () => number;
  /** What went wrong with the folder: pictures then come from the service, each time. */
  warn?: (error: unknown) => void;
}

export interface PictureFolder extends PictureCache {
  /** Brings the folder below its limit, a file at a time. Happens by itself while pictures come in. Never rejects. */
  clean(): Promise<void>;
}

const defaultLimit = 200_000_000;
/** Cleaned anew after this share of the limit was written: so much may the folder be above it, for each window. */
const cleanedAfter = 0.1;
/** A SHA-256 of the picture stands before it: what a crash or somebody else left half done is told from a picture. */
const digestBytes = 32;

/**
 * Pictures in files of one folder. A file is named by a hash of the connection's name and the picture's address, and
 * its time of change says when it was last looked at. Windows share a folder without knowing of each other: a file
 * gets its name when it is whole, and one that another window took away is one that is not there.
 *
 * @param folder made when the first picture comes
 */
export function createPictureCache(
  folder: string,
  { limit = () => defaultLimit, now = Date.now, warn = () => undefined }: PictureCacheOptions = {},
): PictureFolder {
  /** Bytes since the folder was last cleaned; it never was by this window. */
  let written = Infinity;
  let cleaning: Promise<void> | undefined;

  const pathOf = (connectionName: string, address: string) =>
    join(folder, digest(JSON.stringify([connectionName, address])).toString('hex'));

  function clean(): Promise<void> {
    if (cleaning) return cleaning;
    written = 0;
    cleaning = cleanPictures(folder, limit(), now())
      .catch(ignoreMissing)
      .catch(warn)
      .finally(() => {
        cleaning = undefined;
        // What came meanwhile was not counted.
        cleanWhereDue();
      });
    return cleaning;
  }

  function cleanWhereDue() {
    if (written > limit() * cleanedAfter) void clean();
  }

  async function touch(path: string) {
    const seconds = now() / 1000;
    await utimes(path, seconds, seconds);
  }

  return {
    clean,
    async get(connectionName, address) {
      const path = pathOf(connectionName, address);
      try {
        const file = await readFile(path);
        const bytes = wholePicture(file);
        if (bytes) await touch(path).catch(ignoreMissing);
        else await rm(path, { force: true });
        return bytes;
      } catch (error) {
        if (!isMissing(error)) warn(error);
        return undefined;
      }
    },
    async put(connectionName, address, bytes) {
      const size = digestBytes + bytes.byteLength;
      if (size > limit()) return;
      const path = pathOf(connectionName, address);
      const part = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(part, Buffer.concat([digest(bytes), bytes], size), { mode: 0o600, flag: 'wx' });
        await touch(part);
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true }).catch(warn);
        warn(error);
        return;
      }
      written += size;
      cleanWhereDue();
    },
  };
}

/** The picture of a file, in memory of its own; `undefined` when it is not what was written. */
function wholePicture(file: Buffer): Uint8Array | undefined {
  if (file.byteLength <= digestBytes) return undefined;
  const bytes = new Uint8Array(file.subarray(digestBytes));
  return digest(bytes).equals(file.subarray(0, digestBytes)) ? bytes : undefined;
}

function digest(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
