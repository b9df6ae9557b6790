import { isCap } from '../model/images/searchQuery.ts';
import { describeError } from '../platform/presentError.ts';
import type { DocumentShown, MapState } from '../shared/protocol.ts';
import type { Areas } from '../state/areas.ts';
import type { Account } from '../state/account.ts';
import type { Catalog } from '../state/catalog.ts';
import type { ImageFigures } from '../state/imageFigures.ts';
import type { Pictures } from '../state/pictures.ts';
import { valueOf } from '../state/reading.ts';
import type { Reports } from '../state/reports.ts';
import type { SessionOwner } from '../state/session.ts';
import { keyOf, shownAreas } from './areaMessages.ts';
import { reportShown } from './reportMessages.ts';

export interface MapFacts {
  session: SessionOwner;
  catalog: Catalog;
  reports: Reports;
  areas: Areas;
  figures: ImageFigures;
  pictures: Pictures;
  account: Account;
}

/** What the page is told of the state in one message; images, areas and features follow in their own. */
export function toMapState(facts: MapFacts): MapState {
  const { catalog, reports, areas, figures } = facts;
  const session = facts.session.current.peek();
  const state = catalog.current.peek();
  const cover = figures.cover.peek();
  const workspaceId = valueOf(facts.account.current.peek())?.contract.workspaceId;
  const {
    aoi,
    aoiChanged,
    filters,
    phase,
    searchId,
    total,
    unreadable,
    hasMore,
    selected,
    only,
    suggestion,
  } = state;
  const report = reports.current.peek();
  return {
    ...(session.kind === 'signedIn' ? { connection: session.connection.name } : {}),
    ...(aoi ? { aoi: { name: aoi.name, polygon: aoi.polygon, areaKm2: aoi.areaKm2 } } : {}),
    ...documentOf(areas),
    aoiChanged,
    filters,
    phase: phase.kind === 'failed' ? { kind: 'failed', message: describeError(phase.error) } : phase,
    searchId,
    imageCount: catalog.shown.peek().length,
    ...(total === undefined ? {} : { total }),
    totalIsCap: total !== undefined && isCap(total),
    ...(unreadable === 0 ? {} : { unreadable }),
    hasMore,
    selected,
    ...(cover ? { cover: { share: cover.share, ...(cover.gap ? { gap: cover.gap } : {}) } } : {}),
    ...(suggestion ? { suggestion } : {}),
    ...(only ? { only: only.label } : {}),
    ...(workspaceId === undefined ? {} : { workspaceId }),
    streaming: [...facts.pictures.streaming.peek()],
    ...(report ? { report: reportShown(report) } : {}),
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
