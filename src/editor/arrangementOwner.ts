import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Arrangement } from './arrangement.ts';
import { isRecord } from '../model/fields.ts';

/** Outlives a reload. What it holds can be of another version: it is looked at before it is used. */
export interface ArrangementMemory {
  read(view: string): unknown;
  write(view: string, value: Arrangement | undefined): void;
}

/** The one owner of a view's arrangement. */
export interface ArrangementOwner {
  readonly current: ReadonlySignal<Arrangement>;
  change(part: Partial<Arrangement>): void;
  /** Sets one filter; no values take it away. */
  filter(id: string, values: readonly string[]): void;
  /** Lets every item pass again; sort and group stay. */
  showAll(): void;
  /** Back to how the view was at first. */
  reset(): void;
}

/**
 * @param view names its place in the memory
 * @param atFirst where nobody has chosen anything
 */
export function createArrangement(
  view: string,
  atFirst: Arrangement,
  memory: ArrangementMemory,
): ArrangementOwner {
  const kept = memory.read(view);
  const current = signal<Arrangement>(isArrangement(kept) ? kept : atFirst);
  const change = (part: Partial<Arrangement>) => {
    current.value = { ...current.peek(), ...part };
    memory.write(view, current.peek());
  };
  return {
    current,
    change,
    filter(id, values) {
      const others = Object.entries(current.peek().filters).filter(([name]) => name !== id);
      change({ filters: Object.fromEntries(values.length === 0 ? others : [...others, [id, values]]) });
    },
    showAll: () => change({ filters: {}, text: '' }),
    reset() {
      current.value = atFirst;
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
  return Array.isArray(value) && value.every(one => typeof one === 'string');
}
