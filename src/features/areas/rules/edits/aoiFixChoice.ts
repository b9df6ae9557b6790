/** The fixes for each problem of an AOI, and their titles; loaded on demand. */
import * as l10n from '@vscode/l10n';
import type { JsonPath, Problem } from '../../../../base/problem.ts';
import { type AoiFixKind, areaCode, type CommandFix } from '../../../../base/problemCodes.ts';
import type { AoiUse } from '../text/geojsonCheck.ts';

const titles = (): Record<AoiFixKind, string> => ({
  close: l10n.t('Close ring'),
  uncross: l10n.t('Exchange two positions of the ring'),
  'remove-duplicates': l10n.t('Remove repeated positions of the ring'),
  rewind: l10n.t('Reverse ring'),
  'swap-axes': l10n.t('Swap longitude and latitude'),
  'drop-altitudes': l10n.t('Remove altitudes of the ring'),
  'drop-hole': l10n.t('Remove this hole'),
  'drop-holes': l10n.t('Remove all holes of the polygon'),
  cut: l10n.t('Cut polygon at the antimeridian'),
  split: l10n.t('Split into single Polygons'),
  'keep-largest': l10n.t('Keep largest polygon'),
  grow: l10n.t('Enlarge to minimum order area'),
  round: l10n.t('Round polygon to 6 decimals'),
  'drop-crs': l10n.t('Remove "crs"'),
  'update-bbox': l10n.t('Correct "bbox"'),
});

export type AoiFix =
  | { kind: AoiFixKind }
  /** Keeps at most this many positions of the polygon. */
  | { kind: 'simplify'; positions: number };

export function titleOfFix(fix: AoiFix): string {
  return fix.kind === 'simplify'
    ? l10n.t('Simplify polygon to {0} positions', fix.positions)
    : titles()[fix.kind];
}

/** The edits that fix a problem, the most likely first. */
export function editFixes({ code, path }: Pick<Problem, 'code' | 'path'>, use: AoiUse): AoiFixKind[] {
  // An order takes only one AOI in each place.
  if (code === 'aoi-not-polygon' && use === 'order') return ['keep-largest'];
  const fixes = (areaCode(code)?.fixes ?? []).filter(fix => typeof fix === 'string');
  return isOuterRing(path) ? fixes.filter(kind => kind !== 'drop-hole') : fixes;
}

/** The commands that fix a problem. */
export function commandFixes({ code }: Pick<Problem, 'code'>): CommandFix[] {
  return (areaCode(code)?.fixes ?? []).filter(fix => typeof fix === 'object');
}

function isOuterRing(path: JsonPath): boolean {
  return path[path.lastIndexOf('coordinates') + 1] === 0;
}

/** Whether a fix is safe to apply unseen: it changes no area, only rings and bounding boxes. */
export function isSafelyFixed({ code }: Pick<Problem, 'code'>): boolean {
  return areaCode(code)?.isSafelyFixed ?? false;
}
