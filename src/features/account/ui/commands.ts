import type { ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../../../service/rules/connection.ts';
import type { Order } from '../../../service/rules/order.ts';
import type { Fetch } from '../../../service/wire/http.ts';
import { presentError, readsOnly } from '../../../platform/dialogs/failureMessage.ts';
import type { DetailsDocuments } from '../../../platform/documents/detailsDocument.ts';
import { createDetailsPage } from '../../../platform/documents/detailsPage.ts';
import type { SomeCommands } from '../../../platform/host/commands.ts';
import type { Log } from '../../../platform/host/presentError.ts';
import { readValue } from '../../../platform/host/reading.ts';
import type { ArrangementOwner } from '../../../platform/rows/arrangementOwner.ts';
import { copyId, showDetails } from '../../../platform/rows/rowCommands.ts';
import { arrangeView } from '../../../platform/rows/rowTree.ts';
import type { Account } from '../../../session/account.ts';
import type { Contracts } from '../../../session/contracts.ts';
import { asSignedIn, type KeyStore, type SessionOwner } from '../../../session/session.ts';
import type { Subscriptions } from '../../../session/subscriptions.ts';
import type { ConnectionData } from '../connectionData.ts';
import type { KeyInUseOwner, KeyList } from '../keyInUse.ts';
import type { RecordedActions } from '../knownRevocation.ts';
import type { Outage } from '../outage.ts';
import type { RevokeMarks } from '../revokeMarks.ts';
import type { Revoking } from '../revoking.ts';
import { showAccountActions } from './connections/accountActions.ts';
import { addConnection, editConnection, removeConnection } from './connections/addConnection.ts';
import { diagnoseConnection } from './connections/diagnose.ts';
import { type ClockParts, moveSandboxClock } from './connections/moveSandboxClock.ts';
import { signIn, signOut, switchConnection } from './connections/signIn.ts';
import { exportPayments } from './contract/loadPayments.ts';
import { paymentArrangements } from './contract/paymentsArrangement.ts';
import { revokeSubscription } from './contract/revokeSubscription.ts';
import { subscriptionArrangements } from './contract/subscriptionsArrangement.ts';
import { createKey } from './keys/createKey.ts';
import { deleteKey } from './keys/deleteKey.ts';
import type { KeyParts } from './keys/keyChoice.ts';
import { keyArrangements } from './keys/keysRows.ts';
import { rotateKey } from './keys/rotateKey.ts';
import { createKnownDetails } from './knownDetails.ts';

export interface AccountCommandParts extends ClockParts {
  context: Pick<vscode.ExtensionContext, 'extension' | 'extensionUri'>;
  log: Log;
  documents: DetailsDocuments;
  session: SessionOwner;
  account: Account;
  contracts: Contracts;
  subscriptions: Subscriptions;
  keyList: KeyList;
  keyStore: KeyStore;
  inUse: KeyInUseOwner;
  marks: RevokeMarks;
  ledger: RecordedActions;
  data: () => Promise<ConnectionData>;
  orders: ReadonlySignal<readonly Order[]>;
  outage: ReadonlySignal<Outage | undefined>;
  fetchFor: (connection: Connection) => Promise<Fetch>;
  useSandbox: () => Promise<void>;
  getStarted: () => Promise<void>;
  /** What permanently changes subscriptions. */
  actions: () => Promise<{ revoking: Revoking }>;
  /** What permanently changes keys. */
  keyParts: () => Promise<KeyParts>;
  loadPayments: () => Promise<void>;
  /** Of the payments. */
  arrangement: ArrangementOwner;
  subscriptionsArrangement: ArrangementOwner;
  keysArrangement: ArrangementOwner;
}

/** @returns by ID; `target` is what a command was called on: a row, a connection, or nothing; `all` the selected rows */
export function accountCommands(parts: AccountCommandParts) {
  const { context, log, documents, session, account, contracts, subscriptions, keyList } = parts;
  const { keyStore, outage, fetchFor, useSandbox, getStarted, actions, keyParts, loadPayments } = parts;
  const signInParts = { session, useSandbox };
  const connectionParts = {
    ...signInParts,
    fetchFor,
    keys: keyStore,
    data: parts.data,
    orders: parts.orders,
    startOver: parts.startOver,
  };
  const diagnoseParts = {
    session,
    fetchFor,
    version: (context.extension.packageJSON as { version: string }).version,
    show: (title: string, text: string) => documents.showMarkdown(title, text),
  };
  const secrets = async () => (await asSignedIn(session.current.peek())?.client())?.secrets() ?? [];
  const page = createDetailsPage({
    extensionUri: context.extensionUri,
    copyId,
    showRaw: ({ id, details }, hidden) => documents.show(id, details.title, details.fields, hidden),
    secrets,
    connectionInUse: () => asSignedIn(session.current.peek())?.connection.name,
    ...createKnownDetails(parts),
    onError: error => void presentError(error, log),
  });
  const detailsParts = { documents, page, secrets };
  return {
    'swath.signIn': (target: unknown) => signIn(signInParts, target),
    'swath.signOut': () => signOut(session),
    'swath.switchConnection': () => switchConnection(signInParts),
    'swath.addConnection': () => addConnection(connectionParts),
    'swath.editConnection': (target: unknown) => editConnection(connectionParts, target),
    'swath.removeConnection': (target: unknown) => removeConnection(connectionParts, target),
    'swath.accountActions': () => showAccountActions(session.current.peek(), outage.peek()),
    'swath.useSandbox': useSandbox,
    'swath.moveSandboxClock': () => moveSandboxClock(session.current.peek(), parts),
    'swath.getStarted': getStarted,
    'swath.revokeSubscription': async (target: unknown) => {
      const { revoking } = await actions();
      await revokeSubscription(
        { session, account, subscriptions, revoking, log, clock: parts.clock },
        target,
      );
    },
    'swath.createKey': async () => createKey(await keyParts()),
    'swath.rotateKey': async (target: unknown) => rotateKey(await keyParts(), target),
    'swath.deleteKey': async (target: unknown, all: unknown) => deleteKey(await keyParts(), target, all),
    'swath.arrangeKeys': () =>
      arrangeView({
        title: l10n.t('API Keys'),
        arrangement: parts.keysArrangement,
        choices: keyArrangements(),
        items: () => readValue(keyList.current.peek()) ?? [],
      }),
    ...readsOnly({
      'swath.diagnose': (target: unknown) => diagnoseConnection(diagnoseParts, target),
      'swath.showDetails': (target: unknown, how: unknown) => showDetails(detailsParts, target, how),
      'swath.arrangeContracts': async () => {
        // Otherwise, the choices would cover only some of them.
        await loadPayments();
        await arrangeView({
          title: l10n.t('Payments'),
          arrangement: parts.arrangement,
          choices: paymentArrangements(parts.clock.now()),
          items: () => readValue(contracts.payments.current.peek())?.items ?? [],
        });
      },
      'swath.exportPayments': () => exportPayments(contracts.payments),
      'swath.arrangeSubscriptions': async () => {
        const { revoking } = await actions();
        await arrangeView({
          title: l10n.t('Subscriptions'),
          arrangement: parts.subscriptionsArrangement,
          choices: subscriptionArrangements(revoking.known()),
          items: () => readValue(subscriptions.current.peek()) ?? [],
        });
      },
    }),
  } satisfies SomeCommands;
}
