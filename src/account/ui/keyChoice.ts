import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { expiryOf, mostApiKeys, nameOfKey, type ApiKey } from '../../model/account/apiKey.ts';
import { dayText } from '../../model/words/moment.ts';
import type { Log } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import type { SecretClipboard } from './secretClipboard.ts';
import { showQuickPick, withProgress } from '../../editor/window.ts';
import { keyInUseAmong, type KeyInUse, type KeyInUseOwner } from '../keyInUse.ts';
import type { Keys } from '../keys.ts';
import type { Rotation } from '../rotation.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../session.ts';

/** What the commands that change keys work with. */
export interface KeyParts {
  session: SessionOwner;
  keys: Keys;
  inUse: KeyInUseOwner;
  rotation: Rotation;
  clipboard: SecretClipboard;
  log: Log;
}

/** The keys as the service lists them now, and under whom they were read. */
export interface Listed {
  signedIn: SignedIn;
  keys: readonly ApiKey[];
  inUse: KeyInUse;
}

export async function listKeys({ session, keys, inUse }: KeyParts): Promise<Listed> {
  const signedIn = signedInOf(session.current.peek());
  if (!signedIn) throw new UserError(l10n.t('Sign in first.'));
  const title = l10n.t('Loading API keys');
  const listed = await withProgress({ location: { viewId: 'swath.keys' }, title }, () =>
    keys.listNow(signedIn),
  );
  return { signedIn, keys: listed, inUse: keyInUseAmong(listed, inUse.current.peek()) };
}

/** Nothing of what the user was asked holds for another session. */
export function requireSameSession({ session }: KeyParts, signedIn: SignedIn): void {
  if (session.current.peek() === signedIn) return;
  throw new UserError(
    l10n.t(
      'You are no longer signed in to {0} as before. Nothing was sent. Start again.',
      signedIn.connection.name,
    ),
  );
}

/** @throws UserError where there is no place for one more key */
export function requirePlace({ keys }: Listed): void {
  if (keys.length >= mostApiKeys) throw new UserError(noPlaceText());
}

export function noPlaceText(): string {
  return l10n.t('You have {0} API keys, the maximum. Delete one that nothing uses first.', mostApiKeys);
}

export type KeyItem = vscode.QuickPickItem & { key: ApiKey };

export function keyItem(key: ApiKey, inUse: KeyInUse): KeyItem {
  const isInUse = inUse.kind === 'listed' && inUse.keyId === key.id;
  const { kind } = expiryOf(key, Date.now());
  const end = key.expirationDate === undefined ? undefined : dayText(key.expirationDate);
  const ends = kind === 'expired' ? l10n.t('expired {0}', end ?? '') : end && l10n.t('until {0}', end);
  const made = key.date === undefined ? undefined : l10n.t('created {0}', dayText(key.date));
  return {
    label: nameOfKey(key),
    iconPath: new vscode.ThemeIcon(isInUse ? 'key' : 'lock'),
    description: [isInUse ? l10n.t('in use here') : undefined, ends, made].filter(Boolean).join(' · '),
    // Descriptions can be alike.
    detail: key.id,
    key,
  };
}

/**
 * Asks which of the keys is the one in use, and remembers the answer.
 *
 * @param otherwise what to choose for who cannot or will not say
 * @returns the key, `otherwise`, or `undefined` where the user cancels
 */
export async function askKeyInUse(
  { inUse }: KeyParts,
  { signedIn, keys, inUse: known }: Listed,
  otherwise: vscode.QuickPickItem,
): Promise<ApiKey | 'otherwise' | undefined> {
  const { name } = signedIn.connection;
  const chosen = await showQuickPick<KeyItem | vscode.QuickPickItem>(
    [
      ...keys.map(key => keyItem(key, known)),
      { label: '', kind: vscode.QuickPickItemKind.Separator },
      otherwise,
    ],
    {
      title: l10n.t('Which key does Swath use for {0}?', name),
      placeHolder: l10n.t("The service doesn't report it. It's the key that you signed in with."),
      ignoreFocusOut: true,
    },
  );
  if (!chosen) return undefined;
  if (!('key' in chosen)) return 'otherwise';
  await inUse.rememberStored(signedIn, chosen.key, 'said');
  return chosen.key;
}

/** Lets the user say which key is in use, so that its end is warned of. */
export async function tellKeyInUse(parts: KeyParts): Promise<void> {
  const listed = await listKeys(parts);
  await askKeyInUse(parts, listed, {
    label: l10n.t("I Don't Know"),
    iconPath: new vscode.ThemeIcon('question'),
  });
}
