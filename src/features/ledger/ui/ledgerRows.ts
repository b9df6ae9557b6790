import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { labeled } from '../../../base/words/labeled.ts';
import { dayText, localDay, localMinute, momentText, parseLocalDay } from '../../../base/words/moment.ts';
import type { Profile } from '../../../service/rules/account.ts';
import {
  contractText,
  orderKindText,
  orderStatusText,
  shortId,
  statusAsSent,
} from '../../../service/rules/kindText.ts';
import type { LedgerAction, LedgerEntry, LedgerResult } from '../../../service/rules/ledgerEntry.ts';
import { formatAmount } from '../../../service/rules/order.ts';
import { formatEffect } from '../../../service/rules/payment.ts';
import { type Reading, readValue } from '../../../platform/host/reading.ts';
import {
  applyArrangement,
  type Arrangement,
  type ArrangementChoices,
  type Group,
} from '../../../platform/rows/arrangement.ts';
import { noMatchRow, readingRows, type Row, rowText } from '../../../platform/rows/row.ts';
import { dateFilter, timeGroups, weekMonday } from '../../../platform/rows/timeArrangement.ts';
import {
  connectionsOfSeveralContracts,
  effectOfEntry,
  isSandbox,
  type OrderSums,
  sumOrders,
} from '../rules/ledgerSums.ts';

/**
 * The rows of the Ledger view; none if the welcome text explains more.
 *
 * @param reading newest entry first
 * @param now epoch ms
 * @param account the one in use: other contracts than its own are known by ID alone
 */
export function ledgerRows(
  reading: Reading<readonly LedgerEntry[]>,
  arrangement: Arrangement,
  now: number,
  account: Reading<Profile>,
  retry: () => void,
  showAll: () => void,
): readonly Row[] {
  return readingRows('ledger', l10n.t('Ledger'), reading, retry, entries => {
    const { groupBy } = arrangement;
    const groups = applyArrangement(entries, arrangement, ledgerArrangements(account, now));
    const visible = groups.flatMap(({ items }) => items);
    if (entries.length > 0 && visible.length === 0) return [noMatchRow('ledger', showAll)];
    const byContract = connectionsOfSeveralContracts(visible);
    const totals = sumOrders(visible, byContract);
    const isByAccount = groupBy === 'connection' || groupBy === 'contract';
    const sumTextsIn = (items: readonly LedgerEntry[], hasNames: boolean) => {
      const sums = sumOrders(items, byContract);
      return sums.map(sum => {
        const text = sumTexts(sum).join(', ');
        return hasNames || sums.length > 1 ? `${sumName(sum, account)}: ${text}` : text;
      });
    };
    const hasConnection =
      groupBy !== 'connection' && new Set(visible.map(({ connection }) => connection)).size > 1;
    const entryRows = (items: readonly LedgerEntry[]) =>
      items.map(entry => ledgerRow(entry, now, groupBy === 'day', hasConnection, account));
    const rows = ({ value, items }: Group<LedgerEntry>) => {
      const prices = items.filter(isPrice);
      const others = items.filter(entry => !isPrice(entry));
      if (prices.length === 0 || others.length === 0) return entryRows(items);
      const isOpen = arrangement.text !== '';
      return [...entryRows(others), pricesRow(value, prices.length, isOpen, () => entryRows(prices))];
    };
    const isNamed = totals.length > 1 && !isByAccount;
    const groupRows = groups.flatMap((group, index) =>
      group.value === undefined
        ? rows(group)
        : [groupRow(group, groupBy, index === 0, sumTextsIn(group.items, isNamed), () => rows(group))],
    );
    const thisWeek = weekMonday(localDay(now));
    const inWeek = visible.filter(({ at }) => weekMonday(parseLocalDay(at)) === thisWeek);
    const week =
      groupBy === 'week' || totals.length === 0 ? [] : [weekRow(sumTextsIn(inWeek, totals.length > 1))];
    const since = entries.at(-1)?.at ?? '';
    const sumRows = [...totals.map(sums => totalRow(sums, sumName(sums, account), since)), ...week];
    return [...(isByAccount ? [] : sumRows), ...groupRows];
  });
}

