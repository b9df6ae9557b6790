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
