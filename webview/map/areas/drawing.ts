import type { LatLng } from 'leaflet';

/** An area that is being drawn, by pointer or by keyboard. */
export interface Drawing {
  /** How many corners are placed. */
  corners: () => number;
  /** Puts a corner, or the last one, without the pointer. */
  place: (corner: LatLng) => void;
  takeBack: () => void;
  /** Where the next corner would come. */
  follow: (place: LatLng) => void;
  /** Hands over what is drawn, when it is an area. */
  finish: () => void;
  /** Takes everything from the map. */
  stop: () => void;
}

export interface DrawingEvents {
  placed: (count: number) => void;
  takenBack: (count: number) => void;
  /** @param corners of the outer ring, not closed */
  finished: (corners: readonly LatLng[]) => void;
  /** Finished too early, with so many corners. */
  unfinished: (count: number) => void;
}
