/** A service in memory that goes wrong in every way that an order can be hit by, seen from the client's side. */
import type { Polygon, Position } from 'geojson';
import type { Order } from '../../src/service/rules/order.ts';
import type { Client } from '../../src/service/wire/client.ts';
import { ApiError, type ApiErrorKind } from '../../src/service/wire/errors.ts';
import { bodyHash, type OrderBody } from '../../src/features/orders/rules/orderBody.ts';
import { fakeClient, price } from '../unit/fakes.ts';
import { bareDelivery, bareOrder } from '../unit/fixtures.ts';

/** What becomes of one order that is sent. */
export type Fate =
  | 'booked'
  /** The connection breaks before or after it is booked. */
  | 'resetBefore'
  | 'resetAfter'
  /** Nobody waits any more when it is booked. */
  | 'bookedLate'
  | 'refused'
  /** Booked, and answered with something else. */
  | 'garbled'
  /** Somebody on the way sends it again, and the service tells that it has it already. */
  | 'conflict'
  /** Booked, and rejected at once. */
  | 'rejected';

/** What the list and a single order say. */
export interface Telling {
  list: 'all' | 'deliveries' | 'nothing';
  single: 'all' | 'nothing';
  time: boolean;
  total: boolean;
  order: 'newestFirst' | 'oldestFirst';
  /** A ring can come back reversed, begun elsewhere, and rounded. */
  turnsRings: boolean;
  /** Orders on a page at most, whatever is asked for. */
  pageSize: number;
}

export interface Booking {
  id: string;
  /** `undefined` for an order of somebody else. */
  yes: object | undefined;
  hash: string;
  body: OrderBody;
  /** Epoch ms. */
  at: number;
  isRejected: boolean;
}

export interface StormyService {
  bookings: Booking[];
  /** Orders that reached it, and for which yes. */
  posts: { yes: object; hash: string }[];
  /** Someone else's order. */
  bookForeign: (body: OrderBody, at: number) => void;
  /** For the next orders that are sent, in turn. */
  fates: Fate[];
  /** How many of the next readings fail. */
  readingsFail: number;
  /** What moves in the list before the next pages are read, in turn. */
  moves: ('none' | 'comes' | 'goes')[];
  /** Books what was to be booked late. */
  passTime: (ms: number) => void;
  /** A client as one window has it: `step` is every moment at which the window can die. */
  clientFor: (step: () => Promise<void>, yesOf: () => object, onPost: (hash: string) => void) => Client;
}

/** How long after an order was sent it is booked at the latest, milliseconds: the client waits no longer. */
const latestBookingMs = 30_000;

