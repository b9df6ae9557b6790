import { isRecord } from '../../src/base/fields.ts';
import type { PlaceShown } from '../../src/protocol/protocol.ts';
import type { SavedResults } from '../features/images/index.ts';
import type { SavedPictures } from '../features/pictures/index.ts';
import type { ProductLook } from '../features/products/index.ts';
import type { SavedReportLook } from '../features/reports/index.ts';
import type { SavedForm } from '../features/search/index.ts';
import type { SavedMapView } from '../ground/viewStore.ts';
import type { Playback } from '../shell/timeModel.ts';

/** The state of the view: kept by the editor while the page is hidden and when the window reloads. */
export interface SavedView extends SavedMapView, SavedResults, SavedForm {
  /** What the list takes of the page beside the map, and below it, percent. */
  listWidth?: number | undefined;
  listHeight?: number | undefined;
  pictures?: SavedPictures;
  playback?: Playback;
  report?: SavedReportLook;
  product?: ProductLook;
  classColors?: Readonly<Record<string, string>>;
  /** The one that is marked. */
  place?: PlaceShown | undefined;
  region?: 'search' | 'map' | 'results';
}

/** Increases with every change of the saved format. */
const version = 1;

export function writtenView(view: SavedView): SavedView & { version: number } {
  return { ...view, version };
}

/** Reads the result of {@link writtenView}, but nothing saved by another version of the page. */
export function readSavedView(state: unknown): SavedView {
  return isRecord(state) && state['version'] === version ? state : {};
}
