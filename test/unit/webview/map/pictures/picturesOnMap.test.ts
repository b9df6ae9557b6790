import { describe, expect, it } from 'vitest';
import {
  picturesOnMap,
  withOpacity,
  withQuicklook,
  type KeptPicture,
} from '../../../../../webview/map/pictures/picturesOnMap.ts';

const none: readonly KeptPicture[] = [];

function draped(...ids: string[]): readonly KeptPicture[] {
  return ids.reduce((kept, id) => withQuicklook(kept, id), none);
}

describe('pictures on the map', () => {
  it('lie in the order they were put there, the last on top', () => {
    expect(draped('a', 'b', 'a').map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('are six at most, and the oldest goes', () => {
    const kept = draped('a', 'b', 'c', 'd', 'e', 'f', 'g');
    expect(picturesOnMap(kept, []).map(({ id }) => id)).toEqual(['b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('are those that stream too, with or without a quicklook', () => {
    const kept = withOpacity(draped('a'), 'b', 0.5);
    expect(picturesOnMap(kept, ['b', 'a', 'c'])).toEqual([
      { id: 'a', opacity: 1, quicklook: true, streaming: true },
      { id: 'b', opacity: 0.5, quicklook: false, streaming: true },
      { id: 'c', opacity: 1, quicklook: false, streaming: true },
    ]);
  });
});
