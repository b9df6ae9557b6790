/**
 * Connections in steps: adding, editing and removing one in the user's settings, whose other entries stay exactly as
 * they are. No step asks for a key or sends one.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRecord } from '../../../../base/fields.ts';
import { utcText } from '../../../../base/words/moment.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import {
  type AddressName,
  addressNames,
  type Connection,
  parseConnection,
  sandboxConnection,
} from '../../../../service/rules/connection.ts';
import { orderName } from '../../../../service/rules/kindText.ts';
import { type Order, orderPhase } from '../../../../service/rules/order.ts';
import type { Fetch } from '../../../../service/wire/http.ts';
import { type Probe, probe } from '../../../../service/wire/probe.ts';
import { attend, confirm } from '../../../../platform/dialogs/confirm.ts';
import {
  back,
  pickStep,
  type Step,
  type StepCount,
  textStep,
  walkSteps,
} from '../../../../platform/dialogs/steps.ts';
import {
  inCancellableNotification,
  setStatusBarMessage,
  showErrorMessage,
  showWarningMessage,
} from '../../../../platform/dialogs/window.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import { userSetting, writeOwnSetting } from '../../../../platform/host/settings.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { asSignedIn, type KeyStore } from '../../../../session/session.ts';
import { type OrderAttempt, sentName } from '../../../orders/index.ts';
import { type ConnectionData, type Removal, tryAll } from '../../connectionData.ts';
import { addressText } from '../../diagnosis.ts';
import { readConnections } from './connectionSettings.ts';
import { changedError, chooseConnection } from './connectionStep.ts';
import { type SignInParts, signInTo } from './signIn.ts';

export interface ConnectionParts extends SignInParts {
  fetchFor: (connection: Connection) => Promise<Fetch>;
  keys: KeyStore;
  /** What is kept on this machine. */
  data: () => Promise<ConnectionData>;
  /** The orders that the service lists for the session. */
  orders: ReadonlySignal<readonly Order[]>;
  /** Replaces the account of the sandbox with a new one. */
  startOver: () => Promise<void>;
}

interface Draft {
  title: string;
  /** Absent for a new connection. */
  edited?: Connection;
  /** The entry of `edited` in the settings. */
  previous?: unknown;
  /** The new entry, with the members of the old one that Swath doesn't know. */
  entry: Record<string, unknown>;
}

type Answer = Awaited<ReturnType<Step>>;

export async function addConnection(parts: ConnectionParts): Promise<void> {
  await askConnection(parts, { title: l10n.t('Add Connection'), entry: {} });
}

/** @param argument name of the connection; otherwise, the user chooses */
export async function editConnection(parts: ConnectionParts, argument: unknown): Promise<void> {
  const chosen = await choose(parts, argument, false);
  if (!chosen) return;
  const title = l10n.t('Edit {0}', chosen.edited.name);
  await askConnection(parts, { ...chosen, title, entry: { ...(chosen.previous as object) } });
}

/**
 * Of the sandbox, which isn't in the settings, only the data.
 *
 * @param argument name of the connection; otherwise, the user chooses
 */
export async function removeConnection(parts: ConnectionParts, argument: unknown): Promise<void> {
  const chosen = await choose(parts, argument, true);
  if (!chosen) return;
  const { session, keys, startOver } = parts;
  const { edited } = chosen;
  const { name } = edited;
  const isSandbox = edited === sandboxConnection;
  const remove = l10n.t('Remove');
  const data = await parts.data();
  const unconfirmed = await data.unconfirmed(name);
  // The list ends with the session.
  const orders = ordersOn(parts, name);
  const answer = await confirm(attend(), {
    question: isSandbox
      ? l10n.t("Remove the sandbox's data from this machine?")
      : l10n.t('Remove the connection {0} and its data from this machine?', safeLine(name)),
    detail: removalText(unconfirmed, isSandbox ? undefined : orders),
    buttons: [remove],
  });
  if (answer !== remove) return;
  // First: if it fails, the key is still there. A session on the connection ends with its entry.
  const now = session.current.peek();
  if (!isSandbox) await replaceEntry(chosen.previous);
  else if (now.kind !== 'signedOut' && now.connection === edited) await session.leave();
  const removals = [
    { what: l10n.t('API key'), remove: () => keys.delete(edited) },
    ...(isSandbox ? [{ what: l10n.t('sandbox account'), remove: startOver }] : []),
    ...(await data.removals(name, orders)),
  ];
  if (!(await removeAll(name, removals))) return;
  const done = isSandbox ? l10n.t("Sandbox's data removed") : l10n.t('Connection {0} removed', name);
  setStatusBarMessage('check', done, 5_000);
}

