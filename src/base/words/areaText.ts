import * as l10n from '@vscode/l10n';
import { numberText, numberWords } from './displayLanguage.ts';

const whole = numberWords({ maximumFractionDigits: 0 });
const threeDigits = numberWords({ maximumSignificantDigits: 3 });

/** Three significant digits: the precision of a footprint, not of the number. */
export function areaText(squareKilometers: number): string {
  const text = squareKilometers >= 100 ? whole : threeDigits;
  const isSmall = squareKilometers < 0.001;
  return l10n.t('{0} km²', isSmall ? `<${threeDigits(0.001)}` : text(squareKilometers));
}

/** `34 %`, `99.9 %`: never `100 %` for less than all, nor `0 %` for more than nothing. */
export function shareText(share: number): string {
  const percent = share * 100;
  if (share > 0 && percent < 0.1) return l10n.t('{0} %', `<${numberText(0.1)}`);
  const digits = percent < 1 || (percent > 99 && percent < 100) ? 1 : 0;
  const scale = 10 ** digits;
  const rounded =
    share < 1 ? Math.min(Math.round(percent * scale), 100 * scale - 1) / scale : Math.round(percent);
  return l10n.t('{0} %', numberText(rounded));
}
