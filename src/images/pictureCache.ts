import { createHash } from 'node:crypto';
import { mkdir, opendir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing, writeWhole } from '../editor/files.ts';
import type { PictureCache } from './pictures.ts';

export interface PictureCacheOptions {
  /** Most bytes of all files together. */
  limit?: number;
  /** Epoch ms. */
  now?: () => number;
  /** What went wrong with the folder: pictures then come from the service, each time. */
  warn?: (error: unknown) => void;
}

export interface PictureFolder extends PictureCache {
  /**
   * Brings the folder below its limit: what nobody looked at for longest goes. Happens automatically while pictures come in.
   * Never rejects.
   */
  clean(): Promise<void>;
}

/** Cleaned down to this share of the limit, so that the next picture does not begin it anew. */
const leftFull = 0.9;
/** Cleaned anew after this share of the limit was written: so much may the folder be above it, for each window. */
const cleanedAfter = 0.1;
/** Nobody writes at one picture for so long, milliseconds: whoever began it is gone. */
const abandonedMs = 60 * 60_000;

/**
 * Pictures in files of one folder. A file is named by a hash of the connection's name and the picture's address, and
 * its time of change says when it was last looked at. Windows share a folder without knowing of each other: a file
 * gets its name when it is whole, and one that another window took away is one that is not there.
 *
 * @param folder made when the first picture comes
 */
export function createPictureCache(
  folder: string,
  { limit = 200_000_000, now = Date.now, warn = () => undefined }: PictureCacheOptions = {},
): PictureFolder {
  /** Bytes since the folder was last cleaned; it never was by this window. */
  let written = Infinity;
  let cleaning: Promise<void> | undefined;

  function pathOf(connectionName: string, address: string) {
    const hash = createHash('sha256').update(JSON.stringify([connectionName, address]));
    return join(folder, hash.digest('hex'));
  }

  async function touch(path: string) {
    const seconds = now() / 1000;
    await unlessMissing(utimes(path, seconds, seconds));
  }

  /** Looks at nothing but its own kind of names. */
  async function removeOldest() {
    const pictures: { path: string; size: number; usedAt: number }[] = [];
    for await (const { name } of await opendir(folder)) {
      const part = /^[0-9a-f]{64}(\.[0-9a-f]{8}\.part)?$/.exec(name);
      const path = join(folder, name);
      const file = part && (await stat(path).catch(() => undefined));
      if (!file?.isFile()) continue;
      if (part?.[1] === undefined) pictures.push({ path, size: file.size, usedAt: file.mtimeMs });
      else if (now() - file.mtimeMs > abandonedMs) await rm(path, { force: true });
    }
    let total = pictures.reduce((sum, { size }) => sum + size, 0);
    if (total <= limit) return;
    pictures.sort((a, b) => a.usedAt - b.usedAt);
    for (const { path, size } of pictures) {
      if (total <= limit * leftFull) return;
      await rm(path, { force: true });
      total -= size;
    }
  }

  function clean(): Promise<void> {
    if (cleaning) return cleaning;
    written = 0;
    cleaning = unlessMissing(removeOldest())
      .catch(warn)
      .finally(() => {
        cleaning = undefined;
        // What came meanwhile was not counted.
        cleanWhereDue();
      });
    return cleaning;
  }

  function cleanWhereDue() {
    if (written > limit * cleanedAfter) void clean();
  }

  return {
    clean,
    async get(connectionName, address) {
      const path = pathOf(connectionName, address);
      try {
        const bytes = await unlessMissing(readFile(path));
        if (bytes) await touch(path);
        // In memory of its own.
        return bytes && new Uint8Array(bytes);
      } catch (error) {
        warn(error);
        return undefined;
      }
    },
    async put(connectionName, address, bytes) {
      if (bytes.byteLength > limit) return;
      const path = pathOf(connectionName, address);
      try {
        await mkdir(folder, { recursive: true });
        await writeWhole(path, bytes);
        await touch(path);
      } catch (error) {
        warn(error);
        return;
      }
      written += bytes.byteLength;
      cleanWhereDue();
    },
  };
}
