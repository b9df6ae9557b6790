import * as vscode from 'vscode';
import { imagesOf } from '../model/order/orderContents.ts';
import type { OrderProblem } from '../model/order/orderProblems.ts';
import { rangeOf } from '../platform/makeEdits.ts';
import { onChange } from '../platform/onChange.ts';
import { isOrderDocument, readOrderBody } from '../platform/orderDocument.ts';
import type { OrderFacts } from '../state/orderFacts.ts';
import { shownDiagnostic } from './shownDiagnostic.ts';

/** From the last edit to the check, ms. */
const pause = 300;

/** Longer documents are no orders that somebody looks through. Characters. */
const longestOrder = 10_000_000;

/** What is known to be wrong with the open orders. */
export interface OrderDiagnostics {
  /** As of the last check, which an edit may have overtaken; `undefined` before the first one. */
  problemsOf(document: vscode.TextDocument): readonly OrderProblem[] | undefined;
  onDidCheck: vscode.Event<vscode.TextDocument>;
  dispose(): void;
}

/**
 * Underlines what is wrong with every open order: a moment after the last edit, and when more becomes known of its
 * images, its analytic or the subscriptions. What is wrong with its AOIs by themselves is underlined by the check of
 * areas, and only counted here.
 */
export function registerOrderDiagnostics(
  facts: OrderFacts,
  onError: (error: unknown) => void,
): OrderDiagnostics {
  const collection = vscode.languages.createDiagnosticCollection('swath.order');
  const timers = new Map<string, NodeJS.Timeout>();
  const checked = new Map<string, readonly OrderProblem[]>();
  const didCheck = new vscode.EventEmitter<vscode.TextDocument>();

  function stop(key: string) {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }

  function schedule(document: vscode.TextDocument, delay: number) {
    if (!isOrderDocument(document) || document.isClosed) return;
    const key = document.uri.toString();
    stop(key);
    const timer = setTimeout(() => {
      timers.delete(key);
      check(document).catch(onError);
    }, delay);
    timers.set(key, timer);
  }

  async function check(document: vscode.TextDocument) {
    const { version } = document;
    const text = document.getText();
    if (text.length > longestOrder) {
      forget(document.uri);
      return;
    }
    facts.need();
    facts.want(imagesOf(readOrderBody(document) ?? {}));
    const { orderWork } = await import('../model/order/orderWork.ts');
    // An edit meanwhile has set a timer of its own.
    if (document.isClosed || document.version !== version) return;
    const problems = orderWork.orderProblems(text, facts.context());
    checked.set(document.uri.toString(), problems);
    collection.set(
      document.uri,
      problems.filter(({ isOfAoi }) => !isOfAoi).map(problem => toDiagnostic(document, problem)),
    );
    didCheck.fire(document);
  }

  function forget(uri: vscode.Uri) {
    stop(uri.toString());
    checked.delete(uri.toString());
    collection.delete(uri);
  }

  const listening = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(document => schedule(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) schedule(document, pause);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => forget(uri)),
    onChange([facts.current], () => {
      for (const document of vscode.workspace.textDocuments) schedule(document, pause);
    }),
    collection,
    didCheck,
  );
  for (const document of vscode.workspace.textDocuments) schedule(document, 0);

  return {
    problemsOf: document => checked.get(document.uri.toString()),
    onDidCheck: didCheck.event,
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      listening.dispose();
    },
  };
}

function toDiagnostic(document: vscode.TextDocument, problem: OrderProblem): vscode.Diagnostic {
  const { Error, Warning } = vscode.DiagnosticSeverity;
  return shownDiagnostic(
    rangeOf(document, problem.range),
    problem,
    problem.severity === 'error' ? Error : Warning,
  );
}
