import * as l10n from '@vscode/l10n';

/**
 * What areas are imported from, as the readers behind `readAreas.ts` know it: names for people, and endings for dialogs,
 * without the dot.
 */
export const areaFormatNames = 'GeoJSON, TopoJSON, KML, KMZ, GPX, WKT, Shapefile (.zip, .shp)';

export const areaEndings = [
  'geojson',
  'json',
  'geojsonl',
  'geojsons',
  'ndjson',
  'topojson',
  'kml',
  'kmz',
  'gpx',
  'wkt',
  'txt',
  'zip',
  'shp',
];

/** What was read, for people: most formats are names. */
export function areaFormatText(format: string): string {
  return format === 'box' ? l10n.t('box') : format === 'circle' ? l10n.t('circle') : format;
}

/** Maximum number and total size of files that are dropped on the map: the page sends them in one message. */
export const maxDropped = { files: 20, bytes: 25_000_000 } as const;
