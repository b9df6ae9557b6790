import { createFeatureWalk } from '../geojson/featureWalk.ts';
import { drawnGeometry } from './drawnGeometry.ts';

/** Bytes of one feature: longer ones are not read, they would hold up everything else while they are parsed. */
export const longestFeature = 4_000_000;

/**
 * Where the features of a report that are drawn stand in its text: their begins and ends as offsets in turn. As far as
 * the text can be read; what is being written just now is left out.
 */
export function featureRanges(text: string): Uint32Array {
  let found = new Uint32Array(64);
  let count = 0;
  const walk = createFeatureWalk(longestFeature, (feature, from, end) => {
    if (!drawnGeometry(feature)) return;
    if (count === found.length) {
      const grown = new Uint32Array(found.length * 2);
      grown.set(found);
      found = grown;
    }
    found[count++] = from;
    found[count++] = end;
  });
  walk.push(text);
  return found.slice(0, count);
}
