import { open, readFile } from 'node:fs/promises';
import { unlessMissing } from './files.ts';

/**
 * Overwrites lines of an append log with spaces, in place. What other windows append in the meantime stays, and so does
 * the order of the lines, which decides between windows. Readers skip a line that isn't JSON.
 *
 * @param isErased gets what a line contains
 */
export async function eraseLines(path: string, isErased: (value: unknown) => boolean): Promise<void> {
  const bytes = await unlessMissing(readFile(path));
  if (!bytes) return;
  const file = await open(path, 'r+');
  try {
    for (let from = 0; from < bytes.length;) {
      const found = bytes.indexOf('\n', from);
      const to = found < 0 ? bytes.length : found;
      if (isErased(lineContent(bytes.subarray(from, to)))) {
        // A write may write less than it is given.
        while (from < to)
          from += (await file.write(Buffer.alloc(to - from, ' '), 0, to - from, from)).bytesWritten;
      }
      from = to + 1;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

function lineContent(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}
