/** What several files say of API keys and contracts; of subscriptions, `rules/subscriptionText.ts` and `rules/refundText.ts` do. */
import * as l10n from '@vscode/l10n';
import { dayText } from '../../../base/words/moment.ts';
import { type ApiKey, keyExpiry, nameOfKey } from '../../../service/rules/apiKey.ts';
import { type offerText, orderKindText } from '../../../service/rules/kindText.ts';
import { expiryText } from './keys/keysHead.ts';

/**
 * What is shown next to a key's name.
 *
 * @param now epoch ms
 * @param successor the key that replaced it
 */
export function keyFacts(key: ApiKey, isInUse: boolean, now: number, successor?: ApiKey): string[] {
  const isValid = ['soon', 'later'].includes(keyExpiry(key, now).kind);
  return [
    ...(isInUse ? [l10n.t('in use')] : []),
    // Replacing a key doesn't stop it, and a narrow side bar shows only the start.
    ...(successor && isValid ? [l10n.t('still valid')] : []),
    ...(successor ? [l10n.t('replaced by "{0}"', nameOfKey(successor))] : []),
    expiryText(key, now),
    ...(key.date === undefined ? [] : [l10n.t('created {0}', dayText(key.date))]),
  ];
}

export function stopsWorkingText(): string {
  return l10n.t(
    "Everything that uses the deleted key stops working. The service doesn't report who or what uses it. This can't be undone.",
  );
}

export function whyAskedText(): string {
  return l10n.t(
    "The service doesn't report which key Swath signed in with. Select it to be warned before it expires.",
  );
}

export function storedText(made: ApiKey, connectionName: string): string {
  return l10n.t('The new key "{0}" is stored for {1}.', nameOfKey(made), connectionName);
}

export function stillValidText(): string {
  return l10n.t('The previous key stays valid: delete it when nothing uses it.');
}

export function signedOutText(connectionName: string): string {
  return l10n.t('You signed out of {0} in the meantime.', connectionName);
}

export function deletedText(key: ApiKey): string {
  return l10n.t('The API key "{0}" was deleted.', nameOfKey(key));
}

/** `Analytic report, Image product`, or with how each is counted. */
export function offersText(offers: readonly string[], toText: typeof offerText = orderKindText): string {
  return [...new Set(offers.map(toText))].join(', ');
}
