import type { PictureAnswer, ToHost, ToPage } from '../../../src/shared/protocol.ts';

export type TileRequests = ReturnType<typeof createTileRequests>;

export function createTileRequests(post: (message: ToHost) => void) {
  const open = new Map<number, (answer: PictureAnswer) => void>();
  let last = 0;
  return {
    /** @returns cancels the request; `answered` is not called afterwards */
    ask: (
      /** A tile of an image in the Web Mercator grid. */
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
