import * as vscode from 'vscode';
import type { AoiUse } from '../../model/geojson/geojsonCheck.ts';
import type { PlacedProblem } from '../../model/geojson/geojsonDiagnostics.ts';
import { geojsonWorkWhile, longestDocument } from '../../editor/geojsonWork.ts';
import { shownText } from '../../model/words/shownText.ts';
import { rangeOf } from '../../editor/makeEdits.ts';
import { isOrderDocument, isSearchDocument } from '../../editor/orderDocument.ts';
import { isReportDocument } from '../../editor/reportFile.ts';
import { jsonSelector } from '../../editor/jsonDocuments.ts';
import { shownDiagnostic } from '../../editor/shownInDocument.ts';

/** Delay from the last edit to the check, ms. */
const pause = 300;

export interface AoiDiagnostics {
  /** Problems of the current text; none while a check is pending. */
  problemsOf(document: vscode.TextDocument): readonly PlacedProblem[];
  /** Fires when the problems of a document match its text again. */
  onDidCheck: vscode.Event<vscode.TextDocument>;
  dispose(): void;
}

/** State of a document: its next check, and the result of the last one. */
interface Checked {
  /** Aborts the check that is pending or running. */
  abort: AbortController;
  version?: number;
  problems: readonly PlacedProblem[];
}

/** Shows the problems of AOIs in every open JSON document, shortly after the last edit. */
export function registerAoiDiagnostics(onError: (error: unknown) => void): AoiDiagnostics {
  const collection = vscode.languages.createDiagnosticCollection('swath.aoi');
  const checked = new Map<string, Checked>();
  const didCheck = new vscode.EventEmitter<vscode.TextDocument>();

  function forget(uri: vscode.Uri) {
    checked.get(uri.toString())?.abort.abort();
    checked.delete(uri.toString());
    collection.delete(uri);
  }

  function schedule(document: vscode.TextDocument, delay: number) {
    if (vscode.languages.match(jsonSelector, document) === 0 || isReportDocument(document)) return;
    const key = document.uri.toString();
    const before = checked.get(key);
    before?.abort.abort();
    const abort = new AbortController();
    const { signal } = abort;
    checked.set(key, { problems: [], ...before, abort });
    const timer = setTimeout(() => {
      check(document, signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
    }, delay);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  async function check(document: vscode.TextDocument, signal: AbortSignal) {
    const { version } = document;
    const text = document.getText();
    if (text.length > longestDocument || !mayHoldAois(document, text)) {
      forget(document.uri);
      return;
    }
    const found = await geojsonWorkWhile(signal, 'diagnoseAois', text, useOf(document));
    const problems = isSearchDocument(document) ? found.filter(isToldOfAnySearch) : found;
    const state = checked.get(document.uri.toString());
    // An edit in the meantime scheduled another check.
    if (!state || signal.aborted || document.isClosed || document.version !== version) return;
    Object.assign(state, { version, problems });
    collection.set(
      document.uri,
      problems.map(problem => toDiagnostic(document, problem)),
    );
    didCheck.fire(document);
  }

  const listening = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(document => schedule(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) schedule(document, pause);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => forget(uri)),
    collection,
    didCheck,
  );
  for (const document of vscode.workspace.textDocuments) schedule(document, 0);

  return {
    onDidCheck: didCheck.event,
    problemsOf(document) {
      const known = checked.get(document.uri.toString());
      return known?.version === document.version ? known.problems : [];
    },
    dispose() {
      for (const { abort } of checked.values()) abort.abort();
      listening.dispose();
    },
  };
}

/** Every geometry in an order is an AOI; in other files it may become one. */
export function useOf(document: vscode.TextDocument): AoiUse {
  return isOrderDocument(document) ? 'order' : 'file';
}

/** A cheap test before the parser is loaded, because most JSON isn't GeoJSON. */
function mayHoldAois(document: vscode.TextDocument, text: string): boolean {
  return isOrderDocument(document)
    ? text.includes('"aoi"')
    : text.includes('"coordinates"') || text.includes('"geometry"');
}

/** The check of searches reports unsupported geometry types. The fixes for files would make the search invalid. */
function isToldOfAnySearch({ code }: PlacedProblem): boolean {
  return code !== 'aoi-not-polygon';
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

function toDiagnostic(document: vscode.TextDocument, problem: PlacedProblem): vscode.Diagnostic {
  const diagnostic = shownDiagnostic(rangeOf(document, problem.range), problem, severities[problem.severity]);
  diagnostic.relatedInformation = (problem.related ?? []).flatMap(({ message }, index) => {
    const place = problem.relatedRanges[index];
    if (!place) return [];
    const location = new vscode.Location(document.uri, rangeOf(document, place));
    return [new vscode.DiagnosticRelatedInformation(location, shownText(message))];
  });
  return diagnostic;
}
