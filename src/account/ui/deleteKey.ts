import * as l10n from '@vscode/l10n';
import { nameOfKey, type ApiKey } from '../../model/account/apiKey.ts';
import { momentText } from '../../model/words/moment.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { runCommand } from '../../editor/commands.ts';
import { attend, confirm, typesToConfirm, type Attention } from '../../editor/confirm.ts';
import { factLines, givenId } from '../../editor/row.ts';
import { describeError, logError } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import { showInformationMessage, showQuickPick, showWarningMessage } from '../../editor/window.ts';
import type { Removed } from '../keys.ts';
import { changedMeanwhileText, type SignedIn } from '../session.ts';
import {
  askKeyInUse,
  keyItem,
  listKeys,
  requireSameSession,
  stopsWorkingText,
  unknownItem,
  whileChanging,
  type KeyParts,
  type Listed,
} from './keyChoice.ts';

/**
 * Deletes a key after an explicit confirmation, and reports what the list then shows. The key in use, or one that may be
 * it, wants its name typed; Swath is signed out of the connection with it, since a deleted key must not be sent.
 */
export async function deleteKey(parts: KeyParts, given: unknown): Promise<void> {
  const clicked = attend();
  const id = givenId(given);
  const listed = await listKeys(parts);
  const { signedIn } = listed;
  const key = await chooseKey(listed, id);
  const isInUse = key && (await mayBeInUse(parts, listed, key));
  if (!key || isInUse === undefined) return;
  const isAsked = id === undefined || listed.inUse.kind === 'unknown';
  if (!(await agrees(key, signedIn, isInUse, isAsked ? attend() : clicked))) return;
  if (!isInUse) return removeUnused(parts, signedIn, key);
  requireSameSession(parts, signedIn);
  let unforgotten: unknown;
  const removed = await whileChanging(() =>
    parts.keys.removeInUse(signedIn, key.id, error => (unforgotten = error)),
  );
  reportRemoved(parts, key, removed);
  if (unforgotten === undefined) return;
  logError(unforgotten, parts.log);
  throw new UserError(
    l10n.t(
      "Can't remove the key from the secret storage. Don't sign in to {0} with the stored key: it may be deleted.",
      signedIn.connection.name,
    ),
  );
}

/** Deletes a key that is not in use, after a confirmation of exactly that, and reports what became of it. */
export async function removeUnused(parts: KeyParts, signedIn: SignedIn, key: ApiKey): Promise<void> {
  requireSameSession(parts, signedIn);
  reportRemoved(parts, key, await whileChanging(() => parts.keys.remove(signedIn, key.id)));
}

async function chooseKey({ keys, inUse }: Listed, id: string | undefined): Promise<ApiKey | undefined> {
  if (id !== undefined) {
    const key = keys.find(one => one.id === id);
    if (key) return key;
    throw new UserError(l10n.t('The service no longer lists the key {0}.', id));
  }
  if (keys.length === 0) throw new UserError(l10n.t('No API keys'));
  const chosen = await showQuickPick(
    keys.map(key => keyItem(key, inUse)),
    { title: l10n.t('Which API key do you want to delete?'), ignoreFocusOut: true, matchOnDetail: true },
  );
  return chosen?.key;
}

/** Whether the key is in use here, or may be; asks where it is not known. `undefined`: the user cancels. */
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
): Promise<boolean> {
  const facts = factLines([
    [l10n.t('Connection'), shownLine(name)],
    [l10n.t('ID'), shownLine(key.id)],
    [l10n.t('Created'), momentText(key.date)],
    [l10n.t('Expires'), momentText(key.expirationDate)],
  ]);
  const detail = [...facts, '', stopsWorkingText()].join('\n');
  if (!isInUse) {
    const erase = l10n.t('Delete');
    const question = l10n.t('Delete the API key "{0}"?', nameOfKey(key));
    return (await confirm(attention, { question, detail, buttons: [erase] })) === erase;
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

export function deletedText(key: ApiKey): string {
  return l10n.t('The API key "{0}" was deleted.', nameOfKey(key));
}
