/** Faults that the fuzzer must find. */
import type { Bytes } from './mutate.ts';
import type { Target } from './targets.ts';

const isAt = (bytes: Bytes, place: number, letter: string) => bytes[place] === letter.charCodeAt(0);

/** Chance alone finds four letters in a row once in billions of inputs: they are found one after another. */
function planted(fault: () => void): Target {
  return {
    read(bytes) {
      if (isAt(bytes, 0, 'f')) {
        if (isAt(bytes, 1, 'u')) {
          if (isAt(bytes, 2, 'z')) {
            if (isAt(bytes, 3, 'z')) fault();
          }
        }
      }
    },
    seeds: () => [new TextEncoder().encode('none')],
    words: [],
  };
}

export const plants: Record<string, Target> = {
  plantedError: planted(() => {
    throw new Error('This is planted.');
  }),
  plantedLoop: planted(() => {
    for (;;);
  }),
  plantedMemory: planted(() => {
    const kept = Array.from({ length: 8 }, () => new Uint8Array(64 * 2 ** 20).fill(1));
    if (kept.length === 0) throw new Error('Nothing is kept.');
  }),
  plantedHeap: planted(() => {
    const kept: object[] = [];
    for (;;) kept.push({ kept });
  }),
};
