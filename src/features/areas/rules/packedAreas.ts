/** Areas of a text on their way from a worker thread. */
import type { Position } from 'geojson';
import { itemAt, noItem } from '../../../base/itemAt.ts';
import type {
  AreaPlace,
  AreasInText,
  PlaceForArea,
  PolygonInText,
  UnusableArea,
} from './text/geojsonText.ts';

/**
 * Areas as a few long lists of numbers and strings. These are transferred between threads without a copy; objects would
 * block the receiver while all of them are created.
 */
export interface PackedAreas {
  /** Ranges, sizes and counts, in the order in which {@link unpackAreas} reads them. */
  numbers: Float64Array<ArrayBuffer>;
  /** Longitude and latitude of all positions, degrees. */
  positions: Float64Array<ArrayBuffer>;
  /** Without duplicates: names of areas, members of paths, messages. */
  texts: string[];
  isBroken: boolean;
  adds: PlaceForArea;
}

/** The receiver yields after this many positions or numbers of areas: a few milliseconds. */
const maxAtOnce = 20_000;

export function packAreas({ areas, unusable, isBroken, adds }: AreasInText): PackedAreas {
  const numbers: number[] = [];
  const texts = new Map<string, number>();
  const textAt = (text: string) => {
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };
  const putPlace = ({ path, offset, length, geometry, name }: AreaPlace) => {
    numbers.push(offset, length, geometry.offset, geometry.length);
    numbers.push(name === undefined ? -1 : textAt(name), path.length);
    // Indices are never negative.
    for (const part of path) numbers.push(typeof part === 'number' ? part : -1 - textAt(part));
  };
  const rings = areas.flatMap(({ polygon }) => polygon.coordinates);
  const positions = new Float64Array(2 * rings.reduce((sum, ring) => sum + ring.length, 0));
  let at = 0;
  for (const ring of rings) {
    for (const [longitude, latitude] of ring) {
      positions[at++] = longitude;
      positions[at++] = latitude;
    }
  }
  numbers.push(areas.length);
  for (const area of areas) {
    putPlace(area);
    numbers.push(area.areaKm2, area.polygon.coordinates.length);
    for (const ring of area.polygon.coordinates) numbers.push(ring.length);
  }
  numbers.push(unusable.length);
  for (const area of unusable) {
    putPlace(area);
    if (area.kind === 'broken') numbers.push(-1, textAt(area.message));
    else numbers.push(area.polygons, area.areaKm2);
  }
  return { numbers: Float64Array.from(numbers), positions, texts: [...texts.keys()], isBroken, adds };
}

/** Unpacks areas in steps. @param turn yields to other work */
export async function unpackAreas(
  { numbers, positions, texts, isBroken, adds }: PackedAreas,
  turn: () => Promise<unknown>,
): Promise<AreasInText> {
  let next = 0;
  let nextPosition = 0;
  let made = 0;
  const rest = async () => {
    made = 0;
    await turn();
  };
  const take = () => {
    const at = next++;
    return numbers[at] ?? noItem(numbers, at);
  };
  const textAt = (index: number) => itemAt(texts, index);
  const takePosition = (): Position => {
    const at = nextPosition;
    nextPosition += 2;
    return [positions[at] ?? noItem(positions, at), positions[at + 1] ?? noItem(positions, at + 1)];
  };
  const takePlace = (): AreaPlace => {
    made += 10;
    const offset = take();
    const length = take();
    const geometry = { offset: take(), length: take() };
    const name = take();
    const path = Array.from({ length: take() }, () => {
      const part = take();
      return part < 0 ? textAt(-1 - part) : part;
    });
    return { path, offset, length, geometry, name: name < 0 ? undefined : textAt(name) };
  };
  const areas: PolygonInText[] = [];
  for (let left = take(); left > 0; left--) {
    const place = takePlace();
    const areaKm2 = take();
    const lengths = Array.from({ length: take() }, take);
    const coordinates: Position[][] = [];
    for (const length of lengths) {
      const ring: Position[] = [];
      while (ring.length < length) {
        ring.push(takePosition());
        if (++made >= maxAtOnce) await rest();
      }
      coordinates.push(ring);
    }
    areas.push({ ...place, polygon: { type: 'Polygon', coordinates }, areaKm2 });
    if (made >= maxAtOnce) await rest();
  }
  const unusable: UnusableArea[] = [];
  for (let left = take(); left > 0; left--) {
    const place = takePlace();
    const first = take();
    const second = take();
    unusable.push(
      first < 0
        ? { ...place, kind: 'broken', message: textAt(second) }
        : { ...place, kind: 'multi', polygons: first, areaKm2: second },
    );
    if (made >= maxAtOnce) await rest();
  }
  return { areas, unusable, isBroken, adds };
}
