import { expect } from 'vitest';
import { type Bodies, type Check, clientOf, type Fields, id, origin, testForms } from './forms.ts';

// Names and values beside those of the other tables.

const contractPath = `/api/v1/contracts/${id}`;
const contract = { id, balance: 700, workspaceId: 'w-1', status: 'active' };
const readContract = (body: unknown) => clientOf({ [contractPath]: body }).contract(id);
const profile = {
  id: 'u-1',
  createdAt: '2024-05-06T07:08:09Z',
  licence: 'standard',
  workspaceId: 'w-1',
  _links: { contracts: { href: origin + contractPath } },
};
const readProfile = (body: unknown, more: Bodies = {}) =>
  clientOf({ '/api/v1/me': body, [contractPath]: contract, ...more }).profile();
const subscription = { id: 's-1', status: 'active', kind: 'subscription.data.premium' };
const readSubscription = (body: unknown) =>
  clientOf({ [`${contractPath}/subscriptions/s-1`]: body }).subscription(id, 's-1');
const readPayment = (body: unknown) =>
  clientOf({ [`${contractPath}/payments/p-1`]: body }).payment(id, 'p-1');

const balances: unknown[] = [
  '700,00',
  '700.00',
  'EUR 700',
  { remaining: 700 },
  { available: 700, total: 1000 },
  { current: 700 },
  { amount: { value: 700, unit: 'credits' } },
];
const contracts: unknown[] = [
  { _embedded: { contract } },
  { contracts: [contract] },
  { status: 'success', data: contract },
  { data: { id, type: 'contracts', attributes: { ...contract, id: undefined } } },
];
const namings: Fields[] = [
  { contractNumber: id },
  { contractIds: [id] },
  { contract_id: id },
  { _links: { contracts: { id } } },
  { _links: { contracts: { href: `/contracts/${id}{?page}` } } },
];
const creations: Fields[] = [
  { accountCreation: '2024-05-06' },
  { creationTimestamp: 1_714_953_600 },
  { account: { creation: { date: '2024-05-06' } } },
  { memberSince: '2024-05-06' },
  { registrationDate: '20240506' },
];
const licences: Fields[] = [
  { licences: { standard: true } },
  { licencePlan: 'standard' },
  { licenceInfo: { type: 'standard' } },
  { license_level: 'standard' },
];
const offers: unknown[] = [
  { 'order.data.gb.product': { enabled: true } },
  { 'order.data.gb.product': null },
  [{ type: 'order.data.gb.product' }],
  [{ orderKind: 'order.data.gb.product' }],
  'order.data.gb.product|order.data.gb.product',
];
const moments: unknown[] = [
  { dateTime: '2025-07-01T00:00:00Z' },
  { timestamp: 1_751_328_000_000 },
  { seconds: 1_751_328_000 },
  { $date: '2025-07-01T00:00:00Z' },
  '20250701',
];
const amounts: Fields[] = [
  { creditsAmount: 12 },
  { credits: { amount: 12 } },
  { amounts: [{ value: 12, unit: 'credits' }] },
  { amount: { value: { value: 12 } } },
  { charge: '12,00' },
];

const form = (sent: unknown) => JSON.stringify(sent);

testForms('other names and values', [
  ...balances.map((balance): Check => [
    'contract.balance',
    form(balance),
    async () => expect((await readContract({ ...contract, balance })).balance?.value).toBe(700),
  ]),
  ...contracts.map((sent): Check => [
    'get.contract',
    form(sent),
    async () => expect(await readContract(sent)).toMatchObject({ id, workspaceId: 'w-1', status: 'active' }),
  ]),
  ...namings.map((sent): Check => [
    'profile.links',
    form(sent),
    async () => expect((await readProfile({ ...profile, _links: {}, ...sent })).contract.id).toBe(id),
  ]),
  ...creations.map((sent): Check => [
    'profile.account',
    form(sent),
    async () =>
      expect((await readProfile({ ...profile, createdAt: undefined, ...sent })).createdAt).toMatch(
        /^2024-05-06/,
      ),
  ]),
  ...licences.map((sent): Check => [
    'profile.licence',
    form(sent),
    async () =>
      expect((await readProfile({ ...profile, licence: undefined, ...sent })).licences).toEqual(['standard']),
  ]),
  ...offers.map((sent): Check => [
    'subscription.offers',
    form(sent),
    async () =>
      expect((await readSubscription({ ...subscription, offers: sent })).offers).toEqual([
        'order.data.gb.product',
      ]),
  ]),
  ...moments.map((endedAt): Check => [
    'subscription.endedAt',
    form(endedAt),
    async () =>
      expect(Date.parse((await readSubscription({ ...subscription, endedAt })).endedAt ?? '')).toBe(
        Date.UTC(2025, 6, 1),
      ),
  ]),
  ...amounts.map((sent): Check => [
    'get.payment',
    form(sent),
    async () =>
      expect((await readPayment({ id: 'p-1', ...sent })).creditAmount).toEqual({
        value: 12,
        unit: 'credits',
      }),
  ]),
]);
