import { basename } from 'node:path';

/** The end of the name of a file of areas of interest, as Swath names those that it creates. */
export const areaEnding = '.aoi.geojson';

/** Whether a path has the name of a file of areas of interest. */
export function isAreaFile(path: string): boolean {
  return /\.aoi\.(?:geo)?json$/i.test(path);
}

/** The name of a file with areas without its extensions: GeoJSON, a saved search or an order. */
export function areaFileStem(path: string): string {
  return basename(path).replace(/(?:\.(?:aoi|search|order))?\.(?:geo)?json$/i, '');
}
