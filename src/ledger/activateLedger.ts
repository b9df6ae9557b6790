import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createArrangement, type ArrangementMemory } from '../editor/arrangement.ts';
import { onFolderChange } from '../editor/files.ts';
import type { Host } from '../editor/host.ts';
import { valueOf } from '../editor/reading.ts';
import type { Ledger } from './ledger.ts';
import { ledgerArrangements, ledgerAtFirst } from './ui/ledgerArrangement.ts';
import { registerLedgerView } from './ui/ledgerView.ts';

/** What was done on this machine and cannot be undone, as a view. */
export function activateLedger(
  { context, storagePath, own, commands }: Host,
  ledger: Ledger,
  memory: ArrangementMemory,
): void {
  const arrangement = createArrangement('ledger', ledgerAtFirst, memory);
  own(
    registerLedgerView(ledger, arrangement, changed =>
      onFolderChange(
        [context.globalStorageUri.fsPath, storagePath('ledger')],
        name => name.endsWith('.jsonl'),
        changed,
      ),
    ),
  );
  commands({
    'swath.showLedger': () => void vscode.commands.executeCommand('swath.ledger.focus'),
    'swath.exportLedger': async () => (await import('./ui/exportLedger.ts')).exportLedger(ledger),
    'swath.arrangeLedger': async () =>
      (await import('../editor/arrange.ts')).arrange({
        title: l10n.t('Ledger'),
        arrangement,
        choices: ledgerArrangements(),
        items: () => valueOf(ledger.current.peek()) ?? [],
      }),
  });
}
