import * as l10n from '@vscode/l10n';

/** Of any format: all that Swath reads put the longitude first, or say which number is which. */
export function swappedText(): string {
  return l10n.t('Longitude and latitude are probably swapped: longitude comes first.');
}

/** Of an area that is where it says, as far as anybody but its author knows. */
export function perhapsSwappedText(): string {
  return l10n.t('In open sea, but on land if longitude and latitude are swapped: longitude comes first.');
}
