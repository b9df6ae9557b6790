import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { labeled } from '../../../../base/words/labeled.ts';
import { ageText, utcText } from '../../../../base/words/moment.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { checkApiKeyShape } from '../../../../service/rules/apiKey.ts';
import { type Connection, sandboxConnection } from '../../../../service/rules/connection.ts';
import { attend, confirm } from '../../../../platform/dialogs/confirm.ts';
import {
  inCancellableNotification,
  showInformationMessage,
  showInputBox,
  showQuickPick,
} from '../../../../platform/dialogs/window.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { toFailure } from '../../../../platform/host/presentError.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { lostConnection, type SessionOwner } from '../../../../session/session.ts';
import { chooseConnection, requireUnchanged } from './connectionStep.ts';

export interface SignInParts {
  session: SessionOwner;
  /** Signs in to the built-in sandbox, which needs no dialog. */
  useSandbox: () => Promise<void>;
}

/**
 * Signs in to a connection from the settings, or to the sandbox; first in the list is the one whose key was lost or
 * refused: a key for it must not go to another service. The key is entered in a masked box and verified by one
 * exchange before it is stored; after a refusal nothing more is sent.
 *
 * @param argument name of the connection whose key was lost, if the user is on the way back to it
 */
export async function signIn(parts: SignInParts, argument?: unknown): Promise<void> {
  const now = parts.session.current.peek();
  const lost = lostConnection(now);
  const isLost = lost !== undefined && argument === lost.name;
  const connection = isLost
    ? lost
    : await chooseConnection(parts.session, now.kind === 'refused' ? now.connection : lost);
  if (connection) await signInTo(parts, connection);
}

/** Switches to another connection: at once if its key is stored, otherwise by signing in. */
export async function switchConnection(parts: SignInParts): Promise<void> {
  const { session } = parts;
  const connection = await chooseConnection(session);
  if (!connection) return;
  const now = session.current.peek();
  if (now.kind !== 'signedOut' && isDeepStrictEqual(now.connection, connection)) return;
  requireUnchanged(connection);
  if (!(await session.switchTo(connection))) await signInTo(parts, connection);
}

/** Signs in to this connection: with the stored key, or with one that is typed. */
export async function signInTo({ session, useSandbox }: SignInParts, connection: Connection): Promise<void> {
  if (connection === sandboxConnection) {
    await useSandbox();
    return;
  }
  const which = (await session.hasKey(connection)) ? await chooseKey(connection) : 'typed';
  if (which === 'kept') {
    requireUnchanged(connection);
    await exchange(connection, abort => session.tryKeptKey(connection, abort));
  } else if (which === 'typed') {
    const apiKey = await askKey(connection);
    if (apiKey === undefined || !(await maySendAgain(session, connection, apiKey))) return;
    requireUnchanged(connection);
    await exchange(connection, abort => session.signIn(connection, apiKey, abort));
  }
}

async function chooseKey(connection: Connection): Promise<'kept' | 'typed' | undefined> {
  const chosen = await showQuickPick(
    [
      {
        label: l10n.t('Try the Stored Key'),
        iconPath: new vscode.ThemeIcon('key'),
        detail: signInText(),
        which: 'kept' as const,
      },
      {
        label: l10n.t('Enter Another Key'),
        iconPath: new vscode.ThemeIcon('edit'),
        which: 'typed' as const,
      },
    ],
    { title: l10n.t('Sign in to {0}', connection.name), ignoreFocusOut: true },
  );
  return chosen?.which;
}

async function askKey(connection: Connection): Promise<string | undefined> {
  const typed = await showInputBox({
    title: l10n.t('Sign in to {0}', connection.name),
    prompt: l10n.t(
      "API key. It is kept in the editor's secret storage and sent only to {0}.",
      new URL(connection.authUrl).host,
    ),
    password: true,
    validateInput: text => (text === '' ? undefined : checkApiKeyShape(text)),
  });
  if (typed === undefined) return undefined;
  const problem = checkApiKeyShape(typed);
  if (problem !== undefined) throw new UserError(problem);
  return typed.trim();
}

/** A refused key is sent again only after a specific confirmation. */
async function maySendAgain(session: SessionOwner, connection: Connection, apiKey: string): Promise<boolean> {
  const refusal = session.keyRefusal(connection, apiKey);
  if (!refusal) return true;
  const send = l10n.t('Send It Again');
  const at = new Date(refusal.at).toISOString();
  const answer = await confirm(attend(), {
    question: l10n.t('{0} refused this key {1}.', connection.name, ageText(at, Date.now()) ?? at),
    detail: `${labeled(l10n.t('Time'), utcText(at))}\n${signInText()}`,
    buttons: [send],
  });
  return answer === send;
}

async function exchange(
  connection: Connection,
  signIn: (abort: AbortSignal) => Promise<'signedIn' | 'refused' | 'superseded' | 'noKey'>,
): Promise<void> {
  const title = l10n.t('Signing in to {0}', connection.name);
  await inCancellableNotification(title, async abort => {
    // A refusal is shown in the side bar, where it stays.
    if ((await signIn(abort)) === 'refused') await vscode.commands.executeCommand('swath.welcome.focus');
  }).catch((error: unknown) => {
    const { name } = connection;
    throw toFailure(error, l10n.t("Can't sign in to {0}.", name), [
      { title: l10n.t('Diagnose Connection'), run: () => runCommand('swath.diagnose', name) },
      { title: l10n.t('Edit Connection…'), run: () => runCommand('swath.editConnection', name) },
    ]);
  });
}

function signInText(): string {
  return l10n.t('A wrong key suspends access for a while, and every attempt can extend the suspension.');
}

/**
 * Signs out, and says what stays on this machine. The stored key can be the only copy: it is deleted only if the user
 * says so. The sandbox creates its own keys, so nothing is lost there, and nothing is asked.
 */
export async function signOut(session: SessionOwner): Promise<void> {
  const now = session.current.peek();
  if (now.kind === 'signedOut') return;
  if (now.connection === sandboxConnection) {
    await session.signOut();
    const remove = l10n.t('Remove…');
    const stays = l10n.t("Signed out. The sandbox's data stays on this machine.");
    if ((await showInformationMessage(stays, remove)) === remove)
      await runCommand('swath.removeConnection', sandboxConnection.name);
    return;
  }
  const leave = l10n.t('Sign Out');
  const forget = l10n.t('Sign Out and Delete Key');
  const stays = l10n.t(
    'Deliveries, the ledger, the journal of orders, pictures and marks of what you have seen stay on this machine. Remove Connection… removes what Swath keeps of it.',
  );
  const key = l10n.t(
    'So does the API key, in the secret storage, unless you delete it. A deleted one stays valid at the service, which never shows it again: keep a copy.',
  );
  const answer = await confirm(attend(), {
    question: l10n.t('Sign out of {0}?', safeLine(now.connection.name)),
    detail: `${stays} ${key}`,
    buttons: [leave, forget],
  });
  if (answer === undefined || session.current.peek() !== now) return;
  await (answer === forget ? session.signOut() : session.leave());
}
