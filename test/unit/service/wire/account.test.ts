import { describe, expect, it } from 'vitest';
import { furtherContractIds } from '../../../../src/service/rules/account.ts';
import { json } from './fakeFetch.ts';
import { failure, requestLine, setUp } from './setup.ts';

const contract = {
  id: 'c1',
  name: 'acme',
  status: 'created',
  balance: 5000,
  balanceUnit: 'credits',
  workspaceId: 'w1',
};
const linked = (href: string) => ({ id: 'u1', _links: { contracts: { href } } });

describe('the profile with its contract inside', () => {
  it.each<[string, object, object | undefined]>([
    ['from a number in quotes', { balance: '120.5' }, { value: 120.5, unit: 'credits' }],
    ['as unknown where it is null', { balance: null }, undefined],
  ])('shows a balance %s', async (_what, part, balance) => {
    const { client } = setUp(json({ contract: { ...contract, ...part } }));
    expect((await client.profile()).contract.balance).toEqual(balance);
  });

  it('needs no more than the id of the contract', async () => {
    const sent = { id: 'c1', name: null, status: {}, offers: null };
    const { client } = setUp(json({ contract: sent }));
    expect(await client.profile()).toEqual({
      roles: [],
      permissions: [],
      licences: [],
      contract: { id: 'c1', offers: [], fields: sent },
      fields: { contract: sent },
    });
  });
});

describe('the profile that links to its contract', () => {
  it.each<[string, unknown]>([
    ['the contract', linked('https://base.test/api/v1/contracts/c1')],
    ['the contract, without the host', linked('/api/v1/contracts/c1')],
    [
      'the subscriptions, with a query',
      { _links: { s: { href: 'https://base.test/api/v1/contracts/c1?x=1' } } },
    ],
    [
      'a contract that is an object of links alone',
      { contract: { _links: { self: { href: '/api/v1/contracts/c1' } } } },
    ],
  ])('is followed by way of %s', async (_what, profile) => {
    const { client, service } = setUp(json(profile), json(contract));
    expect((await client.profile()).contract).toMatchObject({
      id: 'c1',
      balance: { value: 5000 },
      workspaceId: 'w1',
    });
    expect(service.calls().map(requestLine)).toEqual(['GET /api/v1/me', 'GET /api/v1/contracts/c1']);
  });

  it('keeps an id with a slash in one piece', async () => {
    const { client, service } = setUp(json(linked('/api/v1/contracts/c%2F1')), json(contract));
    await client.profile();
    expect(service.calls().map(requestLine).at(-1)).toBe('GET /api/v1/contracts/c%2F1');
  });

  it.each<[string, unknown]>([
    ['no link at all', { id: 'u1' }],
    ['a link to the list of contracts', linked('https://base.test/api/v1/contracts')],
    ['a link whose id cannot be decoded', linked('/api/v1/contracts/%E0%A4%A')],
  ])('is an answer that lacks what was promised when it has %s', async (_what, profile) => {
    const { client } = setUp(json(profile), json(contract));
    const error = await failure(client.profile());
    expect([error.kind, error.details.request]).toEqual(['shape', 'GET /api/v1/me']);
  });
});

describe('a contract in another form', () => {
  it.each<[unknown, object]>([
    [{ contract: 12, x: 1 }, { id: '12' }],
    [{ contract: { ID: 12, State: 'active' } }, { id: '12', status: 'active' }],
    [{ contract: [{ id: 'c1', balance: 5 }] }, { id: 'c1', balance: { value: 5, unit: 'credits' } }],
    [{ contracts: [{ id: 'c1', balance: 5, currency: 'EUR' }] }, { balance: { value: 5, unit: 'EUR' } }],
    [
      { contractId: 'c1', account: { contract: { id: 'c1', credits: 7 } } },
      { balance: { value: 7, unit: 'credits' } },
    ],
    [
      {
        _links: {
          all: { href: '/api/v1/contracts/{contractId}' },
          own: { href: '/api/v1/contracts/c1/orders' },
        },
      },
      { id: 'c1' },
    ],
    [{ permissions: [{ contract: { id: 'c1' } }] }, { id: 'c1' }],
  ])('is read from %j', async (profile, expected) => {
    const { client } = setUp(json(profile), json({ status: 'active' }));
    expect((await client.profile()).contract).toMatchObject(expected);
  });
});

