/**
 * The images of the world, drawn from a seed. Each satellite has a grid over the Earth, whose cells are as wide as its
 * swath and as high as its longest strip. On some days a cell is photographed: a hash of the seed, the satellite, the
 * cell and the day decides that and everything else about the images, so no list of them is kept.
 */
import { dayMs } from '../../base/words/moment.ts';
import { degree } from '../../geo/sphere.ts';
import { hash, unit, uuidOfWords } from '../http/random.ts';
import type { World } from '../http/service.ts';
import { cloudCover, type Ground, groundAt, snowCover, type SunDirection, sunOver } from './land.ts';
import { type Area, areaOfRings, kmPerDegree, type Position } from './shapes.ts';

export type Constellation = 'PNEO' | 'PHR' | 'SPOT';

export interface Instrument {
  readonly constellation: Constellation;
  /** Ground sample distance, meters. */
  readonly resolution: number;
  readonly swathKm: number;
  /** The height of a cell, which the longest strip nearly fills. */
  readonly stripKm: number;
  /** Mean local solar time of the images. */
  readonly localHours: number;
  /** First images, epoch ms. */
  readonly since: number;
  /** The share of days on which a place is photographed. Coasts have the largest. */
  readonly demand: Readonly<Record<Ground, number>>;
}

/** Specification: Living Library content, nearly all daily acquisitions since the end of 2017. */
const archiveStart = Date.UTC(2017, 10, 1);

export const instruments: Readonly<Record<Constellation, Instrument>> = {
  PHR: {
    constellation: 'PHR',
    resolution: 0.5,
    swathKm: 20,
    stripKm: 68,
    localHours: 10.5,
    since: archiveStart,
    demand: { sea: 0.012, land: 0.055, coast: 0.085 },
  },
  SPOT: {
    constellation: 'SPOT',
    resolution: 1.5,
    swathKm: 60,
    stripKm: 160,
    localHours: 10,
    since: archiveStart,
    demand: { sea: 0.016, land: 0.06, coast: 0.09 },
  },
  PNEO: {
    constellation: 'PNEO',
    resolution: 0.3,
    swathKm: 14,
    stripKm: 54,
    localHours: 10.5,
    since: Date.UTC(2021, 10, 1),
    demand: { sea: 0.002, land: 0.015, coast: 0.026 },
  },
};

export interface Spacecraft {
  /** Its place in `fleet`. Image ids contain it, so it never changes. */
  readonly index: number;
  readonly platform: string;
  readonly instrument: Instrument;
}

export const fleet: readonly Spacecraft[] = [
  { platform: 'PHR1A', instrument: instruments.PHR },
  { platform: 'PHR1B', instrument: instruments.PHR },
  { platform: 'SPOT6', instrument: instruments.SPOT },
  { platform: 'SPOT7', instrument: instruments.SPOT },
  { platform: 'PNEO3', instrument: instruments.PNEO },
  { platform: 'PNEO4', instrument: instruments.PNEO },
].map((spacecraft, index) => ({ ...spacecraft, index }));

export interface Cell {
  /** Index in `fleet`. */
  spacecraft: number;
  /** Days since 1970 at the place itself: local solar time, not UTC. */
  day: number;
  /** From the south. */
  row: number;
  /** From 180° west. */
  column: number;
}

export type Stereo = 'mono' | 'stereo' | 'tristereo';

export interface Strip {
  readonly lengthKm: number;
  readonly widthKm: number;
  /** Degrees by which its southern end lies to the west. */
  readonly turn: number;
}

/** One image of the catalogue. Angles in degrees, times in epoch ms, covers in percent. */
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
  readonly center: Position;
  readonly strip: Strip;
  readonly cloud: number;
  readonly snow: number;
  readonly incidence: number;
  readonly incidenceAcross: number;
  readonly incidenceAlong: number;
  /** Of the flight, clockwise from north. */
  readonly azimuth: number;
  readonly sun: SunDirection;
  readonly level: 'SENSOR' | 'ALBUM';
}

/** The images of a local day are taken from so long after its start in UTC, until so long after it; ms. */
export const dayInUtc = { from: -3 * 3_600_000, to: 23.5 * 3_600_000 } as const;

