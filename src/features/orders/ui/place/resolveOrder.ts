import { setTimeout as sleep } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { labeled } from '../../../../base/words/labeled.ts';
import { utcText } from '../../../../base/words/moment.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { orderKindText, orderStatusText, shortId } from '../../../../service/rules/kindText.ts';
import { formatAmount, type Order } from '../../../../service/rules/order.ts';
import { orderImageIds } from '../../../../service/rules/orderContents.ts';
import {
  askAimed,
  attend,
  type Attention,
  confirm,
  isWaitedFor,
} from '../../../../platform/dialogs/confirm.ts';
import {
  showErrorMessage,
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
} from '../../../../platform/dialogs/window.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { describeError, isAborted, logError } from '../../../../platform/host/presentError.ts';
import { signedInContractId } from '../../../../session/account.ts';
import { asSignedIn } from '../../../../session/session.ts';
import { signedInFirst } from '../../../../session/ui/signedInFirst.ts';
import type { OrderDestination } from '../../journal.ts';
import { listedOrders } from '../../knownOrders.ts';
import {
  isElsewhere,
  isSameDestination,
  isUnconfirmed,
  type OrderAttempt,
  orderDestination,
} from '../../orderAttempts.ts';
import type { OrderCheck, OrderChecked } from '../../orderCheck.ts';
import type { Ordering } from '../../ordering.ts';
import { inCountedNotification } from '../progress.ts';
import { attemptName, attemptSummary } from '../words/attempts.ts';
import { namesText } from '../words/contents.ts';
import { ageNow } from '../words/placed.ts';

type Parts = Pick<Ordering, 'checkOrder' | 'orders' | 'session' | 'account' | 'log'>;

/** The result of a check. The order can be sent again only after the user has just said `notBooked`. */
export type Resolution = 'placed' | 'notBooked' | 'open';

/**
 * Checks an unconfirmed order: the only one, or the user's choice.
 *
 * @param ids of the attempts that a notification is about. The outcome of a single one is reported even if it is known
 *   by now: the notification may be old.
 * @param uri of the document of the attempt, whose order is offered again if it wasn't booked
 */
export async function resolveOrder(parts: Parts, ids?: unknown, uri?: unknown): Promise<void> {
  if (!(await signedInFirst(parts.session))) return;
  const attempt = Array.isArray(ids) && ids.length === 1 ? await parts.checkOrder.attempt(ids[0]) : undefined;
  const open = attempt ? [attempt] : await parts.checkOrder.open();
  if (open.length === 0) {
    void showInformationMessage(l10n.t('This machine has no unconfirmed orders on this connection.'));
    return;
  }
  const entry = open.length === 1 ? open[0] : await chooseEntry(open);
  if (!entry || (await checkAttempt(parts, entry)) !== 'notBooked') return;
  if (typeof uri === 'string') await runCommand('swath.placeOrder', uri);
  else reportNotBooked(entry);
}

/**
 * Reports unconfirmed orders once at startup. Another window may still be waiting for the answer to a recent one, so
 * that one is reported only when no window can be waiting anymore.
 */
