import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import { aoisOf, type Members } from './orderContents.ts';

/** The areas of the AOIs that a body asks for, km², in its order; those that can be drawn. */
export function areasOf(body: Members): number[] {
  return aoisOf(body).map(({ polygon }) => polygonAreaKm2(polygon));
}

/** Together, km²; `undefined` where no AOI can be drawn. */
export function wholeAreaOf(body: Members): number | undefined {
  const areas = areasOf(body);
  return areas.length === 0 ? undefined : areas.reduce((sum, area) => sum + area, 0);
}