/** Offers to try again what failed: without its connection, the command can't be run again. */
async function removeAll(name: string, removals: readonly Removal[]): Promise<boolean> {
  for (let left = await tryAll(removals); left.length > 0; left = await tryAll(left)) {
    const again = l10n.t('Try Again');
    const text = l10n.t(
      'Not all data of {0} was removed. Left: {1}',
      name,
      left.map(({ what, error }) => l10n.t('{0}: {1}', what, describeError(error))).join('; '),
    );
    if ((await showWarningMessage(text, again)) !== again) return false;
  }
  return true;
}

/** The listed orders of the connection, if it is in use. */
function ordersOn({ session, orders }: ConnectionParts, name: string): readonly Order[] {
  return asSignedIn(session.current.peek())?.connection.name === name ? orders.peek() : [];
}

/** @param orders those of a service that go on; of the sandbox, none do */
function removalText(unconfirmed: readonly OrderAttempt[], orders: readonly Order[] | undefined): string {
  const inProgress = (orders ?? [])
    .filter(({ status }) => orderPhase(status) === 'inProgress')
    .map(orderName);
  const lines = [
    l10n.t(
      'Removed: API key, ledger, journal of orders, shortlist of this workspace, pictures, memory of saved searches, parts of unfinished downloads.',
    ),
    l10n.t('Stays: deliveries and other files in your folders.'),
    orders
      ? l10n.t('The key stays valid at the service, which never shows it again: keep a copy.')
      : l10n.t(
          'The orders, payments and keys of the sandbox are deleted. Later, you start with a new account.',
        ),
    l10n.t('Swath no longer warns of what you have ordered, and the budget of the day starts again.'),
  ];
  if (unconfirmed.length > 0)
    lines.unshift(
      l10n.t(
        "Not confirmed: {0}. Its journal stays, to prevent a second order. Check its status first: afterwards, Swath can't find it.",
        listed(unconfirmed.map(attempt => `${sentName(attempt) || attempt.id} (${utcText(attempt.at)})`)),
      ),
    );
  if (inProgress.length > 0)
    lines.push(l10n.t('The service goes on with the orders in progress: {0}.', listed(inProgress)));
  return lines.join('\n\n');
}

/** Of many, only the first. */
function listed(names: readonly string[]): string {
  const maxNamed = 3;
  const named = names.slice(0, maxNamed).join(', ');
  const rest = names.length - maxNamed;
  return rest > 0 ? l10n.t('{0} and {1} more', named, rest) : named;
}

/** @returns a connection of the settings, with its entry, or the sandbox, which has none */
async function choose({ session }: ConnectionParts, argument: unknown, hasSandbox: boolean) {
  const all = [...readConnections().connections, ...(hasSandbox ? [sandboxConnection] : [])];
  const named = all.find(({ name }) => name === argument);
  const edited = named ?? (await chooseConnection(session, undefined, hasSandbox));
  if (!edited) return undefined;
  if (edited === sandboxConnection) return { edited, previous: undefined };
  const previous = entriesNow().find(entry => isDeepStrictEqual(parseConnection(entry), edited));
  // While the list was open, another window may have changed it: its key may be for other addresses now.
  if (previous === undefined) throw changedError();
  return { edited, previous };
}

async function askConnection(parts: ConnectionParts, draft: Draft): Promise<void> {
  // Unless the list can be read, nothing can be added to it.
  entriesNow();
  await walkSteps([
    (_hasBack, count) => askName(draft, count),
    (_hasBack, count) => askAddress(draft, count),
    (_hasBack, count) => askRest(draft, count),
    (_hasBack, count) => checkAndSave(parts, draft, count),
  ]);
}

function askName(draft: Draft, count: StepCount): Promise<Answer> {
  const prompt = draft.edited
    ? l10n.t("Name. Under another one, Swath starts a new shortlist and doesn't recognize earlier downloads.")
    : l10n.t('Name, as the status bar shows it, such as Work');
  return askText(draft, 'name', prompt, count, name => nameProblem(name, draft.previous));
}

function nameProblem(name: string, previous: unknown): string | undefined {
  if (name === '') return l10n.t('Enter a name.');
  const others = entriesNow().filter(entry => !isDeepStrictEqual(entry, previous));
  const isTaken = others.some(entry => isRecord(entry) && textOrEmpty(entry.name).trim() === name);
  if (isTaken) return l10n.t('There already is a connection named "{0}".', name);
  return connectionProblem({ ...sandboxConnection, name });
}

