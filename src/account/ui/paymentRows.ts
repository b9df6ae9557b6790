import * as l10n from '@vscode/l10n';
import { formatEffect, netOf, sumPayments, type Payment } from '../../model/account/payment.ts';
import { applyArrangement, describeFilters, type Arrangement } from '../../editor/arrangement.ts';
import type { KeyedReader, PagedReader } from '../reader.ts';
import type { Paged } from '../../editor/reading.ts';
import { paymentArrangements } from './paymentsArrangement.ts';
import { paymentRow } from './paymentRow.ts';
import { emptyRow, factRow, moreRow, noMatchRow, rowsOf, type Fact, type Row } from '../../editor/row.ts';

export interface PaymentRowsParts {
  /** As the service sorts them where absent. */
  arrangement?: Arrangement;
  /** Lets every payment pass again; goes with `arrangement`. */
  showAll?: () => void;
  /** Each payment read by itself when its row is opened; where absent the row shows what the list told. */
  details?: KeyedReader<Payment>;
}

/**
 * The rows below *Payments*: what they sum up to as far as they are loaded, then each. Asks for the first page.
 *
 * @param id of the row above
 */
export function paymentRows(
  id: string,
  payments: PagedReader<Payment>,
  parts: PaymentRowsParts = {},
): readonly Row[] {
  payments.need();
  const retry = () => void payments.refresh();
  return rowsOf(id, l10n.t('Payments'), payments.current.peek(), retry, paged => {
    if (paged.items.length === 0 && paged.isLast) return [emptyRow(id, l10n.t('No payments'))];
    const shown = passing(paged.items, parts);
    const isHiding = shown.length === 0 && paged.items.length > 0;
    return [
      ...(isHiding
        ? [noMatchRow(id, l10n.t('No loaded payment matches the filter'), parts.showAll)]
        : [sumRow(id, shown, paged, parts)]),
      ...shown.map(payment => paymentRow(id, payment, parts.details)),
      ...moreRow(id, paged, () => void payments.more()),
    ];
  });
}

function passing(payments: readonly Payment[], { arrangement }: PaymentRowsParts): readonly Payment[] {
  if (!arrangement) return payments;
  return applyArrangement(payments, arrangement, paymentArrangements()).flatMap(group => group.items);
}

function sumRow(
  id: string,
  shown: readonly Payment[],
  paged: Paged<Payment>,
  { arrangement }: PaymentRowsParts,
): Row {
  const { sums, uncounted } = sumPayments(shown);
  const net = sums.map(sum => formatEffect(netOf(sum))).join(' · ');
  const extent = extentText(shown.length, paged);
  const facts = sums.flatMap((sum): Fact[] => {
    const of = (value: number) => formatEffect({ value, unit: sum.unit });
    return [
      [l10n.t('Paid'), of(-sum.paid)],
      [l10n.t('Refunded'), of(sum.refunded)],
      [l10n.t('Credited'), of(sum.credited)],
    ];
  });
  const filter = arrangement ? describeFilters(arrangement, paymentArrangements()) : '';
  const label = sumLabel(shown.length, paged);
  return factRow(`${id}/sum`, label, [net, extent].filter(Boolean).join(' · '), {
    icon: 'symbol-numeric',
    tooltip: {
      heading: label,
      facts: [...facts, [l10n.t('Filter'), filter]],
      notes: uncounted === 0 ? [extent] : [extent, uncountedText(uncounted)],
    },
  });
}

function sumLabel(shown: number, { items, isLast }: Paged<Payment>): string {
  if (shown < items.length) return l10n.t('Sum of those shown');
  return isLast ? l10n.t('Sum') : l10n.t('Sum so far');
}

function uncountedText(count: number): string {
  return count === 1
    ? l10n.t('1 payment is not in the sum: the service does not say which way its amount went.')
    : l10n.t(
        '{0} payments are not in the sum: the service does not say which way their amounts went.',
        count,
      );
}

/** What part of all payments a sum speaks for. */
function extentText(shown: number, { items, total, isLast }: Paged<Payment>): string {
  const loaded = items.length;
  if (isLast) {
    return shown === loaded ? l10n.t('all {0}', loaded) : l10n.t('{0} of {1}', shown, loaded);
  }
  const of =
    total === undefined
      ? l10n.t('{0} loaded, more to come', loaded)
      : l10n.t('{0} of {1} loaded', loaded, total);
  return shown === loaded ? of : l10n.t('{0} shown, {1}', shown, of);
}
