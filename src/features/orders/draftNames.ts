import { basename } from 'node:path/posix';
import type { Slot } from '../../platform/host/storage.ts';

/** Older ones are forgotten: their files keep their own names. */
const maxKept = 500;

const ending = '.order.json';

export type DraftNames = ReturnType<typeof createDraftNames>;

/** Entries of earlier versions have only a name. */
type Kept = [stem: string, name: string, path?: string, at?: number];

/** What users call their drafts, of which a file name has only a part, and when they were drafted. */
export function createDraftNames(slot: Slot<Kept[]>) {
  const read = () => {
    const kept: unknown = slot.read();
    const known = Array.isArray(kept) ? kept.filter(isKept) : [];
    return new Map(known.map(entry => [entry[0], entry]));
  };
  return {
    /** @param path of the document of an order */
    remember(path: string, name: string): void {
      const stem = basename(path, ending);
      const kept = read();
      // The latest last.
      kept.delete(stem);
      kept.set(stem, [stem, name, path, Date.now()]);
      void slot.write([...kept.values()].slice(-maxKept));
    },
    /** The name that it was drafted with, or that of its file, if the user gave it another one. */
    of(path: string): string {
      const stem = basename(path, ending);
      return read().get(stem)?.[1] ?? stem;
    },
    /**
     * Whether a document was drafted after an order with the same contents was sent, so that this was the order of another
     * one. Not if it isn't known.
     *
     * @param sentAt ISO 8601
     */
    isLater(path: string, sentAt: string): boolean {
      const [, , draftedAs, at] = read().get(basename(path, ending)) ?? [];
      return draftedAs === path && at !== undefined && at > Date.parse(sentAt);
    },
  };
}

function isKept(value: unknown): value is Kept {
  if (!Array.isArray(value)) return false;
  const [stem, name, path = '', at = 0] = value as unknown[];
  return [stem, name, path].every(part => typeof part === 'string') && typeof at === 'number';
}
