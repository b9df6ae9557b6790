import { expect } from 'vitest';
import { wasSurelyRefused } from '../../src/service/wire/errors.ts';
import { failure } from '../failure.ts';
import { august, titled } from './subscriptions.ts';
import { testService } from './testService.ts';

testService('Deployed services', { dialects: ['deployed'], start: august }, ({ statement }) => {
  statement(
    ['deployed.contracts', 'deployed.licences'],
    'contracts and licences are listed in pages, which nothing here depends on',
    async ({ client, raw }) => {
      const { id } = (await client.profile()).contract;
      const contracts = await raw('GET', '/api/v1/contracts');
      expect(contracts.json).toMatchObject({ totalResults: 1, items: [{ id }] });
      expect((await raw('GET', '/api/v1/me/licenses')).json).toMatchObject({ totalResults: 1 });
    },
  );

  statement(
    ['deployed.revoke'],
    'where only `PUT` revokes, the client sends it once and only if told to; a message is no confirmation',
    async ({ client, sandbox, seen }) => {
      const { id: contractId } = (await client.profile()).contract;
      const { id } = titled(await client.subscriptions(contractId, {}), 'Quarry watch');
      const path = `/api/v1/subscriptions/${id}/revoke`;
      sandbox.faults.add({ kind: 'status', status: 405, method: 'GET', path: '/api/v1/*/revoke' });
      const error = await failure(client.revoke(id));
      expect([error.details.status, wasSurelyRefused(error)]).toEqual([405, true]);
      expect(seen(path)).toEqual([`GET ${path}`]);
      const unconfirmed = await failure(client.revoke(id, 'PUT'));
      expect([unconfirmed.kind, wasSurelyRefused(unconfirmed)]).toEqual(['shape', false]);
      expect(seen(path)).toEqual([`GET ${path}`, `PUT ${path}`]);
      expect((await client.subscription(contractId, id)).status).toBe('revoked');
    },
  );

  statement(
    ['deployed.revoke'],
    'a `PUT` is sent once, whatever comes',
    async ({ client, sandbox, seen }) => {
      const { id: contractId } = (await client.profile()).contract;
      const { id } = titled(await client.subscriptions(contractId, {}), 'Port of call');
      sandbox.faults.add({ kind: 'status', status: 503, method: 'PUT', count: 1 });
      const error = await failure(client.revoke(id, 'PUT'));
      expect([error.kind, wasSurelyRefused(error)]).toEqual(['server', false]);
      const path = `/api/v1/subscriptions/${id}/revoke`;
      expect(seen(path)).toEqual([`PUT ${path}`]);
    },
  );
});
