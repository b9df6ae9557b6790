import type { Contract, Services } from '../model/account/account.ts';
import type { Payment } from '../model/account/payment.ts';
import type { Consumption } from '../model/account/subscription.ts';
import { contractIdOf, type Account } from './account.ts';
import {
  createKeyedReader,
  createPagedReader,
  createReader,
  refreshIfRead,
  type KeyedReader,
  type PagedReader,
  type Reader,
} from './reader.ts';
import type { SessionOwner } from './session.ts';

/** What there is to know of the user's contract besides the profile. Each part is read when somebody needs it. */
export interface Contracts {
  readonly services: Reader<Services>;
  readonly consumption: Reader<Consumption>;
  /** Of the contract of the profile. */
  readonly payments: PagedReader<Payment>;
  /** The same payments, each read by itself. */
  readonly paymentDetails: KeyedReader<Payment>;
  /** Other contracts that the user has a part in. */
  readonly further: KeyedReader<Contract>;
  /** Reads anew what was read before. */
  refresh(): Promise<void>;
}

/** Owner of the roles, the consumption, the payments and the further contracts. */
export function createContracts(session: SessionOwner, account: Account): Contracts {
  const ownId = () => contractIdOf(session, account);
  const services = createReader(session, client => client.services());
  const consumption = createReader(session, client => client.consumption());
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
    payments,
    paymentDetails,
    further,
    async refresh() {
      await Promise.all([
        ...[services, consumption, payments].map(refreshIfRead),
        paymentDetails.refreshAll(),
        further.refreshAll(),
      ]);
    },
  };
}
