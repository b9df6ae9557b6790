/** What several files say of areas and their documents. */
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { AoiFix } from '../rules/edits/aoiFixChoice.ts';

export function recordText({ uri }: vscode.TextDocument): string {
  return l10n.t('{0} is a delivered report. Copy what you need into another file.', basename(uri.path));
}

export function noAreaText(): string {
  return l10n.t('Open a GeoJSON file and place the cursor in a Polygon.');
}

export function goneText(): string {
  return l10n.t('The area is no longer in the text.');
}

/** Why a fix changed nothing. */
export function nothingToFixText(kind?: AoiFix['kind']): string {
  if (kind !== 'swap-axes') return l10n.t('The area has nothing to fix.');
  return l10n.t("Can't swap longitude and latitude: that gives no area on Earth.");
}

/** @param name of the document */
export function notChangedText(name: string): string {
  return l10n.t("Couldn't change {0}: it was edited at the same time. Try again.", name);
}

/** @param name of the document */
export function readOnlyText(name: string): string {
  return l10n.t('{0} is read-only. Make it writable, or edit a copy.', name);
}
