import * as vscode from 'vscode';
import { onChange } from '../../editor/onChange.ts';
import type { ArrangementOwner } from '../../editor/arrangement.ts';
import type { Ledger } from '../ledger.ts';
import { ledgerFilterText } from './ledgerArrangement.ts';
import { createRowTree } from '../../editor/rowTree.ts';

/**
 * The Ledger view: what was done on this machine, by any of its windows.
 *
 * @param onWritten calls back when any window may have written something; asked for while the view is visible
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
      tree.describe(ledgerFilterText(ledger.current.peek(), arrangement.current.peek()));
    }),
  );
  return new vscode.Disposable(() => {
    following?.dispose();
    watching.dispose();
  });
}
