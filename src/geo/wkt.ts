/** Well-known text of GeoJSON. Its reader is `features/areas/rules/import/wkt.ts`. */
import type { Geometry } from 'geojson';
import { plainNumber } from '../base/words/plainNumber.ts';
import { hasHeight } from './geometryTypes.ts';

/** @param shape all of its positions have a height, or none */
export function wktText(shape: Geometry): string {
  const tag = `${shape.type.toUpperCase()}${hasHeight(shape) ? ' Z' : ''}`;
  if (shape.type === 'GeometryCollection') return `${tag} ${listed(shape.geometries.map(wktText))}`;
  if (shape.type === 'Point') return `${tag} ${wktPart([shape.coordinates])}`;
  if (shape.type === 'MultiPoint') return `${tag} ${wktPart(shape.coordinates.map(position => [position]))}`;
  return `${tag} ${wktPart(shape.coordinates)}`;
}

function wktPart(part: readonly unknown[]): string {
  return typeof part[0] === 'number'
    ? (part as number[]).map(plainNumber).join(' ')
    : listed((part as unknown[][]).map(wktPart));
}

function listed(parts: readonly string[]): string {
  return parts.length > 0 ? `(${parts.join(', ')})` : 'EMPTY';
}
