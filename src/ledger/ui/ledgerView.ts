import * as vscode from 'vscode';
import { onChange } from '../../editor/onChange.ts';
import { filterText, type ArrangementOwner } from '../../editor/arrangement.ts';
import { valueOf } from '../../editor/reading.ts';
import type { Ledger } from '../ledger.ts';
import { ledgerArrangements } from './ledgerArrangement.ts';
import { createRowTree } from '../../editor/rowTree.ts';

/**
 * @param onWritten calls back when any window may have written something; listened to while the view is visible
 */
export function registerLedgerView(
  ledger: Ledger,
  arrangement: ArrangementOwner,
  onWritten: (changed: () => void) => { dispose(): void },
): vscode.Disposable {
  const signals = [ledger.current, arrangement.current];
  const read = () => void ledger.read();
  const tree = createRowTree('swath.ledger', signals, async () => {
    const { ledgerRows } = await import('./ledgerRows.ts');
    return () =>
      ledgerRows(ledger.current.peek(), arrangement.current.peek(), Date.now(), read, () =>
        arrangement.showAll(),
      );
  });
  let following: { dispose(): void } | undefined;
  const look = () => {
    following?.dispose();
    following = undefined;
    if (!tree.view.visible) return;
    following = onWritten(read);
    read();
  };
  look();
  const watching = vscode.Disposable.from(
    tree,
    tree.view.onDidChangeVisibility(look),
    onChange(signals, () => {
      const entries = valueOf(ledger.current.peek());
      tree.describe(filterText(entries, arrangement.current.peek(), ledgerArrangements()));
    }),
  );
  return new vscode.Disposable(() => {
    following?.dispose();
    watching.dispose();
  });
}
