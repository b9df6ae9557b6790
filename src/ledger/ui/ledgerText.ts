/** What entries of the ledger are called. */
import * as l10n from '@vscode/l10n';
import type { LedgerAction, LedgerEntry, LedgerResult } from '../../model/ledger/ledgerEntry.ts';
import { orderKindText } from '../../model/words/kindText.ts';
import { shortId } from '../../model/words/shortId.ts';

export function actionText(action: LedgerAction): string {
  switch (action) {
    case 'price':
      return l10n.t('Price');
    case 'order':
      return l10n.t('Order');
    case 'revoke':
      return l10n.t('Revoke');
    case 'createKey':
      return l10n.t('Key created');
    case 'useKey':
      return l10n.t('Key put to use');
    case 'rotateKey':
      return l10n.t('Key rotated');
    case 'deleteKey':
      return l10n.t('Key deleted');
  }
}

export function resultText(result: LedgerResult): string {
  switch (result) {
    case 'ok':
      return l10n.t('done');
    case 'refused':
      return l10n.t('refused');
    case 'failed':
      return l10n.t('failed');
    case 'unclear':
      return l10n.t('unclear');
    case 'foundLater':
      return l10n.t('found later');
    case 'notBooked':
      return l10n.t('not booked');
    case 'notSent':
      return l10n.t('not sent');
  }
}

/** What was done to what: its title, else what it is with the begin of its id. */
export function entryName(entry: LedgerEntry): string {
  const { title, orderKind, orderId, subscriptionId, keyId, bodyHash, action } = entry;
  if (title !== undefined) return title;
  const id = orderId ?? subscriptionId ?? keyId ?? bodyHash;
  const what = orderKind === undefined ? actionText(action) : orderKindText(orderKind);
  return id === undefined ? what : `${what} ${shortId(id)}`;
}
