import * as l10n from '@vscode/l10n';
import { momentText } from '../../../../base/words/moment.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { type ApiKey, nameOfKey } from '../../../../service/rules/apiKey.ts';
import { attend, type Attention, confirm, typesToConfirm } from '../../../../platform/dialogs/confirm.ts';
import {
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
} from '../../../../platform/dialogs/window.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { describeError, logError } from '../../../../platform/host/presentError.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { factLines, idFrom, rowsFrom } from '../../../../platform/rows/row.ts';
import { changedMeanwhileText, type SignedIn } from '../../../../session/session.ts';
import type { Removed } from '../../keys.ts';
import { deletedText, stopsWorkingText } from '../words.ts';
import {
  askKeyInUse,
  keyItem,
  type KeyParts,
  type Listed,
  listKeys,
  requireSameSession,
  unknownItem,
  whileChanging,
} from './keyChoice.ts';

/**
 * Deletes a key after an explicit confirmation, and reports what the list then shows. If the key is or may be in use,
 * the user types its name to confirm. Swath then signs out of the connection, since a deleted key must not be sent.
 *
 * @param all the selected rows if there are several: their keys are deleted one after another
 */
export async function deleteKey(parts: KeyParts, argument: unknown, all?: unknown): Promise<void> {
  const clicked = attend();
  const ids = rowsFrom(argument, all).flatMap(row => idFrom(row) ?? []);
  if (ids.length > 1) return deleteKeys(parts, ids, clicked);
  const deleted = await deleteOne(parts, ids[0] ?? idFrom(argument), clicked);
  if (deleted) void showInformationMessage(deletedText(deleted.key));
}

/**
 * Deletes keys one after another, each as if it were the only one: listed again, and with its own confirmation. The one
 * in use comes last. Stops at the first one that isn't deleted.
 */
async function deleteKeys(parts: KeyParts, ids: readonly string[], clicked: Attention): Promise<void> {
  const listed = await listKeys(parts);
  let { inUse } = listed;
  let attention = clicked;
  if (inUse.kind === 'unknown') {
    const chosen = await askKeyInUse(parts, listed, unknownItem());
    if (chosen === undefined) return;
    if (chosen === 'otherwise') {
      throw new UserError(l10n.t("If you don't know which key is in use, delete one key at a time."));
    }
    inUse = { kind: 'listed', keyId: chosen.id };
    attention = attend();
  }
  const usedId = inUse.kind === 'listed' ? inUse.keyId : undefined;
  const inOrder = [...ids.filter(id => id !== usedId), ...ids.filter(id => id === usedId)];
  const names: string[] = [];
  try {
    for (const [index, id] of inOrder.entries()) {
      requireSameSession(parts, listed.signedIn);
      const place = l10n.t('{0} of {1}', index + 1, ids.length);
      const deleted = await deleteOne(parts, id, attention, place);
      if (!deleted) return;
      names.push(nameOfKey(deleted.key));
      attention = deleted.answered;
    }
  } finally {
    if (names.length > 0) {
      void showInformationMessage(
        l10n.t('Deleted {0} of {1} selected API keys: {2}', names.length, ids.length, names.join(', ')),
      );
    }
  }
}

/** A key that was deleted, which the caller reports, and what the user does since the confirmation. */
interface Deleted {
  key: ApiKey;
  answered: Attention;
}

/**
 * `undefined`: the user cancelled, or the key may still exist, which is reported here.
 *
 * @param id the user is asked if there is none
 * @param place among several keys, for the question
 */
async function deleteOne(
  parts: KeyParts,
  id: string | undefined,
  clicked: Attention,
  place?: string,
): Promise<Deleted | undefined> {
  const listed = await listKeys(parts);
  const { signedIn } = listed;
  const key = await chooseKey(listed, id);
  const isInUse = key && (await mayBeInUse(parts, listed, key));
  if (!key || isInUse === undefined) return undefined;
  const isAsked = id === undefined || listed.inUse.kind === 'unknown';
  if (!(await agrees(key, signedIn, isInUse, isAsked ? attend() : clicked, place))) return undefined;
  const answered = attend();
  requireSameSession(parts, signedIn);
  let unforgotten: unknown;
  const removed = await whileChanging(() =>
    isInUse
      ? parts.keys.removeInUse(signedIn, key.id, error => (unforgotten = error))
      : parts.keys.remove(signedIn, key.id),
  );
  if (removed.kind !== 'gone' || unforgotten !== undefined) reportRemoved(parts, key, removed);
  if (unforgotten !== undefined) {
    logError(unforgotten, parts.log);
    throw new UserError(
      l10n.t(
        "Don't sign in to {0} with the stored key: it may be deleted, and can't be removed from the secret storage.",
        signedIn.connection.name,
      ),
    );
  }
  return removed.kind === 'gone' ? { key, answered } : undefined;
}

