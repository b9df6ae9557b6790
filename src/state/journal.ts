import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Amount } from '../model/order/order.ts';
import type { OrderBody } from './orderBody.ts';

/** What became of one yes to an order. `sending` with nothing after it is an order whose answer is not known. */
export type JournalEvent =
  | {
      event: 'sending';
      bodyHash: string;
      /** What leaves: an order of the service is compared with it. Lines of an earlier version have none. */
      body?: OrderBody;
      /** Empty where the body has none, as that of a product order. */
      title: string;
      orderKind: string;
      price: Amount;
      /**
       * Ids of orders that could be taken for this one and that the service listed before it left. Absent where the
       * list was not known then.
       */
      knownBefore?: readonly string[];
    }
  | { event: 'placed'; orderId: string; status: string }
  | { event: 'refused'; message: string }
  | { event: 'unclear'; message: string }
  /** The user looked and says that the service did not book it. */
  | { event: 'notBooked' }
  /** It was written down and then never sent: something stood in the way after all. */
  | { event: 'withdrawn'; why: string };

/** What an order came to. */
export type Outcome = Exclude<JournalEvent, { event: 'sending' }>;

/** Where orders go and are listed. */
export interface OrderPlace {
  /** Name of the connection. */
  connection: string;
  /** Base address of the service: it stays where the connection is given another name. */
  service?: string;
  /** Id of the contract that pays, where it is known. */
  contract?: string;
}

export type JournalLine = JournalEvent &
  OrderPlace & {
    /** One per yes of the user. */
    id: string;
    /** ISO 8601, UTC. */
    at: string;
  };

/** Lines that are on the disk when `append` resolves. All windows of the machine share them. */
export interface JournalStore {
  append(line: JournalLine): Promise<void>;
  /** The same array as long as nothing was added. */
  readAll(): Promise<readonly JournalLine[]>;
}

export interface Journal {
  /** Lines as this window read them last; what another one writes shows at the next reading. */
  readonly known: ReadonlySignal<readonly JournalLine[]>;
  /** Everything that is on the disk now. */
  read(): Promise<readonly JournalLine[]>;
  /**
   * Resolves to the id of the entry when it is on the disk: only then may the order leave, and only if `read` shows it.
   */
  begin(
    place: OrderPlace,
    order: Omit<Extract<JournalEvent, { event: 'sending' }>, 'event'>,
  ): Promise<string>;
  close(connection: string, id: string, outcome: Outcome): Promise<void>;
}

export function createJournal(store: JournalStore, now = Date.now): Journal {
  const known = signal<readonly JournalLine[]>([]);
  const stamp = (id: string) => ({ id, at: new Date(now()).toISOString() });

  async function read() {
    const lines = await store.readAll();
    known.value = lines;
    return lines;
  }

  return {
    known,
    read,
    async begin(place, order) {
      const id = crypto.randomUUID();
      await store.append({ event: 'sending', ...order, ...place, ...stamp(id) });
      return id;
    },
    async close(connection, id, outcome) {
      await store.append({ ...outcome, connection, ...stamp(id) });
      // It is written; who shows it learns of it when it can be read.
      await read().catch(() => undefined);
    },
  };
}
