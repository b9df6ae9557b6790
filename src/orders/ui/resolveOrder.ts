import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatAmount } from '../../model/order/order.ts';
import { orderKindText } from '../../model/words/kindText.ts';
import { ageText, utcText } from '../../model/words/momentText.ts';
import { abortSignalOf, pause } from '../../editor/abortSignal.ts';
import { runCommand } from '../../editor/commands.ts';
import { attend, type Attention } from '../../editor/confirm.ts';
import { describeError, isAborted, logError } from '../../editor/presentError.ts';
import {
  showErrorMessage,
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
  withProgress,
} from '../../editor/window.ts';
import type { LookedUp, LookUp } from '../lookUp.ts';
import type { OrderAttempt } from '../orderAttempts.ts';
import type { Ordering } from '../ordering.ts';
import { chooseOutcome, nameOf, sureItIsNotBooked } from './unclearDialogs.ts';
import { signedInFirst } from '../../account/ui/signedInFirst.ts';

type Parts = Pick<Ordering, 'lookUp' | 'orders' | 'log'>;

/** What is known in the end: only `notBooked` frees the way to send it again. */
export type Resolution = 'placed' | 'notBooked' | 'open';

/** Looks up an order whose outcome is not known: the one there is, or the user's choice. */
export async function resolveOrder(parts: Parts & Pick<Ordering, 'session'>): Promise<void> {
  if (!(await signedInFirst(parts.session))) return;
  const open = await parts.lookUp.open();
  if (open.length === 0) {
    void showInformationMessage(
      l10n.t('The outcome of every order of this machine on this connection is known.'),
    );
    return;
  }
  const entry = open.length === 1 ? open[0] : await chooseEntry(open);
  if (!entry) return;
  if ((await lookUpEntry(parts, entry)) === 'notBooked') {
    void showInformationMessage(
      l10n.t('"{0}" counts as not booked: it can be ordered again.', nameOf(entry)),
    );
  }
}

/**
 * Says once, at the start, that there are orders whose outcome is not known. One that left a moment ago can be under way
 * in another window: it is told when its answer is awaited by nobody any more.
 */
export async function tellOpenOrders(
  { lookUp }: Pick<Ordering, 'lookUp'>,
  ended: AbortSignal,
): Promise<void> {
  const open = await lookUp.open();
  const settling = open.filter(one => lookUp.settlesIn(one) > 0);
  const settled = open.filter(one => !settling.includes(one));
  await Promise.all([tellOpen(settled), tellOnceSettled()]);

  async function tellOnceSettled() {
    if (settling.length === 0) return;
    // Timers can come a little early.
    await pause(Math.max(...settling.map(one => lookUp.settlesIn(one))) + 1, ended);
    if (ended.aborted) return;
    const ids = new Set(settling.map(({ id }) => id));
    await tellOpen((await lookUp.open()).filter(({ id }) => ids.has(id)));
  }
}

async function tellOpen(open: readonly OrderAttempt[]): Promise<void> {
  const [latest] = open;
  if (!latest) return;
  const look = l10n.t('Look It Up');
  const message =
    open.length === 1
      ? l10n.t(
          'It is not known what became of the order "{0}" for {1}, sent {2}.',
          nameOf(latest),
          formatAmount(latest.price),
          ageText(latest.at, Date.now()) ?? latest.at,
        )
      : l10n.t(
          'It is not known what became of {0} orders. The latest is "{1}", sent {2}.',
          open.length,
          nameOf(latest),
          ageText(latest.at, Date.now()) ?? latest.at,
        );
  if ((await showWarningMessage(message, look)) === look) await runCommand('swath.resolveOrder');
}

async function chooseEntry(open: readonly OrderAttempt[]): Promise<OrderAttempt | undefined> {
  const items = open.map(entry => ({
    label: nameOf(entry),
    description: [formatAmount(entry.price), ageText(entry.at, Date.now())].filter(Boolean).join(' · '),
    detail: orderKindText(entry.orderKind),
    entry,
  }));
  const title = l10n.t('Look up which order?');
  return (await showQuickPick(items, { title, matchOnDescription: true, ignoreFocusOut: true }))?.entry;
}

/**
 * Reads the orders of the service and shows what became of one that was sent without a clear answer. The user has the
 * last word wherever more than one answer is possible.
 */