const furthestLatitude = 86;
/** Below this height of the sun nothing is photographed, degrees. */
const lowestSun = 8;
/** Living Library criteria (Specification: Limits). */
const libraryCloud = 30;
const libraryIncidence = 40;

/** A row of a satellite's grid: its latitudes, and how many cells it has around the Earth. */
export interface Row {
  south: number;
  north: number;
  columns: number;
}

export function rowCount({ instrument }: Spacecraft): number {
  return Math.floor((2 * furthestLatitude * kmPerDegree) / instrument.stripKm);
}

export function gridRow({ instrument: { stripKm, swathKm } }: Spacecraft, row: number): Row {
  const height = stripKm / kmPerDegree;
  const south = row * height - furthestLatitude;
  const aroundKm = 360 * kmPerDegree * Math.cos((south + height / 2) * degree);
  return { south, north: south + height, columns: Math.floor(aroundKm / swathKm) };
}

/** No image reaches further than this from its cell, km: the middle of a strip lies inside. */
export function reachKm({ instrument: { stripKm, swathKm } }: Spacecraft): number {
  return 0.5 * Math.hypot(0.95 * stripKm, 1.03 * swathKm);
}

/** Which of an acquisition's numbers decides what. */
const draws = {
  length: 1,
  north: 2,
  east: 3,
  width: 4,
  turn: 5,
  kind: 6,
  pitch: 7,
  across: 8,
  time: 9,
  cloud: 10,
  snow: 11,
  copy: 12,
  publication: 13,
} as const;

const none: readonly Capture[] = [];

/** The images of a cell on a day: none as a rule, one, or several looks and copies. */
export function capturesIn(
  world: World,
  spacecraft: Spacecraft,
  day: number,
  row: number,
  column: number,
): readonly Capture[] {
  const { instrument } = spacecraft;
  const bits = hash(world.seed ^ spacecraft.index, day, row, column);
  // Most cells need no look at where they are.
  if (unit(bits) >= instrument.demand.coast || day * dayMs < instrument.since) return none;
  const draw = (which: number): number => unit(hash(bits, which));

  const { south, north, columns } = gridRow(spacecraft, row);
  const latitude = south + (north - south) * draw(draws.north);
  const longitude = (360 * (column + draw(draws.east))) / columns - 180;
  const center: Position = [longitude, latitude];
  if (unit(bits) >= instrument.demand[groundAt(center)]) return none;

  // Flying south at 16.5 seconds a degree.
  const hours = instrument.localHours - longitude / 15 - latitude / 218 + (draw(draws.time) - 0.5) / 3;
  const overhead = day * dayMs + hours * 3_600_000;
  const sun = sunOver(center, overhead);
  if (sun.elevation < lowestSun) return none;

  const kind = draw(draws.kind);
  const stereo = kind < 0.03 ? 'tristereo' : kind < 0.09 ? 'stereo' : 'mono';
  // The tilt of the track: the orbit's inclination of 98.2°, and the Earth that turns below.
  const cosine = Math.cos(latitude * degree);
  const tilt = Math.asin(Math.min(0.5, 0.143 / cosine)) / degree + 4 * cosine;
  const strip: Strip = {
    lengthKm: (0.45 + 0.5 * draw(draws.length)) * instrument.stripKm,
    widthKm: (0.97 + 0.06 * draw(draws.width)) * instrument.swathKm,
    turn: tilt + 8 * (draw(draws.turn) - 0.5),
  };
  // The further to the side, the fewer images.
  const side = 2 * draw(draws.across) - 1;
  const incidenceAcross = 43 * side * (0.7 + 0.3 * side ** 2);
  const cloud = cloudCover(world.seed, center, overhead, draw(draws.cloud));
  const snow = snowCover(center, overhead, draw(draws.snow));
  const delay = (2 + 10 * draw(draws.publication)) * 3_600_000;
  const isCopied = world.duplicates && draw(draws.copy) < 0.12;
  const cell: Cell = { spacecraft: spacecraft.index, day, row, column };

  return pitches(stereo, draw(draws.pitch)).flatMap((pitch, view) => {
    // SPOT's times are whole seconds, the others' milliseconds. A degree of pitch is 12 km, flown in 1.75 seconds.
    const tick = instrument.constellation === 'SPOT' ? 1000 : 1;
    const time = Math.round((overhead - 1750 * pitch) / tick) * tick;
    // What the satellite pitches by, the ground sees larger by the Earth's curve.
    const incidenceAlong = 1.11 * pitch;
    const incidence =
      Math.acos(Math.cos(incidenceAcross * degree) * Math.cos(incidenceAlong * degree)) / degree;
    const capture: Capture = {
      cell,
      view,
      copy: false,
      spacecraft,
      stereo,
      time,
      published: Math.round(time + delay),
      center,
      strip,
      cloud,
      snow,
      incidence,
      incidenceAcross,
      incidenceAlong,
      azimuth: 180 + tilt,
      sun,
      level: cloud < libraryCloud && incidence < libraryIncidence ? 'SENSOR' : 'ALBUM',
    };
    return isCopied && capture.level === 'SENSOR'
      ? [capture, { ...capture, copy: true, level: 'ALBUM' }]
      : [capture];
  });
}

