import { link, rename } from 'node:fs/promises';
import type { DownloadTarget } from '../api/deliveries.ts';
import { openPartFile } from './partFile.ts';
import { fileExists } from '../editor/reportFile.ts';

/** Sees the bytes of a file in their order, from its first one on. */
export interface FileFollower {
  begin(): void;
  take(chunk: Uint8Array): void;
}

export interface FileTargetOptions {
  /**
   * Looks at the whole file before it gets its name, and says which that is. Throws where the file is not what it should
   * be. Without it, the file gets the name that was given.
   */
  place?: (partial: string) => Promise<string>;
  /** Whether it may take the place of a file that has the name by then. */
  replace?: boolean;
  /** Sees what is written where that is the whole file. Of one that is gone on with it is told nothing. */
  follower?: FileFollower;
}

/**
 * Writes beside the final name, goes on with what an earlier download left there, and renames at the end: under its
 * name a file is always whole. `commit` rejects with the code EEXIST where the name is taken and not to be replaced.
 * What a full disk took is kept, so that the download goes on when there is room again.
 *
 * @param stem the final name, as far as it is known before the file is there
 */
export async function createFileTarget(
  stem: string,
  { place = () => Promise.resolve(stem), replace = false, follower }: FileTargetOptions = {},
): Promise<DownloadTarget> {
  const part = await openPartFile(stem);
  let isFull = false;
  const noting = (error: unknown): never => {
    isFull ||= isDiskFull(error);
    throw error;
  };
  let isFollowed = false;
  return {
    part: {
      size: part.size,
      note: part.note,
      read: () => part.read(),
      restart(note) {
        isFollowed = true;
        follower?.begin();
        return part.restart(note);
      },
      keep: () => part.keep(),
    },
    write(chunk) {
      const written = part.write(chunk).catch(noting);
      if (isFollowed) follower?.take(chunk); // While the disk is at work.
      return written;
    },
    async commit() {
      await part.finish().catch(noting);
      const path = await place(part.dataPath);
      await (replace ? rename(part.dataPath, path) : takeName(part.dataPath, path));
      await part.discard();
    },
    discard: () => (isFull ? part.keep() : part.discard()),
  };
}

/** Whether a disk, or what one may have of it, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Gives a file its name unless another one has it. */
async function takeName(from: string, path: string): Promise<void> {
  try {
    await link(from, path); // Unlike a rename it never replaces.
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems know no links.
    if (await fileExists(path)) throw Object.assign(new Error(`EEXIST: ${path}`), { code: 'EEXIST' });
    await rename(from, path);
  }
}
