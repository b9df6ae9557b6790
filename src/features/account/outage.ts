import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { ApiError } from '../../service/wire/errors.ts';

/** A host of the service that didn't answer when it was last asked, or couldn't. */
export interface Outage {
  /** Epoch ms of the first failure. */
  since: number;
  error: ApiError;
}

export function createOutage(now = Date.now) {
  const failing = new Map<string, Outage>();
  const current = signal<Outage | undefined>(undefined);
  const show = () => {
    const [first] = failing.values();
    current.value = first;
  };
  return {
    /** `undefined` while every host answers. */
    current: current as ReadonlySignal<Outage | undefined>,
    /** Called at the end of each request, in the background or not. */
    ended(origin: string, failure: ApiError | undefined): void {
      if (!failure || !isOutage(failure)) failing.delete(origin);
      else failing.set(origin, { since: failing.get(origin)?.since ?? now(), error: failure });
      show();
    },
    /** Forgets everything: another session starts. */
    clear(): void {
      failing.clear();
      show();
    },
  };
}

/**
 * Calls back when every host answers again.
 *
 * @param run gets the time of the first failure, epoch ms
 */
export function afterOutage(
  outage: ReadonlySignal<Outage | undefined>,
  run: (since: number) => void,
): { dispose(): void } {
  let since: number | undefined;
  const stop = outage.subscribe(now => {
    if (now) since ??= now.since;
    else if (since !== undefined) {
      run(since);
      since = undefined;
    }
  });
  return { dispose: stop };
}

/** Other failures are answers. */
function isOutage({ kind }: ApiError): boolean {
  return kind === 'network' || kind === 'timeout' || kind === 'server';
}
