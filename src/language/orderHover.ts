import * as vscode from 'vscode';
import { rangeOf } from '../platform/makeEdits.ts';
import { orderFilePattern } from '../platform/orderDocument.ts';
import type { OrderFacts } from '../state/orderFacts.ts';
import { plainMarkdown } from './orderMarkdown.ts';

/** Longer documents are no orders that somebody looks through. Characters. */
const longestDocument = 2_000_000;

/** Over the values of an order, and their keys: what they stand for. What a member is for is told by the schema. */
export function registerOrderHover(facts: OrderFacts): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { pattern: orderFilePattern },
    {
      async provideHover(document, position, cancel) {
        const text = document.getText();
        if (text.length > longestDocument) return undefined;
        facts.need();
        const { orderWork } = await import('../model/order/orderWork.ts');
        if (cancel.isCancellationRequested) return undefined;
        facts.want(orderWork.imagesIn(text));
        const hover = orderWork.orderHover(text, document.offsetAt(position), facts.context());
        return hover && new vscode.Hover(plainMarkdown(hover.lines), rangeOf(document, hover.range));
      },
    },
  );
}
