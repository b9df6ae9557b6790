import type { Fetch } from '../../src/service/wire/http.ts';
import type { AppendLog } from '../../src/platform/files/appendLog.ts';
import { asSignedIn, createSession, type SessionOwner } from '../../src/session/session.ts';
import { bodyHash, type OrderBody } from '../../src/features/orders/rules/orderBody.ts';
import { createJournal, type JournalLine } from '../../src/features/orders/journal.ts';
import { isUnconfirmed, listAttempts } from '../../src/features/orders/orderAttempts.ts';
import { createOrderCheck, type OrderCheck } from '../../src/features/orders/orderCheck.ts';
import { createOrders, type Orders } from '../../src/features/orders/orders.ts';
import { createPlacing, type Placing } from '../../src/features/orders/placing.ts';
import { createPrices, type Prices } from '../../src/features/orders/prices.ts';
import { noRecord, ownOrders, storage } from '../unit/fakes.ts';
import { localConnection } from './localConnection.ts';
import { clientIn } from './user.ts';
import type { Weather } from './weather.ts';

/** What the windows of one user share. */
export interface Disk {
  /** Of the order journal. */
  lines: JournalLine[];
  /** So many times from now on it takes nothing. */
  failures: number;
}

/** The part of one editor window that orders, from the session down to the wire. */
export interface OrderWindow {
  prices: Prices;
  placing: Placing;
  checkOrder: OrderCheck;
  /** Signs in where nobody is; the weather clears up for that. */
  ensureSignedIn: () => Promise<void>;
  /** The window dies when the next order leaves, before or after the service has it; nothing of it goes on then. */
  crashAtOrder: (when: 'before' | 'after') => Promise<void>;
  dispose: () => void;
}

/** Never settles: whoever waits for it waits in a window that is gone. */
const never = new Promise<never>(() => undefined);

export function openWindow(air: Weather, disk: Disk): OrderWindow {
  let isGone = false;
  let crash: { when: 'before' | 'after'; happened: () => void } | undefined;

  const store: AppendLog<JournalLine> = {
    append(line) {
      if (isGone) return never;
      if (disk.failures > 0) {
        disk.failures -= 1;
        return Promise.reject(new Error('ENOSPC: no space left on device'));
      }
      disk.lines.push(line);
      return Promise.resolve();
    },
    readAll: () => Promise.resolve([...disk.lines]),
  };

  const fetch: Fetch = async (url, init) => {
    if (init.method !== 'POST' || new URL(url).pathname !== '/api/v1/orders') return air.fetch(url, init);
    const hash = bodyHash(JSON.parse(init.body as string) as OrderBody);
    const written = listAttempts(disk.lines, { connection: connection.name }).filter(isUnconfirmed);
    if (!written.some(attempt => attempt.bodyHash === hash))
      throw new Error('An order left that is in no journal.');
    if (!crash) return air.fetch(url, init);
    if (crash.when === 'after') await air.fetch(url, init).catch(() => undefined);
    isGone = true;
    crash.happened();
    return never;
  };

  const now = () => air.clock.now;
  const { keyStore, sessionMemory } = storage();
  const session: SessionOwner = createSession({
    keys: keyStore,
    memory: sessionMemory,
    now,
    makeClient: (_connection, apiKey, onRefused) => Promise.resolve(clientIn(air, apiKey, onRefused, fetch)),
  });
  const prices = createPrices(session, noRecord);
  const orders: Orders = createOrders(session, () => 1_000_000, ownOrders());
  const journal = createJournal(store, now);
  const { origin } = air;
  const connection = localConnection(origin);

  const budget = () => ({ perOrder: undefined, perDay: undefined });
  const placing = createPlacing({ session, prices, orders, journal, budget, now });

  return {
    prices,
    placing,
    checkOrder: createOrderCheck({ session, journal, placing, now }),
    async ensureSignedIn() {
      while (!asSignedIn(session.current.peek())) {
        air.clearUp();
        // On a busy machine the answer can come too late.
        await session
          .signIn(connection, air.sandbox.apiKey)
          .catch((error: unknown) => air.inspectError(error));
        await orders.refresh();
      }
    },
    crashAtOrder: when => new Promise(resolve => (crash = { when, happened: resolve })),
    dispose: () => orders.dispose(),
  };
}
