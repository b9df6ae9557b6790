import * as vscode from 'vscode';
import type { OrderCompletion } from '../../model/order/orderCompletions.ts';
import { shownLabel, shownText } from '../../model/words/shownText.ts';
import { abortSignalOf, pause } from '../../editor/abortSignal.ts';
import { rangeOf } from '../../editor/makeEdits.ts';
import { orderFilePattern } from '../../editor/orderDocument.ts';
import type { OrderFacts } from '../orderFacts.ts';
import { literalMarkdown } from '../../model/words/literalMarkdown.ts';

/** Longer documents are not written by hand. Characters. */
const longestDocument = 2_000_000;
/** So long somebody waits for proposals that suit the images, instead of all that there are, ms. */
const patience = 1500;

/** Completes the members of an order and their values, by what is known of its images, its analytic and its AOI. */
export function registerOrderCompletions(facts: OrderFacts): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { pattern: orderFilePattern },
    {
      async provideCompletionItems(document, position, cancel) {
        const text = document.getText();
        if (text.length > longestDocument) return undefined;
        facts.need();
        const { orderWork } = await import('../../model/order/orderWork.ts');
        if (cancel.isCancellationRequested) return undefined;
        const images = orderWork.imagesBeside(text, document.offsetAt(position));
        facts.want(images);
        if (images.length > 0 && !(await lookedUp(facts, images, cancel))) return undefined;
        const found = orderWork.orderCompletions(text, document.offsetAt(position), facts.context());
        return found.map((one, index) => toItem(document, one, index));
      },
    },
    '"',
    ':',
    '[',
    '{',
  );
}

/** Ends with the look-up, or when that takes too long; `false` where nobody wants to know any more. */
async function lookedUp(facts: OrderFacts, images: readonly string[], cancel: vscode.CancellationToken) {
  const known = new AbortController();
  const waiting = pause(patience, AbortSignal.any([known.signal, abortSignalOf(cancel)]));
  await Promise.race([facts.lookedUp(images), waiting]);
  known.abort();
  return !cancel.isCancellationRequested;
}

function toItem(document: vscode.TextDocument, one: OrderCompletion, index: number): vscode.CompletionItem {
  const item = new vscode.CompletionItem(shownLabel(one.label), kindOf(one.kind));
  item.detail = shownLabel(one.detail);
  if (one.documentation.length > 0) item.documentation = plainMarkdown(one.documentation);
  item.insertText = new vscode.SnippetString(one.snippet);
  item.range = rangeOf(document, one.range);
  item.filterText = one.filterText;
  // Before what the schema offers, in this order.
  item.sortText = ` ${String(index).padStart(4, '0')}`;
  item.preselect = one.isPreselected;
  if (one.isDeprecated) item.tags = [vscode.CompletionItemTag.Deprecated];
  return item;
}

function kindOf(kind: OrderCompletion['kind']): vscode.CompletionItemKind {
  switch (kind) {
    case 'member':
      return vscode.CompletionItemKind.Property;
    case 'value':
      return vscode.CompletionItemKind.Value;
    case 'reference':
      return vscode.CompletionItemKind.Reference;
  }
}

/** Paragraphs of plain text: names and descriptions come from the service, and nothing in them is markup. */
export function plainMarkdown(paragraphs: readonly string[]): vscode.MarkdownString {
  return new vscode.MarkdownString(paragraphs.map(text => literalMarkdown(shownText(text))).join('\n\n'));
}

/** Over the values of an order, and their keys: what they stand for. What a member is for is told by the schema. */
export function registerOrderHover(facts: OrderFacts): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { pattern: orderFilePattern },
    {
      async provideHover(document, position, cancel) {
        const text = document.getText();
        if (text.length > longestDocument) return undefined;
        facts.need();
        const { orderWork } = await import('../../model/order/orderWork.ts');
        if (cancel.isCancellationRequested) return undefined;
        facts.want(orderWork.imagesIn(text));
        const hover = orderWork.orderHover(text, document.offsetAt(position), facts.context());
        return hover && new vscode.Hover(plainMarkdown(hover.lines), rangeOf(document, hover.range));
      },
    },
  );
}
