import * as vscode from 'vscode';
import type { AoiUse } from '../model/geojsonCheck.ts';
import type { PlacedProblem } from '../model/geojsonDiagnostics.ts';
import { isOrderDocument } from '../platform/orderDocument.ts';
import { isReportDocument } from '../platform/reportFile.ts';
import { jsonSelector } from './aoiLenses.ts';

/** From the last edit to the check, ms. */
const pause = 300;
/** Longer documents are not checked. Characters. */
const longestDocument = 20_000_000;
/** A check that takes long is made less often: it may use one part in so many of the time. */
const restFactor = 5;

/** What is known to be wrong with the AOIs of the open documents. */
export interface AoiDiagnostics {
  /** Of the text as it stands now; none while a check of it is due. */
  problemsOf(document: vscode.TextDocument): readonly PlacedProblem[];
  dispose(): void;
}

interface Checked {
  version: number;
  problems: readonly PlacedProblem[];
}

/** Underlines what is wrong with AOIs in every open JSON document, a moment after the last edit. */
export function registerAoiDiagnostics(onError: (error: unknown) => void): AoiDiagnostics {
  const collection = vscode.languages.createDiagnosticCollection('swath.aoi');
  const timers = new Map<string, NodeJS.Timeout>();
  const checked = new Map<string, Checked>();
  let lastTook = 0;

  function forget(uri: vscode.Uri) {
    const key = uri.toString();
    clearTimeout(timers.get(key));
    timers.delete(key);
    checked.delete(key);
    collection.delete(uri);
  }

  function schedule(document: vscode.TextDocument, delay: number) {
    if (vscode.languages.match(jsonSelector, document) === 0 || isReportDocument(document)) return;
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    const timer = setTimeout(() => {
      timers.delete(key);
      check(document).catch(onError);
    }, delay);
    timers.set(key, timer);
  }

  async function check(document: vscode.TextDocument) {
    const { version } = document;
    const text = document.getText();
    if (text.length > longestDocument || !mayHoldAois(document, text)) {
      forget(document.uri);
      return;
    }
    const { diagnoseAois } = await import('../model/geojsonDiagnostics.ts');
    // An edit meanwhile has set a timer of its own.
    if (document.isClosed || document.version !== version) return;
    const start = performance.now();
    const problems = diagnoseAois(text, useOf(document));
    lastTook = performance.now() - start;
    checked.set(document.uri.toString(), { version, problems });
    collection.set(
      document.uri,
      problems.map(problem => toDiagnostic(document, problem)),
    );
  }

  const listening = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(document => schedule(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) schedule(document, Math.max(pause, lastTook * restFactor));
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => forget(uri)),
    collection,
  );
  for (const document of vscode.workspace.textDocuments) schedule(document, 0);

  return {
    problemsOf(document) {
      const known = checked.get(document.uri.toString());
      return known?.version === document.version ? known.problems : [];
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      listening.dispose();
    },
  };
}

/** Every geometry of an order is an AOI; elsewhere it may become one. */
export function useOf(document: vscode.TextDocument): AoiUse {
  return isOrderDocument(document) ? 'order' : 'file';
}

/** Cheap before the parser is loaded: most JSON is no GeoJSON. */
function mayHoldAois(document: vscode.TextDocument, text: string): boolean {
  return isOrderDocument(document)
    ? text.includes('"aoi"')
    : text.includes('"coordinates"') || text.includes('"geometry"');
}

function toDiagnostic(document: vscode.TextDocument, problem: PlacedProblem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    rangeOf(document, problem.range),
    problem.message,
    severityOf(problem),
  );
  diagnostic.source = 'Swath';
  diagnostic.code = problem.code;
  diagnostic.relatedInformation = (problem.related ?? []).flatMap(({ message }, index) => {
    const place = problem.relatedRanges[index];
    if (!place) return [];
    const location = new vscode.Location(document.uri, rangeOf(document, place));
    return [new vscode.DiagnosticRelatedInformation(location, message)];
  });
  return diagnostic;
}

function severityOf({ severity }: PlacedProblem): vscode.DiagnosticSeverity {
  switch (severity) {
    case 'error':
      return vscode.DiagnosticSeverity.Error;
    case 'warning':
      return vscode.DiagnosticSeverity.Warning;
    case 'information':
      return vscode.DiagnosticSeverity.Information;
  }
}

/** The range of a stretch of the document's text. */
export function rangeOf(
  document: vscode.TextDocument,
  { offset, length }: { offset: number; length: number },
): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
