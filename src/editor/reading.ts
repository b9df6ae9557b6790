/** Something that is read from the service, and how far that has come. */
export type Reading<T> =
  | { kind: 'none' }
  | { kind: 'loading' }
  /** `stale` is set when the last reading failed; what was known before stays on screen. */
  | { kind: 'ready'; value: T; at: number; stale?: unknown }
  | { kind: 'failed'; error: unknown };

/** A list of the service that is read a page at a time. */
export interface Paged<T> {
  items: readonly T[];
  /** How many there are in all, when the service says so. */
  total: number | undefined;
  isLast: boolean;
  /** Of the next page; `failed` leaves the pages before it standing. */
  more: { kind: 'idle' } | { kind: 'loading' } | { kind: 'failed'; error: unknown };
}

/** The value as far as it is known. */
export function valueOf<T>(reading: Reading<T>): T | undefined {
  return reading.kind === 'ready' ? reading.value : undefined;
}

/** Why the last reading failed, if it did. */
export function failureOf(reading: Reading<unknown>): unknown {
  if (reading.kind === 'failed') return reading.error;
  return reading.kind === 'ready' ? reading.stale : undefined;
}
