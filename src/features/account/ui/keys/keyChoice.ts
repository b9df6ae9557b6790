import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ApiKey, maxApiKeys, nameOfKey } from '../../../../service/rules/apiKey.ts';
import { inNotification, showQuickPick, withProgress } from '../../../../platform/dialogs/window.ts';
import type { Log } from '../../../../platform/host/presentError.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import type { ServiceClock } from '../../../../session/serviceClock.ts';
import { changedMeanwhileText, type SessionOwner, type SignedIn } from '../../../../session/session.ts';
import { signedInNow } from '../../../../session/ui/signedInFirst.ts';
import { type KeyInUse, keyInUseAmong, type KeyInUseOwner } from '../../keyInUse.ts';
import { type Keys, noPlaceText } from '../../keys.ts';
import type { Rotation } from '../../rotation.ts';
import { keyFacts, whyAskedText } from '../words.ts';
import type { SecretClipboard } from './secretClipboard.ts';

export interface KeyParts {
  session: SessionOwner;
  keys: Keys;
  inUse: KeyInUseOwner;
  rotation: Rotation;
  clipboard: SecretClipboard;
  log: Log;
  clock: ServiceClock;
}

/** The keys as the service lists them now, and the session they were requested in. */
export interface Listed {
  signedIn: SignedIn;
  keys: readonly ApiKey[];
  inUse: KeyInUse;
  /** By the clock of the service, epoch ms. */
  at: number;
}

export async function listKeys({ session, keys, inUse, clock }: KeyParts): Promise<Listed> {
  const signedIn = signedInNow({ session });
  const location = { viewId: 'swath.keys' };
  const listed = await withProgress({ location }, () => keys.listNow(signedIn));
  return { signedIn, keys: listed, inUse: keyInUseAmong(listed, inUse.current.peek()), at: clock.now() };
}

/** What the user was asked doesn't apply to another session. */
export function requireSameSession({ session }: KeyParts, signedIn: SignedIn): void {
  if (session.current.peek() === signedIn) return;
  throw new UserError(changedMeanwhileText());
}

export function whileChanging<T>(run: () => Promise<T>): Promise<T> {
  return inNotification(l10n.t('Changing API keys'), run);
}

/** @throws UserError if no more keys can be created */
export function requireRoom({ keys }: Listed): void {
  if (keys.length >= maxApiKeys) throw new UserError(noPlaceText());
}

export type KeyItem = vscode.QuickPickItem & { key: ApiKey };

export function keyItem(key: ApiKey, { inUse, at }: Listed): KeyItem {
  const isInUse = inUse.kind === 'listed' && inUse.keyId === key.id;
  return {
    label: nameOfKey(key),
    iconPath: new vscode.ThemeIcon(isInUse ? 'key' : 'lock'),
    description: keyFacts(key, isInUse, at).join(' · '),
    // Descriptions needn't be unique.
    detail: key.id,
    key,
  };
}

/**
 * Asks which of the keys is in use, and remembers the answer.
 *
 * @param otherwise the choice for users who can't or won't say
 * @returns the key, `otherwise`, or `undefined` if the user cancels
 */
export async function askKeyInUse(
  { inUse }: KeyParts,
  listed: Listed,
  otherwise: vscode.QuickPickItem,
): Promise<ApiKey | 'otherwise' | undefined> {
  const { signedIn, keys } = listed;
  const { name } = signedIn.connection;
  const chosen = await showQuickPick<KeyItem | vscode.QuickPickItem>(
    [
      ...keys.map(key => keyItem(key, listed)),
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

/** Lets the user say which key is in use, so that Swath can warn before it expires. */
export async function selectKeyInUse(parts: KeyParts): Promise<void> {
  const listed = await listKeys(parts);
  await askKeyInUse(parts, listed, unknownItem());
}

export function unknownItem(): vscode.QuickPickItem {
  return { label: l10n.t("I Don't Know"), iconPath: new vscode.ThemeIcon('question') };
}
