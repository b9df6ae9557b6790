import { computed, type Signal, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Fields, isRecord } from '../../../../base/fields.ts';
import { type Html, html } from '../../../../base/words/html.ts';
import { minuteMs, parseMoment } from '../../../../base/words/moment.ts';
import { safeLabel } from '../../../../base/words/safeText.ts';
import { withoutSecrets } from '../../../../base/words/secretFields.ts';
import { orderName } from '../../../../service/rules/kindText.ts';
import { type Order, orderPhase } from '../../../../service/rules/order.ts';
import { showInformationMessage } from '../../../../platform/dialogs/window.ts';
import { frameHtml } from '../../../../platform/documents/factPage.ts';
import { textColumn } from '../../../../platform/documents/openDraft.ts';
import { createOnlyPage } from '../../../../platform/documents/pageTabs.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { onChange } from '../../../../platform/host/onChange.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import { readValue } from '../../../../platform/host/reading.ts';
import type { Account } from '../../../../session/account.ts';
import type { Contracts } from '../../../../session/contracts.ts';
import type { ServiceClock } from '../../../../session/serviceClock.ts';
import { asSignedIn, type SessionOwner } from '../../../../session/session.ts';
import { signedInFirst, signInAgain } from '../../../../session/ui/signedInFirst.ts';
import type { Journal, OrderDestination } from '../../journal.ts';
import { isLoaded, listedOrders } from '../../knownOrders.ts';
import { isElsewhere, listAttempts } from '../../orderAttempts.ts';
import type { OrderFacts } from '../../orderFacts.ts';
import type { MoneyKnown } from '../../orderMoney.ts';
import { type Orders, withNames } from '../../orders.ts';
import { ordersHere } from '../../ordersHere.ts';
import { isReport } from '../../rules/isReport.ts';
import { middlePosition, type PlacedContents, placedContents } from '../../rules/placedContents.ts';
import { chooseOrder } from '../chooseOrder.ts';
import { lateness } from '../list/orderRow.ts';
import {
  type OrderAction,
  orderActions,
  type OrderPageContents,
  orderPageHtml,
  supportText,
} from './orderPageHtml.ts';

export interface OrderPageParts {
  session: SessionOwner;
  account: Pick<Account, 'current'>;
  orders: Pick<Orders, 'current' | 'unlisted' | 'downloaded' | 'refresh' | 'markSeen' | 'placedAt'>;
  /** Gets the listed orders and the shown one: their files on this machine are looked for. */
  inView: Signal<readonly Order[]>;
  money: MoneyKnown | undefined;
  journal: Pick<Journal, 'known'>;
  contracts: { payments: Pick<Contracts['payments'], 'current' | 'need'> };
  facts: Pick<OrderFacts, 'current' | 'context' | 'want'> & {
    analytics: Pick<OrderFacts['analytics'], 'current' | 'need'>;
  };
  lateAfterMs: () => number | undefined;
  clock: ServiceClock;
  extensionUri: vscode.Uri;
  onError: (error: unknown) => void;
}

const viewType = 'swath.order';

export type OrderPage = ReturnType<typeof createOrderPage>;

