import { signal } from '@preact/signals-core';
import type { Price } from '../../src/service/rules/order.ts';
import type { AppendLog } from '../../src/platform/files/appendLog.ts';
import { createJournal, type JournalLine } from '../../src/features/orders/journal.ts';
import type { OrdersState } from '../../src/features/orders/knownOrders.ts';
import { isUnconfirmed, listAttempts } from '../../src/features/orders/orderAttempts.ts';
import { createOrderCheck, type OrderCheck } from '../../src/features/orders/orderCheck.ts';
import { createPlacing, type Placing } from '../../src/features/orders/placing.ts';
import { createPrices, type Prices } from '../../src/features/orders/prices.ts';
import { connection, noRecord, signedInSession } from '../unit/fakes.ts';
import type { StormyService } from './stormyService.ts';

/** What the windows of one user share. */
interface Disk {
  /** Of the order journal. */
  lines: JournalLine[];
  /** So many times from now on it takes nothing. */
  failures: number;
}

/** Everything that windows of one machine share. */
export interface Machine {
  service: StormyService;
  disk: Disk;
  clock: { now: number };
  /** Credits that may be spent on a day without the amount being typed. */
  perDay: number | undefined;
  /** How many turns of other work pass before each step, one after another. */
  turns: () => number;
  /** What was found wrong. */
  problems: string[];
  /** How often each moment of a window's life was its last. */
  deaths: Map<string, number>;
}

/** An editor window that can die at any step of what it does. */
export interface MortalWindow {
  prices: Prices;
  placing: Placing;
  checkOrder: OrderCheck;
  /** What the user says yes to, another object each time. */
  sayYes: (price: Price) => object;
  /** It dies so many steps from now. */
  dieIn: (steps: number | undefined) => void;
  /** Resolves when it is dead. */
  death: Promise<'dead'>;
  isDead: () => boolean;
}

/** Never settles: whoever waits for it waits in a window that is gone. */
const never = new Promise<never>(() => undefined);

export async function openMortalWindow(machine: Machine): Promise<MortalWindow> {
  const { service, disk, clock, problems } = machine;
  const { promise: death, resolve: die } = Promise.withResolvers<'dead'>();
  const life = { isOver: false, left: undefined as number | undefined };
  let yes: { price: Price | undefined } = { price: undefined };

  /** Other windows go on meanwhile; a dead one does not. */
  async function step(where: string): Promise<void> {
    for (let turn = machine.turns(); turn > 0; turn--) await Promise.resolve();
    if (life.isOver) return never;
    if (life.left === undefined) return;
    life.left -= 1;
    if (life.left >= 0) return;
    life.isOver = true;
    machine.deaths.set(where, (machine.deaths.get(where) ?? 0) + 1);
    die('dead');
    return never;
  }

  const store: AppendLog<JournalLine> = {
    async append(line) {
      await step(`before the line ${line.event}`);
      if (disk.failures > 0) {
        disk.failures -= 1;
        throw new Error('ENOSPC: no space left on device');
      }
      disk.lines.push(line);
      await step(`after the line ${line.event}`);
    },
    async readAll() {
      await step('before a reading of the journal');
      return [...disk.lines];
    },
  };

  function inspectPost(hash: string) {
    const attempts = listAttempts(disk.lines, { connection: connection.name }).filter(
      attempt => attempt.bodyHash === hash,
    );
    const open = attempts.filter(isUnconfirmed);
    // A window whose line stands later may not have withdrawn it yet.
    if (open.length === 0) problems.push('An order left that is in no journal.');
    const priced = [...prices.current.peek()].find(([of]) => of === hash)?.[1];
    if (priced?.kind !== 'priced' || priced.price !== yes.price)
      problems.push('An order left without a fresh price that the user agreed to.');
  }

  const client = service.clientFor(
    () => step('on the wire'),
    () => yes,
    inspectPost,
  );
  const session = await signedInSession(client);
  const prices = createPrices(session, noRecord, { now: () => clock.now });
  const current = signal<OrdersState>({ kind: 'none' });
  // Not every window comes to know the list before it is used.
  if (machine.turns() > 0) current.value = { kind: 'ready', orders: await client.orders({}) };
  const orders = { current, add: () => undefined };
  const journal = createJournal(store, () => clock.now);
  const budget = () => ({ perOrder: undefined, perDay: machine.perDay });
  const placing = createPlacing({ session, prices, orders, journal, budget, now: () => clock.now });
  return {
    prices,
    placing,
    checkOrder: createOrderCheck({ session, journal, placing, now: () => clock.now }),
    sayYes: price => (yes = { price }),
    dieIn: steps => (life.left = steps),
    death,
    isDead: () => life.isOver,
  };
}
