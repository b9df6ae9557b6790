import { expect } from 'vitest';
import {
  type Bodies,
  type Check,
  clientOf,
  type Fields,
  id,
  numberForms,
  origin,
  testForms,
  textForms,
  wrappings,
} from './forms.ts';

const contract = {
  id,
  _links: { self: { href: `${origin}/api/v1/contracts/${id}` } },
  balance: 700,
  workspaceId: 'w-1',
  status: 'active',
};
const contractPath = `/api/v1/contracts/${id}`;
const readContract = (body: unknown) => clientOf({ [contractPath]: body }).contract(id);

testForms('a contract', [
  ...wrappings('contract').map(([form, wrap]): Check => [
    'get.contract',
    form,
    async () =>
      expect(await readContract(wrap(contract))).toMatchObject({
        id,
        balance: { value: 700 },
        workspaceId: 'w-1',
        status: 'active',
      }),
  ]),
  ...numberForms(700).map(([form, balance]): Check => [
    'contract.balance',
    form,
    async () => expect((await readContract({ ...contract, balance })).balance).toMatchObject({ value: 700 }),
  ]),
  ...textForms('w-1').map(([form, workspaceId]): Check => [
    'contract.workspaceId',
    form,
    async () => expect((await readContract({ ...contract, workspaceId })).workspaceId).toBe('w-1'),
  ]),
  ...textForms('pending').map(([form, status]): Check => [
    'contract.status',
    form,
    async () => expect((await readContract({ ...contract, status })).status).toBe('pending'),
  ]),
  [
    'contract.balance',
    'in another currency',
    async () =>
      expect(
        (await readContract({ ...contract, balance: { amount: 12.5, currency: 'EUR' } })).balance,
      ).toEqual({
        value: 12.5,
        unit: 'EUR',
      }),
  ],
  [
    'contract.balance',
    'none',
    async () => expect((await readContract({ ...contract, balance: 0 })).balance?.value).toBe(0),
  ],
]);

const links = {
  contracts: { href: `${origin}${contractPath}` },
  orders: { href: `${origin}/api/v1/orders` },
  payments: { href: `${origin}${contractPath}/payments` },
  subscriptions: { href: `${origin}${contractPath}/subscriptions` },
};
const profile = {
  id: 'u-1',
  createdAt: '2024-05-06T07:08:09Z',
  licence: 'standard',
  workspaceId: 'w-1',
  _links: links,
};
const readProfile = (body: unknown, more: Bodies = {}) =>
  clientOf({
    '/api/v1/me': body,
    [contractPath]: { ...contract, workspaceId: undefined },
    ...more,
  }).profile();

const workspaces: [form: string, sent: Fields][] = [
  ['workspaceId', { workspaceId: 'w-1' }],
  ['workspace', { workspace: 'w-1' }],
  ['an object', { workspace: { id: 'w-1', title: 'Blue fox' } }],
  ['an object with a name before', { workspace: { name: 'bluefox', id: 'w-1' } }],
  ['a list of objects', { workspaces: [{ id: 'w-1', name: 'bluefox' }] }],
  ['a list of texts', { workspaces: ['w-1'] }],
  ['privateWorkspace', { privateWorkspace: { identifier: 'w-1' } }],
  ['privateWorkspaceId', { privateWorkspaceId: 'w-1' }],
  ['workspace_id', { workspace_id: 'w-1' }],
  ['after a title', { workspaceTitle: 'Blue fox', workspaceId: 'w-1' }],
  ['after a name', { workspaceName: 'bluefox', workspaceIdentifier: 'w-1' }],
  ['in the account', { account: { workspaceId: 'w-1' } }],
  ['after a link', { workspaceUrl: `${origin}/workspaces/w-1`, workspaceId: 'w-1' }],
  ['an uuid field', { workspace: { uuid: 'w-1' } }],
];

