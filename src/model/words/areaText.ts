import * as l10n from '@vscode/l10n';
import { numberWords } from './displayLanguage.ts';

const whole = numberWords({ maximumFractionDigits: 0 });
const threeDigits = numberWords({ maximumSignificantDigits: 3 });

/** Three significant digits: the precision of a footprint, not of the number. */
export function areaText(squareKilometres: number): string {
  if (squareKilometres < 0.001) return l10n.t('under 0.001 km²');
  const text = squareKilometres >= 100 ? whole : threeDigits;
  return l10n.t('{0} km²', text(squareKilometres));
}
