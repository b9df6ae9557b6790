/** The areas that an order is for: two products of one area are priced twice, but it is one area. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { areaText } from '../../../base/words/areaText.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import { bodyAois, type Members } from '../../../service/rules/orderContents.ts';

export interface OrderedArea {
  polygon: Polygon;
  areaKm2: number;
  /** How many products have this area. */
  times: number;
}

/** Each area of a body once; only those that can be drawn. */
export function orderedAreas(body: Members): OrderedArea[] {
  const polygons = bodyAois(body).map(({ polygon }) => polygon);
  const equal = Map.groupBy(polygons, ({ coordinates }) => JSON.stringify(coordinates));
  return [...equal.values()].flatMap(([polygon, ...others]) =>
    polygon ? [{ polygon, areaKm2: polygonAreaKm2(polygon), times: others.length + 1 }] : [],
  );
}

/** For all products together, km²; `undefined` if no area is known. */
export function orderedKm2(areas: readonly OrderedArea[]): number | undefined {
  return areas.length === 0 ? undefined : areas.reduce((sum, { areaKm2, times }) => sum + areaKm2 * times, 0);
}

/** More areas than this are added up. */
const maxSummands = 3;

/** `12.6 km²`, `2 × 12.6 km²`, `12.6 km² + 3 km²`, `94.8 km² in 12 products`; `undefined` if no area is known. */
export function orderedAreasText(areas: readonly OrderedArea[]): string | undefined {
  const total = orderedKm2(areas);
  if (total === undefined) return undefined;
  if (areas.length > maxSummands) {
    const products = areas.reduce((sum, { times }) => sum + times, 0);
    return l10n.t('{0} in {1} products', areaText(total), products);
  }
  return areas
    .map(({ areaKm2, times }) => (times === 1 ? areaText(areaKm2) : `${times} × ${areaText(areaKm2)}`))
    .join(' + ');
}