/** What was only asked for stands apart from what was spent. */
function isPrice({ action }: LedgerEntry): boolean {
  return action === 'price';
}

/** @param isOpen while searching, because a match can be among them */
function pricesRow(
  group: string | undefined,
  count: number,
  isOpen: boolean,
  children: () => readonly Row[],
): Row {
  return {
    id: `prices/${group ?? ''}`,
    ...rowText(l10n.t('Prices, nothing spent'), [numberText(count)]),
    icon: 'tag',
    contextValue: 'group',
    isOpen,
    children,
  };
}

/** What was spent since Monday: a row of its own, because a narrow side bar cuts off the end of the totals. */
function weekRow(sums: readonly string[]): Row {
  return {
    id: 'week',
    ...rowText(l10n.t('This week'), sums.length === 0 ? [l10n.t('nothing spent')] : sums),
    icon: 'symbol-numeric',
  };
}

/** What the sums are of. */
function sumName({ connection, contractId }: OrderSums, account: Reading<Profile>): string {
  if (contractId === undefined) return connection;
  return `${connection}, ${contractId === '' ? l10n.t('contract unknown') : nameOfContract(contractId, account)}`;
}

function nameOfContract(id: string, account: Reading<Profile>): string {
  const contract = readValue(account)?.contract;
  return contractText(contract?.id === id ? contract : { id });
}

/** @param since time of the first entry */
function totalRow(sums: OrderSums, name: string, since: string): Row {
  const label = l10n.t('{0}, from this machine', name);
  const parts = [...sumTexts(sums), isSandbox(sums) ? l10n.t('not real money') : undefined];
  return {
    id: `total/${sums.connection}/${sums.contractId ?? ''}`,
    ...rowText(label, parts),
    icon: 'symbol-numeric',
    tooltip: {
      heading: label,
      facts: [],
      notes: [
        l10n.t(
          "Contains the orders, revocations and key actions of this machine since {0}. Others aren't included.",
          parseLocalDay(since) ?? since,
        ),
      ],
    },
  };
}

/** The net sum comes first, because a narrow side bar cuts off the end. It is that of the orders if nothing came back. */
function sumTexts({ placed, returned, net, open }: OrderSums): string[] {
  const ordered = placed.map(formatAmount).join(' + ');
  const back = returned.map(formatEffect).join(' ');
  const perhaps = open.map(formatAmount).join(' + ');
  return [
    ...(back === '' ? [] : [l10n.t('net {0}', net.map(formatEffect).join(' '))]),
    ...(ordered === '' ? [] : [l10n.t('{0} spent', ordered)]),
    ...(back === '' ? [] : [l10n.t('{0} refunded', back)]),
    ...(perhaps === '' ? [] : [l10n.t('possibly {0} more', perhaps)]),
  ];
}

function groupRow(
  { value = '', label, items }: Group<LedgerEntry>,
  groupBy: string | undefined,
  isOpen: boolean,
  sums: readonly string[],
  children: () => readonly Row[],
): Row {
  const parts = [...sums, items.length === 1 ? l10n.t('1 entry') : l10n.t('{0} entries', items.length)];
  return {
    id: `${groupBy ?? ''}/${value}`,
    ...rowText(label, parts),
    icon: ['day', 'week', 'month'].includes(groupBy ?? '') ? 'calendar' : 'list-flat',
    contextValue: 'group',
    // The times below a day have no room for it.
    tooltip: groupBy === 'day' ? { heading: label, facts: [], notes: [localTimeText()] } : undefined,
    isOpen,
    children,
  };
}

function localTimeText(): string {
  return l10n.t("Days and times are in this computer's time zone.");
}

/**
 * One ledger entry. It starts with what a narrow side bar must not cut off: the time, the amount and what it was for. A
 * click goes to its order or subscription.
 *
 * @param now epoch ms: a day's year is shown if it isn't the current one
 * @param hasConnection the entries beside it are of several connections
 */
