/** Mean radius of the Earth, metres (IUGG). */
export const earthRadius = 6_371_008.8;

/** Radians of a degree. */
export const degree = Math.PI / 180;

/** Of latitude, or of longitude on the equator. */
export const metresPerDegree = earthRadius * degree;

/** Seven decimals of a degree: about a centimetre. */
export function roundedDegrees(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** A longitude that ran on beyond ±180, from -180 to just below 180. Degrees. */
export function wrappedLongitude(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
