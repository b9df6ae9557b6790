import { continuousPolygon } from '../../geo/antimeridian.ts';
import { type Image, isStereo } from '../../service/rules/imagery.ts';
import { isDeliveredItem } from '../../service/rules/links.ts';
import { isCap } from '../../service/rules/searchQuery.ts';
import { describeError } from '../../platform/host/presentError.ts';
import { readValue } from '../../platform/host/reading.ts';
import type { Account } from '../../session/account.ts';
import {
  asSignedIn,
  lostConnection,
  lostReason,
  lostTitle,
  type SessionOwner,
} from '../../session/session.ts';
import { factNames, isOfRow, whyNoPicture, withFacts } from '../images/rules/index.ts';
import type { Catalog, ImageFigures, Pictures, Shortlist } from '../images/index.ts';
import type { Areas } from '../areas/index.ts';
import type { DocumentShown, ImageRow, MapState, PictureKind } from '../../protocol/protocol.ts';
import type { Owned, Prices } from '../orders/index.ts';
import type { ProductImages, Reports } from '../deliveries/index.ts';
import { areaKey, areasInView, faultOnMap } from './areaMessages.ts';
import type { ImageNotes } from './imageNotes.ts';
import { reportId, reportShown } from './reportMessages.ts';
import { shortlistShown } from './shortlistShown.ts';

const rowNames = factNames.filter(isOfRow);

const pictureKinds: readonly PictureKind[] = ['thumbnail', 'quicklook', 'stream'];

/**
 * What the page needs of an image; omits fields that the service omitted.
 *
 * @param duplicateOf id of the better image of the same acquisition
 * @param isNew whether a saved search found it for the first time
 */
export function toRow(packed: Image, duplicateOf: string | undefined, isNew: boolean): ImageRow {
  const image = withFacts(packed);
  const known = rowNames.filter(name => image[name] !== undefined && image[name] !== '');
  return {
    ...Object.fromEntries(known.map(name => [name, image[name]])),
    id: image.id,
    footprint: image.footprint,
    whyNo: whyNoPictures(image),
    // A list can have 100,000 rows: what a row doesn't have takes no place in it.
    ...(duplicateOf === undefined ? {} : { duplicateOf }),
    ...(isNew ? { isNew } : {}),
    ...(isDeliveredItem(image) ? { isDelivered: true } : {}),
    ...(isStereo(image) ? { isStereo: true } : {}),
  };
}

function whyNoPictures(image: Image): ImageRow['whyNo'] {
  const reasons = pictureKinds.map(kind => [kind, whyNoPicture(image, kind)] as const);
  return Object.fromEntries(reasons.filter(([, reason]) => reason !== undefined));
}

export interface MapFacts {
  session: SessionOwner;
  catalog: Catalog;
  reports: Reports;
  products: ProductImages;
  areas: Areas;
  figures: ImageFigures;
  pictures: Pictures;
  account: Account;
  shortlist: Shortlist;
  prices: Pick<Prices, 'current' | 'priced'>;
  notes: ImageNotes;
  owned: Pick<Owned, 'analytics'>;
}

/** What a list without further matches says of its search. */
const whole = {
  phase: { kind: 'done' },
  total: undefined,
  unreadable: 0,
  hasMore: false,
  incomplete: undefined,
  aoiChanged: false,
  earlier: undefined,
} as const;

/**
 * The state for the page in one message; images, areas and features follow in their own messages. Whoever computes it
 * follows all that it reads.
 */
export function toMapState(facts: MapFacts): MapState {
  const { catalog, reports, areas, figures } = facts;
  const session = facts.session.current.value;
  const connection = asSignedIn(session)?.connection.name;
  const lost = lostConnection(session);
  const state = catalog.current.value;
  const preview = catalog.previewed.value;
  const cover = figures.cover.value;
  const contract = readValue(facts.account.current.value)?.contract;
  const { aoi, only, suggestion } = state;
  // The shortlist has nothing to load, wherever its images were found.
  const isShortlist = facts.shortlist.isShown.value;
  const { phase, total, unreadable, hasMore, incomplete, aoiChanged, earlier } = isShortlist
    ? { ...state, ...whole }
    : state;
  const shortlist = shortlistShown(facts);
  const report = reports.current.value;
  const coming = reports.coming.value;
  return {
    connection,
    signedOut: lost ? { title: lostTitle(lost), reason: lostReason() } : undefined,
    aoi: aoi ? { name: aoi.name, polygon: continuousPolygon(aoi.polygon), areaKm2: aoi.areaKm2 } : undefined,
    ...documentPart(areas),
    aoiChanged,
    filters: state.filters,
    limits: state.limits,
    span: state.span,
    phase: phase.kind === 'failed' ? { kind: 'failed', message: describeError(phase.error) } : phase,
    earlier: earlier && { filters: earlier.filters, at: state.searchedAt ?? 0 },
    searchId: state.searchId,
    clockAheadMs: catalog.clock.aheadMs.value || undefined,
    imageCount: catalog.visible.value.length,
    total,
    totalIsCap: total !== undefined && isCap(total),
    expected: isShortlist ? undefined : state.expected,
    unreadable: unreadable === 0 ? undefined : unreadable,
    hasMore,
    incomplete,
    selected: state.selected,
    preview,
    cover: cover ? { share: cover.share, gap: cover.gap } : undefined,
    ...facts.notes.current.value,
    suggestion,
    only: only && !isShortlist ? only.label : undefined,
    shortlist,
    workspaceId: contract?.workspaceId,
    streaming: [...facts.pictures.streaming.value],
    report: report ? reportShown(report, connection, contract?.id) : undefined,
    comingReport: coming ? reportId(coming) : undefined,
    ...productShown(facts.products),
  };
}

function documentPart(areas: Areas): { document?: DocumentShown } {
  const { document, revision, areas: all, adds, locked, history, faults } = areas.current.value;
  if (!document) return {};
  const areaCount = areasInView(all).length;
  const active = areas.active();
  return {
    document: {
      name: document.name,
      revision,
      areaCount,
      leftOut: all.length - areaCount,
      ...history,
      adds,
      locked,
      current: active ? areaKey(active) : undefined,
      fault: faultOnMap(areas.current.value, active),
      unsized: faults.flatMap(({ area, hasSize }) => (hasSize ? [] : [areaKey({ path: area })])),
    },
  };
}

function productShown({ current }: ProductImages): Pick<MapState, 'product'> {
  const product = current.value;
  if (!product) return {};
  const { id, title, size, place, days } = product;
  return { product: { id, title, size, place, days } };
}
