import * as l10n from '@vscode/l10n';
import {
  formatEffect,
  netOf,
  paymentAmountText,
  sumPayments,
  type Payment,
} from '../../model/account/payment.ts';
import { applyArrangement, type Arrangement } from '../../editor/arrangement.ts';
import type { KeyedReader, PagedReader } from '../reader.ts';
import type { Paged } from '../../editor/reading.ts';
import { paymentArrangements } from './paymentsArrangement.ts';
import {
  emptyRow,
  factRow,
  factRows,
  moreRow,
  noMatchRow,
  rowsOf,
  said,
  type Fact,
  type Row,
  otherFacts,
} from '../../editor/row.ts';
import { orderKindText } from '../../model/words/kindText.ts';
import { dayText, momentText, utcText } from '../../model/words/moment.ts';

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
      ...(isHiding ? [noMatchRow(id, parts.showAll)] : [sumRow(id, shown, paged)]),
      ...shown.map(payment => paymentRow(id, payment, parts.details)),
      ...moreRow(id, paged, () => void payments.more()),
    ];
  });
}

function passing(payments: readonly Payment[], { arrangement }: PaymentRowsParts): readonly Payment[] {
  if (!arrangement) return payments;
  return applyArrangement(payments, arrangement, paymentArrangements()).flatMap(group => group.items);
}

function sumRow(id: string, shown: readonly Payment[], { items, total, isLast }: Paged<Payment>): Row {
  const { sums, uncounted } = sumPayments(shown);
  const net = sums.map(sum => formatEffect(netOf(sum))).join(' · ');
  // What part of all payments the sum speaks for.
  const all = isLast ? items.length : (total ?? `${items.length}+`);
  const extent = l10n.t('{0} of {1}', shown.length, all);
  const facts = sums.flatMap((sum): Fact[] => {
    const of = (value: number) => formatEffect({ value, unit: sum.unit });
    return [
      [l10n.t('Paid'), of(-sum.paid)],
      [l10n.t('Refunded'), of(sum.refunded)],
      [l10n.t('Credited'), of(sum.credited)],
    ];
  });
  const label = l10n.t('Total');
  const notes =
    uncounted === 0 ? [] : [l10n.t('Payments with an unknown direction are not included: {0}.', uncounted)];
  return factRow(`${id}/sum`, label, [net, extent].filter(Boolean).join(' · '), {
    icon: 'symbol-numeric',
    tooltip: { heading: label, facts, notes },
  });
}

/**
 * One movement of the balance, with the way to what it was for.
 *
 * @param above id of the row that it stands below
 * @param details reads it by itself when it is opened; where absent the row shows what the list told
 */
function paymentRow(above: string, payment: Payment, details: KeyedReader<Payment> | undefined): Row {
  const id = `${above}/${payment.id}`;
  const label = nameOf(payment);
  const { type, createdAt } = payment;
  return {
    id,
    ...said(label, [paymentAmountText(payment), type, createdAt && dayText(createdAt)]),
    ...iconOf(type),
    tooltip: { heading: label, facts: factsOf(payment, momentText(createdAt)) },
    contextValue: isRelated(payment) ? 'payment hasRelated' : 'payment',
    copyId: payment.id,
    details: { title: label, fields: payment.fields },
    subject: payment,
    children: () => openedRows(id, payment, details),
  };
}

function openedRows(id: string, payment: Payment, details: KeyedReader<Payment> | undefined): readonly Row[] {
  if (!details) return detailRows(id, payment);
  const reader = details.reader(payment.id);
  reader.need();
  const reading = reader.current.peek();
  const rows = rowsOf(
    id,
    l10n.t('Payment'),
    reading,
    () => void reader.refresh(),
    read => detailRows(id, read),
  );
  // What the list told is known whatever becomes of the reading.
  return reading.kind === 'failed' ? [...rows, ...detailRows(id, payment)] : rows;
}

/** Where a payment says nothing of itself, its kind of order can. */
function nameOf({ description, type, id }: Payment): string {
  return description === undefined ? (type ?? id) : orderKindText(description);
}

function detailRows(id: string, payment: Payment): Row[] {
  const { createdAt } = payment;
  return [...relatedRows(id, payment), ...factRows(id, factsOf(payment, createdAt && utcText(createdAt)))];
}

/** The order and the subscription that a payment was for, each with the way to it. */
function relatedRows(id: string, { orderId, subscriptionId }: Payment): Row[] {
  const related = (part: string, label: string, icon: string, relatedId: string, subject: object): Row =>
    factRow(`${id}/${part}`, label, relatedId, {
      icon,
      contextValue: 'hasRelated',
      copyId: relatedId,
      subject,
    });
  return [
    ...(orderId === undefined ? [] : [related('order', l10n.t('Order'), 'package', orderId, { orderId })]),
    ...(subscriptionId === undefined
      ? []
      : [related('subscription', l10n.t('Subscription'), 'calendar', subscriptionId, { subscriptionId })]),
  ];
}

function factsOf(payment: Payment, date: string | undefined): Fact[] {
  return [
    [l10n.t('Type'), payment.type],
    [l10n.t('Amount'), paymentAmountText(payment)],
    [l10n.t('Date'), date],
    [l10n.t('Description'), payment.description],
    [l10n.t('Payment'), payment.id],
    ...otherFacts(payment.fields, Object.keys(payment)),
  ];
}

function isRelated({ orderId, subscriptionId }: Payment): boolean {
  return orderId !== undefined || subscriptionId !== undefined;
}

function iconOf(type: string | undefined): Pick<Row, 'icon' | 'colour'> {
  switch (type?.toLowerCase()) {
    case 'payment':
      return { icon: 'credit-card' };
    case 'refund':
      return { icon: 'discard', colour: 'charts.green' };
    case 'credit':
      return { icon: 'add', colour: 'charts.green' };
    default:
      return { icon: 'circle-outline' };
  }
}
