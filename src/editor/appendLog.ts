import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { unlessMissing } from './files.ts';

/** Lines of all windows of the machine, only ever added to. */
export interface AppendLog<T> {
  /** Resolves when the line is on the disk (fsync). */
  append(line: T): Promise<void>;
  /** What is on the disk now, in the order of writing; the same array as long as nothing was added to a log of one file. */
  readAll(): Promise<readonly T[]>;
}

/** How a log is split: in files `name-0001.jsonl`, `name-0002.jsonl` and so on beside its path. */
export interface LogParts {
  /** From this size on (bytes), a new file begins. */
  partBytes: number;
  /** How many files are kept: the oldest are deleted. */
  most: number;
}

/**
 * A log as JSON lines. No window locks it: a line is one write at the end of the file, so all windows read the lines in
 * the same order. A line that a crash cut short is passed over, and the next one is whole.
 *
 * @param readLine what a line says; `undefined` for a line that is not one of this log
 * @param parts only for a log in which the order of lines between windows decides nothing: where a file ends, two windows
 *   can write to different ones
 */
export function createAppendLog<T>(
  path: string,
  readLine: (value: unknown) => T | undefined,
  parts?: LogParts,
): AppendLog<T> {
  const folder = dirname(path);
  const name = basename(path, '.jsonl');
  const readers = new Map<string, (file: FileHandle) => Promise<readonly T[]>>();
  /** One reading at a time: each goes on where the one before ended. */
  let reading: Promise<unknown> = Promise.resolve();

  const partName = (number: number) => `${name}-${String(number).padStart(4, '0')}.jsonl`;

  /** Numbers of the files that are there, ascending. */
  async function partNumbers(): Promise<number[]> {
    const names = (await unlessMissing(readdir(folder))) ?? [];
    return names
      .map(one => Number(/^-(\d{4,})\.jsonl$/.exec(one.startsWith(name) ? one.slice(name.length) : '')?.[1]))
      .filter(number => !Number.isNaN(number))
      .sort((a, b) => a - b);
  }

  async function pathToAppend({ partBytes, most }: LogParts): Promise<string> {
    const numbers = await partNumbers();
    const last = numbers.at(-1) ?? 1;
    const now = await unlessMissing(stat(join(folder, partName(last))));
    if (!now || now.size < partBytes) return join(folder, partName(last));
    // With the one that begins now, there are as many as may be.
    const old = numbers.slice(0, Math.max(0, numbers.length - most + 1));
    for (const number of old) await rm(join(folder, partName(number)), { force: true });
    return join(folder, partName(last + 1));
  }

  async function readPart(part: string): Promise<readonly T[]> {
    const file = await unlessMissing(open(part, 'r'));
    if (!file) return [];
    const readOn = readers.get(part) ?? createPartReader(readLine);
    readers.set(part, readOn);
    try {
      return await readOn(file);
    } finally {
      await file.close();
    }
  }

  async function readParts(): Promise<readonly T[]> {
    if (!parts) return readPart(path);
    const there = (await partNumbers()).map(number => join(folder, partName(number)));
    for (const part of readers.keys()) if (!there.includes(part)) readers.delete(part);
    return (await Promise.all(there.map(readPart))).flat();
  }

  return {
    async append(line) {
      await mkdir(folder, { recursive: true });
      const { file, isNew } = await openToAppend(parts ? await pathToAppend(parts) : path);
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
      const run = reading.then(readParts);
      reading = run.catch(() => undefined);
      return run;
    },
  };
}

/** By so many bytes, which hold an id and a time, a file is recognised. */
const tailLength = 128;

/** Reads what was added to a file since it was read last. */
function createPartReader<T>(
  readLine: (value: unknown) => T | undefined,
): (file: FileHandle) => Promise<readonly T[]> {
  const nothing = { end: 0, lines: [] as readonly T[], tail: Buffer.alloc(0) };
  /** Lines up to `end` (bytes), each with its line break, and the last bytes before that place. */
  let kept = nothing;

  const linesIn = (bytes: Buffer): T[] =>
    bytes
      .toString('utf8')
      .split('\n')
      .flatMap(line => {
        try {
          const read = readLine(JSON.parse(line));
          return read === undefined ? [] : [read];
        } catch {
          return [];
        }
      });

  return async function readOn(file): Promise<readonly T[]> {
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
    const tail = Buffer.from(bytes.subarray(Math.max(0, end - from - tailLength), end - from));
    kept = { end, lines, tail };
    // The last line stands without a break while it is written, or for good where that was cut short.
    const last = linesIn(text.subarray(whole));
    return last.length > 0 ? [...lines, ...last] : lines;
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
