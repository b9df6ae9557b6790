/**
 * Every message between the extension host and the map page. The host owns the facts and sends them; the page owns only
 * its display state (center, zoom, open sections). The page can be destroyed at any time: after `ready` it receives
 * everything again. Messages never contain a key, a token or an address of the service.
 */
import type { MultiPolygon, Polygon } from 'geojson';
import type { Answers, Ask, LinkAnswer } from '../base/messageLink.ts';
import type { AoiFixKind } from '../base/problemCodes.ts';
import type { SearchCriteria } from '../service/rules/searchCriteria.ts';
import type { Limits, PictureKind, RowFacts, Span } from '../features/images/rules/index.ts';
import type { AreaChange, PlaceForArea } from '../features/areas/rules/index.ts';
import type {
  CellReview,
  Decision,
  Grid,
  PackedFeatures,
  ReportFacts,
  SampleDesign,
} from '../features/reports/rules/index.ts';
import type { HostQuestion, ToHost } from './toHost.ts';

export type { ToHost } from './toHost.ts';

/** The facts of an image for the page, which omits what the service omitted, and what else the host knows of it. */
export interface ImageRow extends RowFacts {
  id: string;
  footprint: Polygon | MultiPolygon;
  /** Why a kind of picture isn't available; kinds missing here are available. */
  whyNo: Partial<Record<PictureKind, string>>;
  /** The ID of the better entry for the same acquisition, listed both as `SENSOR` and `ALBUM`. */
  duplicateOf?: string;
  /** Not seen before by the saved search that found it. */
  isNew?: true;
  /** A delivered report or product in the private workspace, which can't be ordered. */
  isDelivered?: true;
  /** A look of a stereo acquisition, whose orders never complete. */
  isStereo?: true;
  /** If it is on the shortlist. Added by the page, because it changes after the row was sent. */
  pin?: PinShown;
  /** Whether the account ordered it. Added by the page as well. */
  owned?: OwnedMark;
}

/** That an image was ordered, or delivered, in a word, and what exactly. */
export interface OwnedMark {
  text: string;
  meaning: string;
}

/** An image of the shortlist. */
export interface PinShown {
  id: string;
  /** Plain text by the user. */
  note?: string;
  /** The price of an order of exactly this image for exactly the active area, per km² of that area. */
  creditsPerKm2?: number;
  /** What that order is of, with every rate of the list: `Image product (pansharpened)`. */
  rateOf?: string;
}

export type { PictureKind };

export interface AoiShown {
  /** Name in the document, for example the feature's name or the file's. */
  name: string;
  polygon: Polygon;
  areaKm2: number;
}

/** A polygon of the document that the map follows. */
export interface AreaRow {
  /** Its path in the document; opaque to the page. */
  key: string;
  name: string;
  polygon: Polygon;
  areaKm2: number;
}

/** What is wrong with an area, as above it in its text. */
export interface AreaFaultShown {
  key: string;
  message: string;
  /** The edit of the text that fixes it, and the name of its button. */
  fix?: { kind: AoiFixKind; title: string };
}

/** The document that the map follows. Its areas arrive in `areas` messages of the same revision. */
export interface DocumentShown {
  name: string;
  /** Increases each time the text is read; a change names the revision that it is based on. */
  revision: number;
  areaCount: number;
  /** How many areas of the document aren't sent. */
  leftOut: number;
  /** Where one more area goes: into the collection, or beside the one that the text is; absent without such a place. */
  adds?: NonNullable<PlaceForArea>;
  /** Why the areas can't be changed on the map at the moment. */
  locked?: string;
  /** The active area, which is used for searches and orders. */
  current?: string;
  /** Of the active area; else of the first one that can't be drawn, with its name in the message. */
  fault?: AreaFaultShown;
  /** Keys of areas whose computed size isn't the one that is meant. */
  unsized?: readonly string[];
  canUndo: boolean;
  canRedo: boolean;
}

/** A change that the user made to the areas on the map. A name is asked for by the host. */
export type AreaChangeOnMap = Exclude<AreaChange<Pick<AreaRow, 'key'>>, { kind: 'rename' }>;

export type PhaseOnPage =
  | { kind: 'idle' }
  /** `covered`: while all matches are loaded, the share of the acquisition interval read so far, 0 to 1. */
  | { kind: 'searching'; covered?: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };

