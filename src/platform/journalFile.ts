import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JournalLine, JournalStore } from '../state/journal.ts';

/**
 * The order journal as a file of JSON lines, only ever appended to. A line is on the disk (fsync) before `append`
 * resolves. A last line that a crash cut short is passed over.
 */
export function createJournalFile(path: string): JournalStore {
  return {
    async append(line) {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'a', 0o600);
      try {
        // A line of its own even after one that was cut short.
        await file.appendFile(`\n${JSON.stringify(line)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async readAll() {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').flatMap(line => {
        try {
          const value: unknown = JSON.parse(line);
          return isLine(value) ? [value] : [];
        } catch {
          return [];
        }
      });
    },
  };
}

function isLine(value: unknown): value is JournalLine {
  const { event, id } = (value ?? {}) as Record<string, unknown>;
  return typeof event === 'string' && typeof id === 'string';
}
