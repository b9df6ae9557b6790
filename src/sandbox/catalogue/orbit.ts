/**
 * Circular sun-synchronous orbits over a spherical Earth, in closed form.
 *
 * A place is described relative to one pass by two angles: `along`, the angle flown since the
 * descending node (negative north of it), and `across`, the angle off the orbit's plane (positive to
 * the east). Because the orbit repeats its ground track, two passes that are a whole cycle apart see
 * the Earth alike, which is what makes a search over years cheap.
 */
import type { Position } from './shapes.ts';

export interface Orbit {
  /** Inclination, radians. */
  readonly inclination: number;
  readonly altitudeKm: number;
  /** The ground track repeats after `revolutions` flown in `days`; the two have no common divisor. */
  readonly revolutions: number;
  readonly days: number;
  /** Time of the descending node of pass 0, epoch ms. */
  readonly epoch: number;
  /** Longitude of the descending node of pass 0, degrees. */
  readonly nodeLongitude: number;
}

/** An angle pair relative to a pass, radians. */
export interface TrackPosition {
  along: number;
  across: number;
}

export const earthRadiusKm = 6371;
const dayMs = 86_400_000;
const degree = Math.PI / 180;

export function periodOf(orbit: Orbit): number {
  return (orbit.days * dayMs) / orbit.revolutions;
}

/** Time of the descending node of a pass, epoch ms. */
export function nodeTime(orbit: Orbit, pass: number): number {
  return orbit.epoch + pass * periodOf(orbit);
}

/** Passes with the same residue fly over the same ground. */
export function residueOf(orbit: Orbit, pass: number): number {
  return ((pass % orbit.revolutions) + orbit.revolutions) % orbit.revolutions;
}

/** Longitude of the descending node, degrees in [-180, 180). */
export function nodeLongitude(orbit: Orbit, residue: number): number {
  const turned = (residue * orbit.days) % orbit.revolutions;
  return wrap(orbit.nodeLongitude - (360 * turned) / orbit.revolutions);
}

/** Time at which a point of a pass is overflown, epoch ms. */
export function timeAt(orbit: Orbit, pass: number, along: number): number {
  return nodeTime(orbit, pass) + (along / (2 * Math.PI)) * periodOf(orbit);
}

/** Degrees that the Earth turns under the orbit's plane while the satellite flies `along` radians. */
function earthTurn(orbit: Orbit, along: number): number {
  // The plane follows the mean sun, so one solar day is one turn.
  return (360 * along * orbit.days) / (2 * Math.PI * orbit.revolutions);
}

/** The place on the ground; the longitude is near the node's, and can lie beyond ±180. */
export function toGround(orbit: Orbit, node: number, along: number, across: number): Position {
  const sinI = Math.sin(orbit.inclination);
  const cosI = Math.cos(orbit.inclination);
  const flown = Math.cos(across) * Math.sin(along);
  const x = Math.cos(across) * Math.cos(along);
  const y = flown * cosI + Math.sin(across) * sinI;
  const z = -flown * sinI + Math.sin(across) * cosI;
  const longitude = node + Math.atan2(y, x) / degree - earthTurn(orbit, along);
  return [longitude, Math.asin(Math.max(-1, Math.min(1, z))) / degree];
}

/** The inverse of `toGround`, for places that the descending half of the pass can see. */
export function toTrack(orbit: Orbit, node: number, [longitude, latitude]: Position): TrackPosition {
  const sinI = Math.sin(orbit.inclination);
  const cosI = Math.cos(orbit.inclination);
  const cosLatitude = Math.cos(latitude * degree);
  const z = Math.sin(latitude * degree);
  const east = wrap(longitude - node);
  let along = -latitude * degree;
  let across = 0;
  // The Earth turns a fifteenth as fast as the satellite flies: each round gains a digit and more.
  for (let round = 0; round < 8; round++) {
    const turned = (east + earthTurn(orbit, along)) * degree;
    const x = cosLatitude * Math.cos(turned);
    const y = cosLatitude * Math.sin(turned);
    along = Math.atan2(y * cosI - z * sinI, x);
    across = Math.asin(Math.max(-1, Math.min(1, y * sinI + z * cosI)));
  }
  return { along, across };
}

/**
 * Longitude relative to the node, degrees, of the point at this latitude and `across`; undefined where
 * the pass does not reach the latitude.
 */
export function longitudeAt(orbit: Orbit, latitude: number, across: number): number | undefined {
  const rise = Math.sin(across) * Math.cos(orbit.inclination) - Math.sin(latitude * degree);
  const sine = rise / (Math.cos(across) * Math.sin(orbit.inclination));
  if (Math.abs(sine) > 1) return undefined;
  return toGround(orbit, 0, Math.asin(sine), across)[0];
}

/** Degrees brought into [-180, 180). */
export function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