/** The page of one order at a time: opening another order shows it in the same tab, as previews do. */
export function createOrderPage(parts: OrderPageParts) {
  const { session, account, orders, money, journal, contracts, facts, extensionUri, onError } = parts;
  const distUri = vscode.Uri.joinPath(extensionUri, 'dist');
  const shownId = signal('');
  /** Where the shown order was placed: another account can be signed in by now. */
  let owner: OrderDestination | undefined;
  /** The shown order, read by itself: a list can contain less. */
  const single = signal<Order | undefined>(undefined);
  /** Updates the ages. */
  const minute = signal(0);
  /** The bodies that this machine sent, by order id, and what the orders contain: large areas take long to check. */
  const sent = computed(() => {
    const destination = ordersHere(session, account);
    const attempts = destination ? listAttempts(journal.known.value, destination) : [];
    const bodies = attempts.flatMap(({ body, outcome }) =>
      outcome?.event === 'placed' ? [[outcome.orderId, body] as const] : [],
    );
    return { bodies: new Map(bodies), contents: new WeakMap<Order, PlacedContents>() };
  });
  let panel: vscode.WebviewPanel | undefined;
  let requestedKey = '';

  /** Where it was placed, and the other account that is signed in by now. */
  function otherAccount(): { owner: OrderDestination; here: OrderDestination } | undefined {
    const here = ordersHere(session, account);
    if (!owner || !here) return undefined;
    return owner.connection !== here.connection || isElsewhere(owner, here) ? { owner, here } : undefined;
  }

  function orderNow(): Order | undefined {
    // It can have an order with the same ID.
    if (otherAccount()) return undefined;
    const listed = listedOrders(orders).find(({ id }) => id === shownId.peek());
    const read = single.peek();
    if (!listed || read?.id !== listed.id || read.status !== listed.status) return listed;
    return withNames(read, listed);
  }

  /** Once for each status of each order. Without an answer, the page shows what the list contains. */
  async function readSingle({ id, status }: Order): Promise<void> {
    const signedIn = asSignedIn(session.current.peek());
    const key = JSON.stringify([id, status]);
    if (!signedIn || requestedKey === key) return;
    requestedKey = key;
    const read = await (await signedIn.client()).order(id);
    if (session.current.peek() === signedIn && shownId.peek() === id) single.value = read;
  }

  function pageContents(order: Order): PlacedContents {
    const { bodies, contents } = sent.value;
    const known = contents.get(order) ?? placedContents(order, bodies.get(order.id));
    contents.set(order, known);
    return known;
  }

  const earlierReport = (order: Order) => previousReport(order, listedOrders(orders), pageContents);

  function contentsNow(order: Order): OrderPageContents {
    const { imageById = () => undefined } = facts.context();
    const payments = readValue(contracts.payments.current.peek())?.items ?? [];
    return {
      order,
      contents: pageContents(order),
      imageById,
      analytics: readValue(facts.analytics.current.peek()),
      payments: payments.filter(({ orderId }) => orderId === order.id),
      money: money?.of(order),
      contract: readValue(account.current.peek())?.contract,
      hasPrevious: earlierReport(order) !== undefined,
      isUnlisted: orders.unlisted.peek().has(order.id),
      isLate: lateness(parts)(order),
      downloaded: orders.downloaded.peek(),
      now: parts.clock.now(),
    };
  }

  async function copyForSupport(order: Order): Promise<void> {
    const signedIn = asSignedIn(session.current.peek());
    const text = supportText(contentsNow(order), [
      [l10n.t('Connection'), signedIn && `${signedIn.connection.name} (${signedIn.connection.baseUrl})`],
      [l10n.t('Contract'), readValue(account.current.peek())?.contract.id],
    ]);
    const client = await signedIn?.client();
    await vscode.env.clipboard.writeText(`${withoutSecrets(text, client?.secrets())}\n`);
    void showInformationMessage(
      l10n.t('Copied for the support of the service: what is known of the order. No key and no token.'),
    );
  }

  function absence(): Html {
    const state = orders.current.peek();
    const other = otherAccount();
    if (other) {
      return html`<p>${elsewhereText(shownId.peek(), other.owner, other.here)}</p>
        <p class="actions">
          <button data-action="switchConnection">${l10n.t('Switch Connection…')}</button>
        </p>`;
    }
    if (['signedOut', 'refused'].includes(session.current.peek().kind)) {
      return html`<p>${l10n.t('Sign in to see this order.')}</p>
        <p class="actions"><button data-action="signIn">${l10n.t('Sign In')}</button></p>`;
    }
    if (state.kind === 'failed') return html`<p>${describeError(state.error)}</p>`;
    if (state.kind === 'ready' && state.unfinished && state.stale !== undefined)
      return html`<p>${describeError(state.stale)}</p>`;
    return isLoaded(state)
      ? html`<p>${l10n.t('Order {0} is not in the list. Refresh the Orders view.', shownId.peek())}</p>`
      : html`<p>${l10n.t('Loading…')}</p>`;
  }

  function show(): void {
    if (!panel?.visible) return;
    const order = orderNow();
    const body = order ? orderPageHtml(contentsNow(order)) : absence();
    void panel.webview.postMessage({ orderId: shownId.peek(), owner, body: body.text });
    if (!order) return;
    panel.title = safeLabel(l10n.t('Order {0}', orderName(order)));
    // An order in progress has nothing to see yet.
    if (orderPhase(order.status) === 'delivered') orders.markSeen(order.id);
    const { imageIds, areas } = pageContents(order);
    facts.want(imageIds, areas[0]);
    facts.analytics.need();
    contracts.payments.need();
    void money?.learn([order]);
    readSingle(order).catch(onError);
    const listed = listedOrders(orders);
    // Read by itself, it can have more files.
    parts.inView.value = listed.includes(order) ? listed : [...listed, order];
  }

  function act(message: unknown): void {
    const { action, index }: Fields = isRecord(message) ? message : {};
    if (action === 'ready') show();
    // The page is not trusted to say which command to run.
    const order = orderNow();
    if (!order && action === 'signIn') signInAgain(session).catch(onError);
    if (!order && action === 'switchConnection') runCommand('swath.switchConnection').catch(onError);
    if (order && action === 'copyForSupport') copyForSupport(order).catch(onError);
    if (!order || typeof action !== 'string' || !Object.hasOwn(orderActions, action)) return;
    const row = {
      id: `order/${order.id}`,
      label: orderName(order),
      subject: { orderId: order.id, deliveryIndex: Number.isInteger(index) ? index : undefined },
      details: { title: l10n.t('Order {0}', orderName(order)), fields: order.fields },
    };
    const previous = action === 'compare' ? earlierReport(order)?.id : undefined;
    const more = action === 'showRaw' ? ['raw'] : previous === undefined ? [] : [previous];
    const args = [action === 'copyId' ? order.id : row, ...more];
    runCommand(orderActions[action as OrderAction], ...args).catch(onError);
  }

  function adopt(next: vscode.WebviewPanel): void {
    panel = next;
    next.webview.options = { enableScripts: true, localResourceRoots: [distUri] };
    next.webview.onDidReceiveMessage(act);
    next.onDidDispose(() => {
      if (panel === next) panel = undefined;
    });
    next.webview.html = frameHtml(next.webview, distUri);
  }

  const timer = setInterval(() => (minute.value += 1), minuteMs);
  const following = onChange(
    [
      ...[session.current, orders.current, orders.unlisted, orders.downloaded, sent, shownId, single, minute],
      ...[facts.current, account.current, contracts.payments.current, ...(money ? [money.current] : [])],
    ],
    show,
  );
  return {
    /** @param argument the row of an order or its id; otherwise the user is asked */
    async open(argument?: unknown): Promise<void> {
      if (!(await signedInFirst(session))) return;
      const order = await chooseOrder(orders, argument);
      if (!order) return;
      requestedKey = '';
      const title = safeLabel(l10n.t('Order {0}', orderName(order)));
      // A row that is pressed in the tree keeps the focus, as a file does in the Explorer.
      const preserveFocus = typeof argument === 'string';
      const column = { viewColumn: textColumn(undefined), preserveFocus };
      if (!panel) adopt(createOnlyPage(viewType, title, column));
      else panel.reveal(undefined, preserveFocus);
      owner = ordersHere(session, account);
      shownId.value = order.id;
    },
    /** Takes over the page of a window that was reloaded. @param state as the page kept it */
    restore(next: vscode.WebviewPanel, state: unknown): void {
      const { orderId, owner: kept }: Fields = isRecord(state) ? state : {};
      // Without an order, and beside the page that was opened meanwhile, it has nothing to show.
      if (typeof orderId !== 'string' || orderId === '' || panel) {
        next.dispose();
        return;
      }
      adopt(next);
      owner = isRecord(kept) ? ownerIn(kept) : undefined;
      shownId.value = orderId;
    },
    dispose(): void {
      clearInterval(timer);
      following.dispose();
      panel?.dispose();
    },
  };
}

