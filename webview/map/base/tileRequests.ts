import type { PictureAnswer, ToHost, ToPage } from '../../../src/shared/protocol.ts';

/** A tile of an image in the grid of Web Mercator. */
export interface TilePlace {
  id: string;
  z: number;
  x: number;
  y: number;
}

/** Tiles that the host was asked for and has not answered. */
export interface TileRequests {
  /** @returns how to take the question back; `answered` is not called afterwards */
  ask: (place: TilePlace, answered: (answer: PictureAnswer) => void) => () => void;
  receive: (message: Extract<ToPage, { kind: 'tile' }>) => void;
}

export function createTileRequests(post: (message: ToHost) => void): TileRequests {
  const open = new Map<number, (answer: PictureAnswer) => void>();
  let last = 0;
  return {
    ask: (place, answered) => {
      const request = ++last;
      open.set(request, answered);
      post({ kind: 'tile', request, ...place });
      return () => {
        if (open.delete(request)) post({ kind: 'cancelTile', request });
      };
    },
    receive: ({ request, answer }) => {
      const answered = open.get(request);
      open.delete(request);
      answered?.(answer);
    },
  };
}
