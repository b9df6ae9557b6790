import { expect } from 'vitest';
import { failure } from '../failure.ts';
import { idsOf } from './lists.ts';
import { carsOrder, deliveredLink } from './ordersOfQuay.ts';
import { quay } from './places.ts';
import { orderOf, productOf } from './productOrder.ts';
import type { ReadingClient } from './service.ts';
import { testService } from './testService.ts';

async function workspaceOf(client: ReadingClient): Promise<string> {
  return (await client.profile()).contract.workspaceId ?? expect.fail('The contract has no workspace.');
}

/** The item that a download link leads to. */
const itemOf = (link: string) => /items\/([^/]+)\/download$/.exec(link)?.[1] ?? expect.fail(link);

testService('The private workspace', { fresh: true }, ({ statement }) => {
  statement(
    ['search.workspaceid', 'service.contract'],
    'the private workspace of a new contract is empty; that of another is refused',
    async ({ client, clientOf, sandbox }) => {
      expect((await client.search({ workspaceId: await workspaceOf(client) }, 1, 50)).received).toBe(0);
      const otherWorkspace = await workspaceOf(clientOf(sandbox.evaluationKey));
      for (const workspaceId of [otherWorkspace, '00000000-0000-4000-8000-000000000000'])
        expect((await failure(client.search({ workspaceId }, 1, 50))).kind).toBe('invalid');
    },
  );

  statement(
    ['search.workspaceid', 'state.delivered', 'search.scope', 'image.id'],
    'what is delivered lies in the private workspace, and a search without a workspace finds it beside the public images',
    async (service, lacking) => {
      const { client } = service;
      const workspaceId = await workspaceOf(client);
      const report = itemOf(await deliveredLink(service, await carsOrder(client, lacking)));
      const product = await productOf(client, 'SPOT', lacking);
      const image = itemOf(await deliveredLink(service, orderOf(product)));
      const privatePage = await client.search({ workspaceId }, 1, 50);
      expect(idsOf(privatePage.images).sort()).toEqual([report, image].sort());

      const open = { aoi: quay, workspace: 'public' } as const;
      const everything = await client.search({ aoi: quay }, 1, 500);
      const publicOnes = await client.search(open, 1, 500);
      const found = idsOf(everything.images);
      expect(found).toEqual(expect.arrayContaining([report, image, product.id]));
      expect(idsOf(publicOnes.images)).not.toContain(image);
      // The order was delivered as its own last state tells.
      const [newest] = await client.orders({ status: 'delivered' });
      expect((await client.order(newest?.id ?? '')).status).toBe('delivered');
    },
  );
});
