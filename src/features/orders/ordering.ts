import type { Log } from '../../platform/host/presentError.ts';
import { readValue } from '../../platform/host/reading.ts';
import type { Account } from '../../session/account.ts';
import type { Contracts } from '../../session/contracts.ts';
import type { ServiceClock } from '../../session/serviceClock.ts';
import type { SessionOwner } from '../../session/session.ts';
import type { Subscriptions } from '../../session/subscriptions.ts';
import type { Catalog } from '../images/index.ts';
import type { Budget } from './budget.ts';
import type { DraftNames } from './draftNames.ts';
import type { Journal } from './journal.ts';
import { createOrderCheck, type OrderCheck } from './orderCheck.ts';
import { createOrderFacts, type OrderFacts } from './orderFacts.ts';
import type { MoneyKnown } from './orderMoney.ts';
import type { Orders } from './orders.ts';
import { createOwned, type DeliveredFiles, type Owned } from './owned.ts';
import { createPlacing, type Placing } from './placing.ts';
import type { Prices } from './prices.ts';
import type { OrderContext } from './rules/checkOrder.ts';

/**
 * Everything needed to price, place and check orders. One per window, so that two clicks place only one order. Written
 * out, because what it is made of is a part of it.
 */
export interface Ordering {
  session: SessionOwner;
  account: Account;
  orders: Orders;
  money?: Pick<MoneyKnown, 'learn'>;
  journal: Journal;
  prices: Prices;
  placing: Placing;
  checkOrder: OrderCheck;
  facts: OrderFacts;
  owned: Owned;
  budget: () => Budget;
  /** What users call their drafts; absent: the names of their files. */
  draftNames?: DraftNames | undefined;
  /** Known facts about images, analytics and subscriptions. */
  context: () => OrderContext;
  /** Reads the images of orders that {@link context} doesn't know yet, as far as the service lists them. */
  readImages?: OrderFacts['read'];
  log: Log;
}

interface OrderingSources extends Omit<
  Ordering,
  'placing' | 'checkOrder' | 'facts' | 'owned' | 'context' | 'readImages'
> {
  catalog: Catalog;
  subscriptions: Subscriptions;
  contracts: Contracts;
  clock: ServiceClock;
  /** Id of the current contract, if known. */
  contractId: () => string | undefined;
  /** Reads the deliveries in the workspace. */
  readItems: () => Promise<DeliveredFiles>;
  onError: (error: unknown) => void;
}

/** Loaded when the user first opens an order. */
export function createOrdering(sources: OrderingSources): Ordering {
  const { session, catalog, subscriptions, contracts } = sources;
  const facts = createOrderFacts(session, catalog, subscriptions, contracts);
  const placing = createPlacing(sources);
  const checkOrder = createOrderCheck({ ...sources, placing });
  const { orders, readItems, onError, clock } = sources;
  const owned = createOwned(orders, readItems, onError, clock, () =>
    readValue(facts.analytics.current.value),
  );
  const context = () => facts.context();
  const readImages: OrderFacts['read'] = (ids, area) => facts.read(ids, area);
  return { ...sources, placing, checkOrder, facts, owned, context, readImages };
}
