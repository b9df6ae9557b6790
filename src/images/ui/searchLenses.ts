import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { lensTitle } from '../../editor/documents/shownInDocument.ts';
import {
  isSearchDocument,
  readSearchDocument,
  searchFilePattern,
  shortlistPattern,
} from '../../editor/documents/swathDocuments.ts';
import type { CommandId } from '../../editor/host/commandTable.ts';
import { describeError } from '../../editor/host/presentError.ts';
import { onLensSettingChange, showsLenses } from '../../editor/host/settings.ts';

/** The code lenses above a saved search and above a shortlist: what can be done with it, or what is wrong with it. */
export function registerSearchLenses(): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider = vscode.languages.registerCodeLensProvider(
    [{ pattern: searchFilePattern }, { pattern: shortlistPattern }],
    {
      onDidChangeCodeLenses: changed.event,
      async provideCodeLenses(document) {
        if (!showsLenses('searches')) return [];
        const top = new vscode.Range(new vscode.Position(0, 0), new vscode.Position(0, 0));
        const commands = await (isSearchDocument(document)
          ? searchLenses(document)
          : shortlistLenses(document));
        return commands.map(command => new vscode.CodeLens(top, command));
      },
    },
  );
  return vscode.Disposable.from(
    provider,
    onLensSettingChange(() => changed.fire()),
    changed,
  );
}

async function searchLenses(document: vscode.TextDocument): Promise<vscode.Command[]> {
  const reading = await readSearchDocument(document);
  const command = (title: string, id: CommandId, tooltip: string): vscode.Command => ({
    title,
    command: id,
    arguments: [document.uri.toString()],
    tooltip,
  });
  switch (reading?.kind) {
    case undefined:
      return [];
    case 'problems':
      // No command: the lens is only text.
      return [{ title: lensTitle('warning', reading.problems[0]?.message ?? ''), command: '' }];
    case 'search':
      return [
        command(
          lensTitle('search', l10n.t('Run')),
          'swath.runSearch',
          l10n.t('Search the catalog with these criteria'),
        ),
        command(
          lensTitle('sparkle', l10n.t('New Images')),
          'swath.searchNew',
          l10n.t('Show images added since the last check'),
        ),
      ];
  }
}

async function shortlistLenses(document: vscode.TextDocument): Promise<vscode.Command[]> {
  const { readShortlist } = await import('../shortlistText.ts');
  try {
    const { pins } = readShortlist(document.getText());
    return [
      {
        title: lensTitle('pinned', l10n.t('Open Shortlist ({0})', pins.length)),
        command: 'swath.openShortlist' satisfies CommandId,
        arguments: [document.uri.toString()],
        tooltip: l10n.t('Pin these images and show them on the map'),
      },
    ];
  } catch (error) {
    // No command: the lens is only text.
    return [{ title: lensTitle('warning', describeError(error)), command: '' }];
  }
}
