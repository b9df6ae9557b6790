import { capturesIn, laneAngle, lastLane, lastSegment, segmentAngle } from './capture.ts';
import type { Capture, World } from './capture.ts';
import { fleet, reach, type Spacecraft } from './fleet.ts';
import { longitudeAt, nodeLongitude, nodeTime, periodOf, residueOf, toTrack } from './orbit.ts';
import { areaOfBox, edgesOf, meets, type Area, type Box, type Position } from './shapes.ts';

export interface ScanRequest {
  /** Where images can lie; undefined is everywhere. */
  areas: readonly Area[] | undefined;
  /** Acquisition times, both included, epoch ms. */
  from: number;
  to: number;
  direction: 'newestFirst' | 'oldestFirst';
  spacecraft: (spacecraft: Spacecraft) => boolean;
  accepts: (capture: Capture) => boolean;
  /** The scan may stop once it has this many; it never leaves a gap before the last one. */
  enough: number;
}

export interface ScanResult {
  captures: Capture[];
  /** False if there can be more than were found. */
  complete: boolean;
}

/** The part of one ground track that an area needs: segments and lanes, ends included. */
interface Window {
  firstSegment: number;
  lastSegment: number;
  firstLane: number;
  lastLane: number;
}

/**
 * The effort after which a scan gives up, in looks at a cell; to draw an image costs as much as a hundred of them. It
 * is about two seconds. Only rare filters over continents and years need more.
 */
const effortAtMost = 25_000_000;
const effortOfDraw = 100;
/** An image is taken at most this long before or after its place is overflown: the tilt of a stereo look. */
const looksAround = 60_000;
const longestSlice = 64 * 86_400_000;

/**
 * Draws the images of a time interval slice by slice in the direction asked for, and stops when there are
 * enough. Each image belongs to exactly one slice, so none is lost or doubled.
 */
export function scan(world: World, request: ScanRequest): ScanResult {
  const tracks = fleet
    .filter(spacecraft => request.spacecraft(spacecraft))
    .map(spacecraft => ({ spacecraft, windows: windowsOf(spacecraft, request.areas) }));
  const from = Math.max(request.from, Math.min(...tracks.map(track => track.spacecraft.since)));
  const captures: Capture[] = [];
  let effort = 0;
  let length = 6_000_000;
  let done = 0;
  const span = request.to - from + 1;
  while (done < span && tracks.length > 0) {
    const step = Math.min(length, span - done);
    const start = request.direction === 'oldestFirst' ? from + done : request.to + 1 - done - step;
    const before = { found: captures.length, effort };
    for (const { spacecraft, windows } of tracks) {
      effort += slice(world, spacecraft, windows, start, start + step, capture => {
        if (request.accepts(capture)) captures.push(capture);
      });
    }
    done += step;
    if (captures.length >= request.enough || effort > effortAtMost) break;
    // Sparse areas are read in long slices, dense ones in short ones, so that little is drawn in vain.
    const sparse = captures.length - before.found < request.enough / 10;
    if (sparse && effort - before.effort < effortAtMost / 20) length = Math.min(longestSlice, length * 2);
  }
  return { captures, complete: done >= span };
}

/** Hands over the images of one satellite from `start` up to `end`, and returns what that cost. */
function slice(
  world: World,
  spacecraft: Spacecraft,
  windows: readonly (Window | undefined)[],
  start: number,
  end: number,
  take: (capture: Capture) => void,
): number {
  let effort = 0;
  const { orbit } = spacecraft;
  const period = periodOf(orbit);
  const firstPass = Math.ceil((start - looksAround - period / 4 - orbit.epoch) / period);
  const lastPass = Math.floor((end + looksAround + period / 4 - orbit.epoch) / period);
  const angle = segmentAngle(spacecraft);
  const segmentMs = spacecraft.instrument.segmentSeconds * 1000;
  for (let pass = firstPass; pass <= lastPass; pass++) {
    const window = windows[residueOf(orbit, pass)];
    if (!window) continue;
    const segmentAt = (time: number): number =>
      (((time - nodeTime(orbit, pass)) / period) * 2 * Math.PI) / angle + Math.PI / 2 / angle;
    const first = Math.max(window.firstSegment, Math.floor(segmentAt(start - looksAround - segmentMs)));
    const last = Math.min(window.lastSegment, Math.ceil(segmentAt(end + looksAround + segmentMs)));
    for (let segment = first; segment <= last; segment++) {
      for (let lane = window.firstLane; lane <= window.lastLane; lane++) {
        const cell = { spacecraft: spacecraft.index, pass, segment, lane };
        for (const capture of capturesIn(world, cell)) {
          effort += effortOfDraw;
          if (capture.time >= start && capture.time < end) take(capture);
        }
      }
      effort += Math.max(0, window.lastLane - window.firstLane + 1);
    }
  }
  return effort;
}