export interface MapState {
  /** Name of the connection in use, or `undefined` when signed out. */
  connection?: string;
  /** Why, if the user didn't sign out. */
  signedOut?: { title: string; reason: string };
  aoi?: AoiShown;
  /** `undefined` while the map follows no document: areas drawn then go into a new one. */
  document?: DocumentShown;
  aoiChanged: boolean;
  filters: Omit<SearchCriteria, 'aoi'>;
  /** If the last search failed: what the images that are still listed were searched with, and when, ms since 1970. */
  earlier?: { filters: Omit<SearchCriteria, 'aoi'>; at: number };
  /** What the list is filtered by beside the search, also where that doesn't apply for want of an area. */
  limits?: Limits;
  span?: Span;
  /** How far the service's clock is ahead of this machine's, ms, if it is. */
  clockAheadMs?: number;
  phase: PhaseOnPage;
  /** Increases with every new search; images of another search are dropped. */
  searchId: number;
  /** Number of this search's images in the host; as many arrive in `images` messages. */
  imageCount: number;
  /** Matches known to the service. A total of `totalIsCap` is a cap, not a count ("10,000+"). */
  total?: number;
  totalIsCap: boolean;
  /** About how many matches there are, where the total is a cap and loading all was canceled. */
  expected?: number;
  /** Number of features from the service that aren't images; the log lists each. */
  unreadable?: number;
  hasMore: boolean;
  /** For display, if all were loaded and these are possibly not all. */
  incomplete?: string;
  selected: readonly string[];
  /** The image with the focus in a list of the editor: shown as if it was pointed at, with its quicklook. */
  preview?: string;
  /** The combined coverage of the AOI by the selection; `undefined` while it isn't known. */
  cover?: CoverShown;
  /** What the selection may cost as image products of the active area, in words. */
  estimate?: string;
  /** Whether that is that no price is known. */
  lacksPrice?: boolean;
  /** The latest delivered report and image products of the selection and the active area, the later one first. */
  delivered?: readonly { kind: 'report' | 'images'; orderId: string }[];
  /**
   * The image whose row was opened last, and what Swath knows about it, one line each. `repeats`: what the first line is
   * about, an order and the part of the area that it covers.
   */
  opened?: { id: string; lines: readonly string[]; repeats?: { orderId: string; part: MultiPolygon } };
  /** Images that the account ordered in the active area, by id. */
  owned?: readonly (readonly [string, OwnedMark])[];
  /** Why these images were chosen, if Swath chose them; and what the user had selected before. */
  suggestion?: { title: string; reasons: readonly string[]; replaced?: readonly string[] };
  /** If set, only some of the images are sent: what they have in common. */
  only?: string;
  /** The pinned images, if there are any; `isShown`: they are sent instead of the images of the search. */
  shortlist?: { isShown: boolean; pins: readonly PinShown[] };
  /** The contract's private workspace, if the service names one. */
  workspaceId?: string;
  /** Images whose tiles may be streamed: the user confirmed each. */
  streaming: readonly string[];
  /**
   * `id` is new for every report that is shown; `leftOut` counts further features that could be drawn, and `placeless`
   * those without a location. `imageIds` and `area`: what it was made from and ordered for, if that is known.
   */
  report?: {
    id: string;
    title: string;
    featureCount: number;
    leftOut?: number;
    placeless?: number;
    imageIds?: readonly string[];
    area?: { polygon: Polygon; areaKm2: number };
  };
  /** The report that is being read, by the ID that it will have: its features are sent already. */
  comingReport?: string;
  product?: ProductShown;
}

export interface ProductShown {
  /** New for every image that is shown. */
  id: string;
  /** Name of its file. */
  title: string;
  /** Bytes. */
  size: number;
  /** Of an image that isn't a GeoTIFF, from the files beside it. */
  place?: PicturePlace;
  /** Days of acquisition, by the metadata beside it, as `2026-11-20`. The dates in a TIFF are those of the file. */
  days?: readonly string[];
}

export interface PicturePlace {
  /** Longitude or x = a·column + b·row + c, latitude or y = d·column + e·row + f. */
  transform: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
  /** Whether columns and rows are from 0 to 1, not pixels. */
  isOfWhole?: boolean;
  /** Of EPSG; absent for degrees in WGS 84. */
  code?: number;
}

export interface CoverShown {
  /** 0 to 1. */
  share: number;
  gap?: MultiPolygon;
}

export type ReviewRequest = Omit<Extract<HostQuestion, { kind: 'review' }>, 'kind' | 'reportId'>;

/** What one person decided about the report; `isStarted`: the review can go on now. */
export interface ReviewShown {
  reviewer?: string;
  decisions?: readonly Decision[];
  cells?: readonly CellReview[];
  /** Of the review file, once it has one. */
  sample?: Omit<SampleDesign, 'side' | 'area'> | undefined;
  /** Of that sample, or of a new one. */
  grid?: Grid;
  isStarted?: boolean;
  /** Other reviewers of the same report, with their decisions that differ. */
  others?: readonly { reviewer: string; decisions: readonly Decision[] }[] | undefined;
  problem?: string | undefined;
}

export interface PictureBytes {
  mimeType: string;
  bytes: Uint8Array;
}

/** A picture, or why there is none. */
export type PictureAnswer = PictureBytes | { problem: string };

/** What the map is asked to bring into view; `areas`: all of them. */
export type MapTarget =
  | { kind: 'aoi' | 'areas' }
  | { kind: 'area'; key: string }
  | { kind: 'report' | 'product' }
  | { kind: 'image'; id: string };