const contractLinks: [form: string, sent: unknown, more?: Fields][] = [
  ['objects', links],
  [
    'texts',
    { contracts: `${origin}${contractPath}`, subscriptions: `${origin}${contractPath}/subscriptions` },
  ],
  ['relative', { contracts: { href: contractPath } }],
  ['lists', { contracts: [{ href: `${origin}${contractPath}` }] }],
  ['a list with rel', [{ rel: 'contracts', href: `${origin}${contractPath}` }]],
  ['templated query', { contracts: { href: `${origin}${contractPath}{?expand}`, templated: true } }],
  [
    'a template and an id',
    { contracts: { href: `${origin}/api/v1/contracts/{contractId}`, templated: true } },
    { contractId: id },
  ],
  [
    'only payments',
    { payments: { href: `${origin}${contractPath}/payments{?page,itemsPerPage}`, templated: true } },
  ],
  ['a trailing slash', { contracts: { href: `${origin}${contractPath}/` } }],
];

testForms('a profile', [
  ...wrappings('profile').map(([form, wrap]): Check => [
    'get.me',
    form,
    async () => {
      const read = await readProfile(wrap(profile));
      expect([read.id, read.licences, read.contract.id, read.contract.workspaceId]).toEqual([
        'u-1',
        ['standard'],
        id,
        'w-1',
      ]);
      expect(read.createdAt).toMatch(/^2024-05-06/);
    },
  ]),
  ...workspaces.map(([form, sent]): Check => [
    'profile.workspace',
    form,
    async () =>
      expect((await readProfile({ ...profile, workspaceId: undefined, ...sent })).contract.workspaceId).toBe(
        'w-1',
      ),
  ]),
  ...contractLinks.map(([form, _links, more]): Check => [
    'profile.links',
    form,
    async () =>
      expect((await readProfile({ ...profile, _links, ...more })).contract.balance).toMatchObject({
        value: 700,
      }),
  ]),
  ...[
    ['id', { id: 'u-1' }],
    ['a nested account', { id: undefined, account: { id: 'u-1' } }],
    ['identifier', { id: undefined, identifier: 'u-1' }],
    ['accountId', { id: undefined, accountId: 'u-1' }],
    ['account.identifier', { id: undefined, account: { identifier: 'u-1' } }],
    ['user.id', { id: undefined, user: { id: 'u-1' } }],
    ['accountIdentifier', { id: undefined, accountIdentifier: 'u-1' }],
  ].map(([form, sent]): Check => [
    'profile.account',
    form as string,
    async () => expect((await readProfile({ ...profile, ...(sent as Fields) })).id).toBe('u-1'),
  ]),
  ...[
    ['creationDate', { creationDate: '2024-05-06' }],
    ['created', { created: '2024-05-06T07:08:09Z' }],
    ['created_at', { created_at: '2024-05-06T07:08:09Z' }],
    ['account.creationDate', { account: { id: 'u-1', creationDate: '2024-05-06' } }],
    ['user.createdAt', { user: { createdAt: '2024-05-06' } }],
  ].map(([form, sent]): Check => [
    'profile.account',
    form as string,
    async () =>
      expect(
        (await readProfile({ ...profile, createdAt: undefined, ...(sent as Fields) })).createdAt,
      ).toMatch(/^2024-05-06/),
  ]),
  ...[
    ['license', { license: 'standard' }],
    ['an object', { licence: { name: 'standard' } }],
    ['a list', { licences: ['standard'] }],
    ['a list of objects', { licenses: [{ title: 'standard' }] }],
    ['nested', { account: { licence: 'standard' } }],
    ['licenceType', { licenceType: 'standard' }],
  ].map(([form, sent]): Check => [
    'profile.licence',
    form as string,
    async () =>
      expect((await readProfile({ ...profile, licence: undefined, ...(sent as Fields) })).licences).toEqual([
        'standard',
      ]),
  ]),
]);

testForms('service roles', [
  ...(
    [
      ['booleans', { 'skyline-data': true, verde: false }],
      ['texts', { 'skyline-data': 'true', verde: 'false' }],
      ['below services', { services: { 'skyline-data': true, verde: false } }],
      ['below data', { data: { 'skyline-data': true, verde: false } }],
    ] as [string, unknown][]
  ).map(([form, sent]): Check => [
    'role.verde',
    form,
    async () =>
      expect(await clientOf({ '/api/v1/me/services': sent }).services()).toEqual({
        'skyline-data': true,
        verde: false,
      }),
  ]),
]);
