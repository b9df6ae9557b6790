import * as vscode from 'vscode';
import type { Account } from '../account/account.ts';
import { createKeyInUse, type KeyInUseOwner } from '../account/keyInUse.ts';
import { createKeys, type Keys } from '../account/keys.ts';
import { createRevoking, type Revoking } from '../account/revoking.ts';
import { createRotation, type Rotation } from '../account/rotation.ts';
import type { KeyStore, SessionOwner } from '../account/session.ts';
import type { Subscriptions } from '../account/subscriptions.ts';
import { createArrangement, type ArrangementMemory } from '../editor/arrangementOwner.ts';
import { onFolderChange } from '../editor/folderChange.ts';
import type { Host } from '../editor/host.ts';
import { valueOf } from '../editor/reading.ts';
import { slotOf } from '../editor/storage.ts';
import type { Journal } from '../orders/journal.ts';
import type { Prices } from '../orders/prices.ts';
import { createLedger, notePrice } from './ledger.ts';
import { notedKeyInUse, notedKeys, notedRevoking, notedRotation } from './ledgerActions.ts';
import { createLedgerFile } from './ledgerFile.ts';
import { refundSince } from './ledgerOutcome.ts';
import { ledgerArrangements, ledgerAtFirst, shownEntries } from './ui/ledgerArrangement.ts';
import { registerLedgerView } from './ui/ledgerView.ts';

/** What is written down: below the ledger, and known before it. */
export interface LedgerSources {
  session: SessionOwner;
  account: Account;
  subscriptions: Subscriptions;
  keyStore: KeyStore;
  prices: Prices;
  journal: Journal;
}

export interface LedgerFeature {
  revoking: Revoking;
  inUse: KeyInUseOwner;
  keys: Keys;
  rotation: Rotation;
  /** Reads the ledger anew where somebody has looked at it. */
  refresh(): Promise<void>;
}

/** What is done on this machine and cannot be undone, each written down in the ledger, and the ledger itself. */
export function activateLedger(
  { context, storagePath, onError, own, commands }: Host,
  { session, account, subscriptions, keyStore, prices, journal }: LedgerSources,
  memory: ArrangementMemory,
): LedgerFeature {
  const folder = storagePath('ledger');
  const ledger = createLedger(createLedgerFile(folder), journal, onError);
  const arrangement = createArrangement('ledger', ledgerAtFirst, memory);

  const paymentsNow = (id: string) => valueOf(subscriptions.paymentsOf(id).current.peek())?.items ?? [];
  const revoking = notedRevoking(createRevoking(session, account, subscriptions), ledger, (id, since) =>
    refundSince(paymentsNow(id), since),
  );
  // An id and an end, never a key.
  const inUse = createKeyInUse(session, keyStore, slotOf(context.globalState, 'swath.keys'));
  const keys = notedKeys(createKeys(session, keyStore, inUse), ledger);

  own(
    { dispose: prices.onPriced(event => notePrice(ledger, event)) },
    registerLedgerView({
      ledger,
      arrangement,
      onWritten: changed =>
        onFolderChange([context.globalStorageUri.fsPath, folder], name => name.endsWith('.jsonl'), changed),
    }),
  );
  commands({
    'swath.showLedger': () => void vscode.commands.executeCommand('swath.ledger.focus'),
    'swath.exportLedger': async () =>
      (await import('./ui/exportLedger.ts')).exportLedger({
        ledger,
        shown: entries => shownEntries(entries, arrangement.current.peek()),
      }),
    'swath.arrangeLedger': async () =>
      (await import('../editor/arrange.ts')).arrange({
        title: vscode.l10n.t('Ledger'),
        arrangement,
        choices: ledgerArrangements(),
        items: () => valueOf(ledger.current.peek()) ?? [],
      }),
  });
  return {
    revoking,
    keys,
    inUse: notedKeyInUse(inUse, ledger),
    rotation: notedRotation(createRotation(session, keyStore, keys), ledger),
    refresh: async () => {
      if (ledger.current.peek().kind !== 'none') await ledger.read();
    },
  };
}
