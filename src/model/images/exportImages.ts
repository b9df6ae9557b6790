/** Exports images of a search in the formats of other programs. */
import type { MultiPolygon, Polygon } from 'geojson';
import { prepareAoi } from '../geometry/coverage.ts';
import { polygonsOf } from '../geometry/geometryTypes.ts';
import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import { csvField } from '../words/csvField.ts';
import type { Image } from './imagery.ts';
import { itemAt } from '../itemAt.ts';
import { imageItem } from '../stac/stacItem.ts';
import { wrappedLongitude } from '../geometry/sphere.ts';

export type ExportFormat = 'geojson' | 'stac' | 'csv' | 'ids';

export function isExportFormat(value: unknown): value is ExportFormat {
  return typeof value === 'string' && Object.hasOwn(writers, value);
}

/**
 * The text in pieces, so that writing many images can be interrupted by other work. `geojson`: a FeatureCollection of
 * the footprints and properties as the service sent them. `stac`: an ItemCollection of STAC Items. `csv`: RFC 4180, with a header; times as sent, degrees,
 * percent, meters, km², and how much of the area each covers. `ids`: one per line.
 */
export function* exportPieces(
  format: ExportFormat,
  images: readonly Image[],
  area?: Polygon,
  atOnce = 500,
): Generator<string, void, undefined> {
  const { head, between, tail, write } = writers[format];
  const shareIn = area && prepareAoi(area);
  yield head;
  for (let from = 0; from < images.length; from += atOnce) {
    const lines = images.slice(from, from + atOnce).map(image => write(image, shareIn));
    yield (from === 0 ? '' : between) + lines.join(between);
  }
  yield tail;
}

interface Writer {
  head: string;
  between: string;
  tail: string;
  write: (image: Image, shareIn: ShareIn | undefined) => string;
}

/** The fraction of the searched area that a footprint covers. */
type ShareIn = ReturnType<typeof prepareAoi>;

type Column = readonly [
  name: string,
  value: (image: Image, shareIn: ShareIn | undefined) => string | number | undefined,
];

const columns: readonly Column[] = [
  ['id', image => image.id],
  ['acquisitionDate', image => image.acquisitionDate],
  ['constellation', image => image.constellation],
  ['platform', image => image.platform],
  ['processingLevel', image => image.processingLevel],
  ['productType', image => image.productType],
  ['resolution', image => image.resolution],
  ['cloudCover', image => image.cloudCover],
  ['snowCover', image => image.snowCover],
  ['incidenceAngle', image => image.incidenceAngle],
  ['parentIdentifier', image => image.parentIdentifier],
  ['longitude', ({ footprint }) => rounded(centerOf(footprint)[0])],
  ['latitude', ({ footprint }) => rounded(centerOf(footprint)[1])],
  ['areaKm2', ({ footprint }) => Number(polygonAreaKm2(footprint).toFixed(3))],
  ['aoiCoveredPercent', ({ footprint }, shareIn) => shareIn && Number((shareIn(footprint) * 100).toFixed(1))],
];

const lineEnd = '\r\n';

const collection = { head: '{"type":"FeatureCollection","features":[\n', between: ',\n', tail: '\n]}\n' };

const writers: Readonly<Record<ExportFormat, Writer>> = {
  geojson: {
    ...collection,
    write: ({ id, footprint, properties }) =>
      JSON.stringify({ type: 'Feature', id, properties, geometry: footprint }),
  },
  stac: { ...collection, write: image => JSON.stringify(imageItem(image)) },
  csv: {
    head: columns.map(([name]) => name).join(',') + lineEnd,
    between: lineEnd,
    tail: lineEnd,
    write: (image, shareIn) => columns.map(([, value]) => csvField(value(image, shareIn))).join(','),
  },
  ids: { head: '', between: '\n', tail: '\n', write: ({ id }) => id },
};

/**
 * [longitude, latitude] of the center of the bounds, the longitude within ±180. Parts on both sides of the antimeridian
 * count as neighbors.
 */
function centerOf(footprint: Polygon | MultiPolygon): [number, number] {
  const places = polygonsOf(footprint).flatMap(([outer = []]) => outer);
  const origin = itemAt(itemAt(places, 0), 0);
  const longitudes = places.map(([x = 0]) => x - 360 * Math.round((x - origin) / 360));
  const latitudes = places.map(([, y = 0]) => y);
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return [wrappedLongitude(middle(longitudes)), middle(latitudes)];
}

/** A millionth of a degree is a tenth of a meter. */
function rounded(degrees: number): number {
  return Number(degrees.toFixed(6));
}
