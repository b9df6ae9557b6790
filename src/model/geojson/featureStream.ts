import { createFeatureWalk } from './featureWalk.ts';

/** The features of a GeoJSON FeatureCollection out of its bytes as they come, however long the text is. */
export interface FeatureStream {
  /** Takes the next bytes of UTF-8. Answers the members of `features` that are complete by now, whatever they are. */
  push(bytes: Uint8Array): unknown[];
  /** Nothing comes any more. Answers whether all bytes were one whole FeatureCollection. */
  end(): boolean;
  /** Whether nothing that comes can make a FeatureCollection of it any more. */
  isBroken(): boolean;
  /** Features that were passed over because they are too long, or nested too deep. */
  tooLong(): number;
}

/** @param longest bytes of one value: longer ones are passed over, so that memory stays small */
export function createFeatureStream(longest: number): FeatureStream {
  // A mark of the byte order inside of the text is a letter that is no JSON.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let found: unknown[] = [];
  const walk = createFeatureWalk(longest, feature => found.push(feature));
  return {
    push(bytes) {
      found = [];
      walk.push(decoder.decode(bytes, { stream: true }));
      return found;
    },
    end() {
      // What is left of a letter that was cut off.
      walk.push(decoder.decode());
      return walk.isWhole();
    },
    isBroken: () => walk.isBroken(),
    tooLong: () => walk.tooLong(),
  };
}
