import * as vscode from 'vscode';
import type { Order } from '../model/order/order.ts';
import type { Members } from '../model/order/orderContents.ts';
import type { PastBody, PastSource } from '../model/order/pastOrder.ts';
import { ageText } from '../model/words/momentText.ts';
import { orderName } from '../model/words/orderName.ts';
import { givenId } from '../platform/givenRow.ts';
import { openOrderDraft } from '../platform/openOrderDraft.ts';
import { UserError } from '../platform/presentError.ts';
import { back } from '../platform/steps.ts';
import { showQuickPick, showWarningMessage, withProgress } from '../platform/window.ts';
import type { Catalog } from '../state/catalog.ts';
import type { Journal } from '../state/journal.ts';
import { bodyHash } from '../state/orderBody.ts';
import type { Orders } from '../state/orders.ts';
import { doubleOrderWindowMs } from '../state/placing.ts';
import { isOpen, orderPlace, placedSince, sendingsOf } from '../state/sendings.ts';
import type { SessionOwner, SignedIn } from '../state/session.ts';
import { choose } from './optionStep.ts';
import { doubleText } from './orderDialog.ts';
import { draftChanged } from './reorderChanged.ts';
import { signedInFirst } from './signedInFirst.ts';

export interface ReorderParts {
  session: SessionOwner;
  catalog: Catalog;
  orders: Pick<Orders, 'current' | 'refresh'>;
  journal: Pick<Journal, 'read'>;
}

/** What is to be other than before. */
type Change = 'nothing' | 'images' | 'area';

/**
 * Drafts a past order anew: the same again, on other images, or for another AOI. It is neither priced nor placed.
 *
 * @param given the row of an order or its id; asked for otherwise
 */
export async function reorder(parts: ReorderParts, given?: unknown): Promise<void> {
  const under = await signedInFirst(parts.session);
  const listed = under && (await chooseOrder(parts.orders, given));
  if (!under || !listed) return;
  const { order, past } = await readPast(parts, under, listed);
  if (past.missing.length > 0) {
    await openIncomplete(order, past);
    return;
  }
  for (;;) {
    const change = await askChange(order, past);
    if (change === undefined) return;
    if (change === 'nothing') {
      await draftAgain(parts, under, order, past.body);
      return;
    }
    const end = await draftChanged(parts.catalog, { under, order, body: past.body }, change);
    if (end !== back) return;
  }
}

async function chooseOrder(orders: ReorderParts['orders'], given: unknown): Promise<Order | undefined> {
  if (orders.current.peek().kind === 'none') await orders.refresh();
  const state = orders.current.peek();
  if (state.kind === 'failed') throw state.error;
  const known = state.kind === 'ready' ? state.orders : [];
  const id = givenId(given, 'orderId');
  if (id !== undefined) {
    const order = known.find(one => one.id === id);
    if (order) return order;
    throw new UserError(vscode.l10n.t('Order {0} is not in the list: refresh the Orders view.', id));
  }
  if (known.length === 0) {
    throw new UserError(vscode.l10n.t('There is no past order: draft one from an area first.'));
  }
  const items = known.map(order => ({
    label: orderName(order),
    description: [order.status, ageText(order.createdAt, Date.now()), order.id].filter(Boolean).join(' · '),
    order,
  }));
  const title = vscode.l10n.t('Order which one again?');
  return (await showQuickPick(items, { title, matchOnDescription: true, ignoreFocusOut: true }))?.order;
}

/** Lists tell less than the order by itself, which is read only where something is missing. */
async function readPast({ journal }: ReorderParts, under: SignedIn, listed: Order) {
  const { orderWork } = await import('../model/order/orderWork.ts');
  const sendings = sendingsOf(await journal.read(), orderPlace(under.connection));
  const sent = sendings.findLast(
    ({ outcome }) => outcome?.event === 'placed' && outcome.orderId === listed.id,
  )?.body;
  const told = orderWork.pastBody(listed, sent);
  if (told?.missing.length === 0) return { order: listed, past: told };
  const single = await withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Reading the order') },
    async () => (await under.client()).order(listed.id),
  );
  const order = {
    ...single,
    title: single.title ?? listed.title,
    customerRef: single.customerRef ?? listed.customerRef,
  };
  const past = orderWork.pastBody(order, sent);
  if (past) return { order, past };
  throw new UserError(
    vscode.l10n.t(
      'The service does not tell what {0} was ordered with, and it was not placed on this machine: draft it from its area instead.',
      orderName(order),
    ),
  );
}

/** What can be known is opened, and the editor marks what is not. */
async function openIncomplete(order: Order, { body, missing }: PastBody): Promise<void> {
  await openOrderDraft({}, orderName(order), body);
  void showWarningMessage(
    vscode.l10n.t(
      'The draft of {0} is not complete: neither the service nor this machine tells {1}. Add what is missing.',
      orderName(order),
      missing.join(', '),
    ),
  );
}

async function askChange(order: Order, { body, from }: PastBody): Promise<Change | undefined> {
  const { orderWork } = await import('../model/order/orderWork.ts');
  const areas = orderWork.areasOf(body).length;
  const whyNot =
    areas === 1
      ? undefined
      : vscode.l10n.t('it has {0} areas: take the same again and change it there', areas);
  let change: Change = 'nothing';
  const end = await choose<Change>({
    title: vscode.l10n.t('Order "{0}" again', orderName(order)),
    placeholder: sourceText(from),
    items: [
      {
        value: 'nothing',
        label: vscode.l10n.t('The Same Again'),
        text: vscode.l10n.t('a draft of exactly what was ordered'),
      },
      {
        value: 'images',
        label: vscode.l10n.t('With Other Images'),
        text: vscode.l10n.t('searched for on its area'),
        whyNot,
      },
      {
        value: 'area',
        label: vscode.l10n.t('For Another Area'),
        text: vscode.l10n.t('and images of that'),
      },
    ],
    now: change,
    hasBack: false,
    take: value => void (change = value),
  });
  return end === 'done' ? change : undefined;
}

function sourceText(from: PastSource): string {
  switch (from) {
    case 'echo':
      return vscode.l10n.t('As the service repeats it');
    case 'deliveries':
      return vscode.l10n.t('As its deliveries tell what they were ordered with');
    case 'journal':
      return vscode.l10n.t('As this machine wrote it down when it was placed');
  }
}

async function draftAgain(
  { journal }: ReorderParts,
  under: SignedIn,
  order: Order,
  body: Members,
): Promise<void> {
  await openOrderDraft({}, orderName(order), body);
  const warning = await doubleWarning(journal, under, order, body);
  if (warning !== undefined) void showWarningMessage(warning);
}

/** What is said where exactly this was ordered a moment ago, or may have been. */
async function doubleWarning(
  journal: ReorderParts['journal'],
  { connection }: SignedIn,
  order: Order,
  body: Members,
): Promise<string | undefined> {
  const hash = bodyHash(body);
  const since = Date.now() - doubleOrderWindowMs;
  const sendings = sendingsOf(await journal.read(), orderPlace(connection));
  if (sendings.some(one => one.bodyHash === hash && isOpen(one))) {
    return vscode.l10n.t(
      'It is not known yet whether an order of exactly this was booked: look it up before you order again.',
    );
  }
  const placed = placedSince(sendings, hash, since);
  if (placed) return doubleText(placed);
  // It can have been placed on another machine.
  const at = order.createdAt;
  return at !== undefined && Date.parse(at) >= since
    ? doubleText({ id: '', at, title: '', orderId: order.id })
    : undefined;
}