export function createStormyService(clock: { now: number }, telling: Telling): StormyService {
  let late: { dueAt: number; book: () => void }[] = [];
  let count = 0;
  const service: StormyService = {
    bookings: [],
    posts: [],
    fates: [],
    readingsFail: 0,
    moves: [],
    bookForeign: (body, at) => void book(undefined, body, at),
    passTime(ms) {
      clock.now += ms;
      for (const { dueAt, book: run } of late) if (dueAt <= clock.now) run();
      late = late.filter(({ dueAt }) => dueAt > clock.now);
    },
    clientFor: (step, yesOf, onPost) =>
      fakeClient({
        price: async body => {
          await step();
          // Prices move, so that one window's price is not the other's.
          count += 1;
          return price(90 + (count % 3) * 10, { areaKm2: JSON.stringify(body).length });
        },
        orders: () => Promise.resolve(listed()),
        ordersPage: async ({ page }) => {
          await step();
          return read(() => pageOf(page));
        },
        order: async id => {
          await step();
          return read(() => {
            const found = service.bookings.find(booking => booking.id === id);
            if (!found) throw failure('notFound', 404);
            return tell(found, telling.single);
          });
        },
        orderSlot: async () => {
          const yes = yesOf();
          await step();
          const place = async (body: unknown) => {
            await step();
            return post(yes, body as OrderBody, onPost, step);
          };
          return { place, end: () => undefined };
        },
      }),
  };

  function book(yes: object | undefined, body: OrderBody, at = clock.now, isRejected = false): Booking {
    count += 1;
    // Ids in no order of time.
    const id = `o${(count * 7919) % 10_007}`;
    const booking = { id, yes, hash: bodyHash(body), body, at, isRejected };
    service.bookings.push(booking);
    return booking;
  }

  async function post(
    yes: object,
    sent: OrderBody,
    onPost: (hash: string) => void,
    step: () => Promise<void>,
  ): Promise<Order> {
    // What is on the wire is text: nothing that a window does later can change it.
    const body = JSON.parse(JSON.stringify(sent)) as OrderBody;
    const hash = bodyHash(body);
    onPost(hash);
    service.posts.push({ yes, hash });
    const fate = service.fates.shift() ?? 'booked';
    const booked = () => book(yes, body, clock.now, fate === 'rejected');
    switch (fate) {
      case 'resetBefore':
        await step();
        throw failure('network');
      case 'refused':
        await step();
        throw failure('invalid', 400);
      case 'bookedLate':
        late.push({ dueAt: clock.now + latestBookingMs, book: booked });
        await step();
        throw failure('timeout');
      case 'resetAfter':
        booked();
        await step();
        throw failure('network');
      case 'garbled':
        booked();
        await step();
        throw failure('shape', 200);
      case 'conflict':
        booked();
        await step();
        throw failure('invalid', 409);
      case 'booked':
      case 'rejected': {
        const booking = booked();
        await step();
        return tell(booking, 'all');
      }
    }
  }

  async function read<T>(run: () => T): Promise<T> {
    await Promise.resolve();
    if (service.readingsFail === 0) return run();
    service.readingsFail -= 1;
    throw failure('network');
  }

  function move() {
    const what = service.moves.shift();
    if (what === 'comes') book(undefined, strangerBody(count), clock.now);
    if (what === 'goes') {
      const at = service.bookings.findIndex(({ yes }) => yes === undefined);
      if (at >= 0) service.bookings.splice(at, 1);
    }
  }

  function listed(): Order[] {
    const orders = service.bookings.map(booking => tell(booking, telling.list));
    return telling.order === 'newestFirst' ? orders.toReversed() : orders;
  }

  function pageOf(page: number) {
    if (page > 1) move();
    const all = listed();
    const items = all.slice((page - 1) * telling.pageSize, page * telling.pageSize);
    const isLast = telling.total ? page * telling.pageSize >= all.length : items.length < 100;
    return { items, total: telling.total ? all.length : undefined, isLast };
  }

  function tell({ id, body, at, isRejected }: Booking, how: Telling['list']): Order {
    const repeatedBody = telling.turnsRings ? turned(body) : body;
    return bareOrder({
      id,
      status: isRejected ? 'rejected' : 'ordered',
      kind: body.kind as string,
      ...(how === 'nothing' ? {} : { title: body.title as string }),
      ...(telling.time ? { createdAt: new Date(at).toISOString() } : {}),
      ...(how === 'all' ? { payload: repeatedBody } : {}),
      ...(how === 'deliveries' ? { deliveries: [bareDelivery({ datas: deliveryOf(repeatedBody) })] } : {}),
    });
  }

  return service;
}

export function failure(kind: ApiErrorKind, status?: number): ApiError {
  return new ApiError(kind, { request: 'TEST', ...(status === undefined ? {} : { status }) });
}

/** An order of the same kind that is about another place. */
export function strangerBody(number: number): OrderBody {
  return reportBody(`Stranger ${number}`, 20 + (number % 50));
}

/** A report on a square degree. */
export function reportBody(title: string, west: number): OrderBody {
  const ring = [
    [west, 43],
    [west + 1.123456789, 43],
    [west + 1, 44],
    [west + 0.5, 44.25],
    [west, 43],
  ];
  return {
    kind: 'order.analytics-toolbox.archive',
    title,
    analytic: 'cars',
    resolution: 0.5,
    imageIds: [`image ${west}`],
    aoi: { type: 'Polygon', coordinates: [ring] },
  };
}

function deliveryOf(body: OrderBody): OrderBody {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'kind'));
}

function turned(body: OrderBody): OrderBody {
  const { coordinates } = body.aoi as Polygon;
  const rings = coordinates.map(ring => {
    const open = ring.slice(0, -1).reverse();
    const moved: Position[] = [...open.slice(2), ...open.slice(0, 2)].map(([x, y]) => [
      Number(x.toFixed(10)),
      Number(y.toFixed(10)),
    ]);
    return [...moved, moved[0] ?? []];
  });
  return { ...body, aoi: { type: 'Polygon', coordinates: rings } };
}
