import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SomeCommands } from '../../../platform/host/commands.ts';
import { readValue } from '../../../platform/host/reading.ts';
import type { ArrangementOwner } from '../../../platform/rows/arrangementOwner.ts';
import { arrangeView } from '../../../platform/rows/rowTree.ts';
import type { Account } from '../../../session/account.ts';
import type { Ledger } from '../ledger.ts';
import { exportLedger } from './exportLedger.ts';
import { ledgerArrangements } from './ledgerRows.ts';

/** By ID. */
export function ledgerCommands(
  ledger: Ledger,
  account: Pick<Account, 'current'>,
  arrangement: ArrangementOwner,
) {
  return {
    'swath.showLedger': async () => {
      await vscode.commands.executeCommand('swath.ledger.focus');
    },
    'swath.exportLedger': () => exportLedger(ledger),
    'swath.arrangeLedger': () =>
      arrangeView({
        title: l10n.t('Ledger'),
        arrangement,
        choices: ledgerArrangements(account.current.peek()),
        items: () => readValue(ledger.current.peek()) ?? [],
      }),
  } satisfies SomeCommands;
}
