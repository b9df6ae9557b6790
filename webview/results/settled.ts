import { effect, signal, type ReadonlySignal } from '@preact/signals-core';

/**
 * Follows a value that changes in quick succession, so that what is costly is done some times a second: the last value
 * is always reached.
 *
 * @param mayWait whether a change may be seen a little later
 * @param later runs something after some ms, and gives back how to prevent it
 */
export function settled<T>(
  source: ReadonlySignal<T>,
  mayWait: (next: T, shown: T) => boolean,
  delayMs: number,
  later: (run: () => void, ms: number) => () => void,
): ReadonlySignal<T> {
  const shown = signal(source.peek());
  let prevent: (() => void) | undefined;
  effect(() => {
    const next = source.value;
    if (next === shown.peek()) return;
    if (mayWait(next, shown.peek())) {
      prevent ??= later(() => {
        prevent = undefined;
        shown.value = source.peek();
      }, delayMs);
      return;
    }
    prevent?.();
    prevent = undefined;
    shown.value = next;
  });
  return shown;
}
