import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CreatedApiKey } from '../../../../service/rules/apiKey.ts';
import { attend } from '../../../../platform/dialogs/confirm.ts';
import { showInformationMessage, showQuickPick } from '../../../../platform/dialogs/window.ts';
import { describeError, logError } from '../../../../platform/host/presentError.ts';
import type { SignedIn } from '../../../../session/session.ts';
import { signedOutText, stillValidText, storedText } from '../words.ts';
import { type KeyParts, listKeys, requireRoom, requireSameSession, whileChanging } from './keyChoice.ts';
import { askDescription, copySecret, explainNotCreated, offerSecret } from './newKey.ts';

/** Creates a key. Asks for everything first, because the secret is shown only once and needs a destination. */
export async function createKey(parts: KeyParts): Promise<void> {
  const listed = await listKeys(parts);
  const { signedIn } = listed;
  requireRoom(listed);
  const title = l10n.t('Create an API key for {0}', signedIn.connection.name);
  const description = await askDescription(listed.keys, title, '');
  if (description === undefined) return;
  const destination = await askDestination(title);
  if (!destination) return;
  requireSameSession(parts, signedIn);
  const attention = attend();
  const created = await whileChanging(() => parts.keys.create(signedIn, description));
  if (created.kind !== 'created') {
    await explainNotCreated(parts, signedIn, description, created, attention);
  } else if (destination === 'clipboard') {
    await copySecret(parts, signedIn, created.key);
  } else {
    await putInUse(parts, signedIn, created.key);
  }
}

async function askDestination(title: string) {
  const chosen = await showQuickPick(
    [
      {
        label: l10n.t('Copy to Clipboard'),
        iconPath: new vscode.ThemeIcon('clippy'),
        detail: l10n.t('For another program. The clipboard is cleared after 60 seconds.'),
        destination: 'clipboard' as const,
      },
      {
        label: l10n.t('Use for This Connection'),
        iconPath: new vscode.ThemeIcon('key'),
        detail: stillValidText(),
        destination: 'here' as const,
      },
    ],
    {
      title,
      placeHolder: l10n.t("It can't be read again later: where does it go?"),
      ignoreFocusOut: true,
    },
  );
  return chosen?.destination;
}

async function putInUse(parts: KeyParts, signedIn: SignedIn, made: CreatedApiKey): Promise<void> {
  const { name } = signedIn.connection;
  try {
    if (await whileChanging(() => parts.keys.use(signedIn, made))) {
      void showInformationMessage(`${storedText(made, name)} ${stillValidText()}`);
    } else {
      await offerSecret(parts, signedIn, made, signedOutText(name));
    }
  } catch (error) {
    logError(error, parts.log);
    await offerSecret(parts, signedIn, made, describeError(error));
  }
}
