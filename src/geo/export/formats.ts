/** The formats of exported files. Their writers are loaded on first use. */
import type { ExportTable } from './exportTable.ts';

interface Format {
  label: string;
  /** Such as `.kml`. */
  ending: string;
  load: () => Promise<(table: ExportTable) => AsyncIterable<string | Uint8Array>>;
}

const texts = () => import('./textFormats.ts');

export const exportFormats = {
  geojson: { label: 'GeoJSON', ending: '.geojson', load: async () => (await texts()).geojsonPieces },
  stac: { label: 'STAC', ending: '.geojson', load: async () => (await texts()).stacPieces },
  csv: { label: 'CSV', ending: '.csv', load: async () => (await texts()).csvPieces },
  ids: { label: 'IDs', ending: '.txt', load: async () => (await texts()).idPieces },
  kml: { label: 'KML', ending: '.kml', load: async () => (await texts()).kmlPieces },
  geoparquet: {
    label: 'GeoParquet',
    ending: '.parquet',
    load: async () => (await import('./geoParquet.ts')).geoParquetPieces,
  },
  flatgeobuf: {
    label: 'FlatGeobuf',
    ending: '.fgb',
    load: async () => (await import('./flatGeobuf.ts')).flatGeobufPieces,
  },
} as const satisfies Record<string, Format>;

export type ExportFormat = keyof typeof exportFormats;

export function isExportFormat(value: unknown): value is ExportFormat {
  return typeof value === 'string' && Object.hasOwn(exportFormats, value);
}
