import * as vscode from 'vscode';
import { givenRow } from '../platform/givenRow.ts';
import { UserError } from '../platform/presentError.ts';
import { setStatusBarMessage } from '../platform/window.ts';

/** How long the status bar tells of the copy, ms. */
const noticeMs = 2000;

/** Copies the service's identifier of what a row shows. */
export async function copyId(given: unknown): Promise<void> {
  const id = typeof given === 'string' ? given : givenRow(given)?.copyId;
  if (id === undefined) {
    throw new UserError(
      vscode.l10n.t(
        'There is no identifier to copy: choose Copy ID in the menu of a row in the Swath views.',
      ),
    );
  }
  await vscode.env.clipboard.writeText(id);
  setStatusBarMessage('check', vscode.l10n.t('Copied {0}', id), noticeMs);
}
