import * as vscode from 'vscode';
import type { Arrangement } from '../../editor/arrangement.ts';
import type { ArrangementOwner } from '../../editor/arrangementOwner.ts';
import { valueOf } from '../../editor/reading.ts';
import type { Ledger } from '../ledger.ts';
import { createRowTree, followFilterText } from '../../editor/rowTree.ts';

/** By day, newest first, until the user chooses otherwise. */
export const ledgerAtFirst: Arrangement = {
  sortBy: 'time',
  descending: true,
  groupBy: 'day',
  filters: {},
  text: '',
};

/** @param onWritten calls back when any window may have written something; subscribed while the view is visible */
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
    followFilterText({
      arrangement: arrangement.current,
      loadChoices: async () => (await import('./ledgerArrangement.ts')).ledgerArrangements,
      items: () => valueOf(ledger.current.peek()),
      signals: [ledger.current],
      show: text => tree.describe(text),
    }),
  );
  return new vscode.Disposable(() => {
    following?.dispose();
    watching.dispose();
  });
}
