import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../editor/commandTable.ts';
import { shortlistPattern } from '../../editor/orderDocument.ts';
import { describeError } from '../../editor/presentError.ts';
import { lensTitle } from '../../editor/shownInDocument.ts';

/** The code lens above a shortlist: shows its images on the map, or says what is wrong with the file. */
export function registerShortlistLens(): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { pattern: shortlistPattern },
    {
      async provideCodeLenses(document) {
        const top = new vscode.Range(new vscode.Position(0, 0), new vscode.Position(0, 0));
        return [new vscode.CodeLens(top, await lensOf(document))];
      },
    },
  );
}

async function lensOf(document: vscode.TextDocument): Promise<vscode.Command> {
  const { readShortlist } = await import('../shortlistText.ts');
  try {
    const { pins } = readShortlist(document.getText());
    return {
      title: lensTitle('pinned', l10n.t('Open Shortlist ({0})', pins.length)),
      command: 'swath.openShortlist' satisfies CommandId,
      arguments: [document.uri.toString()],
      tooltip: l10n.t('Pin these images and show them on the map'),
    };
  } catch (error) {
    // No command: the lens is only text.
    return { title: lensTitle('warning', describeError(error)), command: '' };
  }
}
