import * as l10n from '@vscode/l10n';
import { momentText, parseLocalDay, utcText } from '../../../../base/words/moment.ts';
import { orderKindText, statusText } from '../../../../service/rules/kindText.ts';
import {
  formatEffect,
  netAmount,
  type Payment,
  paymentAmountText,
  type PaymentSums,
  sumPayments,
} from '../../../../service/rules/payment.ts';
import type { Paged } from '../../../../platform/host/reading.ts';
import { applyArrangement, type Arrangement, type Group } from '../../../../platform/rows/arrangement.ts';
import {
  emptyRow,
  type Fact,
  factRow,
  factRows,
  lackRows,
  listExtentText,
  moreRow,
  noMatchRow,
  otherFacts,
  pagedExtent,
  readingRows,
  readNames,
  type Row,
  rowText,
} from '../../../../platform/rows/row.ts';
import type { KeyedReader, PagedReader } from '../../../../session/reader.ts';
import { paymentArrangements } from './paymentsArrangement.ts';

export interface PaymentRowsParts {
  /** Absent: in the order of the service. `now`: by its clock, epoch ms. */
  arranged?: { by: Arrangement; now: number };
  /** Clears the filters. */
  showAll?: () => void;
  loadAll?: () => void;
  /** Each payment is requested individually when its row is opened. Absent: the row shows the fields of the list. */
  details?: KeyedReader<Payment>;
  /** What orders are called, by id: the service doesn't know the names of image products. */
  orderNames?: ReadonlyMap<string, string> | undefined;
}

/**
 * The rows below *Payments*: the total of the loaded payments, then each payment. Requests the first page.
 *
 * @param id of the parent row
 */
export function paymentRows(
  id: string,
  payments: PagedReader<Payment>,
  parts: PaymentRowsParts = {},
): readonly Row[] {
  payments.need();
  const retry = () => void payments.refresh();
  return readingRows(id, l10n.t('Payments'), payments.current.peek(), retry, paged => {
    const lacks = lackRows(id, { ...pagedExtent(paged), isWhole: !paged.isUncertain }, retry);
    if (paged.items.length === 0 && paged.isLast)
      return lacks.length > 0 ? lacks : [emptyRow(id, l10n.t('No payments'))];
    const groups = paymentGroups(paged.items, parts);
    const visible = groups.flatMap(({ items }) => items);
    const isHiding = visible.length === 0 && paged.items.length > 0;
    const rows = (above: string, items: readonly Payment[]) =>
      items.map(payment => paymentRow(above, payment, parts));
    return [
      ...lacks,
      ...(isHiding ? [noMatchRow(id, parts.showAll)] : [sumRow(id, visible, paged)]),
      ...loadAllRow(id, paged, parts.loadAll),
      ...groups.flatMap((group, index) =>
        group.value === undefined ? rows(id, group.items) : [groupRow(id, group, index === 0, rows)],
      ),
      ...moreRow(id, paged, () => void payments.more()),
    ];
  });
}

function paymentGroups(payments: readonly Payment[], { arranged }: PaymentRowsParts): Group<Payment>[] {
  if (!arranged) return [{ value: undefined, label: '', items: payments }];
  return applyArrangement(payments, arranged.by, paymentArrangements(arranged.now));
}

function groupRow(
  above: string,
  { value = '', label, items }: Group<Payment>,
  isOpen: boolean,
  rows: (above: string, items: readonly Payment[]) => Row[],
): Row {
  const id = `${above}/group/${value}`;
  return {
    id,
    ...rowText(label, [netText(sumPayments(items)), String(items.length)]),
    icon: 'list-flat',
    isOpen,
    children: () => rows(id, items),
  };
}

/** Says that sorting, filters and totals cover only the loaded payments. */
function loadAllRow(id: string, paged: Paged<Payment>, loadAll: (() => void) | undefined): Row[] {
  if (!loadAll || paged.isLast) return [];
  const label = l10n.t('Load all');
  const extent = l10n.t('only {0} sorted and filtered', extentText(paged.items.length, paged));
  return [
    { id: `${id}/loadAll`, ...rowText(label, [extent]), icon: 'info', press: { title: label, run: loadAll } },
  ];
}

