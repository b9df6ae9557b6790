import type { MapState } from '../../../src/shared/protocol.ts';

/** What the host tells, of a search that is over where nothing else is said. */
export function mapState(change: Partial<MapState> = {}): MapState {
  return {
    ...{ aoiChanged: false, filters: {}, phase: { kind: 'done' }, searchId: 1, imageCount: 0 },
    ...{ totalIsCap: false, hasMore: false, selected: [], streaming: [], ...change },
  };
}
