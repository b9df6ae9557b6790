import type { Spacecraft } from './fleet.ts';
import type { Area, Position } from './shapes.ts';
import type { SunDirection } from './sun.ts';

/** What all images are drawn from. */
export interface World {
  readonly seed: number;
  /** Deployed services list some SENSOR acquisitions a second time as ALBUM. */
  readonly duplicates: boolean;
}

/** The place of one acquisition: a satellite, a pass, a segment along it and a lane across it. */
export interface Cell {
  spacecraft: number;
  pass: number;
  segment: number;
  /** 0 lies under the satellite, positive lanes to the east of it. */
  lane: number;
}

export type Stereo = 'mono' | 'stereo' | 'tristereo';

/**
 * One image of the catalogue. Angles in degrees, times in epoch ms, covers in percent. All but the time is reckoned
 * when it is asked for: a wide search looks at millions of images, and refuses most of them for one attribute.
 */
export interface Capture {
  readonly cell: Cell;
  /** Which look of a stereo acquisition this is, 0 for mono. */
  readonly view: number;
  /** True for the ALBUM copy of an acquisition that is listed as SENSOR too. */
  readonly copy: boolean;
  readonly spacecraft: Spacecraft;
  readonly stereo: Stereo;
  readonly time: number;
  readonly published: number;
  readonly centre: Position;
  readonly footprint: () => Area;
  readonly cloud: number;
  readonly snow: number;
  readonly incidence: number;
  readonly incidenceAcross: number;
  readonly incidenceAlong: number;
  readonly azimuth: number;
  readonly sun: SunDirection;
  readonly level: 'SENSOR' | 'ALBUM';
}

/** What the images of one cell have in common on all passes that fly over the same ground. */
export interface Site {
  readonly spacecraft: Spacecraft;
  readonly segment: number;
  readonly lane: number;
  /** Longitude of the track's node, degrees. */
  readonly node: number;
  /** Angle from the node to the middle of the segment, radians. */
  readonly middle: number;
  /** Of the cell along and across the track, radians. */
  readonly length: number;
  readonly width: number;
  /** The middle of the cell on the ground. */
  readonly aim: Position;
  /** The share of its passes on which it is photographed, as far as the sun is up. */
  readonly demand: number;
}
