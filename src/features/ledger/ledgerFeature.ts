import * as vscode from 'vscode';
import { onFolderChange } from '../../platform/files/files.ts';
import type { Host } from '../../platform/host/host.ts';
import { readValue } from '../../platform/host/reading.ts';
import type { Arrangement } from '../../platform/rows/arrangement.ts';
import {
  type ArrangementMemory,
  type ArrangementOwner,
  createArrangement,
  sortedBy,
} from '../../platform/rows/arrangementOwner.ts';
import { createRowTree, followFilterText } from '../../platform/rows/rowTree.ts';
import type { Account } from '../../session/account.ts';
import type { Ledger } from './ledger.ts';

export function createLedgerFeature(
  { context, storagePath, register }: Host,
  ledger: Ledger,
  account: Pick<Account, 'current'>,
  memory: ArrangementMemory,
) {
  const arrangement = createArrangement('ledger', ledgerAtFirst, memory);
  register(
    registerLedgerView(ledger, account, arrangement, changed =>
      onFolderChange(
        [context.globalStorageUri.fsPath, storagePath('ledger')],
        name => name.endsWith('.jsonl'),
        changed,
      ),
    ),
  );
  const commands = async () =>
    (await import('./ui/commands.ts')).ledgerCommands(ledger, account, arrangement);
  return { commands };
}

/** By day, newest first, until the user chooses otherwise. */
export const ledgerAtFirst: Arrangement = { ...sortedBy('time', true), groupBy: 'day' };

/** @param onWritten calls back when any window may have written something; subscribed while the view is visible */
export function registerLedgerView(
  ledger: Ledger,
  account: Pick<Account, 'current'>,
  arrangement: ArrangementOwner,
  onWritten: (changed: () => void) => { dispose(): void },
): vscode.Disposable {
  const signals = [ledger.current, arrangement.current, account.current];
  const read = () => void ledger.read();
  const tree = createRowTree('swath.ledger', signals, async () => {
    const { ledgerRows } = await import('./ui/ledgerRows.ts');
    return () =>
      ledgerRows(
        ledger.current.peek(),
        arrangement.current.peek(),
        Date.now(),
        account.current.peek(),
        read,
        () => arrangement.showAll(),
      );
  });
  let following: { dispose(): void } | undefined;
  const update = () => {
    following?.dispose();
    following = undefined;
    if (!tree.view.visible) return;
    following = onWritten(read);
    read();
  };
  update();
  const watching = vscode.Disposable.from(
    tree,
    tree.view.onDidChangeVisibility(update),
    followFilterText({
      arrangement: arrangement.current,
      loadChoices: async () => {
        const { ledgerArrangements } = await import('./ui/ledgerRows.ts');
        return () => ledgerArrangements(account.current.peek());
      },
      items: () => readValue(ledger.current.peek()),
      signals: [ledger.current, account.current],
      show: text => tree.describe(text, true),
    }),
  );
  return new vscode.Disposable(() => {
    following?.dispose();
    watching.dispose();
  });
}
