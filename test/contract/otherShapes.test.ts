import { expect } from 'vitest';
import type { Client } from '../../src/service/wire/client.ts';
import { wasSurelyRefused } from '../../src/service/wire/errors.ts';
import { checkAnalyticOrder } from '../../src/features/orders/rules/checkAnalyticOrder.ts';
import { failure } from '../failure.ts';
import { carsOrder, imagesOfQuay } from './ordersOfQuay.ts';
import { placeOrder } from './placeOrder.ts';
import type { SandboxService } from './service.ts';
import { testService } from './testService.ts';

type Fields = Record<string, unknown>;

/** A client to which the answers of one path come in another shape. */
function reshaped({ clientOf, sandbox }: SandboxService, path: string, change: (sent: Fields) => unknown) {
  return clientOf(sandbox.apiKey, {
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (new URL(url).pathname !== path) return response;
      return Response.json(change((await response.json()) as Fields), { status: response.status });
    },
  });
}

const profilePath = '/api/v1/me';

testService('Shapes that are met elsewhere', {}, ({ statement }) => {
  statement(
    ['deployed.contractNamed', 'get.me', 'get.contract'],
    'a profile that only names its contract leads to the whole of it, wherever the name stands',
    async service => {
      const { contract } = await service.client.profile();
      const { id } = contract;
      const bare = { id: 'u1', createdAt: '2023-01-10T12:00:00Z' };
      for (const named of [
        { contractId: id },
        { contract: id },
        { contracts: [{ id }] },
        { permissions: [{ contractId: id, kind: 'contract.user' }] },
        { contract: { id } },
        { contract: { id, _links: { self: { href: `${service.origin}/api/v1/contracts/${id}` } } } },
      ]) {
        const client = reshaped(service, profilePath, () => ({ ...bare, ...named }));
        const read = await client.profile();
        expect([named, read.contract.id, read.contract.balance]).toEqual([named, id, contract.balance]);
        expect(read.contract.workspaceId).toBe(contract.workspaceId);
        expect((await client.contract(id)).balance).toEqual(contract.balance);
      }
    },
  );

  statement(
    ['deployed.contractFields', 'get.me', 'contract.balance'],
    'credits are the balance, offers can be objects, and a contract can lack its id',
    async service => {
      const { contract } = await service.client.profile();
      const { id } = contract;
      const change = () => ({
        permissions: [{ contractId: id }],
        contract: { status: 'active', credits: 4321, offers: [{ kind: 'order.data.product', x: 1 }] },
      });
      const read = await reshaped(service, profilePath, change).profile();
      const expected = { balance: { value: 4321, unit: 'credits' }, offers: ['order.data.product'] };
      expect(read.contract).toMatchObject({ id, status: 'active', ...expected });
      const path = `/api/v1/contracts/${id}`;
      const alone = reshaped(service, path, ({ id: _id, balance, ...rest }) => ({
        ...rest,
        credits: balance,
      }));
      expect(await alone.contract(id)).toMatchObject({ id, balance: contract.balance });
      const none = () => ({ contract: { credits: '1.5e3' } });
      const nameless = await reshaped(service, profilePath, none).profile();
      expect(nameless.contract.balance).toEqual({ value: 1500, unit: 'credits' });
    },
  );

  statement(
    ['deployed.sensors', 'get.analytics', 'analytic.sensor'],
    'the sensors of an analytic are known however they are spelled, and an unknown word only warns',
    async (service, lacking) => {
      const [image] = await imagesOfQuay(service.client, 'PHR', 1, lacking);
      const body = await carsOrder(service.client, lacking);
      const spelled = (sensor: unknown) =>
        reshaped(service, '/api/v1/analytics', () => ({
          items: [{ code: body.analytic, type: 'objects', sensor }],
        }));
      const problemsWith = async (client: Client) => {
        const [analytic] = await client.analytics();
        return checkAnalyticOrder({ ...body }, analytic, () => image).map(({ code, severity }) => [
          code,
          severity,
        ]);
      };
      for (const sensor of ['phr', '0.5', 0.5, ['PHR/0.5'], ['PHR (0.5 m)'], ['spot', 'Phr'], 'PHR, SPOT']) {
        const client = spelled(sensor);
        expect([sensor, (await client.analytics())[0]?.sensor]).toEqual([
          sensor,
          expect.arrayContaining(['PHR']),
        ]);
        expect([sensor, await problemsWith(client)]).toEqual([sensor, []]);
      }
      for (const sensor of ['SPOT', '1.5', 'spot (1.5 m)'])
        expect(await problemsWith(spelled(sensor))).toEqual([
          ['resolution-unsupported', 'error'],
          ['image-sensor', 'error'],
        ]);
      expect(await problemsWith(spelled(['Kestrel']))).toEqual([['image-sensor', 'warning']]);
    },
  );

  statement(
    ['error.others', 'post.prices', 'get.order'],
    'problem details and lists of errors are read for their words',
    async (service, lacking) => {
      const body = await carsOrder(service.client, lacking);
      const words = async (sent: Fields) => {
        const client = service.clientOf(service.sandbox.apiKey, {
          fetch: async (url, init) => {
            const response = await fetch(url, init);
            return url.includes('/api/v1/prices') ? Response.json(sent, { status: 400 }) : response;
          },
        });
        return (await failure(client.price(body))).details.serverMessage;
      };
      const problem = { type: 'https://errors.test/aoi', title: 'Invalid AOI', detail: 'It crosses itself.' };
      expect(await words({ ...problem, status: 400 })).toBe('Invalid AOI It crosses itself.');
      expect(await words({ errors: [{ message: 'No title' }, { message: 'No image' }] })).toBe(
        'No title No image',
      );
      expect(await words({ errors: ['No title'], code: 'E7' })).toBe('No title (E7)');
      const unknown = await failure(service.client.order('nowhere'));
      expect(unknown.details.serverMessage).toMatch(/nowhere/);
    },
  );

  statement(
    ['deployed.numbers', 'post.prices'],
    'a number can come as text, also with an exponent',
    async (service, lacking) => {
      const body = await carsOrder(service.client, lacking);
      for (const [text, value] of [
        ['1.523e3', 1523],
        ['2E-1', 0.2],
        ['12', 12],
      ] as const) {
        const client = reshaped(service, '/api/v1/prices', sent => ({ ...sent, price: text }));
        expect((await client.price(body)).total).toEqual({ value, unit: 'credits' });
      }
    },
  );

  statement(
    ['get.revoke', 'post.orders'],
    'a message without a subscription, and an order without an id, are unconfirmed and never sent again',
    async (service, lacking) => {
      const { id } = (await service.client.profile()).contract;
      const [, second] = await service.client.subscriptions(id, {});
      const path = `/api/v1/subscriptions/${second?.id ?? ''}/revoke`;
      const revoking = reshaped(service, path, () => ({ message: 'The request was accepted' }));
      const body = await carsOrder(service.client, lacking);
      const ordering = reshaped(service, '/api/v1/orders', ({ payload }) => ({ payload }));
      const errors = [
        await failure(revoking.revoke(second?.id ?? '')),
        await failure(placeOrder(ordering, body)),
      ];
      expect(errors.map(({ kind }) => kind)).toEqual(['shape', 'shape']);
      expect(errors.map(wasSurelyRefused)).toEqual([false, false]);
      expect([service.seen(path).length, service.seen('/api/v1/orders').length]).toEqual([1, 1]);
    },
  );
});

// Waits for real time, which passes alike for both dialects.
testService('A slow answer', { dialects: ['deployed'] }, ({ statement }) => {
  statement(
    ['deployed.slow', 'get.me'],
    'an answer that comes slowly and steadily arrives, however long it takes; silence does not',
    async ({ clientOf, sandbox }) => {
      const client = clientOf(sandbox.apiKey, { timeoutMs: 500 });
      await client.signIn();
      const remove = sandbox.faults.add({ kind: 'slow', bytesPerSecond: 500, path: profilePath });
      const started = performance.now();
      expect((await client.profile()).contract.id).not.toBe('');
      expect(performance.now() - started).toBeGreaterThan(800);
      remove();
      sandbox.faults.add({ kind: 'delay', milliseconds: 2000, path: profilePath });
      expect((await failure(client.profile())).kind).toBe('timeout');
    },
  );
});
