import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isoDay } from '../../../../base/words/moment.ts';
import { type ApiKey, descriptionAfter, nameOfKey } from '../../../../service/rules/apiKey.ts';
import { attend, type Attention, confirm } from '../../../../platform/dialogs/confirm.ts';
import { showInformationMessage, showWarningMessage } from '../../../../platform/dialogs/window.ts';
import { describeError, logError } from '../../../../platform/host/presentError.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { idFrom } from '../../../../platform/rows/row.ts';
import type { NotDeleted, NotStored, Rotated, RotationPlan, RotationStep } from '../../rotation.ts';
import { deletedText, signedOutText, stillValidText, stopsWorkingText, storedText } from '../words.ts';
import { deleteKey, reportRemoved } from './deleteKey.ts';
import {
  askKeyInUse,
  type KeyParts,
  type Listed,
  listKeys,
  requireRoom,
  requireSameSession,
  whileChanging,
} from './keyChoice.ts';
import { askDescription, copySecret, explainNotCreated, offerSecret } from './newKey.ts';

/** A plan together with the old key, for the report. */
interface Rotating extends RotationPlan {
  previous: ApiKey | undefined;
}

/**
 * Replaces a key, the one in use unless another is chosen, and deletes the old one only after a specific confirmation. One question lists all steps;
 * if one of them fails, the message says which keys exist, what is stored and what to do.
 */
export async function rotateKey(parts: KeyParts, argument: unknown): Promise<void> {
  const listed = await listKeys(parts);
  requireRoom(listed);
  const previous = await findPrevious(parts, listed, idFrom(argument));
  if (previous === undefined) return;
  if (previous !== 'unknown' && isOther(listed, previous)) return replaceOther(parts, listed, previous);
  const key = previous === 'unknown' ? undefined : previous;
  const title = l10n.t('Rotate the API key of {0}?', listed.signedIn.connection.name);
  const proposed = descriptionAfter(key?.description, isoDay(parts.clock.now()));
  const description = await askDescription(listed.keys, title, proposed);
  if (description === undefined) return;
  const wish = await agrees(title, listed, description, key);
  if (!wish) return;
  requireSameSession(parts, listed.signedIn);
  const deleteId = wish === 'delete' ? key?.id : undefined;
  await run(parts, { signedIn: listed.signedIn, description, deleteId, previous: key }, { kind: 'create' });
}

/** The chosen key or the one in use; asks which that is if it isn't known. `undefined`: the user cancels. */
async function findPrevious(
  parts: KeyParts,
  listed: Listed,
  id: string | undefined,
): Promise<ApiKey | 'unknown' | undefined> {
  const { inUse, keys } = listed;
  const named = id === undefined ? undefined : keys.find(key => key.id === id);
  if (id !== undefined && named === undefined)
    throw new UserError(l10n.t('The service no longer lists the key {0}.', id));
  if (inUse.kind === 'unlisted') return named ?? 'unknown';
  if (inUse.kind === 'listed') return named ?? keys.find(key => key.id === inUse.keyId);
  const answer = await askKeyInUse(parts, listed, {
    label: l10n.t("Keep It; I'll Delete It Later"),
    iconPath: new vscode.ThemeIcon('circle-slash'),
    detail: stillValidText(),
  });
  return answer === 'otherwise' ? 'unknown' : answer;
}

function isOther({ inUse }: Listed, key: ApiKey): boolean {
  return inUse.kind === 'unlisted' || (inUse.kind === 'listed' && inUse.keyId !== key.id);
}

/**
 * Replaces a key that another program uses: its successor goes to the clipboard, and the old one works until the user
 * has entered the new one and deletes it.
 */
async function replaceOther(parts: KeyParts, { signedIn, keys }: Listed, key: ApiKey): Promise<void> {
  const title = l10n.t('Rotate "{0}", which Swath doesn\'t use', nameOfKey(key));
  const description = await askDescription(
    keys,
    title,
    descriptionAfter(key.description, isoDay(parts.clock.now())),
  );
  if (description === undefined) return;
  requireSameSession(parts, signedIn);
  const attention = attend();
  const created = await whileChanging(() => parts.keys.create(signedIn, description));
  if (created.kind !== 'created') return explainNotCreated(parts, signedIn, description, created, attention);
  await copySecret(parts, signedIn, created.key);
  const remove = l10n.t('Delete Previous Key…');
  const text = l10n.t(
    'The key "{0}" stays valid. Delete it when the new one is entered wherever it is used.',
    nameOfKey(key),
  );
  if ((await showInformationMessage(text, remove)) === remove) await deleteKey(parts, key.id);
}