/** Asks for the input of a place on the map, or measures there. */
export type ShowTarget = MapTarget | { kind: 'goToPlace' } | { kind: 'measure' };

/** A place that a text can mean; degrees. */
export interface PlaceShown {
  name?: string;
  country?: string;
  latitude: number;
  longitude: number;
  /** West, south, east, north. */
  bounds?: readonly [number, number, number, number];
  /** Such as `31N 500000 4649776`. */
  utm?: string | undefined;
}

/** Several places if the text can mean several. */
export interface PlaceAnswer {
  places: readonly PlaceShown[];
  problem?: string;
}

/** A delivered report. `counts` only if it was read. */
export interface SeriesReport {
  orderId: string;
  title: string;
  /** When its features were acquired, else when it was ordered, epoch ms. */
  time: number;
  isOnDisk: boolean;
  counts?: Pick<ReportFacts, 'features' | 'properties'>;
}

/** The reports of one analytic and area, the oldest first, or why there are none. `orderId`: of the one on the map. */
export type ReportSeries = { problem?: string; orderId?: string; reports: readonly SeriesReport[] };

/** The images that a report was made from, or why there are none. */
export interface ReportImages {
  images: readonly ImageRow[];
  problem?: string;
}

/**
 * The answers of the host, by the kind of the question; `undefined` if what it is about is no longer there. A failure comes
 * as an error whose message is for the user.
 */
interface HostAnswer {
  thumbnail: PictureBytes | undefined;
  chip: PictureBytes | undefined;
  quicklook: PictureBytes | undefined;
  quicklookLater: PictureBytes | undefined;
  tile: PictureBytes | undefined;
  productBytes: Uint8Array<ArrayBuffer> | undefined;
  /** The text was changed and read again; or why it is unchanged. */
  change: string | undefined;
  findPlace: PlaceAnswer;
  readSeries: ReportSeries | undefined;
  reportImages: ReportImages | undefined;
  review: ReviewShown | undefined;
}

/** Several kinds can have the same details. */
type DetailsOf<Kind, Q extends { kind: string } = HostQuestion> = Q extends unknown
  ? Kind extends Q['kind']
    ? Omit<Q, 'kind'>
    : never
  : never;

export type HostQuestions = {
  [Kind in HostQuestion['kind']]: (question: DetailsOf<Kind>) => HostAnswer[Kind];
};

export type AskHost = Ask<HostQuestions>;
export type HostAnswers = Answers<HostQuestions>;
/** What the host does with each message. */
export type HostHandlers = { [M in ToHost as M['kind']]: (message: M) => unknown };

/** What the host sends without being asked. */
export type HostEvent =
  | { kind: 'state'; state: MapState }
  /** Rows from index `from`; the next ones are sent when the page answers `received`. */
  | { kind: 'images'; searchId: number; from: number; images: readonly ImageRow[] }
  /** All known duplicates, where they became known after the rows were sent: the ID of each and of its better entry. */
  | { kind: 'duplicates'; searchId: number; of: readonly (readonly [string, string])[] }
  | { kind: 'reportFeatures'; reportId: string; from: number; features: PackedFeatures }
  /** The report feature whose text contains the cursor, by index; `undefined` for none. */
  | { kind: 'reportCursor'; reportId: string; index: number | undefined }
  /** How many reports are left to read before `readSeries` is answered. */
  | { kind: 'seriesUnread'; reportId: string; unread: number }
  | { kind: 'areas'; revision: number; from: number; areas: readonly AreaRow[] }
  | { kind: 'show'; target: ShowTarget };

export type ToPage = HostEvent | LinkAnswer;

/** What the host writes into the page, on the element `#swath-page`, as data attributes. */
export interface PageAssets {
  /** Webview URL of the bundled base map (TopoJSON). */
  landUrl: string;
  /** The same of its fine coasts, which are read for close-ups. */
  coastUrl: string;
  /** The same of the gazetteer, for names on the land. */
  placesUrl: string;
  /** Webview URL of the bundle of the page's thread, which judges quicklooks. */
  clearWorkerUrl: string;
  /** The same of the thread that decodes delivered images. */
  imageWorkerUrl: string;
  /** The WebAssembly module with which it decodes JPEG 2000. */
  openJpegUrl: string;
  /** A `BackgroundName`; absent for the land. */
  background?: string | undefined;
  /** Template of the tiles above it, with Leaflet's placeholders and `{bbox-epsg-3857}`. */
  tileUrl?: string | undefined;
  /** Of the user's own tiles: plain text, never HTML. */
  tileAttribution?: string | undefined;
  /** Why the requested tiles aren't shown. */
  tileProblem?: string | undefined;
  /** JSON of the page's texts, keyed by their English; absent if the language is English. */
  texts?: string | undefined;
  /** JSON of what the page before kept of its view, if its tab was closed. */
  savedView?: string | undefined;
}
