import { createHash } from 'node:crypto';
import { mkdir, opendir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../platform/files/files.ts';
import { writeWhole } from '../../platform/files/writeFiles.ts';
import type { PictureCache } from './pictures.ts';

export interface PictureCacheOptions {
  /** Maximum total bytes of all files. */
  limit?: number;
  /** Epoch ms. */
  now?: () => number;
  /** Called with the first problem of the folder: pictures are then loaded from the service each time. */
  warn: (error: unknown) => void;
}

export interface PictureFolder extends PictureCache {
  /**
   * Brings the folder below its limit by removing the least recently used pictures. Runs automatically as pictures
   * arrive. Never rejects.
   */
  clean(): Promise<void>;
}

/** Cleaning stops at this fraction of the limit, so that the next picture doesn't start it again. */
const leftFull = 0.9;
/** Cleaning runs after this fraction of the limit was written: each window may exceed the limit by that much. */
const cleanedAfter = 0.1;
/** No write takes this long, milliseconds: the writer is gone. */
const abandonedMs = 60 * 60_000;

/**
 * Stores pictures as files in one folder. A file name is a hash of the connection's name, then one of the picture's
 * address with it; the modification time records the last use. Windows share the folder without coordination: a file gets its final name
 * only when complete, and a file that another window removed counts as missing.
 *
 * @param folder created when the first picture arrives
 */
export function createPictureCache(
  folder: string,
  { limit = 200_000_000, now = Date.now, warn }: PictureCacheOptions,
): PictureFolder {
  /** Bytes written since this window last cleaned the folder; infinite before the first cleaning. */
  let written = Infinity;
  let cleaning: Promise<void> | undefined;
  let isBroken = false;

  function failed(error: unknown) {
    if (!isBroken) warn(error);
    isBroken = true;
  }

  function picturePath(connectionName: string, address: string) {
    const name = cacheHash(JSON.stringify([connectionName, address])).slice(prefixLength);
    return join(folder, connectionPrefix(connectionName) + name);
  }

  async function touch(path: string) {
    const seconds = now() / 1000;
    await unlessMissing(utimes(path, seconds, seconds));
  }

  /** Touches only files with names of the cache's own form. */
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
      .catch(failed)
      .finally(() => {
        cleaning = undefined;
        // Bytes written during the cleaning weren't counted.
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
      const path = picturePath(connectionName, address);
      try {
        const bytes = await unlessMissing(readFile(path));
        if (bytes) await touch(path);
        // Copied into its own buffer.
        return bytes && new Uint8Array(bytes);
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
    async put(connectionName, address, bytes) {
      if (bytes.byteLength > limit) return;
      const path = picturePath(connectionName, address);
      try {
        await mkdir(folder, { recursive: true });
        await writeWhole(path, bytes);
        await touch(path);
      } catch (error) {
        failed(error);
        return;
      }
      written += bytes.byteLength;
      cleanWhereDue();
    },
  };
}

/** Hexadecimal digits of a file name that belong to the connection. */
const prefixLength = 16;

function connectionPrefix(connectionName: string): string {
  return cacheHash(connectionName).slice(0, prefixLength);
}

function cacheHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Removes the pictures of a connection. */
export async function removePictures(folder: string, connectionName: string): Promise<void> {
  const prefix = connectionPrefix(connectionName);
  for (const name of (await unlessMissing(readdir(folder))) ?? [])
    if (name.startsWith(prefix)) await rm(join(folder, name), { force: true });
}
