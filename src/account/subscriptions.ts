import type { ReadonlySignal } from '@preact/signals-core';
import type { Payment } from '../model/account/payment.ts';
import type { Subscription } from '../model/account/subscription.ts';
import { contractIdOf, type Account } from './account.ts';
import {
  createKeyedReader,
  createPagedReader,
  createReader,
  type KeyedReader,
  type PagedReader,
  type Reader,
} from './reader.ts';
import type { Paged, Reading } from '../editor/reading.ts';
import type { SessionOwner } from './session.ts';

/** The contract's subscriptions, and the payments of those that somebody looks at. */
export interface Subscriptions extends Reader<readonly Subscription[]> {
  /** By the id of the subscription: the payments that were asked for. */
  readonly payments: ReadonlySignal<ReadonlyMap<string, Reading<Paged<Payment>>>>;
  paymentsOf(subscriptionId: string): PagedReader<Payment>;
  /** The subscriptions of a type, which only the service can tell: no field of a subscription names it. */
  readonly ofType: KeyedReader<readonly Subscription[]>;
  /** Reads the list anew, and the types and payments that were asked for. */
  refresh(): Promise<void>;
  /** The id of the user's contract; waits for the profile. Throws what reading that failed with. */
  contractId(): Promise<string>;
}

export function createSubscriptions(
  session: SessionOwner,
  account: Account,
  now: () => number = Date.now,
): Subscriptions {
  const contractId = () => contractIdOf(session, account);
  const list = createReader<readonly Subscription[]>(
    session,
    async client => client.subscriptions(await contractId(), {}),
    now,
  );
  const ofType = createKeyedReader<readonly Subscription[]>(type =>
    createReader(session, async client => client.subscriptions(await contractId(), { type }), now),
  );
  const payments = createKeyedReader<Paged<Payment>, PagedReader<Payment>>(id =>
    createPagedReader(
      session,
      (client, wanted) => client.subscriptionPayments(id, wanted),
      one => one.id,
      undefined,
      now,
    ),
  );

  return {
    current: list.current,
    need: () => list.need(),
    payments: payments.current,
    paymentsOf: payments.reader,
    ofType,
    contractId,
    async refresh() {
      await Promise.all([list.refresh(), ofType.refreshAll(), payments.refreshAll()]);
    },
  };
}
