import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { CommandId } from '../../../../base/commandId.ts';
import { literalMarkdown } from '../../../../base/words/literalMarkdown.ts';
import { safeLabel, safeText } from '../../../../base/words/safeText.ts';
import { bodyAois, bodyImageIds } from '../../../../service/rules/orderContents.ts';
import { checkDocuments, type DocumentChecks } from '../../../../platform/documents/checkedDocuments.ts';
import { documentRange } from '../../../../platform/documents/makeEdits.ts';
import {
  isOrderDocument,
  orderFilePattern,
  readOrderBody,
} from '../../../../platform/documents/swathDocuments.ts';
import { onChange } from '../../../../platform/host/onChange.ts';
import type { OrderFacts } from '../../orderFacts.ts';
import type { OrderCompletion } from '../../rules/orderCompletions.ts';
import type { OrderFix } from '../../rules/orderFixes.ts';
import type { OrderProblem } from '../../rules/orderProblems.ts';
import type { OrderFixTarget } from './fixOrder.ts';
import { type OrderLensParts, registerOrderLenses } from './orderLenses.ts';

/** Editor features for order files. Loaded with the first JSON document. */
export function registerOrderLanguage(
  parts: Omit<OrderLensParts, 'diagnostics' | 'facts'> & { facts: OrderFacts },
  onError: (error: unknown) => void,
): vscode.Disposable {
  const { facts } = parts;
  const diagnostics = registerOrderDiagnostics(facts, onError);
  return vscode.Disposable.from(
    diagnostics,
    registerOrderFixes(facts, diagnostics),
    registerOrderCompletions(facts),
    registerOrderHover(facts),
    registerOrderLenses({ ...parts, diagnostics }),
  );
}

/** Longer documents aren't written by hand. In characters. */
const longestDocument = 2_000_000;

/** Completes the members of an order and their values from what is known about its images, analytic and AOI. */
export function registerOrderCompletions(facts: OrderFacts): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { pattern: orderFilePattern },
    {
      async provideCompletionItems(document, position, cancel) {
        const orderWork = await workFor(document, facts, cancel);
        const found = orderWork?.orderCompletions(
          document.getText(),
          document.offsetAt(position),
          facts.context(),
        );
        return found?.map((completion, index) => toItem(document, completion, index));
      },
    },
    '"',
    ':',
    '[',
    '{',
  );
}

/** `undefined` for the past of an order, for long documents and after cancellation. */
async function workFor(document: vscode.TextDocument, facts: OrderFacts, cancel: vscode.CancellationToken) {
  if (!isOrderDocument(document)) return undefined;
  if (document.getText().length > longestDocument) return undefined;
  facts.need();
  const { orderWork } = await import('../../rules/orderWork.ts');
  return cancel.isCancellationRequested ? undefined : orderWork;
}

function toItem(
  document: vscode.TextDocument,
  completion: OrderCompletion,
  index: number,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(safeLabel(completion.label), completionKind(completion.kind));
  item.detail = safeLabel(completion.detail);
  if (completion.documentation.length > 0) item.documentation = plainMarkdown(completion.documentation);
  item.insertText = new vscode.SnippetString(completion.snippet);
  item.range = documentRange(document, completion.range);
  item.filterText = completion.filterText;
  // Sorts before the suggestions of the schema, in this order.
  item.sortText = ` ${String(index).padStart(4, '0')}`;
  item.preselect = completion.isPreselected;
  // The first gap of a template is selected: the editor proposes what fits there.
  if (completion.kind === 'template') item.command = { command: 'editor.action.triggerSuggest', title: '' };
  if (completion.isDeprecated) item.tags = [vscode.CompletionItemTag.Deprecated];
  return item;
}

function completionKind(kind: OrderCompletion['kind']): vscode.CompletionItemKind {
  const { Property, Value, Reference, Snippet } = vscode.CompletionItemKind;
  return { member: Property, value: Value, reference: Reference, template: Snippet }[kind];
}

/** Names and descriptions come from the service, so nothing in them is treated as markup. */
function plainMarkdown(paragraphs: readonly string[]): vscode.MarkdownString {
  return new vscode.MarkdownString(paragraphs.map(text => literalMarkdown(safeText(text))).join('\n\n'));
}

/** Describes the values of an order. The schema describes the members. */
export function registerOrderHover(facts: OrderFacts): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { pattern: orderFilePattern },
    {
      async provideHover(document, position, cancel) {
        const orderWork = await workFor(document, facts, cancel);
        const hover = orderWork?.orderHover(document.getText(), document.offsetAt(position), facts.context());
        return hover && new vscode.Hover(plainMarkdown(hover.lines), documentRange(document, hover.range));
      },
    },
  );
}

/** Longer documents are unlikely to be orders that a person reviews. In characters. */
const longestOrder = 10_000_000;

/**
 * Shows the problems of each open order, shortly after the last edit and whenever more becomes known about its images,
 * analytic or subscriptions. Problems of the AOIs themselves are shown by the area check and only counted here.
 */
export function registerOrderDiagnostics(
  facts: OrderFacts,
  onError: (error: unknown) => void,
): DocumentChecks<OrderProblem> {
  const checks = checkDocuments<OrderProblem>(
    {
      name: 'swath.order',
      isChecked: isOrderDocument,
      async find(document) {
        const text = document.getText();
        if (text.length > longestOrder) return undefined;
        const { orderWork } = await import('../../rules/orderWork.ts');
        return orderWork.orderProblems(text, facts.context());
      },
      isShown: ({ isOfAoi }) => !isOfAoi,
    },
    onError,
  );
  const listening = vscode.Disposable.from(
    checks.onDidCheck(document => {
      if (!checks.lastCheck(document)) return;
      facts.need();
      const body = readOrderBody(document) ?? {};
      facts.want(bodyImageIds(body), bodyAois(body)[0]?.polygon);
    }),
    onChange([facts.current], checks.checkAgain),
    checks,
  );
  return { ...checks, dispose: () => void listening.dispose() };
}

export function registerOrderFixes(
  facts: OrderFacts,
  diagnostics: Pick<DocumentChecks<OrderProblem>, 'lastCheck'>,
): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    { pattern: orderFilePattern },
    {
      async provideCodeActions(document, range, { only }, cancel) {
        if (!isOrderDocument(document)) return [];
        // VS Code asks at every cursor move, so an order without problems isn't checked again.
        if (diagnostics.lastCheck(document)?.problems.length === 0) return [];
        if (only && !only.contains(vscode.CodeActionKind.QuickFix)) return [];
        const { orderWork } = await import('../../rules/orderWork.ts');
        if (cancel.isCancellationRequested) return [];
        const offset = document.offsetAt(range.start);
        const at = { offset, length: document.offsetAt(range.end) - offset };
        const fixes = orderWork.orderFixes(document.getText(), facts.context(), at);
        // Two problems can have the same fix under different titles.
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
  const title = safeLabel(fix.title);
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  // Not the edits themselves: VS Code makes them even in a document that is read-only.
  const target: OrderFixTarget = {
    uri: document.uri.toString(),
    version: document.version,
    edits: fix.edits,
  };
  action.command = { title, command: 'swath.fixOrder' satisfies CommandId, arguments: [target] };
  action.isPreferred = fix.isPreferred;
  const fixed = documentRange(document, fix.range);
  action.diagnostics = vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ code, range }) => code === fix.code && range.isEqual(fixed));
  return action;
}