export async function lookUpEntry(parts: Parts, entry: OrderAttempt): Promise<Resolution> {
  for (;;) {
    const attention = attend();
    const found = await readOrders(parts, entry);
    const end = found && (await settle(parts, entry, found, attention));
    if (end !== 'again') return end ?? 'open';
  }
}

/** `undefined` where the orders could not be read, and the user leaves it at that. */
async function readOrders(parts: Parts, entry: OrderAttempt): Promise<LookedUp | undefined> {
  const title = l10n.t('Looking up "{0}"', nameOf(entry));
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  for (;;) {
    try {
      return await withProgress(options, (told, cancel) =>
        parts.lookUp.lookUp(entry, {
          signal: abortSignalOf(cancel),
          progress: (read, total) =>
            told.report({
              message:
                total === undefined
                  ? l10n.t('{0} orders read', read)
                  : l10n.t('{0} of {1} orders read', read, total),
            }),
        }),
      );
    } catch (error) {
      if (isAborted(error)) return undefined;
      logError(error, parts.log);
      const again = l10n.t('Try Again');
      const message = l10n.t(
        'The orders could not be read, so it is still not known what became of "{0}". {1}',
        nameOf(entry),
        describeError(error),
      );
      if ((await showErrorMessage(message, again)) !== again) return undefined;
    }
  }
}

async function settle(
  parts: Parts,
  entry: OrderAttempt,
  found: LookedUp,
  attention: Attention,
): Promise<Resolution | 'again'> {
  const say = (text: string) => void showInformationMessage(text);
  switch (found.kind) {
    case 'found':
      void parts.orders.refresh();
      await tellFound(entry, found.order.id, found.order.status);
      return 'placed';
    case 'known':
      return tellKnown(found.entry);
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
      say(l10n.t('"{0}" is on its way just now: wait for its answer.', nameOf(entry)));
      return 'open';
    case 'otherConnection':
      say(
        l10n.t(
          '"{0}" was sent on the connection {1}: switch to it to look it up.',
          nameOf(entry),
          entry.connection,
        ),
      );
      return 'open';
    case 'unsteady':
      return againAfter(
        l10n.t(
          'The list of orders changed again and again while it was read, so it is still not known what became of "{0}".',
          nameOf(entry),
        ),
      );
    case 'cancelled':
      return 'open';
  }
}

async function write(
  { lookUp, orders }: Parts,
  entry: OrderAttempt,
  outcome: Parameters<LookUp['resolve']>[1],
): Promise<Resolution | 'again'> {
  const written = await lookUp.resolve(entry, outcome);
  switch (written.kind) {
    case 'written':
      if (outcome === 'notBooked') return 'notBooked';
      void orders.refresh();
      await tellFound(entry, outcome.id, outcome.status);
      return 'placed';
    case 'known':
      return tellKnown(written.entry);
    case 'tooEarly':
      return againAfter(
        l10n.t(
          '"{0}" may still be on its way. Look again in {1} seconds.',
          nameOf(entry),
          Math.ceil(written.waitMs / 1000),
        ),
      );
  }
}

async function againAfter(message: string): Promise<'again' | 'open'> {
  const again = l10n.t('Look Again');
  return (await showWarningMessage(message, again)) === again ? 'again' : 'open';
}

async function tellKnown(entry: OrderAttempt): Promise<Resolution> {
  const { outcome } = entry;
  if (outcome?.event !== 'placed') return 'notBooked';
  await tellFound(entry, outcome.orderId, outcome.status);
  return 'placed';
}

async function tellFound(entry: OrderAttempt, orderId: string, status: string): Promise<void> {
  const show = { title: l10n.t('Show Order') };
  const close = { title: l10n.t('Close'), isCloseAffordance: true };
  const detail = l10n.t(
    '"{0}", sent {1}, is order {2} with status "{3}". It counts as ordered and is not sent again.',
    nameOf(entry),
    utcText(entry.at),
    orderId,
    status,
  );
  const message = l10n.t('Found it: order {0}', orderId);
  const answer = await showInformationMessage(message, { modal: true, detail }, show, close);
  if (answer !== show) return;
  await runCommand('swath.revealRelated', { id: orderId, label: orderId, subject: { orderId } });
}
