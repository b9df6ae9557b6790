import { laneAngle, lastLane, lastSegment, segmentAngle } from './capture.ts';
import type { Effort } from './effort.ts';
import { reach, type Spacecraft } from './fleet.ts';
import { longitudeAt, nodeLongitude, toTrack } from './orbit.ts';
import type { Box } from './shapes.ts';
import type { Tile } from './tiles.ts';

/** The part of one ground track that an area needs: segments and lanes, ends included. */
export interface Window {
  firstSegment: number;
  lastSegment: number;
  firstLane: number;
  lastLane: number;
}

/** A window for each ground track of a satellite, by residue; undefined for a track that sees nothing of the area. */
export type Windows = readonly (Window | undefined)[];

/** To bring one position into the angles of one track, in units of effort. */
const effortOfPosition = 100;

/** The windows of what the tiles show; undefined tiles are the whole Earth. Yields where it may rest. */
export function* windowsOf(
  spacecraft: Spacecraft,
  tiles: readonly Tile[] | undefined,
  effort: Effort,
): Generator<void, Windows, undefined> {
  const { revolutions } = spacecraft.orbit;
  const whole = wholeTrack(spacecraft);
  const windows = new Array<Window | undefined>(revolutions).fill(tiles ? undefined : whole);
  for (const tile of tiles ?? []) {
    const band = tile.outline.length === 0 ? byLatitude(spacecraft, tile.box, whole) : undefined;
    const nodes = band ? undefined : nodesThatSee(spacecraft, tile.box);
    for (let residue = 0; residue < revolutions; residue++) {
      const node = nodeLongitude(spacecraft.orbit, residue);
      effort.spent++;
      if (nodes && (((node - nodes.west) % 360) + 360) % 360 > nodes.width) continue;
      const window = band ?? windowOf(spacecraft, tile, node, whole);
      if (window) windows[residue] = united(windows[residue], window);
      effort.spent += tile.outline.length * effortOfPosition;
      yield;
    }
  }
  return windows;
}

function wholeTrack(spacecraft: Spacecraft): Window {
  return {
    firstSegment: 0,
    lastSegment: lastSegment(spacecraft),
    firstLane: -lastLane(spacecraft),
    lastLane: lastLane(spacecraft),
  };
}

/** What of every track can reach a band of latitudes around the Earth. */
function byLatitude(spacecraft: Spacecraft, { south, north }: Box, whole: Window): Window {
  const angle = segmentAngle(spacecraft);
  // Off the track, the latitude differs by no more than the angle across it.
  const margin = reach + laneAngle(spacecraft) + angle;
  const alongAt = (latitude: number): number => {
    const sine = -Math.sin(Math.max(-Math.PI / 2, Math.min(Math.PI / 2, latitude)));
    return Math.asin(Math.max(-1, Math.min(1, sine / Math.sin(spacecraft.orbit.inclination))));
  };
  const first = alongAt((north * Math.PI) / 180 + margin);
  const last = alongAt((south * Math.PI) / 180 - margin);
  return {
    ...whole,
    firstSegment: Math.max(0, Math.floor((first + Math.PI / 2) / angle) - 1),
    lastSegment: Math.min(whole.lastSegment, Math.floor((last + Math.PI / 2) / angle) + 1),
  };
}

function united(a: Window | undefined, b: Window): Window {
  if (!a) return b;
  return {
    firstSegment: Math.min(a.firstSegment, b.firstSegment),
    lastSegment: Math.max(a.lastSegment, b.lastSegment),
    firstLane: Math.min(a.firstLane, b.firstLane),
    lastLane: Math.max(a.lastLane, b.lastLane),
  };
}

/** What a track, by the longitude of its node, can see of a tile. */
function windowOf(spacecraft: Spacecraft, tile: Tile, node: number, whole: Window): Window | undefined {
  let [minAlong, maxAlong, minAcross, maxAcross] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const position of tile.outline) {
    const { along, across } = toTrack(spacecraft.orbit, node, position);
    minAlong = Math.min(minAlong, along);
    maxAlong = Math.max(maxAlong, along);
    minAcross = Math.min(minAcross, across);
    maxAcross = Math.max(maxAcross, across);
  }
  const angle = segmentAngle(spacecraft);
  const lane = laneAngle(spacecraft);
  const window: Window = {
    firstSegment: Math.max(0, Math.floor((minAlong + Math.PI / 2) / angle) - 1),
    lastSegment: Math.min(whole.lastSegment, Math.floor((maxAlong + Math.PI / 2) / angle) + 1),
    firstLane: Math.max(whole.firstLane, Math.round(minAcross / lane) - 1),
    lastLane: Math.min(whole.lastLane, Math.round(maxAcross / lane) + 1),
  };
  return window.firstLane > window.lastLane || window.firstSegment > window.lastSegment ? undefined : window;
}

/**
 * The nodes of all tracks that can see a box, in `width` degrees east of `west`; undefined where all can. Leaves out,
 * cheaply, the many that pass far from it.
 */
function nodesThatSee(spacecraft: Spacecraft, box: Box): { west: number; width: number } | undefined {
  const widest = reach + 2 * laneAngle(spacecraft) + segmentAngle(spacecraft);
  let [least, most] = [Infinity, -Infinity];
  for (let step = 0; step <= 8; step++) {
    const latitude = box.south + ((box.north - box.south) * step) / 8;
    for (const across of [-widest, widest]) {
      const east = longitudeAt(spacecraft.orbit, latitude, across);
      if (east === undefined) return undefined;
      least = Math.min(least, east);
      most = Math.max(most, east);
    }
  }
  const width = box.east - box.west + most - least;
  return width >= 360 ? undefined : { west: box.west - most, width };
}