const addressPrompts = (): Record<AddressName, string> => ({
  baseUrl: l10n.t('Address for account and orders (baseUrl), such as https://data.example.com'),
  searchUrl: l10n.t('Address for search (searchUrl)'),
  authUrl: l10n.t('Address for authentication (authUrl). Your API key is sent only there.'),
  accessUrl: l10n.t('Address for pictures and downloads (accessUrl)'),
});

/** Services often use one host for all: the other addresses follow this one until they are changed. */
async function askAddress(draft: Draft, count: StepCount): Promise<Answer> {
  const { entry, edited } = draft;
  const before = textOrEmpty(entry.baseUrl);
  const prompt = edited
    ? addressPrompts().baseUrl
    : l10n.t(
        'Address of the service, such as https://data.example.com. Next, you can change it for search, authentication and downloads.',
      );
  const answer = await askText(draft, 'baseUrl', prompt, count);
  if (answer !== 'done') return answer;
  const { origin } = new URL(textOrEmpty(entry.baseUrl));
  const followed = ['', ...(before === '' ? [] : [before, new URL(before).origin])];
  for (const name of addressNames)
    if (name !== 'baseUrl' && followed.includes(textOrEmpty(entry[name]))) entry[name] = origin;
  return 'done';
}

async function askText(
  { title, entry }: Draft,
  field: string,
  prompt: string,
  count?: StepCount,
  whyNot = (text: string) => connectionProblem({ ...sandboxConnection, name: entry.name, [field]: text }),
): Promise<Answer> {
  const answer = await textStep({ title, prompt, value: textOrEmpty(entry[field]), count, whyNot });
  if (typeof answer !== 'string') return answer;
  entry[field] = answer.trim();
  return 'done';
}

/** Asks for addresses that differ and what few connections need, until there is nothing more to change. */
async function askRest(draft: Draft, count: StepCount): Promise<Answer> {
  const { title, entry } = draft;
  const option = (field: string, label: string) => {
    const value = textOrEmpty(entry[field]);
    return { label, field, description: value, detail: value && l10n.t('Choose it to remove it.') };
  };
  for (;;) {
    const detail = l10n.t('Next, Swath checks whether the four addresses answer. No key is sent.');
    const answer = await pickStep({
      title,
      count,
      hasBack: true,
      placeholder: l10n.t('Change what differs, often only the addresses'),
      items: [
        { label: l10n.t('Done'), field: '', description: '', detail },
        ...addressNames.map(name => {
          const label = `${addressText(name)}…`;
          return { label, field: name, description: textOrEmpty(entry[name]), detail: '' };
        }),
        option('clientCertificate', l10n.t('Client Certificate (PEM)…')),
        option('clientKey', l10n.t('Private Key of the Client Certificate (PEM)…')),
        option('certificateAuthority', l10n.t('Private Certificate Authority (PEM)…')),
        option('proxy', l10n.t('Proxy for This Connection Only…')),
        option('searchVersion', l10n.t("Search v1, for a Service That Doesn't Answer at v2")),
      ],
      whyNot: ([chosen]) => (chosen?.field === '' ? connectionProblem(entry) : undefined),
    });
    if (answer === undefined || answer === back) return answer;
    const { field = '', label = '' } = answer[0] ?? {};
    if (field === '') return 'done';
    const changed = addressNames.find(name => name === field);
    if (changed) await askText(draft, changed, addressPrompts()[changed]);
    else if (entry[field] !== undefined) entry[field] = undefined;
    else if (field === 'searchVersion') entry[field] = 'v1';
    else if (field === 'proxy')
      await askText(draft, field, l10n.t('Address of the proxy, such as http://proxy.example.com:3128'));
    else {
      const [file] = (await vscode.window.showOpenDialog({ title: label })) ?? [];
      if (file) entry[field] = file.fsPath;
    }
  }
}