/** Deletes a key that isn't in use, after a specific confirmation, and reports the result. */
export async function removeUnused(parts: KeyParts, signedIn: SignedIn, key: ApiKey): Promise<void> {
  requireSameSession(parts, signedIn);
  reportRemoved(parts, key, await whileChanging(() => parts.keys.remove(signedIn, key.id)));
}

async function chooseKey(listed: Listed, id: string | undefined): Promise<ApiKey | undefined> {
  const { keys } = listed;
  if (id !== undefined) {
    const key = keys.find(candidate => candidate.id === id);
    if (key) return key;
    throw new UserError(l10n.t('The service no longer lists the key {0}.', id));
  }
  if (keys.length === 0) throw new UserError(l10n.t('No API keys'));
  const chosen = await showQuickPick(
    keys.map(key => keyItem(key, listed)),
    { title: l10n.t('Which API key do you want to delete?'), ignoreFocusOut: true, matchOnDetail: true },
  );
  return chosen?.key;
}

/** Whether the key is or may be in use here; asks if that isn't known. `undefined`: the user cancels. */
async function mayBeInUse(parts: KeyParts, listed: Listed, key: ApiKey): Promise<boolean | undefined> {
  const { inUse } = listed;
  if (inUse.kind !== 'unknown') return inUse.keyId === key.id;
  const chosen = await askKeyInUse(parts, listed, unknownItem());
  return chosen && (chosen === 'otherwise' || chosen.id === key.id);
}

async function agrees(
  key: ApiKey,
  { connection: { name } }: SignedIn,
  isInUse: boolean,
  attention: Attention,
  place: string | undefined,
): Promise<boolean> {
  const facts = factLines([
    [l10n.t('Connection'), safeLine(name)],
    [l10n.t('ID'), safeLine(key.id)],
    [l10n.t('Created'), momentText(key.date)],
    [l10n.t('Expires'), momentText(key.expirationDate)],
  ]);
  const detail = [
    ...(place === undefined ? [] : [place, '']),
    ...facts,
    '',
    ...(isInUse ? [] : [l10n.t("Swath doesn't use this key.")]),
    stopsWorkingText(),
  ].join('\n');
  if (!isInUse) {
    const erase = l10n.t('Delete…');
    const question = l10n.t('Delete the API key "{0}"?', nameOfKey(key));
    const answer = await confirm(attention, { question, detail, buttons: [erase] });
    return answer === erase && (await typesToConfirm(question, nameOfKey(key)));
  }
  const goOn = l10n.t('Delete and Sign Out…');
  const rotate = l10n.t('Rotate Instead…');
  const question = l10n.t('Delete the API key "{0}" and sign out of {1}?', nameOfKey(key), name);
  const answer = await confirm(attention, { question, detail, buttons: [rotate, goOn] });
  if (answer === rotate) await runCommand('swath.rotateKey');
  return answer === goOn && (await typesToConfirm(question, nameOfKey(key)));
}

export function reportRemoved({ log }: KeyParts, key: ApiKey, removed: Removed): void {
  const name = nameOfKey(key);
  switch (removed.kind) {
    case 'gone':
      void showInformationMessage(deletedText(key));
      return;
    case 'stillThere':
    case 'unclear': {
      const { error } = removed;
      if (error !== undefined) logError(error, log);
      const text =
        removed.kind === 'stillThere'
          ? l10n.t('The API key "{0}" was not deleted: the service still lists it.', name)
          : l10n.t('Couldn\'t confirm that the API key "{0}" was deleted.', name);
      const why = error === undefined ? [] : [describeError(error)];
      const next = l10n.t('Refresh the list in a while, and delete the key again if it is still there.');
      void showWarningMessage([text, ...why, next].join(' '));
      return;
    }
    case 'refused':
      throw removed.error;
    case 'notSent':
      throw new UserError(changedMeanwhileText());
  }
}
