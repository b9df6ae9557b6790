import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

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
export async function cleanPictures(folder: string, limit: number, now: number): Promise<void> {
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