/** One window for each ground track that can see the areas. */
function windowsOf(spacecraft: Spacecraft, areas: readonly Area[] | undefined): (Window | undefined)[] {
  const everything: Window = {
    firstSegment: 0,
    lastSegment: lastSegment(spacecraft),
    firstLane: -lastLane(spacecraft),
    lastLane: lastLane(spacecraft),
  };
  const { revolutions } = spacecraft.orbit;
  const windows = new Array<Window | undefined>(revolutions).fill(areas ? undefined : everything);
  for (const area of areas ?? []) {
    const wide =
      area.box.east - area.box.west > 180 ? byLatitude(spacecraft, area.box, everything) : undefined;
    for (const tile of wide ? [] : tilesOf(spacecraft, area)) {
      for (let residue = 0; residue < revolutions; residue++) {
        const window = windowOf(spacecraft, tile, residue);
        if (window) windows[residue] = united(windows[residue], window);
      }
    }
    if (wide) windows.forEach((window, residue) => (windows[residue] = united(window, wide)));
  }
  return windows;
}

/** What of every track can reach a band of latitudes around the Earth. */
function byLatitude(spacecraft: Spacecraft, { south, north }: Box, everything: Window): Window {
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
    ...everything,
    firstSegment: Math.max(0, Math.floor((first + Math.PI / 2) / angle) - 1),
    lastSegment: Math.min(everything.lastSegment, Math.floor((last + Math.PI / 2) / angle) + 1),
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

/** Everything that one tile needs to know of a spacecraft before it looks at single tracks. */
interface Tile {
  outline: readonly Position[];
  /** Tracks whose node lies in `width` degrees east of `west` can see the tile; undefined: all can. */
  nodes: { west: number; width: number } | undefined;
}

/** No track comes nearer to a pole: the orbits' inclination and the reach to the side (degrees). */
const lastLatitude = 88;
const tileDegrees = 15;

/** The area cut into boxes small enough that their corners bound what a track sees of them. */
function tilesOf(spacecraft: Spacecraft, area: Area): Tile[] {
  const south = Math.max(-lastLatitude, area.box.south);
  const north = Math.min(lastLatitude, area.box.north);
  const { west, east } = area.box;
  if (south > north) return [];
  if (east - west <= tileDegrees && north - south <= tileDegrees) {
    // A box bounds a long ring nearly as well, and costs nothing to look at.
    const simple = (area.rings[0]?.length ?? 0) <= 100 ? area : areaOfBox({ west, east, south, north });
    return [{ outline: [...outline(simple)], nodes: nodesThatSee(spacecraft, { west, east, south, north }) }];
  }
  const columns = Math.ceil((east - west) / tileDegrees) || 1;
  const rows = Math.ceil((north - south) / tileDegrees) || 1;
  const tiles: Tile[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const box: Box = {
        west: west + ((east - west) * column) / columns,
        east: west + ((east - west) * (column + 1)) / columns,
        south: south + ((north - south) * row) / rows,
        north: south + ((north - south) * (row + 1)) / rows,
      };
      const tile = areaOfBox(box);
      if (meets(tile, area))
        tiles.push({ outline: [...outline(tile)], nodes: nodesThatSee(spacecraft, box) });
    }
  }
  return tiles;
}

function windowOf(spacecraft: Spacecraft, tile: Tile, residue: number): Window | undefined {
  const { orbit } = spacecraft;
  const node = nodeLongitude(orbit, residue);
  if (tile.nodes && (((node - tile.nodes.west) % 360) + 360) % 360 > tile.nodes.width) return undefined;

  let [minAlong, maxAlong, minAcross, maxAcross] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const position of tile.outline) {
    const { along, across } = toTrack(orbit, node, position);
    minAlong = Math.min(minAlong, along);
    maxAlong = Math.max(maxAlong, along);
    minAcross = Math.min(minAcross, across);
    maxAcross = Math.max(maxAcross, across);
  }
  const angle = segmentAngle(spacecraft);
  const lane = laneAngle(spacecraft);
  const window: Window = {
    firstSegment: Math.max(0, Math.floor((minAlong + Math.PI / 2) / angle) - 1),
    lastSegment: Math.min(lastSegment(spacecraft), Math.floor((maxAlong + Math.PI / 2) / angle) + 1),
    firstLane: Math.max(-lastLane(spacecraft), Math.round(minAcross / lane) - 1),
    lastLane: Math.min(lastLane(spacecraft), Math.round(maxAcross / lane) + 1),
  };
  return window.firstLane > window.lastLane || window.firstSegment > window.lastSegment ? undefined : window;
}

/** The nodes of all tracks that can see a box; leaves out, cheaply, the many that pass far from it. */
function nodesThatSee(spacecraft: Spacecraft, box: Box): Tile['nodes'] {
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

/** Positions along the outer ring, no two further apart than two degrees. */
function* outline(area: Area): Generator<Position> {
  for (const [[x1, y1], [x2, y2]] of edgesOf(area.rings[0] ?? [])) {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / 2));
    for (let step = 0; step < steps; step++) {
      yield [x1 + ((x2 - x1) * step) / steps, y1 + ((y2 - y1) * step) / steps];
    }
  }
}
