/** How clear an area is in an image, in words: always as an estimate. */
import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/words/displayLanguage.ts';
import type { ClearHere } from './clearHere.ts';

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

/** `clear over ≈ 19 %` @param share of the whole area, 0 to 1 */
export function clearText(share: number): string {
  return l10n.t('clear over ≈ {0} %', numberText(Math.round(share * 100)));
}

/** `≈ 3 % cloud over the area` @param clearHere the clear share of what the image shows of the area, 0 to 1 */
export function cloudHereText(clearHere: number): string {
  return l10n.t('≈ {0} % cloud over the area', numberText(Math.round((1 - clearHere) * 100)));
}

/**
 * The share of the whole area that an image shows without cloud, 0 to 1.
 *
 * @param share what the image covers of the area, 0 to 1
 */
export function clearOver({
  share,
  clear,
}: {
  share?: number | undefined;
  clear?: ClearHere | undefined;
}): number | undefined {
  return typeof clear === 'object' && share !== undefined ? share * clear.share : undefined;
}
