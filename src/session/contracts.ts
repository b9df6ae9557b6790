import type { Contract, Services } from '../service/rules/account.ts';
import type { Payment } from '../service/rules/payment.ts';
import type { Consumption } from '../service/rules/subscription.ts';
import { type Account, signedInContractId } from './account.ts';
import {
  createKeyedReader,
  createPagedReader,
  createReader,
  type Reader,
  refreshThoseRead,
} from './reader.ts';
import type { SessionOwner } from './session.ts';

export type Contracts = ReturnType<typeof createContracts>;

/** Contract data beyond the profile. Each part is requested when it is first needed. */
export function createContracts(session: SessionOwner, account: Account) {
  const ownId = () => signedInContractId(session, account);
  const readers = {
    services: createReader<Services>(session, client => client.services()),
    consumption: createReader<Consumption>(session, client => client.consumption()),
    /** Payments of the profile's contract. */
    payments: createPagedReader(
      session,
      async (client, request) => client.payments(await ownId(), request),
      payment => payment.id,
    ),
    /** The same payments, each requested individually. */
    paymentDetails: createKeyedReader<Payment>(id =>
      createReader(session, async client => client.payment(await ownId(), id)),
    ),
    /** Other contracts that the user has access to. */
    further: createKeyedReader<Contract>(id => createReader(session, client => client.contract(id))),
  };

  return {
    ...readers,
    services: readers.services as Reader<Services>,
    consumption: readers.consumption as Reader<Consumption>,
    /**
     * Refreshes everything that was requested before.
     *
     * @param since epoch ms; what was requested at that moment or later isn't requested again
     */
    async refresh(since?: number): Promise<void> {
      await Promise.all(
        Object.values(readers).map(reader =>
          'refreshAll' in reader ? reader.refreshAll(since) : refreshThoseRead([reader], since),
        ),
      );
    },
  };
}
