import type { Problem } from '../../model/problem.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { rangeOf } from '../../editor/makeEdits.ts';
import {
  isSearchDocument,
  readSearchDocument,
  searchFilePattern,
  shortlistPattern,
} from '../../editor/orderDocument.ts';
import { describeError } from '../../editor/presentError.ts';
import { shownDiagnostic, lensTitle } from '../../editor/shownInDocument.ts';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../editor/commandTable.ts';

/** Delay from the last edit to the check, ms. */
const pause = 300;

/** Underlines problems with the criteria of every open saved search, shortly after the last edit. */
export function registerSearchDiagnostics(onError: (error: unknown) => void): { dispose(): void } {
  const collection = vscode.languages.createDiagnosticCollection('swath.search');
  const timers = new Map<string, NodeJS.Timeout>();

  function stop(uri: vscode.Uri) {
    clearTimeout(timers.get(uri.toString()));
    timers.delete(uri.toString());
  }

  function schedule(document: vscode.TextDocument, delay: number) {
    if (!isSearchDocument(document)) return;
    stop(document.uri);
    const timer = setTimeout(() => {
      timers.delete(document.uri.toString());
      check(document).catch(onError);
    }, delay);
    timers.set(document.uri.toString(), timer);
  }

  async function check(document: vscode.TextDocument) {
    const { version } = document;
    const found = await diagnose(document);
    // A newer edit has set its own timer.
    if (document.isClosed || document.version !== version) return;
    collection.set(document.uri, found);
  }

  const listening = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(document => schedule(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) schedule(document, pause);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      stop(uri);
      collection.delete(uri);
    }),
    collection,
  );
  for (const document of vscode.workspace.textDocuments) schedule(document, 0);

  return {
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      listening.dispose();
    },
  };
}

async function diagnose(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
  const reading = await readSearchDocument(document);
  // The editor itself reports invalid JSON.
  if (reading?.kind !== 'problems') return [];
  const text = document.getText();
  const problems = reading.problems.filter(problem => !isToldOfAreas(problem, text));
  if (problems.length === 0) return [];
  const paths = problems.map(({ path }) => path);
  const ranges = await geojsonWork('jsonRanges', text, paths);
  return problems.map((problem, index) => {
    const place = problem.path.length === 0 ? undefined : ranges[index];
    return shownDiagnostic(
      // Underlining the whole document wouldn't help: use its first line.
      place
        ? rangeOf(document, place)
        : new vscode.Range(new vscode.Position(0, 0), new vscode.Position(1, 0)),
      problem,
      problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
    );
  });
}

/** Ring problems of a Polygon are reported for every Polygon, wherever it is written. */
function isToldOfAreas({ path }: Problem, text: string): boolean {
  return path[0] === 'aoi' && path[1] === 'coordinates' && text.includes('"coordinates"');
}

/** The code lenses above a saved search and above a shortlist: what can be done with it, or what is wrong with it. */
export function registerSearchLenses(): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    [{ pattern: searchFilePattern }, { pattern: shortlistPattern }],
    {
      async provideCodeLenses(document) {
        const top = new vscode.Range(new vscode.Position(0, 0), new vscode.Position(0, 0));
        const commands = await (isSearchDocument(document)
          ? searchLenses(document)
          : shortlistLenses(document));
        return commands.map(command => new vscode.CodeLens(top, command));
      },
    },
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