/** `50 of 2,000`: the second number is how many there are, `50+` if the service doesn't say. */
export function extentText(count: number, paged: Paged<Payment>): string {
  return listExtentText(count, pagedExtent(paged));
}

function netText({ sums }: PaymentSums): string {
  return sums.map(sum => formatEffect(netAmount(sum))).join(' · ');
}

function sumRow(id: string, visible: readonly Payment[], paged: Paged<Payment>): Row {
  const totals = sumPayments(visible);
  const { sums, uncounted } = totals;
  const net = netText(totals);
  // The share of all payments that the sum covers.
  const extent = extentText(visible.length, paged);
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
 * One transaction of the balance, with links to what it was for.
 *
 * @param above ID of the parent row
 */
function paymentRow(above: string, payment: Payment, { details, orderNames }: PaymentRowsParts): Row {
  const id = `${above}/${payment.id}`;
  const { orderId = '' } = payment;
  const label = orderNames?.get(orderId) ?? paymentLabel(payment);
  const { type, createdAt } = payment;
  return {
    id,
    ...rowText(label, [
      paymentAmountText(payment),
      type && statusText(type),
      parseLocalDay(createdAt) ?? createdAt,
    ]),
    ...paymentIcon(type),
    tooltip: { heading: label, facts: paymentFacts(payment, momentText(createdAt)) },
    contextValue: isRelated(payment) ? 'payment hasRelated' : 'payment',
    copyId: payment.id,
    details: {
      title: label,
      fields: payment.fields,
      facts: () => [
        [l10n.t('Order'), payment.orderId],
        [l10n.t('Subscription'), payment.subscriptionId],
        ...paymentFacts(payment, momentText(createdAt), Infinity),
      ],
    },
    subject: payment,
    children: () => openedRows(id, payment, details),
  };
}

function openedRows(id: string, payment: Payment, details: KeyedReader<Payment> | undefined): readonly Row[] {
  if (!details) return detailRows(id, payment);
  const reader = details.reader(payment.id);
  reader.need();
  const reading = reader.current.peek();
  const rows = readingRows(
    id,
    l10n.t('Payment'),
    reading,
    () => void reader.refresh(),
    read => detailRows(id, read),
  );
  // The fields of the list are known even if the request failed.
  return reading.kind === 'failed' ? [...rows, ...detailRows(id, payment)] : rows;
}

/** Payments without a description are named by their order type. */
function paymentLabel({ description, type, id }: Payment): string {
  return description === undefined
    ? type === undefined
      ? id
      : statusText(type)
    : orderKindText(description);
}

function detailRows(id: string, payment: Payment): Row[] {
  const { createdAt } = payment;
  return [
    ...relatedRows(id, payment),
    ...factRows(id, paymentFacts(payment, createdAt && utcText(createdAt))),
  ];
}

/** The order and the subscription that a payment was for, each with a link. */
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

/** @param others most fields that aren't named here */
function paymentFacts(payment: Payment, date: string | undefined, others?: number): Fact[] {
  return [
    [l10n.t('Type'), payment.type && statusText(payment.type)],
    [l10n.t('Amount'), paymentAmountText(payment)],
    [l10n.t('Date'), date],
    [l10n.t('Description'), payment.description && orderKindText(payment.description)],
    [l10n.t('Payment'), payment.id],
    ...otherFacts(payment.fields, readNames(payment), others),
  ];
}

function isRelated({ orderId, subscriptionId }: Payment): boolean {
  return orderId !== undefined || subscriptionId !== undefined;
}

function paymentIcon(type: string | undefined): Pick<Row, 'icon' | 'color'> {
  switch (type?.toLowerCase()) {
    case 'payment':
      return { icon: 'credit-card' };
    case 'refund':
      return { icon: 'discard', color: 'charts.green' };
    case 'credit':
      return { icon: 'add', color: 'charts.green' };
    default:
      return { icon: 'circle-outline' };
  }
}