/** Checks whether the addresses answer, shows which do, and saves the connection if the user says so. */
async function checkAndSave(parts: ConnectionParts, draft: Draft, count: StepCount): Promise<Answer> {
  const { title, edited, entry } = draft;
  const connection = parseConnection(entry);
  if (typeof connection === 'string') throw new UserError(connection);
  const probes = await checkAddresses(parts, connection);
  if (!probes) return back;
  const failed = probes.filter(({ failure }) => failure !== undefined).length;
  /** @param next a number is the index of a step, an address is asked for */
  const item = (label: string, icon: string, next: 'save' | 'signIn' | AddressName | number, detail = '') => {
    return { label, iconPath: new vscode.ThemeIcon(icon), next, detail };
  };
  const hasKey = (under: Connection | undefined) => under && parts.session.hasKey(under);
  const losesKey = (await hasKey(edited)) && !(await hasKey(edited && { ...connection, name: edited.name }));
  const keyText = losesKey ? l10n.t('The addresses have changed: Swath will ask for the key again.') : '';
  const save = item(failed > 0 ? l10n.t('Save Anyway') : l10n.t('Save'), 'save', 'save', keyText);
  const again = item(l10n.t('Try Again'), 'refresh', count.step - 1);
  const edit = item(l10n.t('Edit Addresses'), 'edit', count.step - 2);
  const signIn = item(l10n.t('Save and Sign In…'), 'key', 'signIn');
  const answer = await pickStep({
    title,
    count,
    hasBack: true,
    placeholder:
      failed > 0
        ? l10n.t("{0} of 4 addresses didn't answer.", failed)
        : l10n.t('All four addresses answered. No key was sent.'),
    items: [
      ...(failed > 0 ? [again, edit, save] : edited ? [save, signIn] : [signIn, save]),
      ...probes.map(({ address, failure, milliseconds }, at) => {
        const found = failure ?? l10n.t('Answered in {0} ms', Math.round(milliseconds));
        const name = addressNames[at] ?? 'baseUrl';
        const row = item(address, failure === undefined ? 'pass' : 'error', name, found);
        return { ...row, description: addressText(name) };
      }),
    ],
  });
  if (answer === undefined || answer === back) return answer;
  const next = answer[0]?.next;
  if (typeof next === 'number') return next;
  if (next !== undefined && next !== 'save' && next !== 'signIn') {
    await askText(draft, next, addressPrompts()[next]);
    return count.step - 1;
  }
  try {
    await saveDraft(parts, draft, connection);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void showErrorMessage(l10n.t("Couldn't save the connection: {0}", reason));
    return count.step - 1;
  }
  setStatusBarMessage('check', l10n.t('Connection {0} saved', connection.name), 5_000);
  if (next === 'signIn') await signInTo(parts, connection);
  return 'done';
}

/** @returns one look at each address, in their order; `undefined` if the user canceled */
async function checkAddresses({ fetchFor }: ConnectionParts, connection: Connection) {
  const title = l10n.t('Checking the addresses of {0}', connection.name);
  return inCancellableNotification(title, async (abort): Promise<Probe[] | undefined> => {
    const made = fetchFor(connection);
    // A file that can't be used is the reason why no address answers.
    const fetch: Fetch = async (...request) => (await made)(...request);
    const checks = addressNames.map(name => probe(fetch, connection[name], Date.now, abort));
    const probes = await Promise.all(checks);
    return abort.aborted ? undefined : probes;
  });
}

async function saveDraft({ session }: ConnectionParts, draft: Draft, connection: Connection): Promise<void> {
  const { edited, previous, entry } = draft;
  const isRenamed = edited && edited.name !== connection.name;
  // Another window may have taken the name or changed the entry since: no key is moved over the one of another
  // connection.
  const problem = nameProblem(connection.name, previous);
  if (problem !== undefined) throw new UserError(problem);
  if (previous !== undefined) indexInSetting(previous);
  // First: when the settings change, a session whose connection is no longer there ends.
  if (isRenamed) await session.rename(edited, connection);
  try {
    await replaceEntry(previous, entry);
  } catch (error) {
    if (isRenamed) await session.rename(connection, edited);
    throw error;
  }
}

/** The connections in the user's settings, readable or not. */
function entriesNow(): readonly unknown[] {
  const entries = userSetting('connections');
  if (Array.isArray(entries)) return entries as unknown[];
  throw new UserError(l10n.t('"swath.connections" must be a list of connections.'));
}

/** Without an entry, the old one is removed. Without an old one, the entry comes last. */
async function replaceEntry(previous: unknown, ...entry: unknown[]): Promise<void> {
  const all = entriesNow();
  const at = previous === undefined ? all.length : indexInSetting(previous);
  await writeOwnSetting('connections', all.toSpliced(at, 1, ...entry));
}

/** @throws UserError if the entry is no longer in the settings */
function indexInSetting(entry: unknown): number {
  const at = entriesNow().findIndex(candidate => isDeepStrictEqual(candidate, entry));
  if (at < 0) throw changedError();
  return at;
}

function connectionProblem(entry: unknown): string | undefined {
  const read = parseConnection(entry);
  return typeof read === 'string' ? read : undefined;
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
