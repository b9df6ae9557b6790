import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { MapTarget } from '../../src/protocol/protocol.ts';
import { createEvent } from '../ui/event.ts';

/** What is kept of the view of the map while the page is hidden. */
export interface SavedMapView {
  /** [latitude, longitude], degrees. */
  center?: readonly [number, number];
  zoom?: number;
  /** The outline of the active area that the map last followed, as JSON. */
  followed?: string;
}

/** West, south, east, north, degrees; longitudes can be beyond ±180. */
export type ViewBounds = readonly [number, number, number, number];

export type ViewStore = ReturnType<typeof createViewStore>;

/**
 * Where the map is, and where it is asked to go.
 *
 * @param reducedMotion whether motion is reduced, by the system or by the editor's own setting
 */
export function createViewStore(
  saved: SavedMapView,
  save: (change: SavedMapView) => void,
  reducedMotion: ReadonlySignal<boolean>,
) {
  const bounds = signal<ViewBounds | undefined>(undefined);
  const size = signal('');
  const target = signal<MapTarget | undefined>(undefined);
  const opened = createEvent<[id: string, ofArea?: boolean]>();
  const kept = createEvent<[]>();
  return {
    saved,
    save,
    reducedMotion,
    bounds: bounds as ReadonlySignal<ViewBounds | undefined>,
    /** A key that changes with the size of the map. */
    size: size as ReadonlySignal<string>,
    moved: (next: ViewBounds, newSize: string): void =>
      batch(() => {
        size.value = newSize;
        bounds.value = next;
      }),
    /** What the map should bring into view but hasn't yet. */
    target,
    show: (next: MapTarget): void => void (target.value = next),
    /** What the map was last asked to frame, until it is moved. */
    framed: signal<MapTarget['kind'] | undefined>(undefined),
    /** A person takes the view as it is, even if it is still the one of an unused map. */
    keep: kept.happen,
    onKeep: kept.listen,
    /** An image was opened in the list, by ID: the map follows, or goes to the active area, if there is one, `ofArea`. */
    open: opened.happen,
    onOpen: opened.listen,
  };
}
