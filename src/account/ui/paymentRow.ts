import * as l10n from '@vscode/l10n';
import { orderKindText } from '../../model/words/kindText.ts';
import { dayText, momentText, utcText } from '../../model/words/momentText.ts';
import { paymentAmountText, type Payment } from '../../model/account/payment.ts';
import type { KeyedReader } from '../reader.ts';
import { otherFacts } from '../../editor/fieldFacts.ts';
import { factRow, factRows, rowsOf, said, type Fact, type Row } from '../../editor/row.ts';

/**
 * One movement of the balance, with the way to what it was for.
 *
 * @param above id of the row that it stands below
 * @param details reads it by itself when it is opened; where absent the row shows what the list told
 */
export function paymentRow(above: string, payment: Payment, details: KeyedReader<Payment> | undefined): Row {
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
    details: { title: l10n.t('Payment {0}', payment.id), fields: payment.fields },
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
    l10n.t('The payment'),
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