/** Such as "Order o-1 was placed at Quay. You're signed in to Sandbox." */
function elsewhereText(id: string, owner: OrderDestination, here: OrderDestination): string {
  return owner.connection === here.connection
    ? l10n.t(
        "Order {0} belongs to another account at {1} than the one you're signed in to.",
        id,
        here.connection,
      )
    : l10n.t("Order {0} belongs to {1}. You're signed in to {2}.", id, owner.connection, here.connection);
}

function ownerIn({ connection, service, contract }: Fields): OrderDestination | undefined {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const name = text(connection);
  return name === undefined
    ? undefined
    : { connection: name, service: text(service), contract: text(contract) };
}

/** The latest earlier report of the same analytic whose area has its middle in about the same place. */
export function previousReport(
  order: Order,
  all: readonly Order[],
  pageContents: (order: Order) => PlacedContents,
): Order | undefined {
  const isDone = (candidate: Order) => isReport(candidate) && orderPhase(candidate.status) === 'delivered';
  const placed = parseMoment(order.createdAt)?.time ?? NaN;
  const { analytic, areas, areaKm2 = 0 } = pageContents(order);
  if (!isDone(order) || analytic === undefined || areas.length === 0) return undefined;
  const [east, north] = middlePosition(areas);
  // The side of a square of this area, degrees.
  const nearby = Math.sqrt(areaKm2) / 111.2 / 2;
  const earlier = all.filter(
    candidate => isDone(candidate) && (parseMoment(candidate.createdAt)?.time ?? NaN) < placed,
  );
  const same = earlier.filter(candidate => {
    const contents = pageContents(candidate);
    if (contents.analytic !== analytic || contents.areas.length === 0) return false;
    const [otherEast, otherNorth] = middlePosition(contents.areas);
    const away = Math.hypot((otherEast - east) * Math.cos((north * Math.PI) / 180), otherNorth - north);
    return away <= nearby;
  });
  const createdMs = ({ createdAt }: Order) => parseMoment(createdAt)?.time ?? 0;
  return same.toSorted((a, b) => createdMs(b) - createdMs(a))[0];
}
