import { constants, createReadStream } from 'node:fs';
import { lstat, mkdir, open, readFile, rename, rm, writeFile, readdir, stat } from 'node:fs/promises';
import { dirname, join, basename } from 'node:path';
import type { DownloadPart } from '../api/deliveries.ts';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { isProcessRunning } from '../account/isProcessRunning.ts';

/** Nobody works at a part for so long without a byte, milliseconds: whoever did is gone. */
const abandonedMs = 24 * 60 * 60_000;

/** Ends of names: of a part that a process of a machine works at, or of one that is for anybody to take up. */
const partEnd = /^\.(?:([0-9a-f]{4})-(\d+)-)?[0-9a-f]{8}\.part$/;

/** A process id means something on its own machine only, and folders can be shared. */
const thisMachine = createHash('sha256').update(hostname()).digest('hex').slice(0, 4);

/** A fresh name beside `path`, of a part that this process works at. */
export function ownPartName(path: string): string {
  return `${path}.${thisMachine}-${process.pid}-${newId()}.part`;
}

/** A fresh name beside `path`, of a part that is for anybody to take up. */
function freePartName(path: string): string {
  return `${path}.${newId()}.part`;
}

function newId(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** Parts of what will be at `path` that nobody works at. */
export async function freeParts(path: string): Promise<string[]> {
  const start = basename(path);
  const free: string[] = [];
  for (const name of await readdir(dirname(path))) {
    const found = name.startsWith(start) && partEnd.exec(name.slice(start.length));
    if (!found) continue;
    const [, machine, id] = found;
    const part = join(dirname(path), name);
    const isGone = machine === thisMachine && !isProcessRunning(Number(id));
    if (machine === undefined || isGone || (await isAbandoned(part))) free.push(part);
  }
  return free;
}

async function isAbandoned(part: string): Promise<boolean> {
  const written = await stat(join(part, 'data')).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs > abandonedMs;
}

/** A file on its way. Ends with `discard` or `keep`. */
export interface PartFile extends DownloadPart {
  /** Where the bytes are. */
  readonly dataPath: string;
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when every byte is on the disk. Nothing is written afterwards. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** What is known of the bytes beside them. */
interface Sidecar {
  /** So many bytes are surely on the disk. */
  bytes: number;
  note?: string | undefined;
}

/** Pieces from a network are small, and each write has its price. Bytes. */
const batchSize = 524_288;

/** Windows has no `O_NOFOLLOW`: there the look before has to do. */
const goOn = constants.O_WRONLY | constants.O_APPEND | ((constants.O_NOFOLLOW as number | undefined) ?? 0);

/** More than the note and its folder entry take on any disk, bytes. */
const roomForNote = 262_144;

/**
 * Opens the part of the file that will be at `path`: what an earlier download left there, or an empty one. Where what
 * comes decides on the ending of the name, `path` is the name without one.
 *
 * A part is a folder beside the final name, with the bytes and a note about them, so that one rename takes both. Its
 * name says which process writes to it; nobody else touches it while that process lives. One that was kept, or whose
 * process has ended, belongs to whoever is first to rename it. Others of the kind are removed. So is one with a link in
 * it: folders come with files that others made, and nothing is written through those.
 *
 * @param checkpointMs the bytes of so much time are lost when the machine stops, milliseconds
 */
export async function openPartFile(path: string, checkpointMs = 1000): Promise<PartFile> {
  await mkdir(dirname(path), { recursive: true });
  const folder = ownPartName(path);
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
  /** The note that is on its way to the disk, beside what comes next: where it fails, the former one still holds. */
  let noting: Promise<void> | undefined;

  async function flush() {
    const full = batch.subarray(0, filled);
    // Never tried again: some of it may be there.
    filled = 0;
    // Not by a plain write, which may take less than it was given.
    await file.appendFile(full);
    bytes += full.byteLength;
  }

  async function checkpoint() {
    // What is written meanwhile is not told of.
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
      // A slow line loses nothing by waiting for the disk.
      if (isSlow) await noting;
    },
    async restart(newNote) {
      await noting;
      [filled, bytes, note] = [0, 0, newNote];
      // First, so that the bytes of one file are never taken for those of another.
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
      // What a write that failed left is not counted.
      await file
        .truncate(bytes)
        .then(checkpoint)
        .catch(async () => {
          // A full disk takes the note where the last bytes are given up for it.
          bytes = Math.max(0, bytes - roomForNote);
          await file.truncate(bytes);
          await checkpoint();
        })
        // The former note still tells what is surely there.
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

/** Claims what earlier downloads of this file left. The first part of use is in `folder` then, the others are gone. */
async function takeUp(path: string, folder: string): Promise<Sidecar | undefined> {
  let taken: Sidecar | undefined;
  for (const left of await freeParts(path)) {
    if (taken) {
      await rm(left, { recursive: true, force: true });
      continue;
    }
    // Whoever renames it first has it; a part that cannot be had is none.
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

/** What can be gone on from in the folder; `undefined` when there is nothing, or nobody knows what it is. */
async function usable(folder: string): Promise<Sidecar | undefined> {
  const [notePath, dataPath] = [join(folder, 'note'), join(folder, 'data')];
  try {
    if (!(await lstat(folder)).isDirectory() || (await plainSize(notePath)) === undefined) return undefined;
    const { bytes, note } = JSON.parse(await readFile(notePath, 'utf8')) as Partial<Sidecar>;
    const size = await plainSize(dataPath);
    if (size === undefined || typeof note !== 'string' || typeof bytes !== 'number') return undefined;
    return Math.min(size, bytes) > 0 ? { bytes: Math.min(size, bytes), note } : undefined;
  } catch {
    return undefined; // Cut short, or of another kind.
  }
}

/** Bytes of a file that has no other name and is no link; `undefined` for anything else. */
async function plainSize(path: string): Promise<number | undefined> {
  const found = await lstat(path);
  return found.isFile() && found.nlink <= 1 ? found.size : undefined;
}

/** Never half written: whoever comes after a crash reads the former one or this one. */
async function writeSidecar(folder: string, sidecar: Sidecar): Promise<void> {
  const fresh = join(folder, 'note.new');
  // Of whoever ended while it was written, or a link that somebody put there.
  await rm(fresh, { recursive: true, force: true });
  await writeFile(fresh, JSON.stringify(sidecar), { flag: 'wx' });
  await rename(fresh, join(folder, 'note'));
}