function ledgerRow(
  entry: LedgerEntry,
  now: number,
  hasDayAbove: boolean,
  hasConnection: boolean,
  account: Reading<Profile>,
): Row {
  const { id, at, action, result, amount, connection } = entry;
  const { message } = entry;
  const name = entryName(entry);
  const effect = effectOfEntry(entry);
  const cost = effect ? formatEffect(effect) : amount && formatAmount(amount);
  const outcome = result === 'ok' ? undefined : entryResultText(result);
  const back = entry.returned?.map(formatAmount).join(' + ');
  const copyId = entry.orderId ?? entry.subscriptionId ?? entry.keyId;
  const isAsked = isPrice(entry);
  const what =
    isAsked && cost !== undefined ? labeled(actionText(action), cost) : (cost ?? actionText(action));
  const head = `${shortMoment(at, now, hasDayAbove)} ${what}`;
  const rest = [
    action === 'order' ? moneyText(entry) : undefined,
    ...(cost === undefined
      ? [entry.title ?? (copyId && shortId(copyId))]
      : // The icon says that it is an order.
        [name, action === 'order' || isAsked ? undefined : actionText(action)]),
    hasConnection ? connection : undefined,
  ].filter(part => part !== undefined);
  const spoken = [
    name,
    actionText(action),
    outcome,
    cost,
    moneyText(entry),
    momentText(at),
    connection,
    message,
  ];
  const subject = entrySubject(entry);
  return {
    id: `entry/${id}`,
    label: outcome === undefined ? head : `${head} · ${outcome}`,
    description: rest.join(' · '),
    spoken: spoken.filter(part => part !== undefined).join(', '),
    ...entryAppearance(entry),
    tooltip: {
      heading: name,
      facts: [
        [l10n.t('Action'), actionText(action)],
        [
          l10n.t('Result'),
          result === 'ok' && entry.status ? orderStatusText(entry.status) : entryResultText(result),
        ],
        [l10n.t('Status at the service'), entry.status && statusAsSent(entry.status)],
        [l10n.t('Amount'), cost],
        [l10n.t('Confirmed price'), entry.confirmed && formatAmount(entry.confirmed)],
        [l10n.t('Refunded'), back],
        [l10n.t('Time'), momentText(at)],
        [l10n.t('Connection'), connection],
        [l10n.t('Contract'), entry.contractId && nameOfContract(entry.contractId, account)],
        [l10n.t('Kind'), entry.orderKind && orderKindText(entry.orderKind)],
        [l10n.t('Order'), entry.orderId],
        [l10n.t('Subscription'), entry.subscriptionId],
        [l10n.t('Ends'), entry.endsAt && dayText(entry.endsAt)],
        [l10n.t('Key'), entry.keyId],
        [l10n.t('Request hash'), entry.bodyHash],
        [l10n.t('Requested by'), entry.requestedBy === 'agent' ? l10n.t('Agent') : undefined],
      ],
      notes: message === undefined ? [] : [message],
    },
    contextValue: ['ledger', subject && 'hasRelated'].filter(Boolean).join(' '),
    copyId,
    ...(subject
      ? {
          subject,
          command: {
            id: 'swath.revealRelated',
            title: name,
            arguments: [{ id, label: name, subject }],
          },
        }
      : {}),
  };
}

/** What became of the money of an order that failed: for others, it is what it cost. */
function moneyText({ result, isFree, returned, status }: LedgerEntry): string | undefined {
  if (returned && returned.length > 0) return l10n.t('{0} refunded', returned.map(formatAmount).join(' + '));
  if (isFree && status !== undefined) return l10n.t('not charged');
  return result === 'failed' && status !== undefined ? l10n.t('no refund known') : undefined;
}

/** `14:05` below its day, otherwise `03-20 14:05`, preceded by the year if it isn't the current one; local time. */
function shortMoment(at: string, now: number, hasDayAbove: boolean): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return at;
  const moment = localMinute(time);
  if (hasDayAbove) return moment.slice(11);
  return moment.startsWith(localDay(now).slice(0, 5)) ? moment.slice(5) : moment;
}

