/**
 * Every message between the extension host and the map page. The host owns the facts and sends them; the page owns
 * only what it looks at (centre, zoom, open parts). The page can be thrown away at any time: after `ready` it is told
 * everything again. No key, token or address of the service is ever part of a message.
 */
import type { MultiPolygon, Polygon } from 'geojson';
import type { AreaChange } from '../model/edits/areaChange.ts';
import type { SearchCriteria } from '../model/images/searchQuery.ts';
import type { ReportFeature } from '../model/report/reportFeature.ts';

export type { ToHost } from './toHost.ts';

/** A search result as the page needs it. */
export interface ImageRow {
  id: string;
  footprint: Polygon | MultiPolygon;
  acquisitionDate?: string;
  cloudCover?: number;
  incidenceAngle?: number;
  resolution?: number;
  constellation?: string;
  platform?: string;
  processingLevel?: string;
  /** Percent. */
  snowCover?: number;
  productType?: string;
  /** The datastrip that the acquisition is a part of. */
  strip?: string;
  /** Why a kind of picture of it cannot be had; a kind that is missing here can. */
  whyNo: Partial<Record<PictureKind, string>>;
  /** The id of the better one of the same acquisition, found twice as `SENSOR` and `ALBUM`. */
  twinOf?: string;
  /** Not seen before by the saved search that found it. */
  isNew?: true;
  /** A delivered report or product of the private workspace, which no order can be made of. */
  isDelivered?: true;
}

/** `stream` stands for the tiles of the full resolution. */
export type PictureKind = 'thumbnail' | 'quicklook' | 'stream';

export interface AoiShown {
  /** What the document calls it, for example the feature's name or the file's. */
  name: string;
  polygon: Polygon;
  areaKm2: number;
}

/** A polygon of the document that the map follows. */
export interface AreaRow {
  /** Its place in the document; opaque to the page. */
  key: string;
  name: string;
  polygon: Polygon;
  areaKm2: number;
}

/** The document that the map follows. Its areas come in `areas` messages of the same revision. */
export interface DocumentShown {
  name: string;
  /** Grows with every reading of the text; a change names the reading that it was made on. */
  revision: number;
  /** How many areas are sent. */
  areaCount: number;
  /** How many more the document has than are sent. */
  leftOut: number;
  /** Why the areas cannot be changed on the map for now. */
  locked?: string;
  /** The active area, which is searched and ordered. */
  current?: string;
}

/** What a person did to the areas on the map. */
export type AreaChangeOnMap = AreaChange<Pick<AreaRow, 'key'>>;

export type SearchPhase =
  | { kind: 'idle' }
  /** `covered`: while all matches are fetched, the part of the acquisition interval that was read, 0 to 1. */
  | { kind: 'searching'; covered?: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };

export interface MapState {
  /** Name of the connection in use, or `undefined` when signed out. */
  connection?: string;
  aoi?: AoiShown;
  /** `undefined` while the map follows no document: what is drawn then goes into a new one. */
  document?: DocumentShown;
  /** Whether the AOI is another one by now than that which the images were searched for. */
  aoiChanged: boolean;
  /** The criteria in force, without the AOI. */
  filters: Omit<SearchCriteria, 'aoi'>;
  phase: SearchPhase;
  /** Grows with every new search; images of another search are dropped. */
  searchId: number;
  /** Images that the host holds of this search; as many arrive in `images` messages. */
  imageCount: number;
  /** Matches known to the service. A total at `totalIsCap` is a cap and not a count ("10,000+"). */
  total?: number;
  totalIsCap: boolean;
  /** Features of the service that are no images; the log tells of each. */
  unreadable?: number;
  /** Whether another page can be asked for. */
  hasMore: boolean;
  selected: readonly string[];
  /** What the selection covers of the AOI together; `undefined` while it is not known. */
  cover?: CoverShown;
  /** Why these images were chosen, when Swath chose them. */
  suggestion?: { title: string; reasons: readonly string[] };
  /** When set, only some of the images are sent: what they have in common. */
  only?: string;
  /** The private workspace of the contract, where the service names one. */
  workspaceId?: string;
  /** Images whose tiles may be streamed: the person said yes to each. */
  streaming: readonly string[];
  /**
   * `id` is another one for every report that is shown; `leftOut` counts further features that could be
   * drawn, and `placeless` those that have no place.
   */
  report?: { id: string; title: string; featureCount: number; leftOut?: number; placeless?: number };
}

export interface CoverShown {
  /** 0 to 1. */
  share: number;
  gap?: MultiPolygon;
}

/** A picture, or why there is none. */
export type PictureAnswer = { mimeType: string; bytes: Uint8Array } | { problem: string };

/** What the map is asked to bring into view. */
export type MapTarget =
  { kind: 'aoi' } | { kind: 'area'; key: string } | { kind: 'report' } | { kind: 'image'; id: string };

export type ToPage =
  | { kind: 'state'; state: MapState }
  /** Rows from index `from` on; sent in chunks, so that no message grows large. */
  | { kind: 'images'; searchId: number; from: number; images: readonly ImageRow[] }
  | { kind: 'reportFeatures'; reportId: string; from: number; features: readonly ReportFeature[] }
  /** The feature of the report whose text the cursor is in, `undefined` for none; by its place. */
  | { kind: 'reportCursor'; reportId: string; index: number | undefined }
  | { kind: 'areas'; revision: number; from: number; areas: readonly AreaRow[] }
  /** The area whose text the cursor is in, `undefined` for none. */
  | { kind: 'cursor'; key: string | undefined }
  /** The answer to a `change`: the text is changed and read again, or stays as it was, for a reason to show. */
  | { kind: 'changed'; id: number; problem?: string }
  | { kind: 'picture'; id: string; what: 'thumbnail' | 'quicklook'; answer: PictureAnswer }
  | { kind: 'tile'; request: number; answer: PictureAnswer }
  | { kind: 'show'; target: MapTarget };

/** What the host writes into the page, on the element `#swath-page`, as data attributes. */
export interface PageAssets {
  /** Webview address of the bundled base map (TopoJSON). */
  landUrl: string;
  /** Template of the tiles over it, with placeholders as Leaflet takes them. */
  tileUrl?: string | undefined;
  /** Plain text, never HTML. */
  tileAttribution?: string | undefined;
  /** Why the tiles that were asked for are not shown. */
  tileProblem?: string | undefined;
  /** JSON of the page's texts by their English; absent where English is shown. */
  texts?: string | undefined;
}
