import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { error, type Problem, warning } from '../base/problem.ts';
import { polygonAreaKm2 } from './polygonArea.ts';

/** Least area of an AOI, km² (specification: Limits, minimum AOI area). */
export const smallestAoiKm2 = 0.1;

/** By how much the service may measure an area differently: it doesn't say how it measures. A sphere differs by less. */
const areaTolerance = 0.01;

/** What the service may still measure as large enough is only warned of. */
export function checkArea(aoi: Polygon): Problem[] {
  const areaKm2 = polygonAreaKm2(aoi);
  if (areaKm2 >= smallestAoiKm2) return [];
  // Rounded down, so that it never reads as large as the least area.
  const shownArea = Math.floor(areaKm2 * 1e6) / 1e6;
  const message = l10n.t('The AOI is {0} km²; a product needs at least {1} km².', shownArea, smallestAoiKm2);
  const isSurelyTooSmall = areaKm2 < smallestAoiKm2 * (1 - areaTolerance);
  return [(isSurelyTooSmall ? error : warning)('aoi-too-small', message, ['aoi'])];
}
