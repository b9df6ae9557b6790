import * as l10n from '@vscode/l10n';
import { offerText, orderKindText } from '../../model/words/kindText.ts';
import { factRow, type Row } from '../../editor/row.ts';

/** Kinds of order that a contract may place or a subscription pays for: in short, and below in full. */
export function offersRow(id: string, offers: readonly string[]): Row {
  const short = [...new Set(offers.map(orderKindText))].join(', ');
  return factRow(id, l10n.t('Offers'), short, {
    icon: 'package',
    children: () =>
      offers.map((kind, index) => ({
        id: `${id}/${index}`,
        label: offerText(kind),
        tooltip: { heading: offerText(kind), facts: [[l10n.t('Kind'), kind]] },
      })),
  });
}
