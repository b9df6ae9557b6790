import { computed, type ReadonlySignal } from '@preact/signals-core';

/** The same object as long as its content is the same. */
export function stable<Value>(read: () => Value): ReadonlySignal<Value> {
  let last: { value: Value; text: string | undefined } | undefined;
  return computed(() => {
    const value = read();
    const text = JSON.stringify(value) as string | undefined;
    if (last?.text !== text || !last) last = { value, text };
    return last.value;
  });
}