/** What the entry is about, with its connection; `undefined` if unknown. */
function entrySubject({
  orderId,
  subscriptionId,
  connection,
}: LedgerEntry): Record<string, string> | undefined {
  if (orderId !== undefined) return { orderId, connection };
  return subscriptionId === undefined ? undefined : { subscriptionId, connection };
}

/** Entries without a plain success have the icon of their outcome. */
function entryAppearance({ action, result }: LedgerEntry): Pick<Row, 'icon' | 'color'> {
  switch (result) {
    case 'refused':
    case 'failed':
      return { icon: 'error', color: 'list.errorForeground' };
    case 'unclear':
      return { icon: 'question', color: 'list.warningForeground' };
    case 'notBooked':
    case 'notSent':
      return { icon: 'circle-slash', color: 'disabledForeground' };
    case 'ok':
    case 'foundLater':
      return {
        icon: actions[action].icon,
        color: actions[action].color,
      };
  }
}

/** Its words and its icon; the color is that of an entry that is done. */
const actions: Readonly<Record<LedgerAction, { text: () => string; icon: string; color?: string }>> = {
  price: { text: () => l10n.t('Price'), icon: 'tag' },
  order: { text: () => l10n.t('Order'), icon: 'credit-card', color: 'charts.green' },
  refund: { text: () => l10n.t('Refund'), icon: 'discard', color: 'charts.green' },
  revoke: { text: () => l10n.t('Revocation'), icon: 'discard' },
  createKey: { text: () => l10n.t('Key created'), icon: 'add' },
  useKey: { text: () => l10n.t('Switched to key'), icon: 'key' },
  rotateKey: { text: () => l10n.t('Key rotated'), icon: 'sync' },
  deleteKey: { text: () => l10n.t('Key deleted'), icon: 'trash' },
};

/**
 * Sort, group and filter options for entries.
 *
 * @param now epoch ms
 * @param account the one in use: other contracts than its own are known by ID alone
 */
export function ledgerArrangements(
  account: Reading<Profile>,
  now = Date.now(),
): ArrangementChoices<LedgerEntry> {
  const action = { id: 'action', label: l10n.t('Action'), toLabel: actionText };
  const result = { id: 'result', label: l10n.t('Result'), toLabel: entryResultText };
  const entryTime = ({ at }: LedgerEntry) => at;
  const connection = { id: 'connection', label: l10n.t('Connection') };
  const payer = {
    id: 'contract',
    label: l10n.t('Contract'),
    toLabel: (id: string) => nameOfContract(id, account),
  };
  return {
    sorts: [
      { id: 'time', label: l10n.t('Time'), toKey: ({ at }) => Date.parse(at) },
      { id: 'amount', label: l10n.t('Amount'), toKey: ({ amount }) => amount?.value },
    ],
    groups: [
      ...timeGroups(entryTime),
      { ...action, toValue: entry => entry.action },
      { ...connection, toValue: entry => entry.connection },
      { ...payer, toValue: entry => entry.contractId },
      { ...result, toValue: entry => entry.result },
    ],
    filters: [
      dateFilter(entryTime, now),
      { ...action, toValues: entry => entry.action },
      { ...connection, toValues: entry => entry.connection },
      { ...payer, toValues: entry => entry.contractId },
      { ...result, toValues: entry => entry.result },
    ],
    toText: entry =>
      [
        entryName(entry),
        entry.orderId,
        entry.subscriptionId,
        entry.keyId,
        entry.bodyHash,
        entry.message,
      ].join(' '),
  };
}

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
export function actionText(action: string): string {
  return Object.hasOwn(actions, action) ? actions[action as LedgerAction].text() : action;
}

export function entryResultText(result: string): string {
  return Object.hasOwn(results, result) ? results[result as LedgerResult]() : result;
}

/** The action and its object: by title, otherwise by kind and the start of the ID. */
export function entryName(entry: LedgerEntry): string {
  const { title, orderKind, orderId, subscriptionId, keyId, bodyHash, action } = entry;
  if (title !== undefined) return title;
  const id = orderId ?? subscriptionId ?? keyId ?? bodyHash;
  const what = orderKind === undefined ? actionText(action) : orderKindText(orderKind);
  return id === undefined ? what : `${what} ${shortId(id)}`;
}
