/** Images of a search as features for files of other programs. */
import type { Polygon } from 'geojson';
import { geometryCenter } from '../../../geo/center.ts';
import { prepareAoi } from '../../../geo/coverage.ts';
import type { Column, Features } from '../../../geo/export/exportTable.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import type { ClearHere } from './clearHere.ts';
import { type FactName, factNamed, factNames, factValue, type Known, withFacts } from './imageFacts.ts';
import { imageItem } from './stacItem.ts';

/** What a table has a column for. Those that a table may lack come last, so that the others keep their places. */
const filed = factNames
  .flatMap(name => {
    const { type, file, value } = factNamed(name);
    if (file === 'none') return [];
    const inGeojson = value !== undefined && !file.isOfGeometry;
    return [{ fact: name, type, inGeojson, ...file, name: file.name ?? name }];
  })
  .toSorted((a, b) => Number(a.ifAny ?? false) - Number(b.ifAny ?? false) || a.place - b.place);

/** What Swath knows of images, by ID. */
export interface KnownHere {
  /** The notes of those on the shortlist. */
  pins: ReadonlyMap<string, string | undefined>;
  /** The share of the area without cloud where the image shows it, 0 to 1. */
  clear: ReadonlyMap<string, ClearHere>;
}

const nothingKnown: KnownHere = { pins: new Map(), clear: new Map() };

/** Times as sent, degrees, percent, meters and km². */
export function imageColumns(images: readonly Image[], known = nothingKnown): Column[] {
  const isKnown = (fact: FactName, image: Image) =>
    factValue(fact, withPin(image, known), { share: 1, ...clearIn(image, known) }) !== undefined;
  return filed
    .filter(({ fact, ifAny }) => !ifAny || images.some(image => isKnown(fact, image)))
    .map(({ name, type }) => ({ name, type }));
}

/**
 * The footprints with all properties of the service, and cells for {@link imageColumns}, in portions.
 *
 * @param area the searched area
 */
export function imageFeatures(
  images: readonly Image[],
  area?: Polygon,
  known = nothingKnown,
  atOnce = 500,
): Features {
  const shareIn = area && prepareAoi(area);
  const toExportFeature = (packed: Image) => {
    const image = withPin(withFacts(packed), known);
    const { id, footprint: geometry, properties } = image;
    const measured = {
      share: shareIn?.(geometry),
      ...clearIn(image, known),
      center: geometryCenter(geometry),
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
      yield images.slice(from, from + atOnce).map(toExportFeature);
  };
}

/** In the file of a shortlist, the note of an image is among its properties. */
function withPin<I extends Image>(image: I, { pins }: KnownHere): I & Known {
  const { note = pins.get(image.id) } = image.properties;
  const isPinned = pins.has(image.id) || note !== undefined;
  return { ...image, ...(isPinned && { pin: { note: typeof note === 'string' ? note : undefined } }) };
}

function clearIn({ id }: Image, { clear }: KnownHere): { clear?: ClearHere } {
  const estimate = clear.get(id);
  return estimate === undefined ? {} : { clear: estimate };
}