export async function reportOpenOrders(
  { checkOrder }: Pick<Ordering, 'checkOrder'>,
  ended: AbortSignal,
): Promise<void> {
  const open = await checkOrder.open();
  const settling = open.filter(attempt => checkOrder.settlesIn(attempt) > 0);
  const settled = open.filter(attempt => !settling.includes(attempt));
  await Promise.all([reportOpen(settled), reportOnceSettled()]);

  async function reportOnceSettled() {
    if (settling.length === 0) return;
    // Timers may fire slightly early.
    const settlesIn = Math.max(...settling.map(attempt => checkOrder.settlesIn(attempt))) + 1;
    await sleep(settlesIn, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return;
    const ids = new Set(settling.map(({ id }) => id));
    await reportOpen((await checkOrder.open()).filter(({ id }) => ids.has(id)));
  }
}

async function reportOpen(open: readonly OrderAttempt[]): Promise<void> {
  if (open.length === 0) return;
  const check = l10n.t('Check Order Status');
  const ids = open.map(({ id }) => id);
  const names = open.map(entry => `${attemptName(entry)} (${attemptSummary(entry)})`);
  const message = l10n.t('Orders that are not confirmed: {0}', namesText(names));
  if ((await showWarningMessage(message, check)) === check) await runCommand('swath.resolveOrder', ids);
}

async function chooseEntry(open: readonly OrderAttempt[]): Promise<OrderAttempt | undefined> {
  const items = open.map(entry => ({
    label: attemptName(entry),
    description: attemptSummary(entry),
    detail: orderKindText(entry.orderKind),
    entry,
  }));
  const title = l10n.t('Which order?');
  return (await showQuickPick(items, { title, matchOnDescription: true, ignoreFocusOut: true }))?.entry;
}

/**
 * Looks for an unconfirmed order among the orders of the service and shows the result. If several answers are possible,
 * the user decides.
 */
export async function checkAttempt(parts: Parts, entry: OrderAttempt): Promise<Resolution> {
  for (let isFirst = true; ; isFirst = false) {
    const attention = attend();
    const found = await readOrders(parts, entry, isFirst ? attention : undefined);
    const end = found && (await settle(parts, entry, found, attention));
    if (end !== 'again') return end ?? 'open';
  }
}

/**
 * `undefined` if the orders can't be read and the user doesn't try again, or doesn't want to check here.
 *
 * @param attention since the user asked for the first check, which alone may have to be confirmed
 */
async function readOrders(
  parts: Parts,
  entry: OrderAttempt,
  attention: Attention | undefined,
): Promise<OrderChecked | undefined> {
  for (;;) {
    try {
      if (attention && !(await mayCheckHere(parts, entry, attention))) return undefined;
      return await inCountedNotification(l10n.t('Checking "{0}"', attemptName(entry)), (progress, signal) =>
        parts.checkOrder.checkOrder(entry, { signal, progress }),
      );
    } catch (error) {
      if (isAborted(error)) return undefined;
      logError(error, parts.log);
      const again = l10n.t('Try Again');
      const message = l10n.t(
        'Couldn\'t load the orders, so "{0}" is still not confirmed. {1}',
        attemptName(entry),
        describeError(error),
      );
      if ((await showErrorMessage(message, again)) !== again) return undefined;
    }
  }
}

/**
 * The addresses of a connection can be edited, and another key can belong to another contract. Orders that are listed
 * there say nothing about this one, unless the user knows that it is the same account.
 */
async function mayCheckHere(
  { session, account }: Parts,
  entry: OrderAttempt,
  attention: Attention,
): Promise<boolean> {
  const signedIn = asSignedIn(session.current.peek());
  if (!signedIn || !isUnconfirmed(entry)) return true;
  const contract = entry.contract === undefined ? undefined : await signedInContractId(session, account);
  const destination = orderDestination(signedIn.connection, contract);
  if (!isSameDestination(entry, destination) || !isElsewhere(entry, destination)) return true;
  const check = l10n.t('Check Anyway');
  const answer = await confirm(attention, {
    question: l10n.t('"{0}" was sent to another service or account.', attemptName(entry)),
    detail: [
      labeled(l10n.t('Sent to'), destinationText(entry)),
      labeled(l10n.t('Connection'), destinationText(destination)),
      l10n.t(
        'Check here only if both are the same account. Otherwise, the order can be booked there and missing here.',
      ),
    ].join('\n'),
    buttons: [check],
  });
  return answer === check;
}

function destinationText({ service, contract }: OrderDestination): string {
  const known = [service, contract && labeled(l10n.t('Contract'), contract)];
  return known.flatMap(text => (text === undefined ? [] : [safeLine(text)])).join(' · ');
}

async function settle(
  parts: Parts,
  entry: OrderAttempt,
  found: OrderChecked,
  attention: Attention,
): Promise<Resolution | 'again'> {
  switch (found.kind) {
    case 'found':
      void parts.orders.refresh();
      return reportFound(parts, entry, found.order.id, found.order.status);
    case 'known':
      return reportKnown(parts, found.entry);
    case 'undecided': {
      const outcome = await chooseOutcome(entry, found, attention);
      return outcome === undefined ? 'open' : write(parts, entry, outcome);
    }
    case 'notListed': {
      const answer = await sureItIsNotBooked(entry, found, attention);
      if (answer === 'again') return 'again';
      return answer === 'notBooked' ? write(parts, entry, 'notBooked') : 'open';
    }
    case 'onItsWay':
      void showInformationMessage(l10n.t('This order is already being sent.'));
      return 'open';
    case 'otherConnection':
      void showInformationMessage(
        l10n.t(
          '"{0}" was sent on the connection {1}. Switch to it to check the order.',
          attemptName(entry),
          entry.connection,
        ),
      );
      return 'open';
    case 'unsteady': {
      const name = attemptName(entry);
      return againAfter(
        l10n.t('The list of orders may be incomplete, so "{0}" is still not confirmed. Try again.', name),
      );
    }
    case 'cancelled':
      return 'open';
  }
}

async function write(
  parts: Parts,
  entry: OrderAttempt,
  outcome: Parameters<OrderCheck['resolve']>[1],
): Promise<Resolution | 'again'> {
  const written = await parts.checkOrder.resolve(entry, outcome);
  switch (written.kind) {
    case 'written':
      if (outcome === 'notBooked') return 'notBooked';
      void parts.orders.refresh();
      return reportFound(parts, entry, outcome.id, outcome.status);
    case 'known':
      return reportKnown(parts, written.entry);
    case 'tooEarly':
      return againAfter(tooEarlyText(written.waitMs));
  }
}

async function againAfter(message: string): Promise<'again' | 'open'> {
  const again = l10n.t('Check Again');
  return (await showWarningMessage(message, again)) === again ? 'again' : 'open';
}

function tooEarlyText(waitMs: number): string {
  return l10n.t('It may still be in progress. Check again in {0} seconds.', Math.ceil(waitMs / 1000));
}

/** What became known before this check. Nobody is asked, and nothing is offered that may no longer be wanted. */
function reportKnown(parts: Parts, entry: OrderAttempt): Promise<Resolution> | Resolution {
  const { outcome } = entry;
  if (outcome?.event === 'placed') return reportFound(parts, entry, outcome.orderId, outcome.status);
  reportNotBooked(entry);
  return 'open';
}

function reportNotBooked(entry: OrderAttempt): void {
  void showInformationMessage(
    l10n.t('"{0}" is marked as not booked and can be ordered again.', attemptName(entry)),
  );
}

async function reportFound(
  { orders }: Parts,
  entry: OrderAttempt,
  orderId: string,
  statusThen: string,
): Promise<'placed'> {
  const listed = listedOrders(orders).find(({ id }) => id === orderId);
  const show = { title: l10n.t('Open Order') };
  const close = { title: l10n.t('Close'), isCloseAffordance: true };
  const detail = l10n.t(
    'Order {0} was sent on {1} and has the status "{2}". Swath won\'t send it again.',
    orderId,
    utcText(entry.at),
    orderStatusText(listed?.status ?? statusThen),
  );
  const message = l10n.t('"{0}" was placed', attemptName(entry));
  const answer = await showInformationMessage(message, { modal: true, detail }, show, close);
  if (answer === show) {
    // The page shows orders of the list, which may be older.
    await orders.refresh();
    await runCommand('swath.openOrder', { id: orderId, label: orderId, subject: { orderId } });
  }
  return 'placed';
}

/** Several orders match, or the service doesn't report enough details of one. `undefined`: the user decides later. */
async function chooseOutcome(
  entry: OrderAttempt,
  { same, maybe }: Extract<OrderChecked, { kind: 'undecided' }>,
  attention: Attention,
): Promise<Order | 'notBooked' | undefined> {
  type Item = vscode.QuickPickItem & { outcome: Order | 'notBooked' | undefined };
  const heading = (label: string): Item => ({
    label,
    kind: vscode.QuickPickItemKind.Separator,
    outcome: undefined,
  });
  const resolveItems = (orders: readonly Order[]) =>
    orders.map((order): Item => ({
      label: l10n.t('Order {0}', order.id),
      description: orderDescription(order),
      detail: orderDetail(order),
      outcome: order,
    }));
  const items: Item[] = [
    ...(same.length > 0 ? [heading(l10n.t('exactly what was sent')), ...resolveItems(same)] : []),
    ...(maybe.length > 0
      ? [heading(l10n.t('not enough details from the service')), ...resolveItems(maybe)]
      : []),
    heading(''),
    {
      label: l10n.t('It Was Not Booked'),
      detail: notBookedText(),
      outcome: 'notBooked',
    },
  ];
  const title = l10n.t('Which order is "{0}", sent {1}?', attemptName(entry), ageNow(entry.at));
  if (!(await isWaitedFor(attention, title))) return undefined;
  const later = l10n.t("Press Escape to decide later. Swath won't send it again until then.");
  const chosen = await askAimed(
    hint =>
      showQuickPick(items, {
        title,
        placeHolder: hint || later,
        matchOnDescription: true,
        matchOnDetail: true,
        ignoreFocusOut: true,
      }),
    item => item !== undefined,
  );
  return chosen?.outcome;
}

function notBookedText(): string {
  return l10n.t('If it was not booked, you can order it again. If this is wrong, you pay twice.');
}

/** The service doesn't list a matching order. Only after a wait can the user confirm that it wasn't booked. */
async function sureItIsNotBooked(
  entry: OrderAttempt,
  { read, near, waitMs }: Extract<OrderChecked, { kind: 'notListed' }>,
  attention: Attention,
): Promise<'notBooked' | 'again' | undefined> {
  const named = near.map(order => `${order.id} (${orderDescription(order)})`);
  const detail = [
    l10n.t('It was sent on {0} and never confirmed.', utcText(entry.at)),
    l10n.t('None of the orders that the service lists matches it ({0} checked).', read),
    ...(named.length > 0
      ? [l10n.t('Similar, but different, from about that time or later: {0}.', namesText(named))]
      : []),
    waitMs > 0 ? tooEarlyText(waitMs) : notBookedText(),
  ].join('\n');
  const notBooked = l10n.t('It Was Not Booked');
  const again = l10n.t('Check Again');
  const question = l10n.t('The service doesn\'t list "{0}".', attemptName(entry));
  // The default button comes first: the one that costs nothing if it is wrong.
  const buttons = waitMs > 0 ? [again] : [again, notBooked];
  const answer = await confirm(attention, { question, detail, buttons });
  if (answer === again) return 'again';
  return answer === notBooked ? 'notBooked' : undefined;
}

function orderDescription({ status, price, createdAt }: Order): string {
  const parts = [
    orderStatusText(status),
    price && formatAmount(price),
    createdAt === undefined ? '' : utcText(createdAt),
  ];
  return parts.filter(Boolean).join(' · ');
}

function orderDetail(order: Order): string {
  const images = orderImageIds(order).map(shortId);
  const parts = [
    order.kind === undefined ? '' : orderKindText(order.kind),
    order.title ?? '',
    images.join(', '),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Product orders have no title, so their images distinguish them. */
