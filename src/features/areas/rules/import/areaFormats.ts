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

/** Maximum number and total size of files that are dropped on the map: the page sends them in one message. */
export const maxDropped = { files: 20, bytes: 25_000_000 } as const;
