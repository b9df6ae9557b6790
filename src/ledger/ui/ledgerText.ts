/** Display names of ledger entries. */
import * as l10n from '@vscode/l10n';
import type { LedgerAction, LedgerEntry, LedgerResult } from '../../model/ledger/ledgerEntry.ts';
import { orderKindText, shortId } from '../../model/words/kindText.ts';

const actions: Readonly<Record<LedgerAction, () => string>> = {
  price: () => l10n.t('Price'),
  order: () => l10n.t('Order'),
  revoke: () => l10n.t('Revocation'),
  createKey: () => l10n.t('Key created'),
  useKey: () => l10n.t('Key put into use'),
  rotateKey: () => l10n.t('Key rotated'),
  deleteKey: () => l10n.t('Key deleted'),
};

const results: Readonly<Record<LedgerResult, () => string>> = {
  ok: () => l10n.t('done'),
  refused: () => l10n.t('refused'),
  failed: () => l10n.t('failed'),
  unclear: () => l10n.t('unconfirmed'),
  foundLater: () => l10n.t('found later'),
  notBooked: () => l10n.t('not booked'),
  notSent: () => l10n.t('not sent'),
};

/** A filter value may come from another version; it is shown as is. */
const wordOf = (words: Readonly<Record<string, () => string>>, value: string) => words[value]?.() ?? value;

export function actionText(action: string): string {
  return wordOf(actions, action);
}

export function resultText(result: string): string {
  return wordOf(results, result);
}

/** The action and its object: by title, otherwise by kind and the start of the ID. */
export function entryName(entry: LedgerEntry): string {
  const { title, orderKind, orderId, subscriptionId, keyId, bodyHash, action } = entry;
  if (title !== undefined) return title;
  const id = orderId ?? subscriptionId ?? keyId ?? bodyHash;
  const what = orderKind === undefined ? actionText(action) : orderKindText(orderKind);
  return id === undefined ? what : `${what} ${shortId(id)}`;
}
