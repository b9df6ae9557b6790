import * as l10n from '@vscode/l10n';
import { numberText } from '../../src/base/words/displayLanguage.ts';

export function countText(count: number): string {
  return numberText(count);
}

/** "41 features", or "12 of 41 features" if there are more. */
export function featuresText(count: number, all = count): string {
  if (count < all) return l10n.t('{0} of {1} features', countText(count), countText(all));
  return count === 1 ? l10n.t('1 feature') : l10n.t('{0} features', countText(count));
}
