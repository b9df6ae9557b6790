import { type ReadonlySignal, signal } from '@preact/signals-core';
import { isRecord } from '../../base/fields.ts';
import { type Amount, defaultUnit } from '../../service/rules/order.ts';
import type { AppendLog } from '../../platform/files/appendLog.ts';
import type { Booking } from './rules/bookings.ts';
import type { OrderBody } from './rules/orderBody.ts';

/** An order that the user confirmed, as it is sent. */
export interface ConfirmedOrder {
  bodyHash: string;
  /** Compared with the orders that the service lists. Journal lines of earlier versions don't have it. */
  body?: OrderBody;
  /** Empty where the body has no title, as with product orders. */
  title: string;
  /** What the user calls it, on this machine only. Absent if that is the title of the body, or in earlier versions. */
  name?: string;
  orderKind: string;
  price: Amount;
  /** Ids of similar orders that the service listed before this one was sent; absent if the list wasn't known. */
  knownBefore?: readonly string[];
}

/** `unclear`: no clear answer. `notBooked`: stated by the user. `withdrawn`: recorded, but then not sent. */
export type Outcome =
  | { event: 'placed'; orderId: string; status: string }
  | { event: 'refused'; message: string }
  | { event: 'unclear'; message: string }
  | { event: 'notBooked' }
  | { event: 'withdrawn'; why: string };

/** What became of an order that was placed. Each line adds to what earlier ones say. */
export interface Settlement {
  event: 'settled';
  /** The latest final status of the order; absent while it is in progress. */
  status?: string;
  /** What the payments list for the order. */
  bookings: readonly Booking[];
  /** Whether all payments were read after the order ended, so that there is no other one for it. */
  isWhole: boolean;
}

/** If nothing follows `sending`, the service's answer is unknown. */
export type JournalEvent = ({ event: 'sending' } & ConfirmedOrder) | Outcome | Settlement;

/** The service where orders are sent and listed, and the contract that pays for them. */
export interface OrderDestination {
  /** Name of the connection. */
  connection: string;
  /** Base address of the service. It doesn't change when the connection is renamed. */
  service?: string;
  /** Id of the contract that pays, if known. */
  contract?: string;
}

export type JournalLine = JournalEvent &
  OrderDestination & {
    /** Unique for each confirmation. */
    id: string;
    /** ISO 8601, UTC. */
    at: string;
  };

/**
 * Missing values or values of the wrong type, for example after a manual edit, block an order rather than allow it: an
 * attempt without a price still counts as an attempt.
 *
 * @returns `undefined` for a line that isn't about an order
 */
export function readJournalLine(value: unknown): JournalLine | undefined {
  if (!isRecord(value)) return undefined;
  const { id, connection } = value;
  if (typeof id !== 'string' || typeof connection !== 'string') return undefined;
  const event = readEvent(value);
  return event && { ...lineDestination(connection, value), ...event, id, at: momentIn(value.at) };
}

function lineDestination(
  connection: string,
  { service, contract }: Record<string, unknown>,
): OrderDestination {
  return {
    connection,
    service: typeof service === 'string' ? service : undefined,
    contract: typeof contract === 'string' ? contract : undefined,
  };
}

function readEvent(line: Record<string, unknown>): JournalEvent | undefined {
  const { event, body, price, knownBefore } = line;
  switch (event) {
    case 'sending':
      return {
        event,
        bodyHash: journalText(line.bodyHash),
        body: isRecord(body) ? body : undefined,
        title: journalText(line.title),
        name: typeof line.name === 'string' ? line.name : undefined,
        orderKind: journalText(line.orderKind),
        price: amountIn(price),
        knownBefore: Array.isArray(knownBefore)
          ? knownBefore.filter(value => typeof value === 'string')
          : undefined,
      };
    case 'placed':
      return { event, orderId: journalText(line.orderId), status: journalText(line.status) };
    case 'refused':
    case 'unclear':
      return { event, message: journalText(line.message) };
    case 'notBooked':
      return { event };
    case 'withdrawn':
      return { event, why: journalText(line.why) };
    case 'settled':
      return {
        event,
        status: typeof line.status === 'string' ? line.status : undefined,
        bookings: Array.isArray(line.bookings) ? line.bookings.flatMap(bookingIn) : [],
        isWhole: line.isWhole === true,
      };
    default:
      return undefined;
  }
}

function journalText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** One that can't be read is left out: what came back then still counts as spent. */
function bookingIn(value: unknown): Booking[] {
  if (!isRecord(value) || !isRecord(value.effect)) return [];
  const { id, at, effect } = value;
  const { value: number, unit } = effect;
  if (typeof id !== 'string' || typeof number !== 'number' || !Number.isFinite(number)) return [];
  if (typeof unit !== 'string') return [];
  return [{ id, at: typeof at === 'string' ? at : undefined, effect: { value: number, unit } }];
}

/** A negative amount counts as zero, because it would make room in the budget. */
function amountIn(value: unknown): Amount {
  const { value: number, unit } = isRecord(value) ? value : {};
  return {
    value: typeof number === 'number' && number > 0 ? number : 0,
    unit: typeof unit === 'string' ? unit : defaultUnit,
  };
}

/** An event without a valid time is dated to 1970. */
function momentIn(value: unknown): string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : new Date(0).toISOString();
}

export type Journal = ReturnType<typeof createJournal>;

/** @param log a single file, because the order of its lines decides which of two windows may place an order */
export function createJournal(log: AppendLog<JournalLine>, now = Date.now) {
  const known = signal<readonly JournalLine[]>([]);
  const stamp = (id: string) => ({ id, at: new Date(now()).toISOString() });

  async function read() {
    const lines = await log.readAll();
    known.value = lines;
    return lines;
  }

  return {
    /** As last read by this window. Lines from other windows appear at the next `read`. */
    known: known as ReadonlySignal<readonly JournalLine[]>,
    /** Reads everything that is on the disk now. */
    read,
    /**
     * Resolves to the id of the entry when it is on the disk. Only then, and if `read` returns it, may the order be
     * sent.
     */
    async begin(destination: OrderDestination, order: ConfirmedOrder): Promise<string> {
      const id = crypto.randomUUID();
      await log.append({ event: 'sending', ...order, ...destination, ...stamp(id) });
      return id;
    },
    async close(connection: string, id: string, outcome: Outcome): Promise<void> {
      await log.append({ ...outcome, connection, ...stamp(id) });
      await read().catch(() => undefined);
    },
    /** Adds what became of placed orders, by the ids of their entries. */
    async settle(
      settlements: readonly (Settlement & Pick<JournalLine, 'connection' | 'id'>)[],
    ): Promise<void> {
      for (const settlement of settlements) await log.append({ ...settlement, ...stamp(settlement.id) });
      await read().catch(() => undefined);
    },
  };
}
