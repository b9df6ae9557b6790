import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { nameOfKey, type ApiKey } from '../../model/account/apiKey.ts';
import { momentText } from '../../model/words/moment.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { runCommand } from '../../editor/commands.ts';
import { attend, confirm, type Attention } from '../../editor/confirm.ts';
import { givenId } from '../../editor/row.ts';
import { describeError, logError } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import {
  showInformationMessage,
  showInputBox,
  showQuickPick,
  showWarningMessage,
  withProgress,
} from '../../editor/window.ts';
import type { Removed } from '../keys.ts';
import type { SignedIn } from '../session.ts';
import {
  askKeyInUse,
  keyItem,
  listKeys,
  requireSameSession,
  type KeyParts,
  type Listed,
} from './keyChoice.ts';

/**
 * Deletes a key after an explicit yes, and tells what the list then says. The key in use, or one that may be it, wants
 * its name typed; Swath is signed out of the connection with it, since a deleted key must not be sent.
 */
export async function deleteKey(parts: KeyParts, given: unknown): Promise<void> {
  const clicked = attend();
  const id = givenId(given);
  const listed = await listKeys(parts);
  const key = await chooseKey(listed, id);
  const use = key && (await useOf(parts, listed, key));
  if (!key || !use) return;
  const isAsked = id === undefined || listed.inUse.kind === 'unknown';
  const attention = isAsked ? attend() : clicked;
  if (use === 'unused') {
    if (await agreesToDelete(key, listed.signedIn, attention))
      await removeUnused(parts, listed.signedIn, key);
    return;
  }
  if (!(await agreesToDeleteInUse(key, listed.signedIn, use, attention))) return;
  requireSameSession(parts, listed.signedIn);
  let unforgotten: unknown;
  const removed = await withDeletion(key, () =>
    parts.keys.removeInUse(listed.signedIn, key.id, error => (unforgotten = error)),
  );
  tellRemoved(parts, key, removed, listed.signedIn);
  if (unforgotten === undefined) return;
  logError(unforgotten, parts.log);
  throw new UserError(
    l10n.t(
      "Can't remove the key from the secret storage. Don't sign in to {0} with the stored key: it may be deleted.",
      listed.signedIn.connection.name,
    ),
  );
}

/** Deletes a key that is not in use, after a yes to exactly that, and tells what became of it. */
export async function removeUnused(parts: KeyParts, signedIn: SignedIn, key: ApiKey): Promise<void> {
  requireSameSession(parts, signedIn);
  const removed = await withDeletion(key, () => parts.keys.remove(signedIn, key.id));
  tellRemoved(parts, key, removed, undefined);
}

function withDeletion<T>(key: ApiKey, run: () => Promise<T>): Thenable<T> {
  const title = l10n.t('Deleting the key "{0}"', nameOfKey(key));
  return withProgress({ location: vscode.ProgressLocation.Notification, title }, run);
}

async function chooseKey({ keys, inUse }: Listed, id: string | undefined): Promise<ApiKey | undefined> {
  if (id !== undefined) {
    const key = keys.find(one => one.id === id);
    if (key) return key;
    throw new UserError(l10n.t('The service no longer lists the key {0}.', id));
  }
  if (keys.length === 0) throw new UserError(l10n.t('The service lists no API keys.'));
  const chosen = await showQuickPick(
    keys.map(key => keyItem(key, inUse)),
    { title: l10n.t('Which API key do you want to delete?'), ignoreFocusOut: true, matchOnDetail: true },
  );
  return chosen?.key;
}

/** Whether the key is in use here; asks where it is not known. `undefined`: the user cancels. */
async function useOf(
  parts: KeyParts,
  listed: Listed,
  key: ApiKey,
): Promise<'unused' | 'inUse' | 'maybe' | undefined> {
  const { inUse } = listed;
  if (inUse.kind !== 'unknown') return inUse.keyId === key.id ? 'inUse' : 'unused';
  const said = await askKeyInUse(parts, listed, {
    label: l10n.t("I Don't Know"),
    iconPath: new vscode.ThemeIcon('question'),
    detail: l10n.t('"{0}" is treated as the key in use: Swath signs out when it is deleted.', nameOfKey(key)),
  });
  if (said === undefined) return undefined;
  if (said === 'otherwise') return 'maybe';
  return said.id === key.id ? 'inUse' : 'unused';
}

