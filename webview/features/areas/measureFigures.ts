import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { areaText } from '../../../src/base/words/areaText.ts';
import { numberWords } from '../../../src/base/words/displayLanguage.ts';
import { polygonAreaKm2 } from '../../../src/geo/polygonArea.ts';
import { degree, earthRadius } from '../../../src/geo/sphere.ts';
import { countText } from '../../ui/format.ts';

/** Length of the great-circle path through points [longitude, latitude] in degrees, km. */
export function pathKm(places: readonly Position[]): number {
  return places.slice(1).reduce((sum, place, index) => sum + legKm(places[index] ?? place, place), 0);
}

function legKm([fromEast, fromNorth]: Position, [toEast, toNorth]: Position): number {
  const north = Math.sin(((toNorth - fromNorth) * degree) / 2) ** 2;
  const east = Math.sin(((toEast - fromEast) * degree) / 2) ** 2;
  const half = north + Math.cos(fromNorth * degree) * Math.cos(toNorth * degree) * east;
  return ((2 * earthRadius) / 1000) * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Area of the polygon with these points as vertices, in order, km². 0 for fewer than three. */
export function ringKm2(places: readonly Position[]): number {
  const [first] = places;
  if (!first || places.length < 3) return 0;
  return polygonAreaKm2({ type: 'Polygon', coordinates: [[...places, first]] });
}

const whole = numberWords({ maximumFractionDigits: 0 });
const threeDigits = numberWords({ maximumSignificantDigits: 3 });

/** "820 m", "3.42 km", "1,204 km": three significant digits, but always all digits of whole kilometers. */
export function distanceText(km: number): string {
  if (km < 1) return l10n.t('{0} m', countText(Math.round(km * 1000)));
  const text = km >= 100 ? whole : threeDigits;
  return l10n.t('{0} km', text(km));
}

/** The size of a polygon that is drawn: its last edge, and from the third vertex on its area too. */
export function polygonText(places: readonly Position[]): string | undefined {
  if (places.length < 2) return undefined;
  const edge = l10n.t('Edge {0}', distanceText(pathKm(places.slice(-2))));
  return places.length < 3 ? edge : `${edge} · ${areaText(ringKm2(places))}`;
}

/** The size of a rectangle, "2.1 km × 3.4 km · 7.1 km²". @param ring its four corners, in order */
export function rectangleText(ring: readonly Position[]): string {
  const sides = [ring.slice(1, 3), ring.slice(0, 2)].map(side => distanceText(pathKm(side)));
  return `${sides.join(' × ')} · ${areaText(ringKm2(ring))}`;
}

/** The size of a circle, "Radius 2.1 km · 13.9 km²". @param ring not closed */
export function circleText(center: Position, ring: readonly Position[]): string {
  const radius = distanceText(pathKm([center, ...ring.slice(0, 1)]));
  return `${l10n.t('Radius {0}', radius)} · ${areaText(ringKm2(ring))}`;
}

/** The measurement so far: "3.42 km", and from the third point on "3.42 km · 1.2 km²". */
export function measureText(places: readonly Position[]): string | undefined {
  if (places.length < 2) return undefined;
  const distance = distanceText(pathKm(places));
  return places.length < 3 ? distance : `${distance} · ${areaText(ringKm2(places))}`;
}
