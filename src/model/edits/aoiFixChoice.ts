/** Which mends there are for which problem of an AOI, and what they are called; they are loaded when they are wanted. */
import * as l10n from '@vscode/l10n';
import type { AoiUse } from '../geojson/geojsonCheck.ts';
import type { JsonPath, Problem } from '../problem.ts';

export type AoiFix =
  | { kind: AoiFixKind }
  /** Keeps at most so many positions of the polygon. */
  | { kind: 'simplify'; positions: number };

export type AoiFixKind =
  | 'close'
  | 'remove-duplicates'
  | 'rewind'
  | 'swap-axes'
  | 'drop-altitudes'
  | 'drop-hole'
  | 'drop-holes'
  | 'cut'
  | 'split'
  | 'keep-largest'
  | 'grow'
  | 'round'
  | 'drop-crs'
  | 'update-bbox';

/** The mends of a problem, the likeliest first. */
export function fixesOf({ code, path }: Pick<Problem, 'code' | 'path'>, use: AoiUse): AoiFixKind[] {
  switch (code) {
    case 'ring-not-closed':
    case 'ring-too-short':
      return ['close'];
    case 'ring-duplicates':
      return ['remove-duplicates'];
    case 'ring-winding':
      return ['rewind'];
    case 'axes-swapped':
    case 'axes-perhaps-swapped':
      return ['swap-axes'];
    case 'position-altitude':
      return ['drop-altitudes'];
    case 'hole-outside':
    case 'hole-crosses':
      return isOuterRing(path) ? ['drop-holes'] : ['drop-hole', 'drop-holes'];
    case 'crosses-antimeridian':
    case 'position-outside':
      return ['cut'];
    case 'aoi-not-polygon':
      // An order has room for one AOI in each place.
      return use === 'order' ? ['keep-largest'] : ['split'];
    case 'aoi-too-small':
      return ['grow'];
    case 'crs-member':
      return ['drop-crs'];
    case 'bbox-wrong':
      return ['update-bbox'];
    default:
      return [];
  }
}

/** Whether a path leads into the first ring of a Polygon. */
function isOuterRing(path: JsonPath): boolean {
  return path[path.lastIndexOf('coordinates') + 1] === 0;
}

const safeCodes: readonly string[] = [
  'ring-not-closed',
  'ring-too-short',
  'ring-duplicates',
  'ring-winding',
  'position-altitude',
  'bbox-wrong',
];

/** Whether the mend of a problem is safe without a look: it changes no area, and beside rings only what says their extent. */
export function isSafelyFixed({ code }: Pick<Problem, 'code'>): boolean {
  return safeCodes.includes(code);
}

/** What a mend does, as people choose it. */
export function titleOfFix(fix: AoiFix): string {
  switch (fix.kind) {
    case 'close':
      return l10n.t('Close the ring');
    case 'remove-duplicates':
      return l10n.t('Remove the repeated positions of the ring');
    case 'rewind':
      return l10n.t('Turn the ring round');
    case 'swap-axes':
      return l10n.t('Swap longitude and latitude');
    case 'drop-altitudes':
      return l10n.t('Drop the altitudes of the ring');
    case 'drop-hole':
      return l10n.t('Drop this hole');
    case 'drop-holes':
      return l10n.t('Drop all holes of the polygon');
    case 'cut':
      return l10n.t('Cut the polygon at the antimeridian');
    case 'split':
      return l10n.t('Split into one Polygon each');
    case 'keep-largest':
      return l10n.t('Keep the largest polygon');
    case 'grow':
      return l10n.t('Grow to the least area of a product');
    case 'round':
      return l10n.t('Round the polygon to 6 decimals');
    case 'drop-crs':
      return l10n.t('Remove "crs"');
    case 'update-bbox':
      return l10n.t('Correct "bbox"');
    case 'simplify':
      return l10n.t('Simplify the polygon to {0} positions', fix.positions);
  }
}
