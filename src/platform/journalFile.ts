import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readJournalLine, type JournalLine, type JournalStore } from '../state/journal.ts';

interface Kept {
  end: number;
  lines: readonly JournalLine[];
  tail: Buffer;
}

const nothing: Kept = { end: 0, lines: [], tail: Buffer.alloc(0) };

/** By so many bytes, which hold an id and a time, the file is recognised. */
const tailLength = 128;

/**
 * The order journal as a file of JSON lines, only ever appended to, by all windows of the machine. A line is on the
 * disk (fsync) before `append` resolves. A last line that a crash cut short is passed over.
 */
export function createJournalFile(path: string): JournalStore {
  const folder = dirname(path);
  /** Lines up to `end` (bytes), each with its line break, and the last bytes before that place. */
  let kept: Kept = nothing;

  async function readOn(file: FileHandle): Promise<readonly JournalLine[]> {
    const { size } = await file.stat();
    const from = kept.end - kept.tail.length;
    const bytes = await readFrom(file, from, size);
    // Another file, or one that was cut: what was read of it does not count.
    if (!bytes.subarray(0, kept.tail.length).equals(kept.tail)) {
      kept = nothing;
      return readOn(file);
    }
    const text = bytes.subarray(kept.tail.length);
    const whole = text.lastIndexOf(0x0a) + 1;
    const added = linesIn(text.subarray(0, whole));
    const lines = added.length > 0 ? [...kept.lines, ...added] : kept.lines;
    const end = kept.end + whole;
    kept = {
      end,
      lines,
      tail: Buffer.from(bytes.subarray(Math.max(0, end - from - tailLength), end - from)),
    };
    // The last line stands without a break while it is written, or for good where that was cut short.
    const last = linesIn(text.subarray(whole));
    return last.length > 0 ? [...lines, ...last] : lines;
  }

  /** One reading at a time: each goes on where the one before ended. */
  let reading: Promise<unknown> = Promise.resolve();

  return {
    async append(line) {
      await mkdir(folder, { recursive: true });
      const { file, isNew } = await openToAppend(path);
      try {
        // A line of its own even after one that was cut short.
        await file.appendFile(`\n${JSON.stringify(line)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      if (isNew) await syncFolder(folder);
    },
    readAll() {
      const run = reading.then(async () => {
        const file = await open(path, 'r').catch((error: unknown) => {
          if (isMissing(error)) return undefined;
          throw error;
        });
        if (!file) return [];
        try {
          return await readOn(file);
        } finally {
          await file.close();
        }
      });
      reading = run.catch(() => undefined);
      return run;
    },
  };
}

async function openToAppend(path: string): Promise<{ file: FileHandle; isNew: boolean }> {
  try {
    return { file: await open(path, 'ax', 0o600), isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { file: await open(path, 'a', 0o600), isNew: false };
  }
}

/** A new file is there after a power cut only if its folder is on the disk too. Not every system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Less than to the end where the file was cut meanwhile. */
async function readFrom(file: FileHandle, from: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, end - from));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function linesIn(bytes: Buffer): JournalLine[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap(line => {
      try {
        const read = readJournalLine(JSON.parse(line));
        return read ? [read] : [];
      } catch {
        return [];
      }
    });
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
