import * as l10n from '@vscode/l10n';
import type { AoiFix } from './aoiFixChoice.ts';

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
    case 'clip':
      return l10n.t('Clip to the footprint of an image');
  }
}
