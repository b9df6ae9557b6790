/** The formats of exported files. Their writers are loaded on first use. */
import type { ExportTable } from './exportTable.ts';

interface Format {
  label: string;
  /** Such as `.kml`. */
  ending: string;
  /** Whether a person can read it. */
  isText: boolean;
  /** `none`: it has no geometries; `valid`: what is invalid of them is left out; `required`: so are features without one. */
  geometries: 'as received' | 'none' | 'valid' | 'required';
  /** @param layer what programs call it, if they don't take the name of the file */
  load: () => Promise<(table: ExportTable, layer: string) => AsyncIterable<string | Uint8Array>>;
}

const texts = () => import('./textFormats.ts');

export const exportFormats = {
  geojson: {
    label: 'GeoJSON',
    ending: '.geojson',
    isText: true,
    geometries: 'as received',
    load: async () => (await texts()).geojsonPieces,
  },
  stac: {
    label: 'STAC Item Collection',
    ending: '.stac.geojson',
    isText: true,
    geometries: 'as received',
    load: async () => (await texts()).stacPieces,
  },
  csv: {
    label: 'CSV',
    ending: '.csv',
    isText: true,
    geometries: 'valid',
    load: async () => (await texts()).csvPieces,
  },
  ids: {
    label: 'IDs',
    ending: '.txt',
    isText: true,
    geometries: 'none',
    load: async () => (await texts()).idPieces,
  },
  kml: {
    label: 'KML',
    ending: '.kml',
    isText: true,
    geometries: 'valid',
    load: async () => (await texts()).kmlPieces,
  },
  geoparquet: {
    label: 'GeoParquet',
    ending: '.parquet',
    isText: false,
    geometries: 'valid',
    load: async () => (await import('./geoParquet.ts')).geoParquetPieces,
  },
  flatgeobuf: {
    label: 'FlatGeobuf',
    ending: '.fgb',
    isText: false,
    geometries: 'required',
    load: async () => (await import('./flatGeobuf.ts')).flatGeobufPieces,
  },
} as const satisfies Record<string, Format>;

export type ExportFormat = keyof typeof exportFormats;

export function isExportFormat(value: unknown): value is ExportFormat {
  return typeof value === 'string' && Object.hasOwn(exportFormats, value);
}
