import { basename } from 'node:path/posix';
import type { Slot } from '../../platform/host/storage.ts';

/** Older ones are forgotten: their files keep their own names. */
const maxKept = 500;

const ending = '.order.json';

export type DraftNames = ReturnType<typeof createDraftNames>;

/** What users call their drafts: a file name has only a part of it. */
export function createDraftNames(slot: Slot<[stem: string, name: string][]>) {
  const read = () => {
    const kept: unknown = slot.read();
    return new Map(Array.isArray(kept) ? kept.filter(isPair) : []);
  };
  return {
    /** @param path of the document of an order */
    remember(path: string, name: string): void {
      const stem = basename(path, ending);
      const kept = read();
      // The latest last.
      kept.delete(stem);
      kept.set(stem, name);
      void slot.write([...kept].slice(-maxKept));
    },
    /** The name that it was drafted with, or that of its file, if the user gave it another one. */
    of(path: string): string {
      const stem = basename(path, ending);
      return read().get(stem) ?? stem;
    },
  };
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(part => typeof part === 'string');
}
