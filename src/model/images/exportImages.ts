/** Images of a search as features for files of other programs. */
import type { Polygon } from 'geojson';
import type { Column, ColumnType, Features } from '../export/exportTable.ts';
import { centerOf } from '../geometry/center.ts';
import { prepareAoi } from '../geometry/coverage.ts';
import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import { imageItem } from '../stac/stacItem.ts';
import type { Image } from './imagery.ts';

/** The fraction of the searched area that a footprint covers. */
type ShareIn = ReturnType<typeof prepareAoi>;

type ImageColumn = readonly [
  name: string,
  type: ColumnType,
  value: (image: Image, shareIn: ShareIn | undefined) => string | number | undefined,
];

/** Times as sent, degrees, percent, meters and km². */
const columns: readonly ImageColumn[] = [
  ['id', 'text', image => image.id],
  ['acquisitionDate', 'time', image => image.acquisitionDate],
  ['constellation', 'text', image => image.constellation],
  ['platform', 'text', image => image.platform],
  ['processingLevel', 'text', image => image.processingLevel],
  ['productType', 'text', image => image.productType],
  ['resolution', 'number', image => image.resolution],
  ['cloudCover', 'number', image => image.cloudCover],
  ['snowCover', 'number', image => image.snowCover],
  ['incidenceAngle', 'number', image => image.incidenceAngle],
  ['parentIdentifier', 'text', image => image.parentIdentifier],
  ['longitude', 'number', ({ footprint }) => rounded(centerOf(footprint)?.[0])],
  ['latitude', 'number', ({ footprint }) => rounded(centerOf(footprint)?.[1])],
  ['areaKm2', 'number', ({ footprint }) => Number(polygonAreaKm2(footprint).toFixed(3))],
  [
    'aoiCoveredPercent',
    'number',
    ({ footprint }, shareIn) => shareIn && Number((shareIn(footprint) * 100).toFixed(1)),
  ],
];

const noteColumn: ImageColumn = ['note', 'text', ({ properties }) => noteOf(properties)];

function noteOf({ note }: Image['properties']): string | undefined {
  return typeof note === 'string' ? note : undefined;
}

export function imageColumns(images: readonly Image[]): Column[] {
  const hasNotes = images.some(({ properties }) => noteOf(properties) !== undefined);
  return [...columns, ...(hasNotes ? [noteColumn] : [])].map(([name, type]) => ({ name, type }));
}

/**
 * The footprints with all properties of the service, and cells for {@link imageColumns}, in portions.
 *
 * @param area the searched area
 */
export function imageFeatures(images: readonly Image[], area?: Polygon, atOnce = 500): Features {
  const shareIn = area && prepareAoi(area);
  const featureOf = (image: Image) => ({
    id: image.id,
    geometry: image.footprint,
    properties: image.properties,
    item: () => imageItem(image),
    cells: Object.fromEntries(
      [...columns, noteColumn].map(([name, , value]) => [name, value(image, shareIn)]),
    ),
  });
  return function* () {
    for (let from = 0; from < images.length; from += atOnce)
      yield images.slice(from, from + atOnce).map(featureOf);
  };
}

/** A millionth of a degree is a tenth of a meter. */
function rounded(degrees: number | undefined): number | undefined {
  return degrees === undefined ? undefined : Number(degrees.toFixed(6));
}
