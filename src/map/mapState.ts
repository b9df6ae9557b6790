import { searchLimits } from '../model/searchQuery.ts';
import { describeError } from '../platform/presentError.ts';
import type { DocumentShown, MapState } from '../shared/protocol.ts';
import type { Areas } from '../state/areas.ts';
import type { CatalogState } from '../state/catalog.ts';
import type { Reports } from '../state/reports.ts';
import type { Session } from '../state/session.ts';
import { keyOf, shownAreas } from './areaMessages.ts';

/** What the page is told of the state in one message; images, areas and features follow in their own. */
export function toMapState(session: Session, state: CatalogState, reports: Reports, areas: Areas): MapState {
  const { aoi, aoiChanged, filters, phase, searchId, images, total, hasMore, selected } = state;
  const report = reports.current.peek();
  return {
    ...(session.kind === 'signedIn' ? { connection: session.connection.name } : {}),
    ...(aoi ? { aoi: { name: aoi.name, polygon: aoi.polygon, areaKm2: aoi.areaKm2 } } : {}),
    ...documentOf(areas),
    aoiChanged,
    filters,
    phase: phase.kind === 'failed' ? { kind: 'failed', message: describeError(phase.error) } : phase,
    searchId,
    imageCount: images.length,
    ...(total === undefined ? {} : { total }),
    totalIsCap: total !== undefined && total >= searchLimits.reachable,
    hasMore,
    selected,
    ...(report
      ? { report: { id: report.orderId, title: report.title, featureCount: report.features.length } }
      : {}),
  };
}

function documentOf(areas: Areas): { document?: DocumentShown } {
  const { document, revision, areas: all, locked } = areas.current.peek();
  if (!document) return {};
  const areaCount = shownAreas(all).length;
  const inHand = areas.inHand();
  return {
    document: {
      name: document.name,
      revision,
      areaCount,
      leftOut: all.length - areaCount,
      ...(locked === undefined ? {} : { locked }),
      ...(inHand ? { current: keyOf(inHand) } : {}),
    },
  };
}