describe('the account of the user', () => {
  it.each<[object, object]>([
    [{ account: { id: 'u1', creationDate: '2026-01-02' } }, { id: 'u1', createdAt: '2026-01-02' }],
    [
      { accountId: 7, Roles: 'user, admin' },
      { id: '7', roles: ['user', 'admin'] },
    ],
    [{ user: { identifier: 'u1', roles: { user: true, admin: false } } }, { id: 'u1', roles: ['user'] }],
  ])('is read from %j', async (sent, expected) => {
    const { client } = setUp(json({ contract: { id: 'c1', status: 'active' }, ...sent }));
    expect(await client.profile()).toMatchObject(expected);
  });

  const minimal = { contract: { id: 'c1', status: 'created' } };

  it.each<[string, object, string[]]>([
    ['a word', { licence: 'standard' }, ['standard']],
    [
      'objects',
      {
        licences: [
          { id: 'l1', title: 'Standard' },
          { id: 'l2', status: 'accepted' },
        ],
      },
      ['Standard', 'l2'],
    ],
    ['nothing that can be read', { licence: [7, null, {}] }, []],
  ])('names licences that come as %s', async (_what, sent, licences) => {
    const { client } = setUp(json({ ...minimal, ...sent }));
    expect((await client.profile()).licences).toEqual(licences);
  });

  it('has parts in further contracts, without those that name none', async () => {
    const permissions = [
      { contractId: 'c1', kind: 'contract.user', userId: 'u1' },
      { kind: 'contract.user' },
      { contractId: 'c2', kind: null },
      { contractId: 'c2', kind: 'contract.owner' },
    ];
    const { client, warnings } = setUp(json({ ...minimal, permissions }));
    const profile = await client.profile();
    expect(profile.permissions).toEqual([
      { contractId: 'c1', kind: 'contract.user' },
      { contractId: 'c2' },
      { contractId: 'c2', kind: 'contract.owner' },
    ]);
    expect(furtherContractIds(profile)).toEqual(['c2']);
    expect(profile.unreadPermissions).toBe(1);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('/api/v1/me: permission 1 is left out');
  });
});

describe('a geofence', () => {
  it.each<[string, unknown, string | undefined]>([
    ['a polygon', { type: 'Polygon', coordinates: [] }, 'Polygon'],
    ['no shape', { type: 'Polygon' }, undefined],
    ['rings of no numbers', { type: 'MultiPolygon', coordinates: [[[['5', '43']]]] }, undefined],
    ['null', null, undefined],
  ])('can be %s', async (_what, geofence, type) => {
    const { client } = setUp(json({ id: 'c1', geofence }));
    expect((await client.contract('c1')).geofence?.geometry.type).toBe(type);
  });
});

describe('the private workspace', () => {
  it.each<[string, object]>([
    ['workspaceId of the contract', { contract }],
    ['workspaceId of the profile', { contract: { id: 'c1', status: 'created' }, workspaceId: 'w1' }],
    ['privateWorkspace', { contract: { id: 'c1', privateWorkspace: 'w1' } }],
    ['workspace', { contract: { id: 'c1', status: 'created' }, workspace: 'w1' }],
    [
      'defaultWorkspaceID, somewhere inside',
      { contract: { id: 'c1', status: 'created' }, licence: { data: { defaultWorkspaceID: 'w1' } } },
    ],
    [
      'workspaceId beside its name',
      { contract: { id: 'c1', workspaceName: 'bluefox', theWorkspaceId: 'w1' } },
    ],
  ])('is found as %s', async (_what, profile) => {
    const { client } = setUp(json(profile));
    expect((await client.profile()).contract.workspaceId).toBe('w1');
  });

  it.each<[unknown]>([
    [{ workspace: { id: 'w1', name: 'bluefox' } }],
    [{ workspace: { workspace_id: 'w1' } }],
    [{ workspaces: [{ name: 'bluefox', id: 'w1' }] }],
    [{ workspaces: ['w1'] }],
    [{ Private_Workspace_ID: 'w1', workspaceTitle: 'bluefox' }],
    [{ workspace: { href: 'https://base.test/api/v1/workspaces/w1' } }],
  ])('is found in a contract with %j', async part => {
    const { client } = setUp(json({ contract: { id: 'c1', status: 'active', ...(part as object) } }));
    expect((await client.profile()).contract.workspaceId).toBe('w1');
  });

  it('is never taken for its name', async () => {
    const { client } = setUp(
      json({ contract: { id: 'c1', workspaceName: 'bluefox', workspaceTitle: 'Fox' } }),
    );
    expect((await client.profile()).contract.workspaceId).toBeUndefined();
  });
});

describe('a contract', () => {
  it('is not made up where nothing of it is known', async () => {
    const { client } = setUp(json({ unexpected: [1] }));
    expect((await failure(client.contract('c1'))).kind).toBe('shape');
  });
});

describe('the services', () => {
  it.each<[unknown, object]>([
    [
      { verde: 'true', tasking: 0 },
      { verde: true, tasking: false },
    ],
    [
      { verde: { granted: true }, tasking: { status: 'inactive' } },
      { verde: true, tasking: false },
    ],
    [['verde'], { verde: true }],
    [{ services: ['verde'] }, { verde: true }],
    [{ roles: [{ name: 'verde' }, { service: 'tasking', active: false }] }, { verde: true, tasking: false }],
    [{ services: { verde: true }, _links: {} }, { verde: true }],
  ])('are read from %j', async (sent, expected) => {
    expect(await setUp(json(sent)).client.services()).toEqual(expected);
  });

  it('lose what is no flag alone, and say so', async () => {
    const { client, warnings } = setUp(json({ verde: null, tasking: true }));
    expect(await client.services()).toEqual({ tasking: true });
    expect(warnings).toEqual(['/api/v1/me/services: "verde" is left out: neither true nor false']);
  });

  it.each([['yes'], [null]])('are not made up from %j', async sent => {
    const { client } = setUp(json(sent));
    expect((await failure(client.services())).kind).toBe('shape');
  });
});
