import { expect } from 'vitest';
import type { RowId } from '../specification.ts';
import { testService } from '../testService.ts';

const roles = [
  'platform-data',
  'change-detection',
  'geostore-premier',
  'verde',
  'ocean-finder',
  'earth-monitor',
  'analytics-toolbox',
  'pfneo-3d',
  'tasking',
] as const;

testService('Profile and contract', {}, ({ reading, statement }) => {
  reading(
    ['get.me', 'service.contract', 'profile.workspace', 'endpoints.bearer', 'auth.2.client_id.IDP', 'auth.4'],
    'the profile tells of the contract, its balance and its private workspace',
    async ({ client }) => {
      await client.signIn();
      const { contract } = await client.profile();
      expect(contract.id).not.toBe('');
      expect(contract.workspaceId).toMatch(/./);
      expect(contract.balance?.value).toEqual(expect.any(Number));
      expect(contract.balance?.unit).toMatch(/./);
    },
  );

  statement(
    ['service.contract', 'service.premium', 'contract.balance', 'contract.workspaceId'],
    'the prepaid credits are the balance; ids of contract and workspace are known',
    async ({ client }) => {
      const { contract } = await client.profile();
      expect(contract.balance).toEqual({ value: 5000, unit: 'credits' });
      expect(contract.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(contract.workspaceId).toMatch(/^[0-9a-f-]{36}$/);
      expect((await client.contract(contract.id)).balance).toEqual(contract.balance);
    },
  );

  statement(
    ['profile.licence', 'profile.account', 'profile.links'],
    'the profile names the licence and the account, and its links lead to contract, orders, payments and subscriptions',
    async ({ client, raw, origin }) => {
      const { id } = await client.profile();
      const { text, json } = await raw('GET', '/api/v1/me');
      expect(json).toMatchObject({
        id,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
      });
      expect(text).toMatch(/"licen[cs]es?":/);
      const links = [...text.matchAll(/"href":"([^"]+)"/g)].map(([, href = '']) => href);
      for (const end of [/\/contracts\/[^/]+$/, /\/orders$/, /\/payments$/, /\/subscriptions$/]) {
        const link = links.find(href => end.test(href)) ?? expect.fail(`No link ends with ${String(end)}`);
        expect((await raw('GET', link.slice(origin.length))).status).toBe(200);
      }
    },
  );

  reading(
    [
      'get.contract',
      'contract.id',
      'contract.links',
      'contract.balance',
      'contract.workspaceId',
      'contract.status',
    ],
    'the contract is read by its id as the profile tells of it',
    async ({ client }) => {
      const { contract: profileContract } = await client.profile();
      const { fields, ...contract } = await client.contract(profileContract.id);
      expect(contract).toEqual({ ...profileContract, fields: undefined });
      expect(contract.balance?.value).toEqual(expect.any(Number));
      expect(contract.workspaceId).toMatch(/./);
      expect(['pending', 'created', 'error', 'active']).toContain(contract.status);
      expect(JSON.stringify(fields['_links'])).toContain(contract.id);
    },
  );

  statement(
    ['state.contract'],
    'each of the four states of a contract is told as the service says it',
    async service => {
      const { id } = (await service.client.profile()).contract;
      for (const status of ['pending', 'created', 'error', 'active']) {
        const client = service.clientOf(service.sandbox.apiKey, {
          fetch: async (url, init) => {
            const answer = await fetch(url, init);
            if (!url.endsWith(`/contracts/${id}`)) return answer;
            return Response.json({ ...((await answer.json()) as object), status });
          },
        });
        expect((await client.contract(id)).status).toBe(status);
      }
    },
  );

  statement(
    ['service.techEval'],
    'an evaluation has a little credit, and a workspace of its own',
    async service => {
      const { contract } = await service.clientOf(service.sandbox.evaluationKey).profile();
      expect(contract.balance).toEqual({ value: 100, unit: 'credits' });
      expect(contract.workspaceId).not.toBe((await service.client.profile()).contract.workspaceId);
      if (service.dialect === 'deployed') expect(contract.kind).toMatch(/techEval/);
    },
  );

  reading(['get.services'], 'every role is held or not', async ({ client }) => {
    const services = Object.values(await client.services());
    expect(services.length).toBeGreaterThan(0);
    for (const held of services) expect(typeof held).toBe('boolean');
  });

  statement(
    ['get.services', ...roles.map((role): RowId => `role.${role}`)],
    'every role of the table is told, and which of them are held',
    async ({ client }) => {
      const services = await client.services();
      expect(Object.keys(services).sort()).toEqual([...roles].sort());
      expect([services['platform-data'], services['tasking'], services['verde']]).toEqual([
        true,
        true,
        false,
      ]);
    },
  );
});
