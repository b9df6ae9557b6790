import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { fixedText } from '../base/words/displayLanguage.ts';

/** `43.29510° N, 5.36120° E`: five digits are about a meter. @param digits decimals of a degree */
export function positionText([longitude, latitude]: Position, digits = 5): string {
  const north = fixedText(Math.abs(latitude), digits);
  const east = fixedText(Math.abs(longitude), digits);
  return [
    latitude < 0 ? l10n.t('{0}° S', north) : l10n.t('{0}° N', north),
    longitude < 0 ? l10n.t('{0}° W', east) : l10n.t('{0}° E', east),
  ].join(', ');
}
