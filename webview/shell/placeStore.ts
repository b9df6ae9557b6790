import { effect, signal } from '@preact/signals-core';
import type { PlaceAnswer, PlaceShown } from '../../src/protocol/protocol.ts';
import type { Host } from '../ground/host.ts';
import { pictureProblem } from '../ground/loadPicture.ts';

export type PlaceStore = ReturnType<typeof createPlaceStore>;

/** The input for a place on the map, what it can mean, and the place that is marked: at first, the one that was saved. */
export function createPlaceStore(
  { ask }: Pick<Host, 'ask'>,
  saved: PlaceShown | undefined,
  save: (place: PlaceShown | undefined) => void,
) {
  const marked = signal(saved);
  effect(() => save(marked.value));
  const nothing: PlaceAnswer = { places: [] };
  const isOpen = signal(false);
  const answer = signal(nothing);
  /** Of the last question, which alone counts. */
  let asking = new AbortController();
  let answered = Promise.resolve();

  async function find(text: string, { signal: last }: AbortController): Promise<void> {
    const found = await ask('findPlace', { text }, last).catch((error: unknown): PlaceAnswer => ({
      places: [],
      problem: pictureProblem(error),
    }));
    if (!last.aborted) answer.value = found;
  }

  return {
    isOpen,
    answer,
    marked,
    ask: (text: string): void => {
      asking.abort();
      asking = new AbortController();
      answered = find(text, asking);
    },
    /** Calls the function when the last question is answered; never if another one is asked before. */
    whenAnswered: (run: () => void): void => {
      const { signal: last } = asking;
      void answered.then(() => last.aborted || run());
    },
    close: (): void => {
      asking.abort();
      isOpen.value = false;
      answer.value = nothing;
    },
  };
}
