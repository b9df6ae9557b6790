import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  type ApiKey,
  checkKeyDescription,
  type CreatedApiKey,
  keysDescribed,
  nameOfKey,
  withoutSecret,
} from '../../../../service/rules/apiKey.ts';
import { attend, type Attention, confirm } from '../../../../platform/dialogs/confirm.ts';
import {
  showInformationMessage,
  showInputBox,
  showWarningMessage,
} from '../../../../platform/dialogs/window.ts';
import { describeError, logError } from '../../../../platform/host/presentError.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { asSignedIn, changedMeanwhileText, type SignedIn } from '../../../../session/session.ts';
import { noPlaceText } from '../../keys.ts';
import type { NotCreated } from '../../rotation.ts';
import { removeUnused } from './deleteKey.ts';
import type { KeyParts } from './keyChoice.ts';

/** Asks for the new key's description. Warns about names that are taken, since the service allows duplicates. */
export async function askDescription(
  listed: readonly ApiKey[],
  title: string,
  value: string,
): Promise<string | undefined> {
  const typed = await showInputBox({
    title,
    prompt: l10n.t('A description: who or what uses the key'),
    value,
    validateInput: text => checkKeyDescription(text) ?? warnOfDouble(listed, text),
  });
  return typed === undefined || checkKeyDescription(typed) !== undefined ? undefined : typed.trim();
}

function warnOfDouble(listed: readonly ApiKey[], text: string): vscode.InputBoxValidationMessage | undefined {
  if (keysDescribed(listed, text).length === 0) return undefined;
  return {
    severity: vscode.InputBoxValidationSeverity.Warning,
    message: l10n.t('Another key already has this description.'),
  };
}

export async function explainNotCreated(
  parts: KeyParts,
  signedIn: SignedIn,
  description: string,
  why: NotCreated,
  attention: Attention,
): Promise<void> {
  switch (why.kind) {
    case 'full':
      throw new UserError(noPlaceText());
    case 'otherSession':
      throw new UserError(changedMeanwhileText());
    case 'notSent':
    case 'refused':
      throw why.error;
    case 'unclear':
      logError(why.error, parts.log);
      await explainUnclear(parts, signedIn, description, why, attention);
  }
}

async function explainUnclear(
  parts: KeyParts,
  signedIn: SignedIn,
  description: string,
  { error, candidates }: Extract<NotCreated, { kind: 'unclear' }>,
  attention: Attention,
): Promise<void> {
  const message = l10n.t(
    'Couldn\'t confirm that the key "{0}" was created: {1}',
    description,
    describeError(error),
  );
  const [candidate, ...others] = candidates ?? [];
  if (candidate && others.length === 0) {
    await offerDeletion(parts, signedIn, candidate, attention, message);
    return;
  }
  const next = l10n.t(
    'Refresh the list before you create another key. If this key appears later, its secret is lost, so delete it.',
  );
  void showWarningMessage(`${message} ${next}`);
}

/** Offers to delete a key whose secret is lost. */
async function offerDeletion(
  parts: KeyParts,
  signedIn: SignedIn,
  key: ApiKey,
  attention: Attention,
  question: string,
): Promise<void> {
  const erase = l10n.t('Delete Lost Key');
  const detail = l10n.t(
    'The service lists the key "{0}" ({1}), but its secret is lost, so nobody can use it.',
    nameOfKey(key),
    key.id,
  );
  const answer = await confirm(attention, { question, detail, buttons: [erase] });
  if (answer === erase) await removeUnused(parts, signedIn, key);
}

/**
 * The last resort for a secret that isn't stored anywhere: copy it, or confirm that it can be discarded. It isn't lost
 * without that.
 *
 * @param why what prevented storing it, as a sentence
 */
export async function offerSecret(
  parts: KeyParts,
  signedIn: SignedIn,
  made: CreatedApiKey,
  why: string,
): Promise<void> {
  const key = withoutSecret(made);
  const question = l10n.t('The new key "{0}" was created, but Swath doesn\'t store it.', nameOfKey(key));
  const warning = l10n.t(
    "The secret won't be shown again. Copy it and keep it in a safe place before you close this dialog.",
  );
  const detail = `${why}\n\n${warning}`;
  const copy = l10n.t('Copy to Clipboard');
  const answer = await confirm(attend(), { question, detail, buttons: [copy], isCancelFinal: true });
  if (answer === copy) await copySecret(parts, signedIn, made);
  else
    await offerDeletion(parts, signedIn, key, attend(), l10n.t('Delete the API key "{0}"?', nameOfKey(key)));
}

/** Copies the secret to the clipboard, and offers it again if that fails or something else is copied. */
export async function copySecret(parts: KeyParts, signedIn: SignedIn, made: CreatedApiKey): Promise<void> {
  try {
    await parts.clipboard.copy(made.secret);
  } catch (error) {
    logError(error, parts.log);
    await offerSecret(parts, signedIn, made, describeError(error));
    return;
  }
  const kept = { made };
  void offerAgain(parts, signedIn, nameOfKey(made), kept).catch((error: unknown) =>
    logError(error, parts.log),
  );
}

/** How long a secret can be copied again, milliseconds: its notification stays in the list of notifications. */
const keptMs = 10 * 60_000;

/** Only while the account in use is the one that the key was created for. */
async function offerAgain(
  parts: KeyParts,
  signedIn: SignedIn,
  name: string,
  kept: { made?: CreatedApiKey },
): Promise<void> {
  const again = l10n.t('Copy Again');
  // A notification shows the start of a long line.
  const message = l10n.t(
    'Paste and keep it now: the key "{0}" won\'t be shown again, and leaves the clipboard after 60 seconds.',
    name,
  );
  const timer = setTimeout(() => delete kept.made, keptMs).unref();
  const stop = parts.session.current.subscribe(session => {
    if (asSignedIn(session)?.connection.name !== signedIn.connection.name) delete kept.made;
  });
  const answer = await showInformationMessage(message, again);
  clearTimeout(timer);
  stop();
  if (answer !== again) return;
  if (kept.made) await copySecret(parts, signedIn, kept.made);
  else
    void showWarningMessage(
      l10n.t('The secret of the key "{0}" is no longer kept. Create another key.', name),
    );
}
