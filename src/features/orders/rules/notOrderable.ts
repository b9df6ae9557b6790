/** Why the service doesn't allow an order that it has priced: its own word, in which deployed services differ. */
import * as l10n from '@vscode/l10n';

/** `silent`: the service gives no reason. `unknown`: a word that only the service can explain. */
type Reason = 'balance' | 'silent' | 'unknown';

const balanceWord =
  /^(not_?enough|insufficient|no)_?(credits?|balance|funds)$|^(credits?|balance|funds)_?insufficient$/;
const silentWord = /^(ko|nok|no|not_?ok|false|not_?orderable)$/;

function reasonKind(reason: string): Reason {
  const word = reason
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  if (balanceWord.test(word)) return 'balance';
  return silentWord.test(word) ? 'silent' : 'unknown';
}

export function isForBalance(reason: string): boolean {
  return reasonKind(reason) === 'balance';
}

/** A sentence. @param reason from the service */
export function notOrderableText(reason: string): string {
  switch (reasonKind(reason)) {
    case 'balance':
      return l10n.t('The balance is insufficient, so the service does not accept the order.');
    case 'silent':
      return l10n.t("The service doesn't allow this account to place the order, and gives no reason.");
    case 'unknown':
      return l10n.t('The service doesn\'t allow this account to place the order: "{0}".', reason);
  }
}

/** The same in a few words, where there is little room. */
export function shortNotOrderableText(reason: string): string {
  switch (reasonKind(reason)) {
    case 'balance':
      return l10n.t('Insufficient balance');
    case 'silent':
      return l10n.t("can't be ordered, and the service gives no reason");
    case 'unknown':
      return l10n.t('can\'t be ordered: "{0}"', reason);
  }
}
