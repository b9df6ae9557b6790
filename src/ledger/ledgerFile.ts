import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLedgerEntry, type LedgerEntry } from '../model/ledger/ledgerEntry.ts';
import type { LedgerStore } from './ledger.ts';

export interface LedgerFileOptions {
  /** Size from which on a new part is begun, bytes. */
  partBytes?: number;
  /** Parts of prices that are kept: there can be any number of prices. */
  mostPriceParts?: number;
}

interface Part {
  name: string;
  stream: Stream;
  number: number;
}

/** Prices stand apart, because the oldest of them are forgotten, and nothing else ever is. */
type Stream = 'actions' | 'prices';

/**
 * The ledger as files of JSON lines in a folder, only ever appended to, by all windows of the machine. A line that was
 * cut short is passed over.
 */
export function createLedgerFile(
  folder: string,
  { partBytes = 1_000_000, mostPriceParts = 4 }: LedgerFileOptions = {},
): LedgerStore {
  /** What was read of each part, as long as it has not grown. */
  const kept = new Map<string, { mark: string; lines: readonly LedgerEntry[] }>();

  async function partsOf(stream: Stream): Promise<Part[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names
      .flatMap(name => {
        const [, found, number] = /^(actions|prices)-(\d{4,})\.jsonl$/.exec(name) ?? [];
        return found === stream ? [{ name, stream, number: Number(number) }] : [];
      })
      .sort((a, b) => a.number - b.number);
  }

  async function readPart({ name }: Part): Promise<readonly LedgerEntry[]> {
    const path = join(folder, name);
    try {
      const { size, mtimeMs } = await stat(path);
      const mark = `${size} ${mtimeMs}`;
      const known = kept.get(name);
      if (known?.mark === mark) return known.lines;
      const lines = linesIn(await readFile(path, 'utf8'));
      kept.set(name, { mark, lines });
      return lines;
    } catch (error) {
      // Another window has just forgotten it.
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Where the next line goes to. */
  async function lastPart(stream: Stream): Promise<string> {
    const parts = await partsOf(stream);
    const last = parts.at(-1);
    if (!last) return nameOf(stream, 1);
    const { size } = await stat(join(folder, last.name));
    if (size < partBytes) return last.name;
    if (stream === 'prices') {
      // With the one that begins now, there are as many as may be.
      const old = parts.slice(0, Math.max(0, parts.length - mostPriceParts + 1));
      for (const { name } of old) await rm(join(folder, name), { force: true });
    }
    return nameOf(stream, last.number + 1);
  }

  return {
    async append(line) {
      await mkdir(folder, { recursive: true });
      const name = await lastPart(line.action === 'price' ? 'prices' : 'actions');
      // A line of its own even after one that was cut short.
      await appendFile(join(folder, name), `\n${JSON.stringify(line)}\n`, { mode: 0o600 });
    },
    async readAll() {
      const parts = [...(await partsOf('actions')), ...(await partsOf('prices'))];
      for (const name of [...kept.keys()]) if (!parts.some(part => part.name === name)) kept.delete(name);
      return (await Promise.all(parts.map(readPart))).flat();
    },
  };
}

function nameOf(stream: Stream, number: number): string {
  return `${stream}-${String(number).padStart(4, '0')}.jsonl`;
}

function linesIn(text: string): LedgerEntry[] {
  return text.split('\n').flatMap(line => {
    if (line === '') return [];
    try {
      const value: unknown = JSON.parse(line);
      return isLedgerEntry(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
