import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DownloadPart } from '../api/deliveries.ts';
import { freePartName, freeParts, ownPartName } from './partName.ts';

/** A file on its way. Ends with `discard` or `keep`. */
export interface PartFile extends DownloadPart {
  /** Where the bytes are. */
  readonly dataPath: string;
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when every byte is on the disk. Nothing is written after it. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** What is known of the bytes beside them. */
interface Sidecar {
  /** So many bytes are surely on the disk. */
  bytes: number;
  note?: string | undefined;
}

/** More than the note and its folder entry take on any disk, bytes. */
const roomForNote = 262_144;

/**
 * Opens the part of the file that will be at `path`: what an earlier download left there, or an empty one. Where what
 * comes decides on the ending of the name, `path` is the name without one.
 *
 * A part is a folder beside the final name, with the bytes and a note about them, so that one rename takes both. Its
 * name says which process writes to it; nobody else touches it while that process lives. One that was kept, or whose
 * process has ended, belongs to whoever is first to rename it. Others of the kind are removed.
 *
 * @param checkpointMs the bytes of so much time are lost when the machine stops, milliseconds
 */
export async function openPartFile(path: string, checkpointMs = 1000): Promise<PartFile> {
  await mkdir(dirname(path), { recursive: true });
  const folder = ownPartName(path);
  const dataPath = join(folder, 'data');
  const found = (await takeUp(path, folder)) ?? { bytes: 0 };
  if (found.bytes === 0) await mkdir(folder);
  const file = await open(dataPath, 'a');
  await file.truncate(found.bytes);
  let bytes = found.bytes;
  let note = found.note;
  let noted = performance.now();

  async function checkpoint() {
    await file.datasync();
    await writeSidecar(folder, { bytes, note });
    noted = performance.now();
  }

  return {
    dataPath,
    size: found.bytes,
    note: found.note,
    read: () => createReadStream(dataPath),
    async write(chunk) {
      // appendFile, because a plain write may take less than it was given.
      await file.appendFile(chunk);
      bytes += chunk.byteLength;
      if (note !== undefined && performance.now() - noted >= checkpointMs) await checkpoint();
    },
    async restart(newNote) {
      bytes = 0;
      note = newNote;
      // First, so that the bytes of one file are never taken for those of another.
      await writeSidecar(folder, { bytes, note });
      await file.truncate(0);
    },
    async finish() {
      await file.sync();
      await file.close();
    },
    async keep() {
      await checkpoint()
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
  try {
    const { bytes, note } = JSON.parse(await readFile(join(folder, 'note'), 'utf8')) as Partial<Sidecar>;
    const { size } = await stat(join(folder, 'data'));
    if (typeof note !== 'string' || typeof bytes !== 'number') return undefined;
    return Math.min(size, bytes) > 0 ? { bytes: Math.min(size, bytes), note } : undefined;
  } catch {
    return undefined; // Cut short, or of another kind.
  }
}

/** Never half written: whoever comes after a crash reads the former one or this one. */
async function writeSidecar(folder: string, sidecar: Sidecar): Promise<void> {
  const fresh = join(folder, 'note.new');
  await writeFile(fresh, JSON.stringify(sidecar));
  await rename(fresh, join(folder, 'note'));
}
