import type { Contract, Profile } from '../../../../../src/service/rules/account.ts';
import type { Client } from '../../../../../src/service/wire/client.ts';
import { createArrangement } from '../../../../../src/platform/rows/arrangementOwner.ts';
import { createAccount } from '../../../../../src/session/account.ts';
import { createContracts } from '../../../../../src/session/contracts.ts';
import { contractsRows } from '../../../../../src/features/account/ui/contract/contractsRows.ts';
import { paymentsAtFirst } from '../../../../../src/features/account/ui/contract/contractsView.ts';
import { apiError, contract, fakeClient, payment, profile, settle, signedInSession } from '../../../fakes.ts';
import { clockAt } from '../../../fakes.ts';

export const premium: Contract = {
  ...contract(5000),
  name: 'acme',
  companyName: 'Acme',
  kind: 'contract.platformdata.premium',
  status: 'active',
  createdAt: '2022-01-07T08:00:00Z',
  offers: ['order.analytics-toolbox.archive', 'order.data.product', 'order.data.product'],
  workspaceId: 'w1',
  workspaceName: 'bluefox',
  fields: { id: 'c1', balance: 5000, sector: 'ports' },
};

/** The view with a service whose answers are `parts`. Nothing is requested until rows are. */
export async function setUp(of: Partial<Profile> = {}, parts: Partial<Client> = {}) {
  const service = { broken: false };
  const requests: string[] = [];
  const noted =
    <T>(name: string, value: T) =>
    () => {
      requests.push(name);
      return service.broken ? Promise.reject(apiError('server', 500)) : Promise.resolve(value);
    };
  const client = fakeClient({
    profile: noted('profile', profile({ contract: premium, ...of })),
    services: noted('services', { verde: true, tasking: false }),
    consumption: noted('consumption', { remaining: undefined, uses: [], fields: {} }),
    payments: noted('payments', { items: [payment('p1')], total: 1, isLast: true }),
    ...parts,
  });
  const session = await signedInSession(client);
  const account = createAccount(session);
  const contracts = createContracts(session, account);
  const memory = { read: () => undefined, write: () => undefined };
  const arrangement = createArrangement('contracts', paymentsAtFirst, memory);
  const loadPayments = () => undefined;
  const rowParts = { session, account, contracts, arrangement, clock: clockAt(), loadPayments };
  const rows = () => contractsRows(rowParts);
  /** The rows after everything that they requested has arrived. */
  const settled = async () => {
    rows();
    await settle();
    rows();
    await settle();
    return rows();
  };
  return { service, requests, session, account, arrangement, parts: rowParts, rows, settled };
}
