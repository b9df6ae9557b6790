import type { PictureAnswer, ToHost, ToPage } from '../../../src/shared/protocol.ts';

export type TileRequests = ReturnType<typeof createTileRequests>;

export function createTileRequests(post: (message: ToHost) => void) {
  const open = new Map<number, (answer: PictureAnswer) => void>();
  let last = 0;
  return {
    /** @returns how to take the question back; `answered` is not called afterwards */
    ask: (
      /** Of an image, in the grid of Web Mercator. */
      place: { id: string; z: number; x: number; y: number },
      answered: (answer: PictureAnswer) => void,
    ): (() => void) => {
      const request = ++last;
      open.set(request, answered);
      post({ kind: 'tile', request, ...place });
      return () => {
        if (open.delete(request)) post({ kind: 'cancelTile', request });
      };
    },
    receive: ({ request, answer }: Extract<ToPage, { kind: 'tile' }>): void => {
      const answered = open.get(request);
      open.delete(request);
      answered?.(answer);
    },
  };
}
