import type { MapState } from '../../../src/protocol/protocol.ts';

/** The host's state, by default after a finished search. */
export function mapState(change: Partial<MapState> = {}): MapState {
  return {
    aoiChanged: false,
    filters: {},
    phase: { kind: 'done' },
    searchId: 1,
    imageCount: 0,
    totalIsCap: false,
    hasMore: false,
    selected: [],
    streaming: [],
    ...change,
  };
}
