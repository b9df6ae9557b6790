import type { MapState } from '../../src/protocol/protocol.ts';

/** The state of a page on which nothing was searched yet. */
export function stateOf(): { kind: 'state'; state: MapState } {
  const state: MapState = {
    connection: 'Bench',
    aoiChanged: false,
    filters: {},
    phase: { kind: 'idle' },
    searchId: 0,
    imageCount: 0,
    totalIsCap: false,
    hasMore: false,
    selected: [],
    streaming: [],
  };
  return { kind: 'state', state };
}
