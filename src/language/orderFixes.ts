import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { OrderFix } from '../model/order/orderFixes.ts';
import { shownLabel } from '../model/words/shownText.ts';
import { rangeOf, workspaceEditOf } from '../platform/makeEdits.ts';
import { orderFilePattern } from '../platform/orderDocument.ts';
import type { OrderFacts } from '../state/orderFacts.ts';
import type { OrderDiagnostics } from './orderDiagnostics.ts';

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
        const { orderWork } = await import('../model/order/orderWork.ts');
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
