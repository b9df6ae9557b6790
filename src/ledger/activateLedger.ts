import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createArrangement, type ArrangementMemory } from '../editor/arrangementOwner.ts';
import { onFolderChange } from '../editor/files.ts';
import type { Host } from '../editor/host.ts';
import { valueOf } from '../editor/reading.ts';
import type { Ledger } from './ledger.ts';
import { ledgerAtFirst, registerLedgerView } from './ui/ledgerView.ts';

/** The view of irreversible actions taken on this machine. */
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
    'swath.arrangeLedger': async () => {
      const [{ arrange }, { ledgerArrangements }] = await Promise.all([
        import('../editor/arrange.ts'),
        import('./ui/ledgerArrangement.ts'),
      ]);
      await arrange({
        title: l10n.t('Ledger'),
        arrangement,
        choices: ledgerArrangements(),
        items: () => valueOf(ledger.current.peek()) ?? [],
      });
    },
  });
}
