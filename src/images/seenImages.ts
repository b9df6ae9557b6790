import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Searches whose images are remembered; the one that was looked through longest ago is forgotten first. */
const mostSeen = 50;

/**
 * What saved searches have found before, a file each: the editor's own memory is read whole at every start, and these
 * are some megabytes.
 *
 * @param folder of this memory alone; made when it is first written to, and not looked at before something is asked of it
 */
export function createSeenMemory(folder: string): SeenMemory {
  const fileOf = (key: string) =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    read(key) {
      try {
        // Only `write` writes there, and what it began is never under this name.
        return JSON.parse(readFileSync(fileOf(key), 'utf8')) as ReturnType<SeenMemory['read']>;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write(key, seen) {
      mkdirSync(folder, { recursive: true });
      const part = `${fileOf(key)}.${process.pid}.part`;
      writeFileSync(part, JSON.stringify(seen));
      renameSync(part, fileOf(key));
      forgetOldest(folder);
    },
  };
}

function forgetOldest(folder: string): void {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'));
  if (files.length <= mostSeen) return;
  const timeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byAge = files.map(name => ({ name, time: timeOf(name) })).sort((one, other) => one.time - other.time);
  // Another window may have forgotten it too.
  for (const { name } of byAge.slice(0, -mostSeen)) rmSync(join(folder, name), { force: true });
}

/** Ids of images that a saved search has found before, and when it was last looked through. */
export interface Seen {
  /** ISO 8601, UTC. */
  at: string;
  ids: readonly string[];
}

/** By the key of the search, see `searchKey`. */
export interface SeenMemory {
  read(key: string): Seen | undefined;
  write(key: string, seen: Seen): void;
}

/** More are not kept for one search: what was acquired longest ago is forgotten first. */
const most = 50_000;

/**
 * Which of the images that a search finds now it had not found before; from now on all of them count as seen. Ids that
 * are no longer found stay seen: a catalogue can miss an image for a day.
 *
 * @param found newest first
 * @returns `undefined` where the search is run for the first time, so that nothing can be called new
 */
export function lookThrough(
  memory: SeenMemory,
  key: string,
  found: readonly string[],
  now: Date,
): { fresh: string[]; since: string } | undefined {
  const before = memory.read(key);
  const known = new Set(before?.ids);
  const fresh = found.filter(id => !known.has(id));
  memory.write(key, { at: now.toISOString(), ids: [...fresh, ...(before?.ids ?? [])].slice(0, most) });
  return before && { fresh, since: before.at };
}
