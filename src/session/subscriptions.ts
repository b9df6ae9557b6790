import type { Payment } from '../service/rules/payment.ts';
import type { Subscription } from '../service/rules/subscription.ts';
import type { Listed } from '../service/wire/listed.ts';
import type { Paged } from '../platform/host/reading.ts';
import { type Account, signedInContractId } from './account.ts';
import { createKeyedReader, createPagedReader, createReader, type PagedReader } from './reader.ts';
import type { SessionOwner } from './session.ts';

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** The contract's subscriptions, and the payments of those that have been opened. */
export function createSubscriptions(session: SessionOwner, account: Account) {
  /** Waits for the profile. Throws the error of a failed request. */
  const contractId = () => signedInContractId(session, account);
  const list = createReader<Listed<Subscription>>(session, async client =>
    client.subscriptions(await contractId(), {}),
  );
  const ofType = createKeyedReader<Listed<Subscription>>(type =>
    createReader(session, async client => client.subscriptions(await contractId(), { type })),
  );
  const payments = createKeyedReader<Paged<Payment>, PagedReader<Payment>>(id =>
    createPagedReader(
      session,
      (client, request) => client.subscriptionPayments(id, request),
      payment => payment.id,
    ),
  );

  return {
    current: list.current,
    need: () => list.need(),
    /** The payments that were requested, by subscription ID. */
    payments: payments.current,
    paymentsFor: payments.reader,
    /** The subscriptions of a type. Only the service can tell: no field of a subscription contains its type. */
    ofType,
    contractId,
    /** Refreshes the list, and the types and payments that were requested. */
    async refresh(): Promise<void> {
      await Promise.all([list.refresh(), ofType.refreshAll(), payments.refreshAll()]);
    },
  };
}
