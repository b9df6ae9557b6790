import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { fixedText } from '../base/words/displayLanguage.ts';
import { wrappedLongitude } from './sphere.ts';

/**
 * `43.29510° N, 5.36120° E`, wherever a position is shown: five digits are about a meter. What a person types is read back by
 * `typedDegrees.ts`.
 *
 * @param position longitude and latitude; longitudes beyond ±180 are wrapped
 * @param digits decimals of a degree
 */
export function positionText([longitude, latitude]: Position, digits = 5): string {
  const wrapped = Math.abs(longitude) === 180 ? longitude : wrappedLongitude(longitude);
  const north = fixedText(Math.abs(latitude), digits);
  const east = fixedText(Math.abs(wrapped), digits);
  return [
    latitude < 0 ? l10n.t('{0}° S', north) : l10n.t('{0}° N', north),
    wrapped < 0 ? l10n.t('{0}° W', east) : l10n.t('{0}° E', east),
  ].join(', ');
}

/** The southwest and the northeast corner of a box. @param digits decimals of a degree */
export function cornersText(
  [west, south, east, north]: readonly [number, number, number, number],
  digits?: number,
): string {
  return l10n.t('{0} to {1}', positionText([west, south], digits), positionText([east, north], digits));
}
