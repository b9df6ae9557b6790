import { computed, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { sandboxConnection } from '../../service/rules/connection.ts';
import type { Order } from '../../service/rules/order.ts';
import { runCommand } from '../../platform/host/commands.ts';
import type { Host } from '../../platform/host/host.ts';
import { loadOnce } from '../../platform/host/loadOnce.ts';
import { contextKey, onChange } from '../../platform/host/onChange.ts';
import type { Reading } from '../../platform/host/reading.ts';
import type { RecordAction } from '../../platform/host/record.ts';
import { storageSlot } from '../../platform/host/storage.ts';
import { type ArrangementMemory, createArrangement } from '../../platform/rows/arrangementOwner.ts';
import { keepFresh } from '../../platform/rows/rowTree.ts';
import { type Account, createAccount, isOffline, onBalanceChange } from '../../session/account.ts';
import { createContracts } from '../../session/contracts.ts';
import { onNextSession, refreshIfRead, refreshThoseRead } from '../../session/reader.ts';
import { createServiceClock } from '../../session/serviceClock.ts';
import { createSession, lostConnection, type Session, type SessionRecord } from '../../session/session.ts';
import { createSubscriptions } from '../../session/subscriptions.ts';
import type { Journal } from '../orders/index.ts';
import { createBuiltInSandbox } from './builtInSandbox.ts';
import { createKeyInUse, createKeyList, type KeptKey } from './keyInUse.ts';
import type { RecordedActions } from './knownRevocation.ts';
import { afterOutage, createOutage } from './outage.ts';
import { createRevokeMarks } from './revokeMarks.ts';
import { createTransports } from './transports.ts';
import { registerAuthenticationProvider } from './ui/connections/authenticationProvider.ts';
import { followConnections, readConnections } from './ui/connections/connectionSettings.ts';
import { editorProxy } from './ui/connections/editorProxy.ts';
import { registerStatusBar } from './ui/connections/statusBar.ts';
import { registerWelcomeView } from './ui/connections/welcomeView.ts';
import { paymentsAtFirst, registerContractsView } from './ui/contract/contractsView.ts';
import { registerSubscriptionsView, subscriptionsAtFirst } from './ui/contract/subscriptionsView.ts';
import type { KeyParts } from './ui/keys/keyChoice.ts';
import { keysAtFirst } from './ui/keys/keysHead.ts';
import { createKeyStore, followKeys } from './ui/keys/keyStore.ts';
import { registerKeysView } from './ui/keys/keysView.ts';
import { tickSteps, tickStepsOfWelcome } from './ui/walkthroughSteps.ts';

/** Sign-in, what the service reports about the user, and permanent changes to keys and subscriptions. */
export function createAccountFeature(
  { context, log, lifetime, documents, storagePath, onError, register, isUsed }: Host,
  ledger: RecordedActions & { record: RecordAction },
  memory: ArrangementMemory,
  journal: Journal,
  /** The orders that payments were for. */
  orders: ReadonlySignal<readonly Order[]>,
) {
  const { record } = ledger;
  const sandbox = createBuiltInSandbox(storageSlot(context.globalState, 'swath.sandbox'));
  const connectionFetch = createTransports(sandbox.fetch);
  const keyStore = createKeyStore(context.secrets);
  const sessionMemory = storageSlot<SessionRecord>(context.globalState, 'swath.session');
  const outage = createOutage();
  const session = createSession({
    keys: keyStore,
    memory: sessionMemory,
    makeClient: async (connection, apiKey, onRefused) => {
      const { createClient } = await import('../../service/wire/client.ts');
      const proxy = connection === sandboxConnection ? undefined : editorProxy();
      return createClient({
        connection,
        apiKey,
        fetch: await connectionFetch(connection),
        log: line => log.debug(line),
        warn: message => log.warn(message),
        onRefused,
        proxy,
        serviceNow: connection === sandboxConnection ? () => Date.now() + sandbox.aheadMs.peek() : undefined,
        onEnd: (origin, failure) => outage.ended(origin, failure),
        lifetime,
      });
    },
    lifetime,
  });
  const clock = createServiceClock(
    computed(() => (isSandboxIn(session.current.value) ? sandbox.aheadMs.value : 0)),
  );
  onNextSession(session, () => outage.clear());
  const account = createAccount(session);
  const contracts = createContracts(session, account);
  const subscriptions = createSubscriptions(session, account);

  const useSandbox = async () => {
    await session.signIn(sandboxConnection, await sandbox.apiKey());
  };
  const getStarted = async () => {
    await vscode.commands.executeCommand(
      'workbench.action.openWalkthrough',
      `${context.extension.id}#swath.start`,
      false,
    );
    await tickSteps();
  };
  register(
    tickStepsOfWelcome(onError),
    sandbox,
    registerAuthenticationProvider(session),
    registerStatusBar(session, account, outage.current, isUsed),
    onBalanceChange(account, at => void contracts.refresh(at)),
    followConnections(session, log),
    followKeys(context.secrets, session, log),
  );
  const keptKeys = storageSlot<Readonly<Record<string, KeptKey>>>(context.globalState, 'swath.keys');
  const marks = createRevokeMarks(session);
  // Stores the key's ID and expiration, never the key.
  const inUse = createKeyInUse(session, keyStore, keptKeys, record, clock);
  const keyList = createKeyList(session, inUse);

  /** Removes a secret that Swath put on the clipboard. */
  let clearClipboard = () => Promise.resolve();
  /** The commands that permanently change keys and subscriptions. Once per window, because they keep track of what is in progress. */
  const actions = loadOnce(async () => {
    const [{ createRevoking }, { createKeys }, { createRotation }, { createSecretClipboard }] =
      await Promise.all([
        import('./revoking.ts'),
        import('./keys.ts'),
        import('./rotation.ts'),
        import('./ui/keys/secretClipboard.ts'),
      ]);
    const clipboard = createSecretClipboard(log);
    clearClipboard = clipboard.clear;
    const keys = createKeys(session, keyStore, inUse, record, keyList);
    return {
      revoking: createRevoking(session, account, subscriptions, record, marks, ledger),
      keys,
      inUse,
      rotation: createRotation(session, keyStore, keys, record),
      clipboard,
    };
  });
  const keyParts = async (): Promise<KeyParts> => ({
    session,
    ...(await actions()),
    log,
    clock,
  });
  const paymentsArrangement = createArrangement('payments', paymentsAtFirst, memory);
  const subscriptionsArrangement = createArrangement('subscriptions', subscriptionsAtFirst, memory);
  const keysArrangement = createArrangement('keys', keysAtFirst, memory);
  const loadPayments = async () =>
    (await import('./ui/contract/loadPayments.ts')).loadPayments(contracts.payments);
  const contractsParts = { session, account, contracts, orders, clock, arrangement: paymentsArrangement };
  const contractsView = registerContractsView({
    ...contractsParts,
    loadPayments: () => void loadPayments().catch(onError),
  });
  const subscriptionsView = registerSubscriptionsView(
    session,
    subscriptions,
    marks,
    ledger,
    subscriptionsArrangement,
    clock,
  );
  const keysView = registerKeysView(session, keyList, inUse, keysArrangement, clock, async () =>
    (await import('./ui/keys/keyChoice.ts')).selectKeyInUse(await keyParts()),
  );
  register(
    { dispose: () => void clearClipboard() },
    registerWelcomeView(session),
    contractsView,
    subscriptionsView,
    keysView,
    // What was read before it may be old, or couldn't be read.
    afterOutage(outage.current, since => {
      void refreshThoseRead([account, keyList], since);
      void contracts.refresh(since);
      void refreshIfRead(subscriptions);
    }),
    keepFresh(contractsView.view, async () => {
      await Promise.all([refreshIfRead(account), contracts.refresh()]);
    }),
    keepFresh(subscriptionsView.view, () => refreshIfRead(subscriptions)),
    keepFresh(keysView.view, () => refreshIfRead(keyList)),
    trackAccountKeys(session.current, account.current, subscriptions.current, name => inUse.isExpired(name)),
  );
  const commands = async () =>
    (await import('./ui/commands.ts')).accountCommands({
      ...contractsParts,
      context,
      log,
      documents,
      subscriptions,
      keyList,
      keyStore,
      inUse,
      marks,
      ledger,
      data: async () =>
        (await import('./ui/connections/editorConnectionData.ts')).editorConnectionData({
          context,
          journal,
          storagePath,
          keptKeys,
          sessionMemory,
        }),
      outage: outage.current,
      fetchFor: connectionFetch,
      useSandbox,
      moveClock: milliseconds => sandbox.moveClock(milliseconds),
      startOver: async () => {
        await sandbox.startOver();
        // The user may have switched to another connection.
        if (isSandboxIn(session.current.peek())) await useSandbox();
      },
      getStarted,
      actions,
      keyParts,
      loadPayments,
      subscriptionsArrangement,
      keysArrangement,
    });
  return {
    commands,
    session,
    account,
    contracts,
    subscriptions,
    keyList,
    clock,
    /** Opens the Subscriptions view at one subscription; `false` if it isn't shown. */
    async revealSubscription(id: string): Promise<boolean> {
      if (subscriptions.current.peek().kind === 'none') await subscriptions.refresh();
      return subscriptionsView.reveal(`subscription/${id}`);
    },
    /** Calls back when the service answers again. */
    afterOutage: (run: () => void): void => register(afterOutage(outage.current, run)),
    /** Restores the sign-in of the previous run. */
    async resume(): Promise<void> {
      const { connections, problems } = readConnections();
      for (const problem of problems) log.warn(problem);
      // The sandbox creates its own keys, so none has to be stored.
      const isSandbox = sessionMemory.read()?.connectionName === sandboxConnection.name;
      const needsKey = isSandbox && (await keyStore.get(sandboxConnection)) === undefined;
      if (!needsKey) await session.restore([...connections, sandboxConnection]);
      // The user may be signing in already.
      else if (session.current.peek().kind === 'signedOut') await useSandbox();
      // The process that starts the editor can ask for the sandbox, for a first look without dialogs, and for a sample on
      // the map too. Applies once: after signing out, the user stays signed out.
      const startMode = process.env.SWATH_START;
      if (startMode === undefined || context.globalState.get('swath.started') === true) return;
      await context.globalState.update('swath.started', true);
      if (session.current.peek().kind === 'signedOut') await useSandbox();
      if (startMode === 'sample') await runCommand('swath.openSamples', 'inFolder');
    },
    clearClipboard: (): Promise<void> => clearClipboard(),
  };
}

/**
 * Keeps the context keys that `when` clauses read about the account up to date.
 *
 * @param isExpired whether a connection's key is known to have expired
 */
function trackAccountKeys(
  session: ReadonlySignal<Session>,
  account: Account['current'],
  subscriptions: ReadonlySignal<Reading<readonly unknown[]>>,
  isExpired: (connectionName: string) => boolean,
): vscode.Disposable {
  const refusal = contextKey('swath.refusal');
  const kind = contextKey('swath.session');
  const lost = contextKey('swath.keyLost');
  const offline = contextKey('swath.offline');
  const subscribed = contextKey('swath.subscriptions');
  const isSandbox = contextKey('swath.isSandbox');
  return onChange([session, account, subscriptions], () => {
    refusal(refusalContext(session.value, isExpired));
    kind(session.value.kind);
    lost(lostConnection(session.value) !== undefined);
    isSandbox(isSandboxIn(session.value));
    offline(isOffline(account.value));
    const state = subscriptions.value;
    subscribed(state.kind === 'ready' && state.value.length === 0 ? 'empty' : state.kind);
  });
}

function isSandboxIn(session: Session): boolean {
  return session.kind !== 'signedOut' && session.connection === sandboxConnection;
}

function refusalContext(session: Session, isExpired: (name: string) => boolean): string | undefined {
  if (session.kind !== 'refused') return undefined;
  const { connection, refusal } = session;
  if (!refusal.keyWasAccepted) return 'unproven';
  return isExpired(connection.name) ? 'expired' : 'proven';
}
