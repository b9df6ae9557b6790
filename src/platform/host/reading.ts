/** Data requested from the service, and the state of that request. */
export type Reading<T> =
  | { kind: 'none' }
  | { kind: 'loading' }
  /** `stale` is set if the last refresh failed; the previous data stays on screen. */
  | { kind: 'ready'; value: T; at: number; stale?: unknown }
  | { kind: 'failed'; error: unknown };

/** A list that the service returns page by page. */
export interface Paged<T> {
  items: readonly T[];
  total: number | undefined;
  /** Whether the list was read to its end. */
  isLast: boolean;
  /** Present if it was and may have more items: the total differs, or the list kept changing. */
  isUncertain?: true;
  /** Entries that couldn't be read; absent if there are none. */
  unreadable?: number;
  /** State of the next page; `failed` keeps the pages before it. */
  more: { kind: 'idle' } | { kind: 'loading' } | { kind: 'failed'; error: unknown };
}

export function readValue<T>(reading: Reading<T>): T | undefined {
  return reading.kind === 'ready' ? reading.value : undefined;
}

/** Why the last request failed, if it did. */
export function readingError(reading: Reading<unknown>): unknown {
  if (reading.kind === 'failed') return reading.error;
  return reading.kind === 'ready' ? reading.stale : undefined;
}
