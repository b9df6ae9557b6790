import type * as vscode from 'vscode';
import type { Log } from '../../platform/host/presentError.ts';
import type { Slot } from '../../platform/host/storage.ts';
import type { AoiTarget, AreaEditing } from '../areas/ui/index.ts';
import type { ToPage } from '../../protocol/protocol.ts';
import type { Estimates } from '../orders/index.ts';
import type { Owned } from '../orders/index.ts';
import type { ReadSeries, ReportFocus, ReportOnMap } from '../deliveries/index.ts';
import type { AnswerReview } from '../deliveries/ui/index.ts';
import type { MapFacts } from './mapState.ts';

/** What a page displays and changes. */
export interface PageParts extends MapFacts {
  distUri: vscode.Uri;
  log: Log;
  editing: AreaEditing;
  revealAoi: (target: AoiTarget, takesFocus: boolean) => Promise<void>;
  /** The feature under the cursor in the text of the report. */
  reportFocus: ReportFocus;
  readSeries: ReadSeries;
  revealFeature: (report: ReportOnMap, index: number | undefined, takesFocus: boolean) => Promise<void>;
  answerReview: AnswerReview;
  /** Of `places.txt`. */
  gazetteerPath: string;
  /** Whether the user knows that tile servers see where they look. */
  tilesAllowed: Slot<boolean>;
  estimates: Estimates;
  owned: Owned;
}

export type MapExtent = readonly [west: number, south: number, east: number, north: number];

export type HandlerParts = Omit<PageParts, 'distUri' | 'reportFocus'>;

/** What handlers do with the page. */
export interface PageOfHandler {
  send: (message: ToPage) => void;
  /** The page is ready and needs the full state. */
  begin: () => void;
  lookAt: (bounds: MapExtent) => void;
  /** What the next page begins with, as JSON. */
  keep: (view: string) => void;
  focus: () => void;
  /** The page has taken the last rows. */
  taken: () => void;
  setBusy: (isBusy: boolean) => void;
}
