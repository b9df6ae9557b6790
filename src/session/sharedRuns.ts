import { ApiError } from '../service/wire/errors.ts';

/** Shared work by key: runs once at a time for all callers, and ends when nobody waits for it. */
export interface SharedRuns<T> {
  /**
   * Joins the run of this key, or starts it. Rejects with an `ApiError` of the kind `aborted` as soon as `signal` or
   * `cancel` says so. The run itself is aborted by its own signal, at the latest when its last caller has gone.
   */
  join(key: string, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Ends runs, even if somebody waits for them. */
  cancel(isMeant?: (key: string) => boolean): void;
}

interface Run<T> {
  answer: Promise<T>;
  abort: AbortController;
  callers: number;
}

/** @param request what errors call the work, for example `GET picture` */
export function createSharedRuns<T>(request: string): SharedRuns<T> {
  const runs = new Map<string, Run<T>>();
  const aborted = () => new ApiError('aborted', { request });

  function start(key: string, run: (signal: AbortSignal) => Promise<T>): Run<T> {
    const abort = new AbortController();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    abort.signal.addEventListener('abort', () => reject(aborted()));
    const answer = Promise.race([run(abort.signal), ended]).finally(() => forget(key, shared));
    const shared: Run<T> = { abort, callers: 0, answer };
    runs.set(key, shared);
    return shared;
  }

  function forget(key: string, run: Run<T>) {
    if (runs.get(key) === run) runs.delete(key);
  }

  /** Removed at once, so that the next caller starts over. */
  function end(key: string, run: Run<T>) {
    forget(key, run);
    run.abort.abort();
  }

  return {
    join(key, run, signal) {
      if (signal?.aborted) return Promise.reject(aborted());
      const shared = runs.get(key) ?? start(key, run);
      shared.callers++;
      return new Promise((resolve, reject) => {
        const leave = () => {
          reject(aborted());
          shared.callers--;
          if (shared.callers === 0) end(key, shared);
        };
        signal?.addEventListener('abort', leave, { once: true });
        void shared.answer.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
      });
    },
    cancel(isMeant = () => true) {
      for (const [key, run] of [...runs]) if (isMeant(key)) end(key, run);
    },
  };
}
