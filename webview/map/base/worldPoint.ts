/** Web Mercator is square between these latitudes, degrees. */
const mercatorLimit = 85.0511287798;

/** @returns x in the world of Web Mercator: 0 at 180° west, 1 at 180° east, and on beyond them */
export function worldX(longitude: number): number {
  return longitude / 360 + 0.5;
}

/** @returns y in the world of Web Mercator, from 0 in the north to 1 in the south */
export function worldY(latitude: number): number {
  const sine = Math.sin((Math.max(-mercatorLimit, Math.min(mercatorLimit, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** @param x in the world of Web Mercator. @returns longitude, degrees; beyond ±180 in the next copies of the world */
export function worldLongitude(x: number): number {
  return (x - 0.5) * 360;
}

/** @param y in the world of Web Mercator. @returns latitude, degrees */
export function worldLatitude(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}
