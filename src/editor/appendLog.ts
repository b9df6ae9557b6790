import { mkdir, open, readFile, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
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
  /** Of each file what was read last. */
  const known = new Map<string, { bytes: Buffer; lines: readonly T[] }>();
  /** One reading at a time: a later one never gives less than the one before. */
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

  async function readPart(part: string): Promise<readonly T[]> {
    const bytes = await unlessMissing(readFile(part));
    if (!bytes) return [];
    const before = known.get(part);
    if (before?.bytes.equals(bytes)) return before.lines;
    const lines = linesIn(bytes);
    known.set(part, { bytes, lines });
    return lines;
  }

  async function readParts(): Promise<readonly T[]> {
    if (!parts) return readPart(path);
    const there = (await partNumbers()).map(number => join(folder, partName(number)));
    for (const part of known.keys()) if (!there.includes(part)) known.delete(part);
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
