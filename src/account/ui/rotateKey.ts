import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { descriptionAfter, nameOfKey, type ApiKey } from '../../model/account/apiKey.ts';
import { isoDay } from '../../model/words/moment.ts';
import { attend, confirm, type Attention } from '../../editor/confirm.ts';
import { givenId } from '../../editor/row.ts';
import { describeError, logError } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import { showInformationMessage, showWarningMessage, withProgress } from '../../editor/window.ts';
import type { NotDeleted, NotStored, Rotated, RotationPlan, RotationStep } from '../rotation.ts';
import { tellRemoved } from './deleteKey.ts';
import {
  askKeyInUse,
  listKeys,
  requirePlace,
  requireSameSession,
  type KeyParts,
  type Listed,
} from './keyChoice.ts';
import { askDescription, explainNotCreated, offerSecret } from './newKey.ts';

/** A plan together with the former key, for what is told. */
interface Rotating extends RotationPlan {
  former: ApiKey | undefined;
}

/**
 * Puts a new key in place of the one in use, and deletes the former only after a yes to that. One question tells all
 * steps; where one of them does not succeed, it says what now exists, what is stored and what to do.
 */
export async function rotateKey(parts: KeyParts, given: unknown): Promise<void> {
  const listed = await listKeys(parts);
  requirePlace(listed);
  const former = await findFormer(parts, listed, givenId(given));
  if (former === undefined) return;
  const key = former === 'unknown' ? undefined : former;
  const title = l10n.t('Rotate the API key of {0}', listed.signedIn.connection.name);
  const proposed = descriptionAfter(key?.description, isoDay(Date.now()));
  const description = await askDescription(listed.keys, title, proposed);
  if (description === undefined) return;
  const wish = await agrees(listed, description, key);
  if (!wish) return;
  requireSameSession(parts, listed.signedIn);
  const deleteId = wish === 'delete' ? key?.id : undefined;
  await run(parts, { signedIn: listed.signedIn, description, deleteId, former: key }, { kind: 'create' });
}

/** The key in use; asks where it is not known. `undefined`: the user cancels. */
async function findFormer(
  parts: KeyParts,
  listed: Listed,
  id: string | undefined,
): Promise<ApiKey | 'unknown' | undefined> {
  const { inUse, keys } = listed;
  if (inUse.kind === 'unlisted') return 'unknown';
  if (inUse.kind === 'listed') {
    if (id !== undefined && id !== inUse.keyId) {
      throw new UserError(
        l10n.t(
          'Only the key in use can be rotated, and {0} is another one. Create a key and delete {0} instead.',
          id,
        ),
      );
    }
    return keys.find(key => key.id === inUse.keyId);
  }
  const said = await askKeyInUse(parts, listed, {
    label: l10n.t("Keep It; I'll Delete It Later"),
    iconPath: new vscode.ThemeIcon('circle-slash'),
    detail: l10n.t('The new key replaces it, and the previous key stays valid.'),
  });
  return said === 'otherwise' ? 'unknown' : said;
}

async function agrees(
  { signedIn }: Listed,
  description: string,
  former: ApiKey | undefined,
): Promise<'delete' | 'keep' | undefined> {
  const { name } = signedIn.connection;
  const detail = [
    l10n.t('1. Create the key "{0}".', description),
    l10n.t('2. Verify it by signing in, and store it for {0}.', name),
    ...(former
      ? [
          l10n.t('3. Delete the previous key "{0}" ({1}), and check the list.', nameOfKey(former), former.id),
          '',
          l10n.t('Everything else that uses the previous key stops working when it is deleted.'),
        ]
      : []),
    l10n.t('If a step fails, the rotation stops and the working key stays in use.'),
  ].join('\n');
  const both = l10n.t('Rotate and Delete Previous Key');
  const keep = former ? l10n.t('Rotate, Keep Previous Key') : l10n.t('Rotate');
  const question = l10n.t('Rotate the API key of {0}?', name);
  const buttons = former ? [both, keep] : [keep];
  const answer = await confirm(attend(), { question, detail, buttons });
  if (answer === both) return 'delete';
  return answer === keep ? 'keep' : undefined;
}

