import { cloudCover, snowCover } from './climate.ts';
import { earthRadiusKm, nodeLongitude, periodOf, residueOf, timeAt, toGround } from './orbit.ts';
import { fleet, reach, type Spacecraft } from './fleet.ts';
import { groundAt } from './land.ts';
import { hash, stream, unit } from './random.ts';
import { areaOfRings, type Area, type Position } from './shapes.ts';
import { sunOver, type SunDirection } from './sun.ts';

/** What all images are drawn from. */
export interface World {
  readonly seed: number;
  /** Deployed services list some SENSOR acquisitions a second time as ALBUM. */
  readonly twins: boolean;
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

const degree = Math.PI / 180;
const groundSpeed = (spacecraft: Spacecraft): number =>
  (2 * Math.PI * earthRadiusKm) / (periodOf(spacecraft.orbit) / 1000);

/** Radians flown in one segment of a pass. */
export function segmentAngle(spacecraft: Spacecraft): number {
  return (2 * Math.PI * spacecraft.instrument.segmentSeconds * 1000) / periodOf(spacecraft.orbit);
}

/** Radians between the middles of two lanes. */
export function laneAngle(spacecraft: Spacecraft): number {
  return spacecraft.instrument.swathKm / earthRadiusKm;
}

/** Lanes run from -lastLane to lastLane. */
export function lastLane(spacecraft: Spacecraft): number {
  return Math.floor(reach / laneAngle(spacecraft));
}

/** Segments run from 0 at the northern end of the descending half to the southern end. */
export function lastSegment(spacecraft: Spacecraft): number {
  return Math.ceil(Math.PI / segmentAngle(spacecraft)) - 1;
}

/** Angle from the node to the middle of a segment, radians. */
export function segmentMiddle(spacecraft: Spacecraft, segment: number): number {
  return (segment + 0.5) * segmentAngle(spacecraft) - Math.PI / 2;
}

/** Below this height of the sun nothing is photographed, degrees. */
const lowestSun = 8;

/** Living Library criteria (Specification: Limits). */
export const libraryCloud = 30;
export const libraryIncidence = 40;

const none: readonly Capture[] = [];

/** All images that one cell of a pass holds: none as a rule, one, or several looks and copies. */
export function capturesIn(world: World, cell: Cell): readonly Capture[] {
  const spacecraft = fleet[cell.spacecraft];
  if (!spacecraft) return none;
  const bits = hash(world.seed ^ cell.spacecraft, cell.pass, cell.segment, cell.lane);
  const { demand } = spacecraft.instrument;
  const luck = unit(bits);
  if (luck >= demand.coast) return none;

  const middle = segmentMiddle(spacecraft, cell.segment);
  const node = nodeLongitude(spacecraft.orbit, residueOf(spacecraft.orbit, cell.pass));
  const laneMiddle = cell.lane * laneAngle(spacecraft);
  const aim = toGround(spacecraft.orbit, node, middle, laneMiddle);
  if (luck >= demand[groundAt(aim)] * (1 - 0.6 * (laneMiddle / reach) ** 2)) return none;
  const time = timeAt(spacecraft.orbit, cell.pass, middle);
  if (time < spacecraft.since || sunOver(aim, time).elevation < lowestSun) return none;
  return draw(world, cell, spacecraft, node, stream(bits));
}

function draw(world: World, cell: Cell, spacecraft: Spacecraft, node: number, next: () => number): Capture[] {
  const { orbit } = spacecraft;
  const segment = segmentAngle(spacecraft);
  const lane = laneAngle(spacecraft);
  const share = 0.4 + 0.55 * next();
  const along = segmentMiddle(spacecraft, cell.segment) + (next() - 0.5) * segment * (1 - share);
  const across = cell.lane * lane + (next() - 0.5) * lane * 0.5;
  const shape: Strip = {
    along,
    across,
    length: segment * share,
    width: lane * (0.97 + 0.06 * next()),
    turn: (next() - 0.5) * 8 * degree,
  };
  let footprint: Area | undefined;
  const centre = toGround(orbit, node, along, across);
  const ahead = toGround(orbit, node, along + 0.001, across);
  const azimuth =
    Math.atan2((ahead[0] - centre[0]) * Math.cos(centre[1] * degree), ahead[1] - centre[1]) / degree;

  const kind = next();
  const stereo: Stereo = kind < 0.03 ? 'tristereo' : kind < 0.09 ? 'stereo' : 'mono';
  const monoPitch = (next() - 0.5) * 20;
  const cloudLuck = next();
  const snowLuck = next();
  const copyLuck = next();
  const hoursToPublish = 2 + 10 * next();

  return pitches(stereo, monoPitch).flatMap((pitch, view) => {
    // SPOT's times are whole seconds, the others' milliseconds.
    const tick = spacecraft.instrument.constellation === 'SPOT' ? 1000 : 1;
    const exact =
      timeAt(orbit, cell.pass, along) -
      (1000 * orbit.altitudeKm * Math.tan(pitch * degree)) / groundSpeed(spacecraft);
    const time = Math.round(exact / tick) * tick;
    const incidenceAcross = incidenceOf(spacecraft, across);
    // What the satellite pitches by, the ground sees larger by the Earth's curve.
    const incidenceAlong = pitch * (1 + orbit.altitudeKm / earthRadiusKm);
    const incidence =
      Math.acos(Math.cos(incidenceAcross * degree) * Math.cos(incidenceAlong * degree)) / degree;
    const cloud = cloudCover(world.seed, centre, time, cloudLuck);
    const level = cloud < libraryCloud && incidence < libraryIncidence ? 'SENSOR' : 'ALBUM';
    const capture: Capture = {
      cell,
      view,
      copy: false,
      spacecraft,
      stereo,
      time,
      published: time + hoursToPublish * 3_600_000,
      centre,
      // Most images of a wide search are refused for their cloud or date, without a look at their outline.
      footprint: () => (footprint ??= strip(spacecraft, node, shape)),
      cloud,
      snow: snowCover(world.seed, centre, time, snowLuck),
      incidence,
      incidenceAcross,
      incidenceAlong,
      azimuth: (azimuth + 360) % 360,
      sun: sunOver(centre, time),
      level,
    };
    return world.twins && level === 'SENSOR' && copyLuck < 0.12
      ? [capture, { ...capture, copy: true, level: 'ALBUM' }]
      : [capture];
  });
}

function pitches(stereo: Stereo, mono: number): number[] {
  switch (stereo) {
    case 'mono':
      return [mono];
    case 'stereo':
      return [12, -12];
    case 'tristereo':
      return [14, 0, -14];
  }
}

/** Angle between the ground's normal and the look of a satellite that stands `across` radians to the west, degrees. */
function incidenceOf(spacecraft: Spacecraft, across: number): number {
  const height = spacecraft.orbit.altitudeKm + earthRadiusKm * (1 - Math.cos(across));
  return (Math.atan2(earthRadiusKm * Math.sin(across), height) + across) / degree;
}

interface Strip {
  along: number;
  across: number;
  length: number;
  width: number;
  /** The strip is turned against the track by this angle, radians: these satellites are agile. */
  turn: number;
}

/** The ring begins at the north-western corner and runs counter-clockwise, with points between on long sides. */
function strip(spacecraft: Spacecraft, node: number, { along, across, length, width, turn }: Strip): Area {
  const steps = 1 + Math.floor((length * earthRadiusKm) / 30);
  const point = (forward: number, right: number): Position => {
    const x = forward * length;
    const y = right * width;
    const [longitude, latitude] = toGround(
      spacecraft.orbit,
      node,
      along + x * Math.cos(turn) - y * Math.sin(turn),
      across + x * Math.sin(turn) + y * Math.cos(turn),
    );
    return [round6(longitude), round6(latitude)];
  };
  const ring: Position[] = [];
  for (let step = 0; step <= steps; step++) ring.push(point(step / steps - 0.5, -0.5));
  for (let step = steps; step >= 0; step--) ring.push(point(step / steps - 0.5, 0.5));
  ring.push(point(-0.5, -0.5));
  const home = homeTurn(ring);
  return areaOfRings([ring.map(([longitude, latitude]): Position => [round6(longitude - home), latitude])]);
}

/** Whole turns that bring the middle of a ring into [-180, 180): its ends may lie beyond. */
function homeTurn(ring: readonly Position[]): number {
  const longitudes = ring.map(([longitude]) => longitude);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  return Math.floor((middle + 180) / 360) * 360;
}

function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
