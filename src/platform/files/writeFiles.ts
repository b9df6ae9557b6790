import { link, lstat, rename, rm, writeFile } from 'node:fs/promises';

export type FileContent = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** Who may read a file: its owner only, or whoever the user's own settings allow, as for all files that they make. */
const modes = { private: 0o600, usual: 0o666 } as const;

/**
 * Writes a temporary file next to the target and renames it, so that the target is always complete. A link at the
 * target is replaced: what it leads to stays as it is.
 */
export async function writeWhole(
  path: string,
  content: FileContent,
  readers: keyof typeof modes = 'private',
): Promise<void> {
  await writeBeside(path, content, readers, part => rename(part, path));
}

/** The same for a name that must be free; rejects with the code EEXIST if it isn't. */
export async function writeNew(path: string, content: FileContent): Promise<void> {
  await writeBeside(path, content, 'usual', part => takeName(part, path));
}

async function writeBeside(
  path: string,
  content: FileContent,
  readers: keyof typeof modes,
  place: (part: string) => Promise<void>,
): Promise<void> {
  const part = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(part, content, { mode: modes[readers], flag: 'wx' });
    await place(part);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Renames a file; rejects with the code EEXIST if the name is taken. */
export async function takeName(from: string, path: string): Promise<void> {
  try {
    await link(from, path); // Unlike a rename, a link never replaces a file.
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems don't support links.
    if (await nameIsTaken(path)) throw Object.assign(new Error(`EEXIST: ${path}`), { code: 'EEXIST' });
    await rename(from, path);
    return;
  }
  await rm(from, { force: true });
}

/** By a file or folder, or by a link, even if it leads nowhere: a program that writes there would follow it. */
export async function nameIsTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
