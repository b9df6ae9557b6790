import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { mostApiKeys, nameOfKey, type ApiKey } from '../../model/account/apiKey.ts';
import type { Log } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import type { SecretClipboard } from './secretClipboard.ts';
import { inNotification, showQuickPick, withProgress } from '../../editor/window.ts';
import { keyInUseAmong, type KeyInUse, type KeyInUseOwner } from '../keyInUse.ts';
import { noPlaceText, type Keys } from '../keys.ts';
import type { Rotation } from '../rotation.ts';
import { changedMeanwhileText, signedInOf, type SessionOwner, type SignedIn } from '../session.ts';
import { standingOf } from './keysHead.ts';

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
  const location = { viewId: 'swath.keys' };
  const listed = await withProgress({ location }, () => keys.listNow(signedIn));
  return { signedIn, keys: listed, inUse: keyInUseAmong(listed, inUse.current.peek()) };
}

/** Nothing of what the user was asked holds for another session. */
export function requireSameSession({ session }: KeyParts, signedIn: SignedIn): void {
  if (session.current.peek() === signedIn) return;
  throw new UserError(changedMeanwhileText());
}

/** Shows that keys are being changed for as long as that takes. */
export function whileChanging<T>(run: () => Promise<T>): Promise<T> {
  return inNotification(l10n.t('Changing API keys'), run);
}

/** Of keys that are deleted: for whoever is asked. */
export function stopsWorkingText(): string {
  return l10n.t("Everything that uses the deleted key stops working. This can't be undone.");
}

/** @throws UserError where there is no place for one more key */
export function requirePlace({ keys }: Listed): void {
  if (keys.length >= mostApiKeys) throw new UserError(noPlaceText());
}

export type KeyItem = vscode.QuickPickItem & { key: ApiKey };

export function keyItem(key: ApiKey, inUse: KeyInUse): KeyItem {
  const isInUse = inUse.kind === 'listed' && inUse.keyId === key.id;
  return {
    label: nameOfKey(key),
    iconPath: new vscode.ThemeIcon(isInUse ? 'key' : 'lock'),
    description: standingOf(key, isInUse, Date.now()).join(' · '),
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
      placeHolder: whyAskedText(),
      ignoreFocusOut: true,
    },
  );
  if (!chosen) return undefined;
  if (!('key' in chosen)) return 'otherwise';
  await inUse.rememberStored(signedIn, chosen.key, 'said');
  return chosen.key;
}

/** Why a person is asked which key is in use. */
export function whyAskedText(): string {
  return l10n.t(
    "The service doesn't report which key Swath signed in with. Select it to be warned before it expires.",
  );
}

/** Lets the user say which key is in use, so that its end is warned of. */
export async function selectKeyInUse(parts: KeyParts): Promise<void> {
  const listed = await listKeys(parts);
  await askKeyInUse(parts, listed, unknownItem());
}

/** For who cannot say which key is in use. */
export function unknownItem(): vscode.QuickPickItem {
  return { label: l10n.t("I Don't Know"), iconPath: new vscode.ThemeIcon('question') };
}
