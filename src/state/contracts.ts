import type { Client } from '../api/client.ts';
import type { Contract, Services } from '../model/account.ts';
import type { Payment } from '../model/payment.ts';
import type { Consumption } from '../model/subscription.ts';
import { balanceOf, type Account } from './account.ts';
import { createKeyedReader, type KeyedReader } from './keyedReading.ts';
import { createPagedReader, type PagedReader } from './pagedReading.ts';
import { createReader, valueOf, type Reader } from './reading.ts';
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

/** Owner of the roles, the consumption and the payments. Follows the balance: when it moves, they have too. */
export function createContracts(session: SessionOwner, account: Account): Contracts {
  const ownContractId = async (client: Client): Promise<string> => {
    const profile = valueOf(account.current.peek()) ?? (await client.profile());
    return profile.contract.id;
  };

  const services = createReader(session, client => client.services());
  const consumption = createReader(session, client => client.consumption());
  const payments = createPagedReader(
    session,
    async (client, wanted) => client.payments(await ownContractId(client), wanted),
    payment => payment.id,
  );
  const paymentDetails = createKeyedReader(session, async (client, id) =>
    client.payment(await ownContractId(client), id),
  );
  const further = createKeyedReader(session, (client, id) => client.contract(id));

  let shown = balanceOf(account)?.value;
  account.current.subscribe(reading => {
    const next = valueOf(reading)?.contract.balance?.value;
    const isMove = shown !== undefined && next !== undefined && next !== shown;
    shown = next;
    if (isMove) void Promise.all([again(consumption), again(payments)]);
  });

  return {
    services,
    consumption,
    payments,
    paymentDetails,
    further,
    async refresh() {
      const lists = [services, consumption, payments].map(again);
      await Promise.all([...lists, paymentDetails.refreshAll(), further.refreshAll()]);
    },
  };
}

async function again(reader: Reader<unknown>): Promise<void> {
  if (reader.current.peek().kind !== 'none') await reader.refresh();
}
