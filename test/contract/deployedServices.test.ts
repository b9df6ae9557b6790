import { expect } from 'vitest';
import { describeService } from './describeService.ts';
import { august, titled } from './subscriptions.ts';

describeService('Deployed services', { dialects: ['deployed'], start: august }, ({ statement }) => {
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
    'a service that revokes by `PUT` also does it by the `GET` that the client sends',
    async ({ client, raw, seen }) => {
      const { id: contractId } = (await client.profile()).contract;
      const { id } = titled(await client.subscriptions(contractId, {}), 'Quarry watch');
      const path = `/api/v1/subscriptions/${id}/revoke`;
      const revoked = await client.revoke(id);
      expect(seen(path)).toEqual([`GET ${path}`]);
      const { status, json } = await raw('PUT', path);
      expect([status, json]).toMatchObject([200, { id, status: revoked.status }]);
    },
  );
});
