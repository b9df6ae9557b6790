import type { MultiPolygon, Polygon } from 'geojson';
import { isRecord } from '../model/fields.ts';

/** Read by hand, as links are: a page of results holds thousands, and a schema would copy each of their positions. */
export function isFootprint(sent: unknown): sent is Polygon | MultiPolygon {
  if (!isRecord(sent)) return false;
  const { type, coordinates } = sent;
  if (type === 'Polygon') return isListOf(coordinates, 1, isRing);
  return type === 'MultiPolygon' && isListOf(coordinates, 1, part => isListOf(part, 1, isRing));
}

function isRing(sent: unknown): boolean {
  if (!Array.isArray(sent) || sent.length < 4) return false;
  // Not by `every`: this is half of what reading an image costs.
  for (const position of sent as unknown[]) {
    if (!Array.isArray(position) || position.length < 2) return false;
    for (const part of position as unknown[]) if (!Number.isFinite(part)) return false;
  }
  return true;
}

function isListOf(sent: unknown, least: number, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(sent) && sent.length >= least && sent.every(isItem);
}
