import * as vscode from 'vscode';
import { isEditable } from './editableDocuments.ts';
import { shownDiagnostic, type ShownProblem } from './shownInDocument.ts';

/** Delay from the last edit to what is done with the text, ms. */
export const editPause = 300;

/** How documents of a kind are checked. */
export interface DocumentCheck<P> {
  /** Of the diagnostics, such as `swath.order`. */
  name: string;
  isChecked: (document: vscode.TextDocument) => boolean;
  /**
   * `undefined` for a text that isn't checked. The signal is aborted by the next edit, and when the document closes: nobody
   * needs the answer then.
   */
  find: (document: vscode.TextDocument, signal: AbortSignal) => Promise<readonly P[] | undefined>;
  /** Absent: all are underlined. */
  isShown?: (problem: P) => boolean;
}

export interface DocumentChecks<P> {
  /** The last check, whose text may be older; `undefined` before the first one, and for a text that isn't checked. */
  lastCheck: (document: vscode.TextDocument) => { version: number; problems: readonly P[] } | undefined;
  onDidCheck: vscode.Event<vscode.TextDocument>;
  /** Checks every document again, shortly. Problems of documents that are no longer meant are removed now. */
  checkAgain: () => void;
  dispose: () => void;
}

/** Underlines the problems of each open document of a kind that a person edits: when it opens, and shortly after the last edit. */
export function checkDocuments<P extends ShownProblem>(
  { name, isChecked, find, isShown = () => true }: DocumentCheck<P>,
  onError: (error: unknown) => void,
): DocumentChecks<P> {
  const isMeant = (document: vscode.TextDocument) => isEditable(document.uri) && isChecked(document);
  const collection = vscode.languages.createDiagnosticCollection(name);
  const checked = new Map<string, { version: number; problems: readonly P[] }>();
  /** Aborts the check of a document that is pending or running. */
  const pending = new Map<string, AbortController>();
  const didCheck = new vscode.EventEmitter<vscode.TextDocument>();

  function schedule(document: vscode.TextDocument, delay: number) {
    if (!isMeant(document)) return;
    const key = document.uri.toString();
    pending.get(key)?.abort();
    const abort = new AbortController();
    const { signal } = abort;
    pending.set(key, abort);
    const timer = setTimeout(() => {
      check(document, signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
    }, delay);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  async function check(document: vscode.TextDocument, signal: AbortSignal) {
    const { uri, version } = document;
    const problems = await find(document, signal);
    if (signal.aborted) return;
    if (problems) {
      checked.set(uri.toString(), { version, problems });
      const diagnostics = problems.filter(isShown).map(problem => shownDiagnostic(document, problem));
      collection.set(uri, diagnostics);
    } else forget(uri);
    didCheck.fire(document);
  }

  function forget(uri: vscode.Uri) {
    checked.delete(uri.toString());
    collection.delete(uri);
  }

  function checkAll(delay: number) {
    for (const document of vscode.workspace.textDocuments) {
      if (isMeant(document)) schedule(document, delay);
      else stopChecking(document.uri);
    }
  }

  function stopChecking(uri: vscode.Uri) {
    pending.get(uri.toString())?.abort();
    pending.delete(uri.toString());
    forget(uri);
  }

  const listening = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(document => schedule(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) schedule(document, editPause);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => stopChecking(uri)),
    collection,
    didCheck,
  );
  checkAll(0);

  return {
    lastCheck: document => checked.get(document.uri.toString()),
    onDidCheck: didCheck.event,
    checkAgain: () => checkAll(editPause),
    dispose() {
      for (const abort of pending.values()) abort.abort();
      listening.dispose();
    },
  };
}
