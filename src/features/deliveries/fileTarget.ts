import { rename } from 'node:fs/promises';
import type { DownloadTarget } from '../../service/wire/deliveries.ts';
import { takeName } from '../../platform/files/writeFiles.ts';
import { openPartFile } from './partFile.ts';

/** Receives the bytes of a file in order, starting with the first. */
export interface FileFollower {
  begin(): void;
  take(chunk: Uint8Array): void;
}

export interface FileTargetOptions {
  /**
   * Inspects the complete file before it gets its name, and returns the name. Throws if the file isn't what it should
   * be. If omitted, the file gets the given name.
   */
  place?: (partial: string) => Promise<string>;
  /** Whether it may replace a file that has the name by then. */
  replace?: boolean;
  /** Receives what is written if that is the entire file. It isn't called for a resumed download. */
  follower?: FileFollower;
}

/**
 * Writes beside the final name, resumes what an earlier download left there, and renames at the end, so that a file
 * with its final name is always complete. `commit` rejects with the code EEXIST if the name is taken and must not be
 * replaced. If the disk is full, the received data is kept, and the download resumes when there is space again.
 *
 * @param stem the final name, as far as it is known before the file exists
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
      if (isFollowed) follower?.take(chunk); // While the disk is writing.
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

/** Whether a disk or a quota is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}
