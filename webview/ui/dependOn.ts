import type { ReadonlySignal } from '@preact/signals-core';

/** Runs the effect around it again when one of these changes, whatever their values are. */
export function dependOn(...sources: readonly ReadonlySignal<unknown>[]): void {
  sources.forEach(source => source.value);
}
