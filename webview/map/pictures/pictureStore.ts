import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { PictureAnswer, ToPage } from '../../../src/shared/protocol.ts';

/** A picture that arrived, as an address of this page, or why there is none. */
export type PictureShown = { url: string } | { problem: string };

export type PictureKey = `${'thumbnail' | 'quicklook'}/${string}`;

/** The pictures of images. An address is good for as long as its key is in `shown`. */
export interface PictureStore {
  shown: ReadonlySignal<ReadonlyMap<string, PictureShown>>;
  receive: (message: Extract<ToPage, { kind: 'picture' }>) => void;
  /** Reads a picture, which is then the last to go. */
  use: (key: string) => PictureShown | undefined;
  forget: (key: string) => void;
  forgetAll: () => void;
}

/** How many of each kind are kept. A quicklook is a few MB. */
export const pictureLimits = { thumbnail: 500, quicklook: 6 } as const;

export function createPictureStore(): PictureStore {
  const shown = signal<ReadonlyMap<string, PictureShown>>(new Map());
  /** In the order of use, the oldest first. */
  const order = { thumbnail: new Set<string>(), quicklook: new Set<string>() };

  const kindOf = (key: string) => (key.startsWith('quicklook/') ? 'quicklook' : 'thumbnail');

  function touch(key: string): void {
    const keys = order[kindOf(key)];
    keys.delete(key);
    keys.add(key);
  }

  function drop(pictures: Map<string, PictureShown>, key: string): void {
    const picture = pictures.get(key);
    if (picture && 'url' in picture) URL.revokeObjectURL(picture.url);
    pictures.delete(key);
    order[kindOf(key)].delete(key);
  }

  return {
    shown,
    receive: ({ id, what, answer }) => {
      const key: PictureKey = `${what}/${id}`;
      const pictures = new Map(shown.peek());
      drop(pictures, key);
      pictures.set(key, 'problem' in answer ? answer : { url: addressOf(answer) });
      touch(key);
      for (const oldest of order[what]) {
        if (order[what].size <= pictureLimits[what]) break;
        drop(pictures, oldest);
      }
      shown.value = pictures;
    },
    use: key => {
      const picture = shown.value.get(key);
      if (picture) touch(key);
      return picture;
    },
    forget: key => {
      if (!shown.peek().has(key)) return;
      const pictures = new Map(shown.peek());
      drop(pictures, key);
      shown.value = pictures;
    },
    forgetAll: () => {
      if (shown.peek().size === 0) return;
      const pictures = new Map(shown.peek());
      for (const key of [...pictures.keys()]) drop(pictures, key);
      shown.value = pictures;
    },
  };
}

function addressOf({ mimeType, bytes }: Exclude<PictureAnswer, { problem: string }>): string {
  return URL.createObjectURL(new Blob([bytes.slice()], { type: mimeType }));
}
