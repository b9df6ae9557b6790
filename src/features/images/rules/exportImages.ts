/** Images of a search as features for files of other programs. */
import type { Polygon } from 'geojson';
import { centerOf } from '../../../geo/center.ts';
import { prepareAoi } from '../../../geo/coverage.ts';
import type { Column, Features } from '../../../geo/export/exportTable.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import { factNamed, factNames, factValue, type Known, knownOf } from './imageFacts.ts';
import { imageItem } from './stacItem.ts';

/** What a table has a column for. */
const filed = factNames
  .flatMap(name => {
    const { type, file } = factNamed(name);
    return file ? [{ fact: name, type, ...file, name: file.name ?? name }] : [];
  })
  .toSorted((a, b) => a.place - b.place);

/** Times as sent, degrees, percent, meters and km². */
export function imageColumns(images: readonly Image[]): Column[] {
  return filed
    .filter(
      ({ fact, ifAny }) => !ifAny || images.some(image => factValue(fact, withNote(image)) !== undefined),
    )
    .map(({ name, type }) => ({ name, type }));
}

/**
 * The footprints with all properties of the service, and cells for {@link imageColumns}, in portions.
 *
 * @param area the searched area
 */
export function imageFeatures(images: readonly Image[], area?: Polygon, atOnce = 500): Features {
  const shareIn = area && prepareAoi(area);
  const featureOf = (packed: Image) => {
    const image = withNote(knownOf(packed));
    const { id, footprint: geometry, properties } = image;
    const measured = {
      share: shareIn?.(geometry),
      center: centerOf(geometry),
      areaKm2: polygonAreaKm2(geometry),
    };
    const cells: Record<string, unknown> = {};
    const added: Record<string, unknown> = {};
    for (const { fact, name, write, inGeojson } of filed) {
      const value = factValue(fact, image, measured);
      cells[name] = value !== undefined && write ? write(Number(value)) : value;
      if (inGeojson && value !== undefined) added[name] = cells[name];
    }
    return { id, geometry, properties: { ...properties, ...added }, item: () => imageItem(image), cells };
  };
  return function* () {
    for (let from = 0; from < images.length; from += atOnce)
      yield images.slice(from, from + atOnce).map(featureOf);
  };
}

/** The note of a pinned image is among its properties. */
function withNote<I extends Image>(image: I): I & Known {
  const { note } = image.properties;
  return { ...image, pin: { note: typeof note === 'string' ? note : undefined } };
}
