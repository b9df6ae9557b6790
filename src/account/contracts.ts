import type { Contract, Services } from '../model/account/account.ts';
import type { Payment } from '../model/account/payment.ts';
import type { Consumption } from '../model/account/subscription.ts';
import { contractIdOf, type Account } from './account.ts';
import { createKeyedReader, createPagedReader, createReader, refreshIfRead, type Reader } from './reader.ts';
import type { SessionOwner } from './session.ts';

export type Contracts = ReturnType<typeof createContracts>;

/** What there is to know of the user's contract besides the profile. Each part is read when somebody needs it. */
export function createContracts(session: SessionOwner, account: Account) {
  const ownId = () => contractIdOf(session, account);
  const services: Reader<Services> = createReader(session, client => client.services());
  const consumption: Reader<Consumption> = createReader(session, client => client.consumption());
  const payments = createPagedReader(
    session,
    async (client, wanted) => client.payments(await ownId(), wanted),
    payment => payment.id,
  );
  const paymentDetails = createKeyedReader<Payment>(id =>
    createReader(session, async client => client.payment(await ownId(), id)),
  );
  const further = createKeyedReader<Contract>(id => createReader(session, client => client.contract(id)));

  return {
    services,
    consumption,
    /** Of the contract of the profile. */
    payments,
    /** The same payments, each read by itself. */
    paymentDetails,
    /** Other contracts that the user has a part in. */
    further,
    /** Reads anew what was read before. */
    async refresh(): Promise<void> {
      await Promise.all([
        ...[services, consumption, payments].map(refreshIfRead),
        paymentDetails.refreshAll(),
        further.refreshAll(),
      ]);
    },
  };
}
