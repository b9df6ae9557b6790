import { signal } from '@preact/signals';
import type { PlaceAnswer, PlaceShown, ToHost, ToPage } from '../../../src/shared/protocol.ts';

export type PlaceModel = ReturnType<typeof createPlaceModel>;

/** The input for a place on the map, what it can mean, and the place that is marked. */
export function createPlaceModel(post: (message: ToHost) => void) {
  const nothing: PlaceAnswer = { places: [] };
  const isOpen = signal(false);
  const answer = signal(nothing);
  let last = 0;
  return {
    isOpen,
    answer,
    marked: signal<PlaceShown | undefined>(undefined),
    /** Only the answer to the last question counts. */
    ask: (text: string): void => {
      last += 1;
      post({ kind: 'findPlace', request: last, text });
    },
    close: (): void => {
      last += 1;
      isOpen.value = false;
      answer.value = nothing;
    },
    receive: (message: Extract<ToPage, { kind: 'places' }>): void => {
      if (message.request === last) answer.value = message.answer;
    },
  };
}
