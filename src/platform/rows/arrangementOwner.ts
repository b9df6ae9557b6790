import { type ReadonlySignal, signal } from '@preact/signals-core';
import { isRecord } from '../../base/fields.ts';
import type { Arrangement } from './arrangement.ts';

/** Sorted this way, with no filters and no groups: the initial state of a view. */
export function sortedBy(sortBy: string, descending = false): Arrangement {
  return { sortBy, descending, groupBy: undefined, filters: {}, text: '' };
}

/** Whether it may hide something. */
export function isFiltered({ filters, text }: Arrangement): boolean {
  return text.trim() !== '' || Object.values(filters).some(values => values.length > 0);
}

/** Survives a reload. The content may come from another version, so it is validated before use. */
export interface ArrangementMemory {
  read(view: string): unknown;
  write(view: string, value: Arrangement | undefined): void;
}

export type ArrangementOwner = ReturnType<typeof createArrangement>;

/**
 * The single owner of a view's arrangement.
 *
 * @param view key in the memory
 * @param initial arrangement until the user chooses one
 */
export function createArrangement(view: string, initial: Arrangement, memory: ArrangementMemory) {
  const kept = memory.read(view);
  const current = signal<Arrangement>(isArrangement(kept) ? kept : initial);
  const change = (part: Partial<Arrangement>) => {
    current.value = { ...current.peek(), ...part };
    memory.write(view, current.peek());
  };
  return {
    current: current as ReadonlySignal<Arrangement>,
    change,
    /** Sets one filter; no values clear it. */
    filter(id: string, values: readonly string[]): void {
      const others = Object.entries(current.peek().filters).filter(([name]) => name !== id);
      change({ filters: Object.fromEntries(values.length === 0 ? others : [...others, [id, values]]) });
    },
    /** Clears all filters; sort and group stay. */
    showAll: () => change({ filters: {}, text: '' }),
    /** Restores the view's initial arrangement. */
    reset(): void {
      current.value = initial;
      memory.write(view, undefined);
    },
  };
}

function isArrangement(value: unknown): value is Arrangement {
  if (!isRecord(value)) return false;
  const { sortBy, descending, groupBy, filters, text } = value;
  return (
    typeof sortBy === 'string' &&
    typeof descending === 'boolean' &&
    (groupBy === undefined || typeof groupBy === 'string') &&
    typeof text === 'string' &&
    isRecord(filters) &&
    Object.values(filters).every(isListOfWords)
  );
}

function isListOfWords(value: unknown): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}
