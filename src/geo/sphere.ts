/** Mean radius of the Earth, meters (IUGG). */
export const earthRadius = 6_371_008.8;

/** Radians per degree. */
export const degree = Math.PI / 180;

/** For latitude, and for longitude at the equator. */
export const metersPerDegree = earthRadius * degree;

/** Seven decimals of a degree: about a centimeter. */
export function roundedDegrees(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** Wraps a longitude beyond ±180 to the range from -180 to just below 180; others stay as they are. Degrees. */
export function wrappedLongitude(longitude: number): number {
  if (longitude >= -180 && longitude < 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
