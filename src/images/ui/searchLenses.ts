import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../editor/commandTable.ts';
import { readSearchDocument, searchFilePattern } from '../../editor/searchDocument.ts';
import { lensText, lensTitle } from '../../editor/shownInDocument.ts';

/** The row above a saved search: run it, see what is new, and what it asks for. */
export function registerSearchLenses(): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { pattern: searchFilePattern },
    {
      async provideCodeLenses(document) {
        const top = new vscode.Range(new vscode.Position(0, 0), new vscode.Position(0, 0));
        return (await lensesOf(document)).map(command => new vscode.CodeLens(top, command));
      },
    },
  );
}

async function lensesOf(document: vscode.TextDocument): Promise<vscode.Command[]> {
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
      // Without a command: it is there to be read.
      return [{ title: lensTitle('warning', reading.problems[0]?.message ?? ''), command: '' }];
    case 'search': {
      const { searchSummary } = await import('../../model/images/searchSummary.ts');
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
        { title: lensText(searchSummary(reading.search)), command: '' },
      ];
    }
  }
}
