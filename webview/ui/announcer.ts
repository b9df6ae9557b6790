import { signal } from '@preact/signals-core';

/** Announces a text to a screen reader. */
export type Say = (text: string) => void;

export type Announcer = ReturnType<typeof createAnnouncer>;

export function createAnnouncer() {
  /** For a live region. */
  const text = signal('');
  return {
    text,
    say: (next: string): void => {
      // Setting the same text again is not a change and would not be announced.
      text.value = text.peek() === next ? `${next}\u00a0` : next;
    },
  };
}
