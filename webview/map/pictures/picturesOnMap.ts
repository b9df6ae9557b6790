import { pictureLimits } from './pictureStore.ts';

/** An image that a person put on the map. */
export interface KeptPicture {
  id: string;
  /** 0 to 1. */
  opacity: number;
  /** Whether its quicklook is draped on the footprint; its tiles can be there without it. */
  quicklook: boolean;
}

/** An image as it is on the map. */
export interface PictureOnMap extends KeptPicture {
  streaming: boolean;
}

/** What is saved: the pictures from the bottom up, and where they are swiped, as a share of the map's width. */
export interface SavedPictures {
  kept: readonly KeptPicture[];
  swipe?: number;
}

/** An opacity is remembered for a while. */
const mostKept = 20;

/** What is on the map, from the bottom up. The host knows what streams. */
export function picturesOnMap(
  kept: readonly KeptPicture[],
  streaming: readonly string[],
): readonly PictureOnMap[] {
  const streams = new Set(streaming);
  const known = kept
    .map(picture => ({ ...picture, streaming: streams.has(picture.id) }))
    .filter(({ quicklook, streaming: streamed }) => quicklook || streamed);
  const ids = new Set(known.map(({ id }) => id));
  const others = streaming.filter(id => !ids.has(id));
  return [...known, ...others.map(id => ({ id, opacity: 1, quicklook: false, streaming: true }))];
}

/** Puts a quicklook on top of the others; the oldest goes when there are too many. */
export function withQuicklook(kept: readonly KeptPicture[], id: string): readonly KeptPicture[] {
  const before = kept.find(picture => picture.id === id);
  const next = [...without(kept, id), { id, opacity: before?.opacity ?? 1, quicklook: true }].slice(
    -mostKept,
  );
  const draped = next.filter(({ quicklook }) => quicklook);
  const oldest = draped.length > pictureLimits.quicklook ? draped[0] : undefined;
  return oldest ? withoutQuicklook(next, oldest.id) : next;
}

export function withoutQuicklook(kept: readonly KeptPicture[], id: string): readonly KeptPicture[] {
  return kept.map(picture => (picture.id === id ? { ...picture, quicklook: false } : picture));
}

export function withOpacity(
  kept: readonly KeptPicture[],
  id: string,
  opacity: number,
): readonly KeptPicture[] {
  if (!kept.some(picture => picture.id === id)) return [...kept, { id, opacity, quicklook: false }];
  return kept.map(picture => (picture.id === id ? { ...picture, opacity } : picture));
}

export function without(kept: readonly KeptPicture[], id: string): readonly KeptPicture[] {
  return kept.filter(picture => picture.id !== id);
}

/** The two that are swiped: those on top. */
export function swipedPair(shown: readonly { id: string }[]): { left: string; right: string } | undefined {
  const [left, right] = shown.slice(-2);
  return left && right ? { left: left.id, right: right.id } : undefined;
}