async function agrees(
  question: string,
  { signedIn }: Listed,
  description: string,
  previousKey: ApiKey | undefined,
): Promise<'delete' | 'keep' | undefined> {
  const create = l10n.t(
    'Swath creates the key "{0}", verifies it by signing in, and stores it for {1}.',
    description,
    signedIn.connection.name,
  );
  const stop = l10n.t('If a step fails, the rotation stops and the working key stays in use.');
  const previous = previousKey
    ? [l10n.t('Previous key: "{0}" ({1})', nameOfKey(previousKey), previousKey.id), stopsWorkingText()]
    : [];
  const detail = [create, stop, ...previous].join('\n');
  const both = l10n.t('Rotate and Delete Previous Key');
  const keep = l10n.t('Rotate, Keep Previous Key');
  // Enter presses the first one, which must not delete.
  const buttons = previousKey ? [keep, both] : [keep];
  const answer = await confirm(attend(), { question, detail, buttons });
  if (answer === both) return 'delete';
  return answer === keep ? 'keep' : undefined;
}

async function run(parts: KeyParts, plan: Rotating, from: RotationStep): Promise<void> {
  const attention = attend();
  const rotated = await whileChanging(() => parts.rotation.run(plan, from));
  await report(parts, plan, rotated, attention);
}

async function report(
  parts: KeyParts,
  plan: Rotating,
  rotated: Rotated,
  attention: Attention,
): Promise<void> {
  if (rotated.kind === 'busy') throw new UserError(l10n.t('Another rotation is in progress.'));
  if (rotated.kind === 'done') {
    const stored = storedText(rotated.made, plan.signedIn.connection.name);
    void showInformationMessage(`${stored} ${previousText(plan, rotated.previous)}`);
    return;
  }
  switch (rotated.at) {
    case 'create':
      return explainNotCreated(parts, plan.signedIn, plan.description, rotated.why, attention);
    case 'store':
      return explainNotStored(parts, plan, rotated);
    case 'delete':
      return explainNotDeleted(parts, plan, rotated);
  }
}

function previousText({ previous }: Rotating, became: 'deleted' | 'left'): string {
  return previous && became === 'deleted' ? deletedText(previous) : stillValidText();
}

async function explainNotStored(
  parts: KeyParts,
  plan: Rotating,
  { step, why }: { step: Extract<RotationStep, { kind: 'store' }>; why: NotStored },
): Promise<void> {
  const { name } = plan.signedIn.connection;
  if (why.kind === 'forgotten') {
    const text = `${signedOutText(name)} ${stillValidText()}`;
    await offerSecret(parts, plan.signedIn, step.made, text);
    return;
  }
  logError(why.error, parts.log);
  const state = `${stateText(why.stored, step.made, name)} ${stillValidText()}`;
  // A refused key isn't sent again: that can suspend the user for longer.
  if (why.kind === 'refused') {
    await offerSecret(parts, plan.signedIn, step.made, `${describeError(why.error)} ${state}`);
    return;
  }
  const again = l10n.t('Try Again');
  const made = nameOfKey(step.made);
  const message = l10n.t('The rotation stopped while verifying and storing the new key "{0}".', made);
  const detail = [describeError(why.error), '', state].join('\n');
  const answer = await showWarningMessage(message, { modal: true, detail }, again);
  if (answer === again) await run(parts, plan, step);
  else if (why.stored !== 'new') await offerSecret(parts, plan.signedIn, step.made, state);
}

function stateText(
  stored: Exclude<NotStored, { kind: 'forgotten' }>['stored'],
  made: ApiKey,
  connectionName: string,
): string {
  switch (stored) {
    case 'new':
      return storedText(made, connectionName);
    case 'other':
      return l10n.t('The previous key is still stored and in use for {0}.', connectionName);
    case 'unknown':
      return l10n.t('No key is stored for {0}, or the secret storage could not be read.', connectionName);
  }
}

async function explainNotDeleted(
  parts: KeyParts,
  plan: Rotating,
  { step, why }: { step: Extract<RotationStep, { kind: 'delete' }>; why: NotDeleted },
): Promise<void> {
  const stored = storedText(step.made, plan.signedIn.connection.name);
  switch (why.kind) {
    case 'otherSession':
      throw new UserError(`${stored} ${stillValidText()}`);
    case 'failed':
    case 'refused': {
      logError(why.error, parts.log);
      const again = l10n.t('Try Again');
      const text = [stored, stillValidText(), describeError(why.error)].join(' ');
      if ((await showWarningMessage(text, again)) === again) await run(parts, plan, step);
      return;
    }
    case 'stillThere':
    case 'unclear':
      void showInformationMessage(stored);
      if (plan.previous) reportRemoved(parts, plan.previous, why);
  }
}
