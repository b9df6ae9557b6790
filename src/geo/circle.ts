import type { Position } from 'geojson';
import { degree, earthRadius, roundedDegrees } from './sphere.ts';

/** Vertices of the polygon that represents a circle. */
const vertices = 64;

/**
 * The closed ring of a circle on the sphere: 64 vertices [longitude, latitude] in degrees, counterclockwise from the
 * east; longitudes may extend beyond ±180. `undefined` if the circle contains a pole. Source: E. Williams, Aviation
 * Formulary, "Lat/lon given radial and distance".
 *
 * @param center [longitude, latitude], degrees
 * @param radius meters
 */
export function circleRing(
  [longitude, latitude]: readonly [number, number],
  radius: number,
): Position[] | undefined {
  const angle = radius / earthRadius;
  if (Math.abs(latitude) * degree + angle >= Math.PI / 2) return undefined;
  const phi = latitude * degree;
  const open = Array.from({ length: vertices }, (_, index): Position => {
    const bearing = Math.PI / 2 - (index * 2 * Math.PI) / vertices;
    const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
    const away = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
      Math.cos(angle) - Math.sin(phi) * sine,
    );
    return [roundedDegrees(longitude + away / degree), roundedDegrees(Math.asin(sine) / degree)];
  });
  return [...open, ...open.slice(0, 1)];
}
