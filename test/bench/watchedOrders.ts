import { createSandbox, type Dialect } from '../../src/sandbox/sandbox.ts';
import { orderPhase } from '../../src/service/rules/order.ts';
import { createOrders } from '../../src/features/orders/orders.ts';
import { plainPages } from '../contract/learntForms.ts';
import { clockAt, ownOrders } from '../unit/fakes.ts';
import { signInToSandbox } from './sandboxSession.ts';

export interface WatchedOrders {
  open: number;
  rounds: number;
  /** Orders that are delivered during the run, at most one per round. */
  changes: number;
  dialect: Dialect;
  /** The list doesn't report deliveries, so a finished order has to be read on its own. */
  isListShort: boolean;
}

export interface WatchingCost {
  lists: number;
  singles: number;
  /** Orders that are shown as delivered at the end, with a link. */
  delivered: number;
}

/** Orders that were already delivered: they need no further requests, whatever the list leaves out about them. */
const finished = 20;

/** Cost of watching: requests for orders, from the first round after the initial one. */
export async function watchOrders(options: WatchedOrders): Promise<WatchingCost> {
  const { open, rounds, changes, dialect, isListShort } = options;
  const start = Date.parse('2026-03-20T12:00:00Z');
  const clock = { now: start };
  const state = createSandbox({ now: () => start }).snapshot();
  const all = Array.from({ length: finished + open }, (_one, index) => newOrder(index - finished));
  state.accounts[0]?.orders.push(...all);
  const sandbox = createSandbox({ now: () => clock.now, dialect, forms: plainPages, snapshot: state });

  let lists = 0;
  let singles = 0;
  let isCounting = false;
  let due = 0;
  const { session } = await signInToSandbox(
    sandbox,
    () => clock.now,
    async (url, init) => {
      const { pathname } = new URL(url);
      const isList = pathname === '/api/v1/orders';
      if (isCounting && isList) {
        lists += 1;
        // Spread over the rounds.
        if (due < changes && lists * changes >= due * rounds) clock.now = start + ++due * 1000;
      }
      if (isCounting && pathname.startsWith('/api/v1/orders/')) singles += 1;
      const response = await sandbox.fetch(new Request(url, init));
      if (!isList || !isListShort) return response;
      const page = (await response.json()) as { items: { deliveries?: unknown }[] };
      for (const item of page.items) delete item.deliveries;
      return Response.json(page);
    },
  );
  const over = Promise.withResolvers<undefined>();
  const orders = createOrders(
    session,
    () => {
      if (lists < rounds) return 1;
      over.resolve(undefined);
      return 1_000_000;
    },
    { ...ownOrders(), clock: clockAt(() => clock.now) },
  );
  await orders.refreshAnew();
  isCounting = true;
  await over.promise;
  const known = orders.current.peek();
  const listed = known.kind === 'ready' ? known.orders : [];
  orders.dispose();
  const delivered = listed.filter(
    ({ id, status, deliveries }) =>
      !id.startsWith('order--') &&
      orderPhase(status) === 'delivered' &&
      deliveries[0]?.download !== undefined,
  );
  return { lists, singles, delivered: delivered.length };

  type State = ReturnType<ReturnType<typeof createSandbox>['snapshot']>;
  /**
   * Negative indices are delivered. Of the others, the first ones are delivered at one-second intervals, the rest
   * never.
   */
  function newOrder(index: number): State['accounts'][number]['orders'][number] {
    const id = `order-${index}`;
    return {
      id,
      kind: 'order.data.product',
      status: index < 0 ? 'delivered' : 'ordered',
      payload: { kind: 'order.data.product', products: [] },
      subscriptionId: null,
      credits: 12,
      kilobytes: 1000,
      createdAt: start - (open - index) * 1000,
      updatedAt: start,
      deliveries: [
        {
          id: `${id}/1`,
          itemId: `item-${index}`,
          status: index < 0 ? 'delivered' : 'ordered',
          imageIds: ['image'],
          datas: { productType: 'pansharpened' },
          areaKm2: 12,
          credits: 12,
          kilobytes: 1000,
          readyAt: index < changes ? start + (index + 1) * 1000 : null,
          failure: null,
          updatedAt: start,
        },
      ],
    };
  }
}
