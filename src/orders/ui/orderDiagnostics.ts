import * as vscode from 'vscode';
import { imagesOf } from '../../model/order/orderContents.ts';
import type { OrderProblem } from '../../model/order/orderProblems.ts';
import { rangeOf, workspaceEditOf } from '../../editor/makeEdits.ts';
import { onChange } from '../../editor/onChange.ts';
import { isOrderDocument, readOrderBody, orderFilePattern } from '../../editor/orderDocument.ts';
import type { OrderFacts } from '../orderFacts.ts';
import { shownDiagnostic } from '../../editor/shownInDocument.ts';
import { isDeepStrictEqual } from 'node:util';
import type { OrderFix } from '../../model/order/orderFixes.ts';
import { shownLabel } from '../../model/words/shownText.ts';

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
    const { orderWork } = await import('../../model/order/orderWork.ts');
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

/** Mends for the problems of an order under the cursor. */
export function registerOrderFixes(
  facts: OrderFacts,
  diagnostics: Pick<OrderDiagnostics, 'problemsOf'>,
): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    { pattern: orderFilePattern },
    {
      async provideCodeActions(document, range, { only }, cancel) {
        // The editor asks at every move of the cursor: a sound order is not looked at again.
        if (diagnostics.problemsOf(document)?.length === 0) return [];
        if (only && !only.contains(vscode.CodeActionKind.QuickFix)) return [];
        const { orderWork } = await import('../../model/order/orderWork.ts');
        if (cancel.isCancellationRequested) return [];
        const offset = document.offsetAt(range.start);
        const at = { offset, length: document.offsetAt(range.end) - offset };
        const fixes = orderWork.orderFixes(document.getText(), facts.context(), at);
        // Two problems can have one mend, each in its own words.
        const isOffered = (fix: OrderFix, before: readonly OrderFix[]) =>
          before.some(({ title, edits }) => title === fix.title || isDeepStrictEqual(edits, fix.edits));
        return fixes
          .filter((fix, index) => !isOffered(fix, fixes.slice(0, index)))
          .map(fix => toAction(document, fix));
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

function toAction(document: vscode.TextDocument, fix: OrderFix): vscode.CodeAction {
  const action = new vscode.CodeAction(shownLabel(fix.title), vscode.CodeActionKind.QuickFix);
  action.edit = workspaceEditOf(document, fix.edits);
  action.isPreferred = fix.isPreferred;
  const place = rangeOf(document, fix.range);
  action.diagnostics = vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ code, range }) => code === fix.code && range.isEqual(place));
  return action;
}
