import * as l10n from '@vscode/l10n';
import { numberText } from '../../src/base/words/displayLanguage.ts';
import { wrappedLongitude } from '../../src/geo/sphere.ts';

export function countText(count: number): string {
  return numberText(count);
}

/** "41 features", or "12 of 41 features" if there are more. */
export function featuresText(count: number, all = count): string {
  if (count < all) return l10n.t('{0} of {1} features', countText(count), countText(all));
  return count === 1 ? l10n.t('1 feature') : l10n.t('{0} features', countText(count));
}

/** "43.29510° N, 5.36120° E": five digits are about a meter. The longitude is normalized to ±180. */
export function pointText(latitude: number, longitude: number): string {
  const wrapped = wrappedLongitude(longitude);
  const north =
    latitude >= 0 ? l10n.t('{0}° N', latitude.toFixed(5)) : l10n.t('{0}° S', (-latitude).toFixed(5));
  const east = wrapped >= 0 ? l10n.t('{0}° E', wrapped.toFixed(5)) : l10n.t('{0}° W', (-wrapped).toFixed(5));
  return `${north}, ${east}`;
}
