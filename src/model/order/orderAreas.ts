import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import { aoisOf, type Members } from './orderContents.ts';

/** The areas of a body's AOIs, km², in order; only those that can be drawn. */
export function areasOf(body: Members): number[] {
  return aoisOf(body).map(({ polygon }) => polygonAreaKm2(polygon));
}

/** Total, km²; `undefined` if no AOI can be drawn. */
export function wholeAreaOf(body: Members): number | undefined {
  const areas = areasOf(body);
  return areas.length === 0 ? undefined : areas.reduce((sum, area) => sum + area, 0);
}
