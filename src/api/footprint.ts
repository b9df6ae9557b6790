import type { MultiPolygon, Polygon } from 'geojson';

/** Read by hand, as links are: a page of results holds thousands, and a schema would copy each of their positions. */
export function isFootprint(sent: unknown): sent is Polygon | MultiPolygon {
  if (!isRecord(sent)) return false;
  const { type, coordinates } = sent;
  if (type === 'Polygon') return isListOf(coordinates, 1, isRing);
  return type === 'MultiPolygon' && isListOf(coordinates, 1, part => isListOf(part, 1, isRing));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRing(sent: unknown): boolean {
  return isListOf(sent, 4, position => isListOf(position, 2, Number.isFinite));
}

function isListOf(sent: unknown, least: number, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(sent) && sent.length >= least && sent.every(isItem);
}
