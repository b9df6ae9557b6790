import * as vscode from 'vscode';
import type { OrderFacts } from '../orderFacts.ts';
import { registerOrderDiagnostics, registerOrderFixes } from './orderDiagnostics.ts';
import { registerOrderCompletions, registerOrderHover } from './orderHints.ts';
import { registerOrderLenses, type OrderLensParts } from './orderLenses.ts';

/** What the editor shows of orders in their files. Loaded with the first JSON document. */
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
