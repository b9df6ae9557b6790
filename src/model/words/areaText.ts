import * as l10n from '@vscode/l10n';
import { numberText } from './displayLanguage.ts';

/** Three significant digits: the precision of a footprint, not of the number. */
export function areaText(squareKilometres: number): string {
  if (squareKilometres < 0.001) return l10n.t('under 0.001 km²');
  const digits = squareKilometres >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return l10n.t('{0} km²', numberText(squareKilometres, digits));
}
