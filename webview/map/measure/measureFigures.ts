import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { areaText } from '../../../src/model/words/areaText.ts';
import { polygonAreaKm2 } from '../../../src/model/geometry/polygonArea.ts';
import { numberWords } from '../../../src/model/words/displayLanguage.ts';
import { countText } from '../../ui/format.ts';
import { degree, earthRadius } from '../../../src/model/geometry/sphere.ts';

/** The way along great circles through places [longitude, latitude] in degrees, km. */
export function pathKm(places: readonly Position[]): number {
  return places.slice(1).reduce((sum, place, index) => sum + legKm(places[index] ?? place, place), 0);
}

function legKm([fromEast = 0, fromNorth = 0]: Position, [toEast = 0, toNorth = 0]: Position): number {
  const north = Math.sin(((toNorth - fromNorth) * degree) / 2) ** 2;
  const east = Math.sin(((toEast - fromEast) * degree) / 2) ** 2;
  const half = north + Math.cos(fromNorth * degree) * Math.cos(toNorth * degree) * east;
  return ((2 * earthRadius) / 1000) * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The area within places, joined in their order, km². 0 for fewer than three. */
export function ringKm2(places: readonly Position[]): number {
  const [first] = places;
  if (!first || places.length < 3) return 0;
  return polygonAreaKm2({ type: 'Polygon', coordinates: [[...places, first]] });
}

const whole = numberWords({ maximumFractionDigits: 0 });
const threeDigits = numberWords({ maximumSignificantDigits: 3 });

/** "820 m", "3.42 km", "1,204 km": three significant digits, and never fewer than there are whole kilometres. */
export function distanceText(km: number): string {
  if (km < 1) return l10n.t('{0} m', countText(Math.round(km * 1000)));
  const text = km >= 100 ? whole : threeDigits;
  return l10n.t('{0} km', text(km));
}

/** What the places measure so far: "3.42 km", and from the third on "3.42 km · 1.2 km²". */
export function measureText(places: readonly Position[]): string | undefined {
  if (places.length < 2) return undefined;
  const distance = distanceText(pathKm(places));
  return places.length < 3 ? distance : `${distance} · ${areaText(ringKm2(places))}`;
}