/** How far each look is tilted forward, degrees. */
function pitches(stereo: Stereo, luck: number): number[] {
  switch (stereo) {
    case 'mono':
      return [(luck - 0.5) * 20];
    case 'stereo':
      return [12, -12];
    case 'tristereo':
      return [14, 0, -14];
  }
}

/**
 * The outline of an image: its ring begins in the north-west and runs counter-clockwise. Both ends are equally wide on
 * the ground. Longitudes can run beyond ±180.
 */
export function captureFootprint({ center: [longitude, latitude], strip }: Capture): Area {
  const sine = Math.sin(strip.turn * degree);
  const cosine = Math.cos(strip.turn * degree);
  const corner = (down: number, right: number): Position => {
    const south = down * strip.lengthKm;
    const east = right * strip.widthKm;
    const y = latitude - (south * cosine + east * sine) / kmPerDegree;
    const x = longitude + (east * cosine - south * sine) / (kmPerDegree * Math.cos(y * degree));
    return [round6(x), round6(y)];
  };
  const northWest = corner(-0.5, -0.5);
  return areaOfRings([[northWest, corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5), northWest]]);
}

function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Bits of a UUID's second and third word that version and variant leave free. */
const freeOfSecond = 0xffff0fff;
const freeOfThird = 0x3fffffff;

/**
 * The id of an image contains its cell, so that an image is found by its id without a search. It is scrambled and has a
 * check, so that it looks like any UUID and a made-up one finds nothing.
 */
export function encodeImageId(
  world: World,
  { cell, view, copy }: Pick<Capture, 'cell' | 'view' | 'copy'>,
): string {
  const high = (cell.spacecraft << 18) | cell.day;
  const low = (cell.row << 15) | (cell.column << 3) | (view << 1) | (copy ? 1 : 0);
  const second = (hash(world.seed, high, low, 3) & freeOfSecond) >>> 0;
  const third = (hash(world.seed, high, low, 4) & freeOfThird) >>> 0;
  return uuidOfWords([
    high ^ hash(world.seed, second, third, 1),
    second,
    third,
    low ^ hash(world.seed, second, third, 2),
  ]);
}

export function captureById(world: World, id: string): Capture | undefined {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const hex = id.replaceAll('-', '');
  const word = (index: number): number => parseInt(hex.slice(index * 8, index * 8 + 8), 16);
  const second = (word(1) & freeOfSecond) >>> 0;
  const third = (word(2) & freeOfThird) >>> 0;
  const high = word(0) ^ hash(world.seed, second, third, 1);
  const low = word(3) ^ hash(world.seed, second, third, 2);
  const cell: Cell = {
    spacecraft: high >>> 18,
    day: high & 0x3ffff,
    row: low >>> 15,
    column: (low >>> 3) & 0xfff,
  };
  const image = { cell, view: (low >>> 1) & 3, copy: (low & 1) === 1 };
  const spacecraft = fleet[cell.spacecraft];
  // An image has one id: other words that happen to lead to it are not accepted.
  if (!spacecraft || encodeImageId(world, image) !== id) return undefined;
  if (cell.row >= rowCount(spacecraft) || cell.column >= gridRow(spacecraft, cell.row).columns)
    return undefined;
  return capturesIn(world, spacecraft, cell.day, cell.row, cell.column).find(
    ({ view, copy }) => view === image.view && copy === image.copy,
  );
}
