import * as l10n from '@vscode/l10n';

export function swappedText(): string {
  return l10n.t('Longitude and latitude are probably swapped: GeoJSON puts longitude first.');
}