async function run(parts: KeyParts, plan: Rotating, from: RotationStep): Promise<void> {
  const attention = attend();
  const title = l10n.t('Rotating the API key');
  const rotated = await withProgress({ location: vscode.ProgressLocation.Notification, title }, progress =>
    parts.rotation.run(plan, from, kind => progress.report({ message: steps[kind]() })),
  );
  await tell(parts, plan, rotated, attention);
}

const steps: Readonly<Record<RotationStep['kind'], () => string>> = {
  create: () => l10n.t('creating the new key'),
  store: () => l10n.t('verifying and storing it'),
  delete: () => l10n.t('handling the previous key'),
};

async function tell(parts: KeyParts, plan: Rotating, rotated: Rotated, attention: Attention): Promise<void> {
  if (rotated.kind === 'busy') throw new UserError(l10n.t('Another rotation is in progress.'));
  if (rotated.kind === 'done') {
    tellDone(plan, rotated);
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

function tellDone(
  { signedIn, former }: Rotating,
  { made, former: outcome }: Extract<Rotated, { kind: 'done' }>,
): void {
  const inUse = l10n.t('The new key "{0}" is in use for {1}.', nameOfKey(made), signedIn.connection.name);
  const rest =
    former && outcome === 'deleted'
      ? l10n.t('The previous key "{0}" was deleted.', nameOfKey(former))
      : l10n.t('The previous key is still valid: delete it when nothing uses it.');
  void showInformationMessage(`${inUse} ${rest}`);
}

async function explainNotStored(
  parts: KeyParts,
  plan: Rotating,
  { step, why }: { step: Extract<RotationStep, { kind: 'store' }>; why: NotStored },
): Promise<void> {
  const { name } = plan.signedIn.connection;
  if (why.kind === 'forgotten') {
    const text = l10n.t('You signed out of {0} in the meantime. The previous key was not deleted.', name);
    await offerSecret(parts, plan.signedIn, step.made, text);
    return;
  }
  logError(why.error, parts.log);
  const state = `${storedText(why.stored, name)} ${formerText(plan)}`;
  // A key that was refused is not sent again: that can suspend the user for longer.
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

function storedText(
  stored: Exclude<NotStored, { kind: 'forgotten' }>['stored'],
  connectionName: string,
): string {
  switch (stored) {
    case 'new':
      return l10n.t(
        'The new key is stored for {0} and is used from the next start at the latest.',
        connectionName,
      );
    case 'other':
      return l10n.t('The previous key is still stored and in use for {0}.', connectionName);
    case 'unknown':
      return l10n.t('No key is stored for {0}, or the secret storage could not be read.', connectionName);
  }
}

function formerText({ former }: Rotating): string {
  return former
    ? l10n.t('The previous key "{0}" was not deleted.', nameOfKey(former))
    : l10n.t('No key was deleted.');
}

async function explainNotDeleted(
  parts: KeyParts,
  plan: Rotating,
  { step, why }: { step: Extract<RotationStep, { kind: 'delete' }>; why: NotDeleted },
): Promise<void> {
  const { name } = plan.signedIn.connection;
  const stored = l10n.t('The new key "{0}" is stored for {1}.', nameOfKey(step.made), name);
  switch (why.kind) {
    case 'otherSession':
      throw new UserError(
        [
          stored,
          formerText(plan),
          l10n.t('You are now signed in elsewhere or with another key. Delete it yourself later.'),
        ].join(' '),
      );
    case 'failed':
    case 'refused': {
      logError(why.error, parts.log);
      const again = l10n.t('Try Again');
      const text = [stored, formerText(plan), describeError(why.error)].join(' ');
      if ((await showWarningMessage(text, again)) === again) await run(parts, plan, step);
      return;
    }
    case 'stillThere':
    case 'unclear':
      void showInformationMessage(stored);
      if (plan.former) tellRemoved(parts, plan.former, why, undefined);
  }
}
