import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { DownloadPart } from '../../service/wire/deliveries.ts';

/** A part without a new byte for this long is abandoned, in milliseconds. */
const abandonedMs = 24 * 60 * 60_000;

/** Name suffix of a part: owned by a process on a machine, or free to resume. */
const partEnd = /\.(?:([0-9a-f]{4})-(\d+)-)?[0-9a-f]{8}\.part$/;

/** A process id is only valid on its own machine, and folders can be shared. */
const thisMachine = createHash('sha256').update(hostname()).digest('hex').slice(0, 4);

/** A new name beside `path` for a part that this process owns. */
export function partName(path: string): string {
  return `${path}.${thisMachine}-${process.pid}-${newId()}.part`;
}

/** A new name beside `path` for a part that any process may resume. */
function freePartName(path: string): string {
  return `${path}.${newId()}.part`;
}

function newId(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** The name of the file that a part is of; `undefined` for the name of anything else. */
export function stemOfPart(name: string): string | undefined {
  const at = name.search(partEnd);
  return at < 0 ? undefined : name.slice(0, at);
}

/** Parts of the file at `path` that no process owns. */
export async function freeParts(path: string): Promise<string[]> {
  const start = basename(path);
  const free: string[] = [];
  for (const name of await readdir(dirname(path))) {
    const found = stemOfPart(name) === start ? partEnd.exec(name) : undefined;
    if (!found) continue;
    const [, machine, id] = found;
    const part = join(dirname(path), name);
    const isGone = machine === thisMachine && !isProcessRunning(Number(id));
    if (machine === undefined || isGone || (await isAbandoned(part))) free.push(part);
  }
  return free;
}

/** Whether a process on this machine is alive; a process of another user counts as alive. */
function isProcessRunning(processId: number): boolean {
  try {
    process.kill(processId, 0); // Signal 0 only checks.
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function isAbandoned(part: string): Promise<boolean> {
  const written = await stat(join(part, 'data')).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs > abandonedMs;
}

/** A file that is being downloaded. Ends with `discard` or `keep`. */
export interface PartFile extends DownloadPart {
  readonly dataPath: string;
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when every byte is on the disk. Nothing is written after that. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** Metadata stored beside the data. */
interface Sidecar {
  /** Number of bytes that are certainly on the disk. */
  bytes: number;
  note?: string | undefined;
}

/** Network chunks are small, and each write has a cost. In bytes. */
const batchSize = 524_288;

/** Windows has no `O_NOFOLLOW`, so there the earlier check must be enough. */
const goOn = constants.O_WRONLY | constants.O_APPEND | ((constants.O_NOFOLLOW as number | undefined) ?? 0);

/** More than the note and its folder entry need on any disk, in bytes. */
const roomForNote = 262_144;

/**
 * Opens the part of the file that will be at `path`: what an earlier download left there, or an empty one. If the
 * content decides the file extension, `path` is the name without it.
 *
 * A part is a folder beside the final name with the data and a note about it, so that one rename moves both. Its name
 * identifies the process that writes to it, and no other process touches it while that process lives. If a part was
 * kept or its process has ended, the first process to rename it owns it. Other parts of the same file are deleted, as
 * is a part that contains a link: a folder may come with files from other people, and nothing is written through their
 * links.
 *
 * @param checkpointMs if the machine stops, data of this much time is lost, in milliseconds
 */
export async function openPartFile(path: string, checkpointMs = 1000): Promise<PartFile> {
  await mkdir(dirname(path), { recursive: true });
  const folder = partName(path);
  const dataPath = join(folder, 'data');
  const found = (await takeUp(path, folder)) ?? { bytes: 0 };
  if (found.bytes === 0) await mkdir(folder);
  const file = await open(dataPath, found.bytes === 0 ? 'ax' : goOn);
  await file.truncate(found.bytes);
  let { bytes } = found;
  let { note } = found;
  const batch = Buffer.allocUnsafeSlow(batchSize);
  let filled = 0;
  let noted = { at: performance.now(), bytes };
  /** The note that is being written while more data arrives. If that fails, the previous note is still valid. */
  let noting: Promise<void> | undefined;

  async function flush() {
    const full = batch.subarray(0, filled);
    // Not retried, because part of it may have been written.
    filled = 0;
    // Not a plain write, which may write less than it is given.
    await file.appendFile(full);
    bytes += full.byteLength;
  }

  async function checkpoint() {
    // The note doesn't count data that is written in the meantime.
    const sidecar = { bytes, note };
    await file.datasync();
    await writeSidecar(folder, sidecar);
  }

  return {
    dataPath,
    size: found.bytes,
    note: found.note,
    read: () => createReadStream(dataPath),
    async write(chunk) {
      for (let at = 0; at < chunk.byteLength;) {
        const piece = chunk.subarray(at, at + batchSize - filled);
        batch.set(piece, filled);
        filled += piece.byteLength;
        at += piece.byteLength;
        if (filled === batchSize) await flush();
      }
      if (note === undefined || noting || performance.now() - noted.at < checkpointMs) return;
      await flush();
      const isSlow = bytes - noted.bytes < batchSize;
      noted = { at: performance.now(), bytes };
      noting = checkpoint()
        .catch(() => undefined)
        .finally(() => (noting = undefined));
      // On a slow connection, waiting for the disk costs nothing.
      if (isSlow) await noting;
    },
    async restart(newNote) {
      await noting;
      [filled, bytes, note] = [0, 0, newNote];
      // First, so that the data of one file is never mistaken for that of another.
      await writeSidecar(folder, { bytes, note });
      await file.truncate(0);
    },
    async finish() {
      await flush();
      await noting;
      await file.sync();
      await file.close();
    },
    async keep() {
      await flush().catch(() => undefined);
      await noting;
      // Data that a failed write left isn't counted.
      await file
        .truncate(bytes)
        .then(checkpoint)
        .catch(async () => {
          // On a full disk, dropping the last bytes makes space for the note.
          bytes = Math.max(0, bytes - roomForNote);
          await file.truncate(bytes);
          await checkpoint();
        })
        // The previous note still says what is certainly on the disk.
        .catch(() => undefined);
      await file.close();
      await rename(folder, freePartName(path));
    },
    async discard() {
      await noting;
      await file.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Claims what earlier downloads of this file left: moves the first usable part to `folder`, deletes the others. */
async function takeUp(path: string, folder: string): Promise<Sidecar | undefined> {
  let taken: Sidecar | undefined;
  for (const left of await freeParts(path)) {
    if (taken) {
      await rm(left, { recursive: true, force: true });
      continue;
    }
    // The first process to rename it owns it. A part that can't be renamed is skipped.
    const isClaimed = await rename(left, folder).then(
      () => true,
      () => false,
    );
    if (!isClaimed) continue;
    taken = await usable(folder);
    if (!taken) await rm(folder, { recursive: true, force: true });
  }
  return taken;
}

/** What can be resumed from the folder; `undefined` if there is nothing, or its content is unknown. */
async function usable(folder: string): Promise<Sidecar | undefined> {
  const notePath = join(folder, 'note');
  const dataPath = join(folder, 'data');
  try {
    if (!(await lstat(folder)).isDirectory() || (await plainSize(notePath)) === undefined) return undefined;
    const { bytes, note } = JSON.parse(await readFile(notePath, 'utf8')) as Partial<Sidecar>;
    const size = await plainSize(dataPath);
    if (size === undefined || typeof note !== 'string' || typeof bytes !== 'number') return undefined;
    return Math.min(size, bytes) > 0 ? { bytes: Math.min(size, bytes), note } : undefined;
  } catch {
    return undefined; // Truncated, or in a different format.
  }
}

/** Number of bytes of a file that has no other name and isn't a link; `undefined` for anything else. */
async function plainSize(path: string): Promise<number | undefined> {
  const found = await lstat(path);
  return found.isFile() && found.nlink <= 1 ? found.size : undefined;
}

/** Written atomically: after a crash, there is either the previous one or this one. */
async function writeSidecar(folder: string, sidecar: Sidecar): Promise<void> {
  const fresh = join(folder, 'note.new');
  // Left by a process that ended while writing it, or a link that someone put there.
  await rm(fresh, { recursive: true, force: true });
  await writeFile(fresh, JSON.stringify(sidecar), { flag: 'wx' });
  await rename(fresh, join(folder, 'note'));
}
