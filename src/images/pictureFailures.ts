import { isApiError } from '../api/errors.ts';
import { isPictureError } from './pictureError.ts';

/** What failed lately, so that a list that is scrolled does not ask for it again and again. */
export interface PictureFailures {
  /** What asking for any of these keys would end with; `undefined` when it is worth a try. */
  of(...keys: string[]): Error | undefined;
  /** Remembers a failure for a while that depends on what it was. */
  note(key: string, error: Error): void;
  /** An answer came: the service has time again, and the key is worth asking for. */
  worked(key: string): void;
  forget(isMeant: (key: string) => boolean): void;
  clear(): void;
}

interface Failure {
  error: Error;
  /** Epoch ms. */
  until: number;
  /** So often in a row. */
  times: number;
}

/** Waits after failures that pass, milliseconds: twice as long each time. */
const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;
/** A map is made of many tiles, and most that are missing are never asked for again. */
const mostKept = 10_000;
/** Between asking too often for one thing and for another the service makes no difference. */
const everything = '';

/** @param now epoch ms */
export function createPictureFailures(now: () => number): PictureFailures {
  const failures = new Map<string, Failure>();

  return {
    of(...keys) {
      return [everything, ...keys].map(key => failures.get(key)).find(one => one && one.until > now())?.error;
    },
    note(givenKey, error) {
      const isTooOften = isApiError(error) && error.kind === 'rateLimited';
      const key = isTooOften ? everything : givenKey;
      const times = (failures.get(key)?.times ?? 0) + 1;
      failures.delete(key); // The newest is last.
      failures.set(key, { error, times, until: isFinal(error) ? Infinity : now() + pauseOf(error, times) });
      const [oldest] = failures.keys();
      if (failures.size > mostKept && oldest !== undefined) failures.delete(oldest);
    },
    worked(key) {
      failures.delete(key);
      const slowDown = failures.get(everything);
      if (slowDown && slowDown.until <= now()) failures.delete(everything);
    },
    forget(isMeant) {
      for (const key of [...failures.keys()]) if (key !== everything && isMeant(key)) failures.delete(key);
    },
    clear: () => failures.clear(),
  };
}

/** Whether the answer stays the same for as long as the session does. */
function isFinal(error: unknown): boolean {
  if (isPictureError(error)) return true;
  if (!isApiError(error)) return false;
  switch (error.kind) {
    case 'notFound':
    case 'invalid':
    case 'shape':
      return true;
    case 'denied':
      return error.details.refused === 'right';
    case 'suspended':
    case 'rateLimited':
    case 'server':
    case 'network':
    case 'timeout':
    case 'damaged':
    case 'aborted':
      return false;
  }
}

function pauseOf(error: unknown, times: number): number {
  const asked = isApiError(error) ? (error.details.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(longestPauseMs, firstPauseMs * 2 ** (times - 1)));
}