async function agreesToDelete(key: ApiKey, { connection }: SignedIn, attention: Attention): Promise<boolean> {
  const yes = l10n.t('Delete');
  const detail = [...describeKey(key, connection.name), '', stopsWorkingText()].join('\n');
  const question = l10n.t('Delete the API key "{0}"?', nameOfKey(key));
  return (await confirm(attention, { question, detail, buttons: [yes] })) === yes;
}

async function agreesToDeleteInUse(
  key: ApiKey,
  signedIn: SignedIn,
  use: 'inUse' | 'maybe',
  attention: Attention,
): Promise<boolean> {
  const { name } = signedIn.connection;
  const goOn = l10n.t('Delete and Sign Out…');
  const rotate = l10n.t('Rotate Instead…');
  const detail = [
    ...describeKey(key, name),
    '',
    use === 'inUse'
      ? l10n.t('Swath uses this key for {0} and signs out after deleting it.', name)
      : l10n.t('Swath may be using this key for {0}, so it signs out after deleting it.', name),
    stopsWorkingText(),
    l10n.t('To continue with a new key, rotate it instead.'),
  ].join('\n');
  const question = l10n.t('Delete the API key "{0}" and sign out of {1}?', nameOfKey(key), name);
  const answer = await confirm(attention, { question, detail, buttons: [rotate, goOn] });
  if (answer === rotate) await runCommand('swath.rotateKey');
  return answer === goOn && (await typesName(key, name));
}

function stopsWorkingText(): string {
  return l10n.t("Everything that uses this key stops working. This can't be undone.");
}

async function typesName(key: ApiKey, connectionName: string): Promise<boolean> {
  const wanted = nameOfKey(key);
  const typed = await showInputBox({
    title: l10n.t('Delete the API key "{0}" and sign out of {1}', wanted, connectionName),
    prompt: l10n.t('Type {0} to delete the key {1} permanently.', wanted, key.id),
    ignoreFocusOut: true,
    validateInput: text =>
      shownLine(text) === wanted ? undefined : l10n.t('Type {0}, or press Escape to keep the key.', wanted),
  });
  return typed !== undefined && shownLine(typed) === wanted;
}

function describeKey(key: ApiKey, connectionName: string): string[] {
  const created = momentText(key.date);
  const ends = momentText(key.expirationDate);
  return [
    l10n.t('Connection: {0}', shownLine(connectionName)),
    l10n.t('ID: {0}', shownLine(key.id)),
    ...(created === undefined ? [] : [l10n.t('Created: {0}', created)]),
    ...(ends === undefined ? [] : [l10n.t('Expires: {0}', ends)]),
  ];
}

/** @param left the connection that Swath signed out of for this */
export function tellRemoved(
  { log }: KeyParts,
  key: ApiKey,
  removed: Removed,
  left: SignedIn | undefined,
): void {
  const name = nameOfKey(key);
  const signedOut = left ? [l10n.t('Signed out of {0}.', left.connection.name)] : [];
  switch (removed.kind) {
    case 'gone': {
      const text = l10n.t('The API key "{0}" was deleted.', name);
      void showInformationMessage([text, ...signedOut].join(' '));
      return;
    }
    case 'stillThere': {
      if (removed.error !== undefined) logError(removed.error, log);
      const why = removed.error === undefined ? [] : [describeError(removed.error)];
      const text = l10n.t('The API key "{0}" was not deleted: the service still lists it.', name);
      const next = l10n.t('Refresh the list in a while, and delete the key again if it is still there.');
      void showWarningMessage([text, ...why, next].join(' '));
      return;
    }
    case 'unclear': {
      logError(removed.error, log);
      const text = l10n.t(
        'Couldn\'t confirm that the API key "{0}" was deleted: {1}',
        name,
        describeError(removed.error),
      );
      const next = l10n.t('Check the list before you delete it again.');
      void showWarningMessage([text, ...signedOut, next].join(' '));
      return;
    }
    case 'refused':
      throw removed.error;
    case 'notSent':
      throw new UserError(
        removed.why === 'inUse'
          ? l10n.t('The API key "{0}" is now in use here. Nothing was sent. Start again.', name)
          : l10n.t('You signed in differently in the meantime. Nothing was sent. Start again.'),
      );
  }
}
