import { type FileHandle, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { unlessMissing } from './files.ts';

/** Lines written by all windows of the machine; append-only. */
export interface AppendLog<T> {
  /** Resolves when the line is on disk (fsync). */
  append(line: T): Promise<void>;
  /** What is on disk now, in the order of writing; the same array as long as nothing was added to a single-file log. */
  readAll(): Promise<readonly T[]>;
}

/** How a log is split: into files `name-0001.jsonl`, `name-0002.jsonl` and so on, next to its path. */
export interface LogParts {
  /** Size in bytes at which a new file starts. */
  partBytes: number;
  /** How many files are kept: the oldest are deleted. */
  maxParts: number;
}

/**
 * A log as JSON lines. Windows don't lock it: a line is a single write at the end of the file, so all windows read the
 * lines in the same order. A line that a crash cut short is skipped, and the next one is intact.
 *
 * @param readLine parses a line; `undefined` for a line that doesn't belong to this log
 * @param parts only for a log in which the order of lines from different windows doesn't matter: where a file ends,
 *   two windows can write to different files
 */
export function createAppendLog<T>(
  path: string,
  readLine: (value: unknown) => T | undefined,
  parts?: LogParts,
): AppendLog<T> {
  const folder = dirname(path);
  const name = basename(path, '.jsonl');
  /** The last content read, by file. */
  const known = new Map<string, { bytes: Buffer; lines: readonly T[] }>();
  /** Files whose names this window has put on the disk. */
  const named = new Set<string>();
  /** One read at a time: a later one never returns less than the one before. */
  let reading: Promise<unknown> = Promise.resolve();

  const partName = (number: number) => `${name}-${String(number).padStart(4, '0')}.jsonl`;

  /** Numbers of the existing files, ascending. */
  async function partNumbers(): Promise<number[]> {
    const names = (await unlessMissing(readdir(folder))) ?? [];
    return names
      .map(file =>
        Number(/^-(\d{4,})\.jsonl$/.exec(file.startsWith(name) ? file.slice(name.length) : '')?.[1]),
      )
      .filter(number => !Number.isNaN(number))
      .sort((a, b) => a - b);
  }

  async function pathToAppend({ partBytes, maxParts }: LogParts): Promise<string> {
    const numbers = await partNumbers();
    const last = numbers.at(-1) ?? 1;
    const now = await unlessMissing(stat(join(folder, partName(last))));
    if (!now || now.size < partBytes) return join(folder, partName(last));
    // Including the new file, the maximum number is reached.
    const old = numbers.slice(0, Math.max(0, numbers.length - maxParts + 1));
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
      const firstFolder = await mkdir(folder, { recursive: true });
      const target = parts ? await pathToAppend(parts) : path;
      const { file, isNew } = await openToAppend(target);
      try {
        // On its own line, even after one that was cut short.
        await file.appendFile(`\n${JSON.stringify(line)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      // Another window may have made the file and still be about to do this.
      if (!isNew && named.has(target)) return;
      await syncNames(folder, dirname(firstFolder ?? folder));
      named.add(target);
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

/**
 * After a power failure, a new file exists only if its folder was flushed to disk too, and a new folder only if the one
 * around it was. Not every system supports that.
 *
 * @param outermost the last folder to flush, `folder` or one around it
 */
async function syncNames(folder: string, outermost: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
  const around = dirname(folder);
  if (folder !== outermost && folder !== around) await syncNames(around, outermost);
}
