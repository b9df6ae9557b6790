import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { refreshIfRead, type Reader } from './reader.ts';
import type { Reading } from '../editor/reading.ts';

/** Things of one sort that are each read by their id. */
export interface KeyedReader<T, R extends Reader<T> = Reader<T>> {
  /** What was asked for, by id. */
  readonly current: ReadonlySignal<ReadonlyMap<string, Reading<T>>>;
  of(id: string): Reading<T>;
  /** The reader of an id, always the same. */
  readonly reader: (id: string) => R;
  /** Reads it where nobody has yet; for whoever is about to show it. */
  need(id: string): void;
  refresh(id: string): Promise<void>;
  /** Reads anew whatever was asked for. */
  refreshAll(): Promise<void>;
}

/** @param make the reader of an id, when it is first asked for */
export function createKeyedReader<T, R extends Reader<T> = Reader<T>>(
  make: (id: string) => R,
): KeyedReader<T, R> {
  const readers = signal<ReadonlyMap<string, R>>(new Map());

  function reader(id: string): R {
    const known = readers.peek().get(id);
    if (known) return known;
    const made = make(id);
    readers.value = new Map(readers.peek()).set(id, made);
    return made;
  }

  return {
    current: computed(
      () => new Map([...readers.value].map(([id, { current }]) => [id, current.value] as const)),
    ),
    of: id => readers.peek().get(id)?.current.peek() ?? { kind: 'none' },
    reader,
    need: id => reader(id).need(),
    refresh: id => reader(id).refresh(),
    async refreshAll() {
      await Promise.all([...readers.peek().values()].map(refreshIfRead));
    },
  };
}
