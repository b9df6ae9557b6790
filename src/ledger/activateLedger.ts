import * as vscode from 'vscode';
import type { Account } from '../account/account.ts';
import { createKeyInUse, createKeyList, type KeyInUseOwner, type KeyList } from '../account/keyInUse.ts';
import type { Keys } from '../account/keys.ts';
import { createRevokeMarks, type RevokeMarks } from '../account/revokeMarks.ts';
import type { Revoking } from '../account/revoking.ts';
import type { Rotation } from '../account/rotation.ts';
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

/** What cannot be undone. */
export interface LedgerActions {
  revoking: Revoking;
  keys: Keys;
  inUse: KeyInUseOwner;
  rotation: Rotation;
}

export interface LedgerFeature {
  marks: RevokeMarks;
  keyList: KeyList;
  inUse: KeyInUseOwner;
  /** The same for everyone, loaded with the first that is wanted. */
  actions: () => Promise<LedgerActions>;
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
  const marks = createRevokeMarks(session);
  // An id and an end, never a key.
  const inUse = createKeyInUse(session, keyStore, slotOf(context.globalState, 'swath.keys'));
  const keyList = createKeyList(session, inUse);

  async function loadActions(): Promise<LedgerActions> {
    const [noted, { createRevoking }, { createKeys }, { createRotation }] = await Promise.all([
      import('./ledgerActions.ts'),
      import('../account/revoking.ts'),
      import('../account/keys.ts'),
      import('../account/rotation.ts'),
    ]);
    const keys = noted.notedKeys(createKeys(session, keyStore, inUse, keyList), ledger);
    const revoking = createRevoking(session, account, subscriptions, Date.now, marks);
    return {
      revoking: noted.notedRevoking(revoking, ledger, (id, since) => refundSince(paymentsNow(id), since)),
      keys,
      inUse: noted.notedKeyInUse(inUse, ledger),
      rotation: noted.notedRotation(createRotation(session, keyStore, keys), ledger),
    };
  }
  /** Once for the window: they know what is under way. */
  let actions: Promise<LedgerActions> | undefined;

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
    marks,
    keyList,
    inUse,
    actions: () => (actions ??= loadActions()),
    refresh: async () => {
      if (ledger.current.peek().kind !== 'none') await ledger.read();
    },
  };
}
