import { setTimeout as pass } from 'node:timers/promises';
import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import { orderPhase, type Order } from '../model/order/order.ts';
import type { KnownOrder } from './orderSnapshot.ts';
import type { RoundRead } from './readRound.ts';

/** Orders read by themselves in one round; the others wait for the next one. */
const mostAtOnce = 30;
/** So often it is tried to read an order before what the list says of it has to do. */
const mostTries = 3;
/** An order that the list lacks is looked for by itself from so many rounds on, and then half as often each time. */
const firstSearch = 3;
/** From then on it counts as gone where the service does not know it either. */
const patientUntil = 12;

/** Reads single orders where the list does not say enough of them. */
export interface ChangedReader {
  /** What a reading of the list told, completed: orders that have to wait for the next round are left out. */
  complete(
    client: Client,
    known: ReadonlyMap<string, KnownOrder>,
    read: Pick<RoundRead, 'orders' | 'absent'>,
    signal: AbortSignal,
  ): Promise<{ orders: readonly Order[]; gone: ReadonlySet<string> }>;
}

/** @param distanceMs from one call to the next: services forbid many at a time */
export function createChangedReader(distanceMs: number): ChangedReader {
  /** By id, how often reading an order failed. */
  const tries = new Map<string, number>();
  /** By id, how many rounds in a row lacked an order. */
  const lacking = new Map<string, number>();

  return {
    async complete(client, known, { orders, absent }, signal) {
      let calls = 0;
      const readOne = async (id: string) => {
        if (calls++ > 0 && distanceMs > 0) await pass(distanceMs, undefined, { signal, ref: false });
        return client.order(id, signal);
      };

      const told: Order[] = [];
      for (const listed of orders) {
        const former = known.get(listed.id)?.order;
        const order = former ? withDetails(listed, former) : listed;
        if (!former || former.status === listed.status || !lacksDetails(order)) {
          told.push(order);
        } else if (calls < mostAtOnce) {
          const whole = await readOne(listed.id).catch((error: unknown) => {
            if (signal.aborted) throw error;
            return undefined;
          });
          const failed = (tries.get(listed.id) ?? 0) + 1;
          if (whole || failed >= mostTries) {
            tries.delete(listed.id);
            told.push(whole ?? order);
          } else {
            // Stays as it was, so that the next round finds it changed.
            tries.set(listed.id, failed);
            told.push(former);
          }
        } else told.push(former);
      }

      const searched: Order[] = [];
      const gone = new Set<string>();
      for (const id of lacking.keys()) if (!absent.includes(id)) lacking.delete(id);
      for (const id of absent) {
        const rounds = (lacking.get(id) ?? 0) + 1;
        lacking.set(id, rounds);
        if (!isSearchedIn(rounds) || calls >= mostAtOnce) continue;
        try {
          searched.push(await readOne(id));
        } catch (error) {
          if (signal.aborted) throw error;
          if (rounds >= patientUntil && isApiError(error) && error.kind === 'notFound') gone.add(id);
        }
      }
      return { orders: [...searched, ...told], gone };
    },
  };
}

/** The third round, the sixth, the twelfth … */
function isSearchedIn(rounds: number): boolean {
  return rounds % firstSearch === 0 && Number.isInteger(Math.log2(rounds / firstSearch));
}

/** A list may say less of an order than was read of it alone: that stays while its status does. */
function withDetails(listed: Order, former: Order): Order {
  if (listed.status !== former.status || !lacksDetails(listed)) return listed;
  return {
    ...listed,
    deliveries: former.deliveries,
    payload: listed.payload ?? former.payload,
    fields: { ...former.fields, ...listed.fields, deliveries: former.fields.deliveries },
  };
}

/** It has ended, and nothing says where its result is, or why there is none. */
function lacksDetails({ status, deliveries }: Order): boolean {
  switch (orderPhase(status)) {
    case 'inProgress':
      return false;
    case 'failed':
      return deliveries.length === 0;
    case 'delivered':
      return deliveries.every(({ download }) => download === undefined);
  }
}
