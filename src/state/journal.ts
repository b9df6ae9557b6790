import type { Amount } from '../model/order/order.ts';

/** What became of one yes to an order. `sending` with nothing after it is an order whose answer is not known. */
export type JournalEvent =
  | {
      event: 'sending';
      bodyHash: string;
      /** Empty where the body has none, as that of a product order. */
      title: string;
      orderKind: string;
      imageIds: readonly string[];
      price: Amount;
    }
  | { event: 'placed'; orderId: string; status: string }
  | { event: 'refused'; message: string }
  | { event: 'unclear'; message: string }
  /** The user looked and says that the service did not book it. */
  | { event: 'notBooked' };

export type JournalLine = JournalEvent & {
  /** One per yes of the user. */
  id: string;
  connection: string;
  /** ISO 8601, UTC. */
  at: string;
};

/** Lines that are on the disk when `append` resolves. */
export interface JournalStore {
  append(line: JournalLine): Promise<void>;
  readAll(): Promise<readonly JournalLine[]>;
}

export interface PlacedBefore {
  id: string;
  at: string;
  title: string;
  orderId: string;
}

/** A sending whose outcome is not known, with what tells the order again. */
export interface Unresolved {
  id: string;
  at: string;
  title: string;
  orderKind: string;
  imageIds: readonly string[];
}

export interface Journal {
  /** Resolves when the entry is on the disk: only then may the order leave. */
  begin(
    connection: string,
    order: Omit<Extract<JournalEvent, { event: 'sending' }>, 'event'>,
  ): Promise<string>;
  close(connection: string, id: string, outcome: Exclude<JournalEvent, { event: 'sending' }>): Promise<void>;
  /** A former sending of this body whose outcome is not known. */
  unresolved(connection: string, bodyHash: string): Promise<Unresolved | undefined>;
  /** Ids of the orders that are the answer to some yes of the user. */
  placedOrders(connection: string): Promise<ReadonlySet<string>>;
  /** The latest order of this body that the service took at `since` (epoch ms) or later. */
  placedSince(connection: string, bodyHash: string, since: number): Promise<PlacedBefore | undefined>;
}

export function createJournal(store: JournalStore, now = Date.now): Journal {
  async function sent(connection: string, bodyHash: string) {
    const lines = await store.readAll();
    return lines.flatMap(line => {
      if (line.event !== 'sending' || line.connection !== connection || line.bodyHash !== bodyHash) return [];
      const outcome = lines.findLast(other => other.id === line.id && other.event !== 'sending');
      return [{ line, outcome }];
    });
  }

  const stamp = (connection: string, id: string) => ({ connection, id, at: new Date(now()).toISOString() });

  return {
    async begin(connection, order) {
      const id = crypto.randomUUID();
      await store.append({ event: 'sending', ...order, ...stamp(connection, id) });
      return id;
    },
    close: (connection, id, outcome) => store.append({ ...outcome, ...stamp(connection, id) }),
    async unresolved(connection, bodyHash) {
      const open = (await sent(connection, bodyHash)).findLast(
        ({ outcome }) => outcome === undefined || outcome.event === 'unclear',
      );
      if (!open) return undefined;
      const { id, at, title, orderKind, imageIds } = open.line;
      return { id, at, title, orderKind, imageIds };
    },
    async placedOrders(connection) {
      const lines = await store.readAll();
      return new Set(
        lines.flatMap(line =>
          line.event === 'placed' && line.connection === connection ? [line.orderId] : [],
        ),
      );
    },
    async placedSince(connection, bodyHash, since) {
      const found = (await sent(connection, bodyHash)).findLast(
        ({ outcome }) => outcome?.event === 'placed' && Date.parse(outcome.at) >= since,
      );
      return found?.outcome?.event === 'placed'
        ? { id: found.line.id, at: found.outcome.at, title: found.line.title, orderId: found.outcome.orderId }
        : undefined;
    },
  };
}
