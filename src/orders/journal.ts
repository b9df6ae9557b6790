import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { AppendLog } from '../editor/appendLog.ts';
import { defaultUnit, type Amount } from '../model/order/order.ts';
import type { OrderBody } from '../model/order/orderBody.ts';
import { isRecord } from '../model/fields.ts';

/** An order that a person confirmed, as it is sent. */
export interface ConfirmedOrder {
  bodyHash: string;
  /** Orders of the service are compared with it. Lines of an earlier version have none. */
  body?: OrderBody;
  /** Empty where the body has none, as that of a product order. */
  title: string;
  orderKind: string;
  price: Amount;
  /** Ids of orders like this one that the service listed before it left; absent where the list was not known. */
  knownBefore?: readonly string[];
}

/** `unclear`: no clear answer. `notBooked`: the user's word. `withdrawn`: recorded, and then not sent. */
export type Outcome =
  | { event: 'placed'; orderId: string; status: string }
  | { event: 'refused'; message: string }
  | { event: 'unclear'; message: string }
  | { event: 'notBooked' }
  | { event: 'withdrawn'; why: string };

/** `sending` with nothing after it is an order whose answer is not known. */
export type JournalEvent = ({ event: 'sending' } & ConfirmedOrder) | Outcome;

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
    /** One per confirmation. */
    id: string;
    /** ISO 8601, UTC. */
    at: string;
  };

/**
 * What is missing or of another type, as after an edit by hand, blocks an order rather than letting it
 * through: an attempt without a price stays an attempt.
 *
 * @returns `undefined` for what is about no order
 */
export function readJournalLine(value: unknown): JournalLine | undefined {
  if (!isRecord(value)) return undefined;
  const { id, connection } = value;
  if (typeof id !== 'string' || typeof connection !== 'string') return undefined;
  const event = readEvent(value);
  return event && { ...placeOf(connection, value), ...event, id, at: momentIn(value.at) };
}

function placeOf(connection: string, { service, contract }: Record<string, unknown>): OrderPlace {
  return {
    connection,
    ...(typeof service === 'string' ? { service } : {}),
    ...(typeof contract === 'string' ? { contract } : {}),
  };
}

function readEvent(line: Record<string, unknown>): JournalEvent | undefined {
  const { event, body, price, knownBefore } = line;
  switch (event) {
    case 'sending':
      return {
        event,
        bodyHash: textIn(line.bodyHash),
        ...(isRecord(body) ? { body } : {}),
        title: textIn(line.title),
        orderKind: textIn(line.orderKind),
        price: amountIn(price),
        ...(Array.isArray(knownBefore)
          ? { knownBefore: knownBefore.filter(one => typeof one === 'string') }
          : {}),
      };
    case 'placed':
      return { event, orderId: textIn(line.orderId), status: textIn(line.status) };
    case 'refused':
    case 'unclear':
      return { event, message: textIn(line.message) };
    case 'notBooked':
      return { event };
    case 'withdrawn':
      return { event, why: textIn(line.why) };
    default:
      return undefined;
  }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Nothing is earned by an order: less than nothing would make room in the budget. */
function amountIn(value: unknown): Amount {
  const { value: number, unit } = isRecord(value) ? value : {};
  return {
    value: typeof number === 'number' && number > 0 ? number : 0,
    unit: typeof unit === 'string' ? unit : defaultUnit,
  };
}

/** What has no time of its own lies long ago. */
function momentIn(value: unknown): string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : new Date(0).toISOString();
}

export interface Journal {
  /** As this window read them last; what another one writes shows at the next `read`. */
  readonly known: ReadonlySignal<readonly JournalLine[]>;
  /** Everything that is on the disk now. */
  read(): Promise<readonly JournalLine[]>;
  /**
   * Resolves to the id of the entry when it is on the disk: only then may the order leave, and only if `read` shows it.
   */
  begin(place: OrderPlace, order: ConfirmedOrder): Promise<string>;
  close(connection: string, id: string, outcome: Outcome): Promise<void>;
}

/** @param log one file without parts: the order of its lines decides which of two windows may order */
export function createJournal(log: AppendLog<JournalLine>, now = Date.now): Journal {
  const known = signal<readonly JournalLine[]>([]);
  const stamp = (id: string) => ({ id, at: new Date(now()).toISOString() });

  async function read() {
    const lines = await log.readAll();
    known.value = lines;
    return lines;
  }

  return {
    known,
    read,
    async begin(place, order) {
      const id = crypto.randomUUID();
      await log.append({ event: 'sending', ...order, ...place, ...stamp(id) });
      return id;
    },
    async close(connection, id, outcome) {
      await log.append({ ...outcome, connection, ...stamp(id) });
      await read().catch(() => undefined);
    },
  };
}
