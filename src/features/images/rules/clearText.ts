/** How clear an area is in an image, in words: always as an estimate. */
import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/words/displayLanguage.ts';

/** The cloud cover of a whole image, percent, and the estimated clear share of the area in it, 0 to 1. */
export interface Clouded {
  cloudCover?: number | undefined;
  clearHere?: number | undefined;
}

/** Percent: of the area if it was estimated, otherwise of the whole image. */
export function cloudPercent({ cloudCover, clearHere }: Clouded): number | undefined {
  return clearHere === undefined ? cloudCover : (1 - clearHere) * 100;
}

/** `≈ 85 %` @param share 0 to 1 */
export function aboutText(share: number): string {
  return l10n.t('≈ {0} %', numberText(Math.round(share * 100)));
}

/** `≈ 85 % clear here` @param share 0 to 1 */
export function clearText(share: number): string {
  return l10n.t('≈ {0} % clear here', numberText(Math.round(share * 100)));
}
