import * as vscode from 'vscode';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import { createLedgerFile, onFolderChange } from './platform/ledgerFile.ts';
import type { Log } from './platform/log.ts';
import { logError } from './platform/presentError.ts';
import type { Account } from './state/account.ts';
import { createArrangement, type ArrangementMemory } from './state/arrangementOwner.ts';
import type { Journal } from './state/journal.ts';
import { createKeyInUse, type KeyInUseOwner, type KeyMemory } from './state/keyInUse.ts';
import { createKeys, type Keys } from './state/keys.ts';
import { createLedger, notePrice } from './state/ledger.ts';
import { notedKeyInUse, notedKeys, notedRevoking, notedRotation } from './state/ledgerActions.ts';
import { refundSince } from './state/ledgerOutcome.ts';
import type { Prices } from './state/prices.ts';
import { valueOf } from './state/reading.ts';
import { createRevoking, type Revoking } from './state/revoking.ts';
import { createRotation, type Rotation } from './state/rotation.ts';
import type { KeyStore, SessionOwner } from './state/session.ts';
import type { Subscriptions } from './state/subscriptions.ts';
import { ledgerArrangements, ledgerAtFirst, shownEntries } from './views/ledgerArrangement.ts';
import { registerLedgerView } from './views/ledgerView.ts';

export interface LedgeringParts {
  session: SessionOwner;
  account: Account;
  subscriptions: Subscriptions;
  prices: Pick<Prices, 'onPriced'>;
  journal: Pick<Journal, 'read'>;
  keyStore: KeyStore;
  keyMemory: KeyMemory;
  arrangements: ArrangementMemory;
  log: Log;
  /** The extension's own folder, the same for all windows. */
  storage: vscode.Uri;
}

export interface Ledgering {
  revoking: Revoking;
  inUse: KeyInUseOwner;
  keys: Keys;
  rotation: Rotation;
  commands: Partial<Record<CommandId, CommandHandler>>;
  /** Reads the ledger anew where somebody has looked at it. */
  refresh(): Promise<void>;
  dispose(): void;
}

/** What is done on this machine and cannot be undone, each written down in the ledger, and the ledger itself. */
export function createLedgering(parts: LedgeringParts): Ledgering {
  const { session, account, subscriptions, keyStore, log, storage } = parts;
  const folder = vscode.Uri.joinPath(storage, 'ledger').fsPath;
  const ledger = createLedger(createLedgerFile(folder), parts.journal, error => logError(error, log));
  const arrangement = createArrangement('ledger', ledgerAtFirst, parts.arrangements);

  const paymentsNow = (id: string) => valueOf(subscriptions.paymentsOf(id).current.peek())?.items ?? [];
  const revoking = notedRevoking(createRevoking(session, account, subscriptions), ledger, (id, since) =>
    refundSince(paymentsNow(id), since),
  );
  const inUse = createKeyInUse(session, keyStore, parts.keyMemory);
  const keys = notedKeys(createKeys(session, keyStore, inUse), ledger);

  const stopPrices = parts.prices.onPriced(event => notePrice(ledger, event));
  const view = registerLedgerView({
    ledger,
    arrangement,
    onWritten: changed => onFolderChange([storage.fsPath, folder], name => name.endsWith('.jsonl'), changed),
  });
  return {
    revoking,
    keys,
    inUse: notedKeyInUse(inUse, ledger),
    rotation: notedRotation(createRotation(session, keyStore, keys), ledger),
    commands: {
      'swath.showLedger': () => void vscode.commands.executeCommand('swath.ledger.focus'),
      'swath.exportLedger': async () =>
        (await import('./commands/exportLedger.ts')).exportLedger({
          ledger,
          shown: entries => shownEntries(entries, arrangement.current.peek()),
        }),
      'swath.arrangeLedger': async () =>
        (await import('./commands/arrange.ts')).arrange({
          title: vscode.l10n.t('Ledger'),
          arrangement,
          choices: ledgerArrangements(),
          items: () => valueOf(ledger.current.peek()) ?? [],
        }),
    },
    refresh: async () => {
      if (ledger.current.peek().kind !== 'none') await ledger.read();
    },
    dispose() {
      stopPrices();
      view.dispose();
    },
  };
}
