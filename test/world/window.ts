import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import type { Connection } from '../../src/service/rules/connection.ts';
import { type Client, createClient } from '../../src/service/wire/client.ts';
import type { Fetch } from '../../src/service/wire/http.ts';
import { createAppendLog } from '../../src/platform/files/appendLog.ts';
import { fileExists } from '../../src/platform/files/files.ts';
import { createAccount } from '../../src/session/account.ts';
import {
  createSession,
  type KeyStore,
  type SessionMemory,
  type SessionOwner,
} from '../../src/session/session.ts';
import { createSubscriptions, type Subscriptions } from '../../src/session/subscriptions.ts';
import {
  createJournal,
  type Journal,
  type JournalLine,
  readJournalLine,
} from '../../src/features/orders/journal.ts';
import { createOrderCheck, type OrderCheck } from '../../src/features/orders/orderCheck.ts';
import { folderMarks } from '../../src/features/orders/orderMarks.ts';
import { createOrders, type Orders } from '../../src/features/orders/orders.ts';
import { ordersHere } from '../../src/features/orders/ordersHere.ts';
import { createPlacing, type Placing } from '../../src/features/orders/placing.ts';
import { createPrices, type Prices } from '../../src/features/orders/prices.ts';
import { createDownloads, type Downloads } from '../../src/features/deliveries/downloads.ts';
import { createFileTarget, isDiskFull } from '../../src/features/deliveries/fileTarget.ts';
import { createLedger, createLedgerLog, type Ledger } from '../../src/features/ledger/ledger.ts';
import { createRevokeMarks } from '../../src/features/account/revokeMarks.ts';
import { createRevoking, type Revoking } from '../../src/features/account/revoking.ts';
import { activity, type HostProcess } from './activity.ts';
import { root } from './disk.ts';
import type { VirtualClock } from './virtualClock.ts';

/** Of the files that all windows of the machine share. */
export const storage = `${root}/storage`;
export const journalPath = join(storage, 'orders.jsonl');
export const downloadFolder = `${root}/downloads`;

/** What the windows of one machine share besides the disk and the network. */
export interface Machine {
  clock: VirtualClock;
  fetch: Fetch;
  connection: Connection;
  keys: KeyStore;
  memory: SessionMemory;
  /** Credits that may be spent on a day without the amount being typed. */
  perDay: number | undefined;
  /** What a window logs or shows. */
  tell: (text: string) => void;
  onLine: (line: JournalLine) => void;
  /** For a planted fault: changes what a window uses. */
  plant: Plant;
}

/** A fault in the code that the world has to find. */
export interface Plant {
  client?: (client: Client) => Client;
  fetch?: (fetch: Fetch) => Fetch;
}

/** One editor window with Swath in it. */
export interface SwathWindow {
  process: HostProcess;
  session: SessionOwner;
  subscriptions: Subscriptions;
  revoking: Revoking;
  journal: Journal;
  orders: Orders;
  prices: Prices;
  placing: Placing;
  orderCheck: OrderCheck;
  downloads: Downloads;
  ledger: Ledger;
  /** Resolves when the session of the last run is restored. */
  started: Promise<void>;
}

/** The parts of Swath that the extension would connect in the same way, without the screen. */
export function openWindow(machine: Machine, name: string): SwathWindow {
  const process: HostProcess = { name, isDead: false, suspended: undefined };
  return activity.run({ process }, () => createWindow(machine, process));
}

function createWindow(machine: Machine, process: HostProcess): SwathWindow {
  const { clock, connection, keys, memory, plant } = machine;
  const now = clock.timeOfDay;
  const tell = (text: unknown) => machine.tell(String(text));
  const fetch = plant.fetch?.(machine.fetch) ?? machine.fetch;
  const session = createSession({
    keys,
    memory,
    now,
    makeClient: (_connection, apiKey, onRefused) => {
      const client = createClient({ connection, apiKey, fetch, onRefused, now, log: tell, warn: tell });
      return Promise.resolve(plant.client?.(client) ?? client);
    },
  });
  const account = createAccount(session);
  const subscriptions = createSubscriptions(session, account);
  const log = createAppendLog(journalPath, readJournalLine);
  const plain = createJournal(
    {
      ...log,
      append(line) {
        machine.onLine(line);
        return log.append(line);
      },
    },
    now,
  );
  const journal = withEntryIds(plain);
  const ledger = createLedger(createLedgerLog(join(storage, 'ledger')), journal, tell, () => undefined, now);
  const marks = {
    ...folderMarks(join(storage, 'orderMarks')),
    onChange: () => ({ dispose: () => undefined }),
  };
  const orders = createOrders(session, () => 30_000, {
    journal: journal.known,
    account,
    marks,
    onError: tell,
    lateAfterMs: () => undefined,
    isFocused: signal(true),
    images: { changed: signal(0), of: () => undefined },
    filters: signal({}),
    clock: { aheadMs: signal(0), now },
  });
  const prices = createPrices(session, ledger.record, { now });
  const contractId = () => ordersHere(session, account)?.contract;
  const budget = () => ({ perOrder: undefined, perDay: machine.perDay });
  const placing = createPlacing({ session, prices, orders, journal, budget, contractId, now });
  const orderCheck = createOrderCheck({
    session,
    journal,
    placing,
    contractId,
    now,
    elapsed: () => clock.elapsed,
  });
  return {
    process,
    session,
    subscriptions,
    revoking: createRevoking(
      session,
      account,
      subscriptions,
      ledger.record,
      createRevokeMarks(session),
      undefined,
    ),
    journal,
    orders,
    prices,
    placing,
    orderCheck,
    downloads: createDownloads(deliveryFiles()),
    ledger,
    started: session.restore([connection]),
  };
}

/** Notes which entry belongs to which confirmation. */
function withEntryIds(journal: Journal): Journal {
  return {
    ...journal,
    async begin(destination, order) {
      const id = await journal.begin(destination, order);
      const { confirmation } = activity.getStore() ?? {};
      if (confirmation) confirmation.entryId = id;
      return id;
    },
  };
}

function deliveryFiles(): Parameters<typeof createDownloads>[0] {
  const pathOf = (id: string, index: number) => join(downloadFolder, `${id}-${index}`);
  return {
    async find({ order, index }) {
      const path = pathOf(order.id, index);
      return (await fileExists(path)) ? path : undefined;
    },
    async open({ order, index }, _connection, replace) {
      const path = pathOf(order.id, index);
      const target = await createFileTarget(path, { replace });
      let isThere = false;
      const commit = async () => {
        await target.commit();
        isThere = true;
      };
      return { target: { ...target, commit }, landed: () => (isThere ? path : undefined) };
    },
    room: () => undefined,
    isFull: isDiskFull,
  };
}
