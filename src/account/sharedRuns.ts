import { ApiError } from '../api/errors.ts';

/** Work by key that goes on once at a time, for everybody who waits for it, and ends when nobody does. */
export interface SharedRuns<T> {
  /**
   * Joins the run of this key, or starts it. Rejects with an `ApiError` of the kind `aborted` as soon as `signal` or
   * `cancel` says so; the run itself is told by its own signal, at the latest when the last of its callers has gone.
   */
  join(key: string, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Ends runs, whoever waits for them. */
  cancel(isMeant?: (key: string) => boolean): void;
}

interface Run<T> {
  answer: Promise<T>;
  abort: AbortController;
  callers: number;
}

/** @param request what an error calls the work, for example `GET picture` */
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

  /** At once out of sight, so that whoever comes next begins anew. */
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
