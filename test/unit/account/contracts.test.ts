import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/api/client.ts';
import { createAccount } from '../../../src/account/account.ts';
import { createContracts } from '../../../src/account/contracts.ts';
import { valueOf } from '../../../src/editor/reading.ts';
import { contract, fakeClient, payment, profile, settle, signedInSession } from '../fakes.ts';

/** The parts of a contract at a service that notes what it is asked for. */
async function bench(parts: Partial<Client> = {}) {
  const asked: string[] = [];
  const client = fakeClient({
    profile: () => {
      asked.push('profile');
      return Promise.resolve(profile());
    },
    services: () => {
      asked.push('services');
      return Promise.resolve({ verde: true });
    },
    consumption: () => {
      asked.push('consumption');
      return Promise.resolve({ remaining: undefined, uses: [], fields: {} });
    },
    payments: (id, { page }) => {
      asked.push(`payments of ${id}, page ${page}`);
      return Promise.resolve({ items: [payment('p1')], total: 1, isLast: true });
    },
    payment: (id, paymentId) => {
      asked.push(`payment ${paymentId} of ${id}`);
      return Promise.resolve(payment(paymentId, { description: 'alone' }));
    },
    contract: id => {
      asked.push(`contract ${id}`);
      return Promise.resolve({ ...contract(7), id });
    },
    ...parts,
  });
  const session = await signedInSession(client);
  const account = createAccount(session);
  return { asked, session, account, contracts: createContracts(session, account) };
}

describe('the parts of a contract', () => {
  it('are each read when they are needed, with the id that the profile tells', async () => {
    const { asked, account, contracts } = await bench();
    await account.refresh();
    await settle();
    expect(asked).toEqual(['profile']);
    contracts.payments.need();
    contracts.paymentDetails.reader('p1').need();
    contracts.further.reader('c2').need();
    contracts.services.need();
    contracts.consumption.need();
    await settle();
    expect(asked.slice(1).sort()).toEqual([
      'consumption',
      'contract c2',
      'payment p1 of c1',
      'payments of c1, page 1',
      'services',
    ]);
    expect(valueOf(contracts.payments.current.value)?.items.map(({ id }) => id)).toEqual(['p1']);
    expect(valueOf(contracts.paymentDetails.of('p1'))?.description).toBe('alone');
    expect(valueOf(contracts.further.of('c2'))?.id).toBe('c2');
  });
});
