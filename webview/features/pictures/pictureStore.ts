import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { PictureAnswer, PictureBytes } from '../../../src/protocol/protocol.ts';
import type { LoadPicture } from '../../ground/loadPicture.ts';

export type PictureStore = ReturnType<typeof createPictureStore>;

/** A picture that arrived, as an object URL of this page, or why there is none. */
export type PictureShown = { url: string } | { problem: string };

/** How many of each kind are kept. A quicklook takes a few MB. */
export const pictureLimits = { thumbnail: 500, quicklook: 6 } as const;

/**
 * The pictures of images by `thumbnail/<id>` and `quicklook/<id>`; the least recently used are removed first. A URL is
 * valid while it is in `received`.
 */
export function createPictureStore(load: LoadPicture) {
  const received = signal<ReadonlyMap<string, PictureShown>>(new Map());
  const keys = new Set<string>();

  function touch(key: string): void {
    keys.delete(key);
    keys.add(key);
  }

  function change(gone: readonly string[], come?: readonly [string, PictureShown]): void {
    const pictures = new Map(received.peek());
    for (const key of gone) {
      const picture = pictures.get(key);
      if (picture && 'url' in picture) URL.revokeObjectURL(picture.url);
      pictures.delete(key);
      keys.delete(key);
    }
    if (come) pictures.set(...come);
    if (come) touch(come[0]);
    received.value = pictures;
  }

  function put(what: 'thumbnail' | 'quicklook', id: string, answer: PictureAnswer): void {
    const key = `${what}/${id}`;
    const others = [...keys].filter(otherKey => otherKey !== key && otherKey.startsWith(`${what}/`));
    const oldest = others.slice(0, Math.max(0, others.length + 1 - pictureLimits[what]));
    change([...oldest, key], [key, 'problem' in answer ? answer : { url: blobAddress(answer) }]);
  }

  return {
    pictures: received as ReadonlySignal<ReadonlyMap<string, PictureShown>>,
    put,
    /** Loads a picture, or why there is none. */
    load: async (what: 'thumbnail' | 'quicklook', id: string, signal?: AbortSignal): Promise<void> => {
      const answer = await load(what, { id }, signal);
      if (answer) put(what, id, answer);
    },
    /** Reads a picture and marks it as the most recently used. */
    use: (key: string): PictureShown | undefined => {
      const picture = received.value.get(key);
      if (picture) touch(key);
      return picture;
    },
    /** Allows another request after a problem. */
    forget: (key: string): void => {
      if (keys.has(key)) change([key]);
    },
    forgetAll: (): void => {
      if (keys.size > 0) change([...keys]);
    },
  };
}

function blobAddress({ mimeType, bytes }: PictureBytes): string {
  return URL.createObjectURL(new Blob([bytes.slice()], { type: mimeType }));
}
