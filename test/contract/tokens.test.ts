import { expect } from 'vitest';
import { wasSurelyRefused } from '../../src/service/wire/errors.ts';
import { failure } from '../failure.ts';
import { memoryTarget } from './memoryTarget.ts';
import { carsOrder } from './ordersOfQuay.ts';
import { placeOrder } from './placeOrder.ts';
import { noteRequest } from './recording.ts';
import { type SandboxService, tokenPath } from './service.ts';
import { testService } from './testService.ts';

const wrongKey = 'AAECAwQFBgcICQoLDA0ODw==';
const exchange = `POST ${tokenPath}`;
const denied = { error: 'access_denied', error_description: 'Access denied' };

/** The exchange by hand. */
async function exchangeOf({ origin }: SandboxService, form: Record<string, string>, type?: string) {
  noteRequest('POST', tokenPath);
  const response = await fetch(origin + tokenPath, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { 'Content-Type': type ?? 'application/x-www-form-urlencoded' },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function goodForm({ sandbox }: SandboxService) {
  return { apikey: sandbox.apiKey, client_id: 'IDP', grant_type: 'api_key' };
}

testService('Tokens', { fresh: true, suspensionSeconds: 60 }, ({ statement }) => {
  statement(
    ['post.token', 'auth.2', 'auth.3.access_token', 'auth.4', 'endpoints.bearer'],
    'one exchange of the key serves all calls',
    async ({ client, seen }) => {
      await Promise.all([client.signIn(), client.profile(), client.analytics()]);
      await client.profile();
      expect(seen(tokenPath)).toEqual([exchange]);
    },
  );

  statement(
    [
      'auth.2',
      'auth.2.apikey',
      'auth.2.client_id.IDP',
      'auth.2.client_id.AAA',
      'auth.2.grant_type',
      'auth.4',
    ],
    'the client sends its key form-encoded, by the two client ids, and the token as Bearer',
    async ({ clientOf, sandbox }) => {
      const forms: URLSearchParams[] = [];
      const others: string[] = [];
      const client = clientOf(sandbox.apiKey, {
        fetch: (url, init) => {
          const headers = new Headers(init.headers);
          if (url.endsWith(tokenPath)) {
            expect(headers.get('content-type')).toBe('application/x-www-form-urlencoded');
            forms.push(new URLSearchParams(init.body as string));
          } else others.push(headers.get('authorization') ?? '');
          return fetch(url, init);
        },
      });
      await client.signIn();
      await client.profile();
      await client.keys();
      const sent = forms.map(form => Object.fromEntries(form));
      const common = { apikey: sandbox.apiKey, grant_type: 'api_key' };
      expect(sent).toEqual([
        { ...common, client_id: 'IDP' },
        { ...common, client_id: 'AAA' },
      ]);
      expect(new Set(others).size).toBe(2);
      for (const header of others) expect(header).toMatch(/^Bearer \S+$/);
    },
  );

  statement(
    ['auth.3.access_token', 'auth.3.expires_in', 'auth.3.token_type'],
    'the answer has the token, the seconds that it is valid, and its type',
    async service => {
      await service.client.signIn();
      const { status, body } = await exchangeOf(service, goodForm(service));
      expect([status, body['expires_in']]).toEqual([200, 3600]);
      expect(body['access_token']).toMatch(/./);
      expect(String(body['token_type']).toLowerCase()).toBe('bearer');
    },
  );

  statement(
    ['auth.2', 'auth.2.apikey', 'auth.2.client_id.IDP', 'auth.2.grant_type', 'auth.6', 'error.exchange'],
    'an exchange with something missing or wrong is refused with 403, and suspends nobody',
    async service => {
      const good = goodForm(service);
      const wrong: Record<string, string>[] = [
        { client_id: 'IDP', grant_type: 'api_key' },
        { ...good, client_id: 'XYZ' },
        { ...good, grant_type: 'password' },
        { apikey: good.apikey },
      ];
      for (const form of wrong)
        expect(await exchangeOf(service, form)).toEqual({ status: 403, body: denied });
      expect(await exchangeOf(service, good, 'text/plain')).toEqual({ status: 403, body: denied });
      await service.client.signIn();
      await service.client.profile();
    },
  );

  statement(
    ['auth.3.expires_in'],
    'a token that dies before its time is renewed once, and the call succeeds',
    async ({ client, clock, sandbox, seen }) => {
      sandbox.faults.add({ kind: 'shortToken', seconds: 90, path: tokenPath, count: 1 });
      await client.signIn();
      await client.services();
      clock.now += 120_000;
      expect(Object.keys(await client.services()).length).toBeGreaterThan(0);
      const services = 'GET /api/v1/me/services';
      expect(seen()).toEqual([exchange, services, services, exchange, services]);
    },
  );

  statement(
    ['auth.3.expires_in', 'post.orders'],
    'an order is not sent again when its token has died, and the next try succeeds',
    async ({ client, clock, dialect, sandbox }, lacking) => {
      sandbox.faults.add({ kind: 'shortToken', seconds: 90, path: tokenPath, count: 1 });
      await client.signIn();
      const body = await carsOrder(client, lacking);
      clock.now += 120_000;
      const error = await failure(placeOrder(client, body));
      expect([error.details.status, wasSurelyRefused(error)]).toEqual([
        dialect === 'deployed' ? 401 : 403,
        true,
      ]);
      expect(await client.orders({})).toEqual([]);
      expect((await placeOrder(client, body)).status).toBe('ordered');
      expect(await client.orders({})).toHaveLength(1);
    },
  );

  statement(
    ['auth.6', 'auth.7'],
    'where a right is missing, the 403 costs one exchange in the life of a token',
    async ({ client, clock, sandbox, seen }) => {
      await client.profile();
      sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v1/analytics' });
      const denied = async () => {
        const { kind, details } = await failure(client.analytics());
        expect([kind, details.status, details.refused]).toEqual(['denied', 403, 'right']);
      };
      // It was made a moment ago: it is no dead one.
      await denied();
      expect(seen(tokenPath)).toHaveLength(1);
      for (let minutes = 0; minutes < 20; minutes += 2) {
        clock.now += 120_000;
        await denied();
        await client.profile();
      }
      expect(seen(tokenPath)).toHaveLength(2);
    },
  );

  statement(
    ['auth.6', 'post.orders'],
    'an order that gets a 403 is not sent again, and the next try has another token',
    async ({ client, clock, sandbox, seen }, lacking) => {
      const body = await carsOrder(client, lacking);
      clock.now += 120_000;
      sandbox.faults.add({ kind: 'status', status: 403, method: 'POST', path: '/api/v1/orders', count: 1 });
      const from = seen().length;
      const error = await failure(placeOrder(client, body));
      expect([error.details.status, wasSurelyRefused(error)]).toEqual([403, true]);
      const post = 'POST /api/v1/orders';
      expect(seen().slice(from)).toEqual([post]);
      expect((await placeOrder(client, body)).status).toBe('ordered');
      expect(seen().slice(from)).toEqual([post, exchange, post]);
    },
  );

  statement(
    ['auth.6', 'auth.7', 'error.exchange'],
    'a 403 that the exchange confirms ends all calls: access is suspended',
    async ({ clientOf, clock, sandbox, seen }) => {
      let refusals = 0;
      const client = clientOf(sandbox.apiKey, { onRefused: () => refusals++ });
      await client.profile();
      clock.now += 120_000;
      await failure(clientOf(wrongKey).signIn());
      const from = seen().length;
      const [error] = await Promise.all([failure(client.profile()), failure(client.services())]);
      expect([error.kind, error.details.refused]).toEqual(['denied', 'key']);
      expect(
        seen()
          .slice(from)
          .filter(request => request === exchange),
      ).toHaveLength(1);
      const count = seen().length;
      expect((await failure(client.profile())).kind).toBe('suspended');
      expect([seen().length, refusals]).toEqual([count, 1]);
    },
  );

  statement(
    ['auth.5', 'auth.2.client_id.AAA'],
    'a token for keys opens no imagery call, and the other way round',
    async ({ client, raw, seen }) => {
      await Promise.all([client.keys(), client.keys(), client.profile(), client.services()]);
      expect(seen(tokenPath)).toEqual([exchange, exchange]);
      const statusAt = async (path: string, token: 'IDP' | 'AAA') =>
        (await raw('GET', path, { token })).status;
      expect(await statusAt('/api/v1/apikeys', 'AAA')).toBe(200);
      expect(await statusAt('/api/v1/apikeys', 'IDP')).toBe(403);
      expect(await statusAt('/api/v1/me', 'AAA')).toBe(403);
      expect(await statusAt('/api/v1/me', 'IDP')).toBe(200);
    },
  );

  statement(
    ['auth.6', 'auth.7', 'error.exchange'],
    'a wrong key is sent once, and then nothing is',
    async ({ clientOf, seen }) => {
      let refusals = 0;
      const wrong = clientOf(wrongKey, { onRefused: () => refusals++ });
      const error = await failure(wrong.signIn());
      expect([error.kind, error.details.status]).toEqual(['denied', 403]);
      expect(error.details.serverMessage).toBe('Access denied (access_denied)');
      const failures = await Promise.all(
        [wrong.signIn(), wrong.profile(), placeOrder(wrong, {})].map(failure),
      );
      expect(failures.map(problem => problem.kind)).toEqual(['suspended', 'suspended', 'suspended']);
      expect(seen()).toEqual([exchange]);
      expect(refusals).toBe(1);
    },
  );

  statement(
    ['deployed.exchange400', 'error.exchange'],
    'a 400 at the exchange refuses the key like a 403',
    async ({ clientOf, sandbox, seen }) => {
      let refusals = 0;
      const client = clientOf(sandbox.apiKey, { onRefused: () => refusals++ });
      sandbox.faults.add({ kind: 'status', status: 400, path: tokenPath });
      const { kind, details } = await failure(client.signIn());
      expect([kind, details.status, details.refused]).toEqual(['denied', 400, 'key']);
      expect((await failure(client.profile())).kind).toBe('suspended');
      expect([seen(), refusals]).toEqual([[exchange], 1]);
    },
  );

  for (const status of [400, 401] as const) {
    statement(
      ['deployed.exchange400', 'auth.2.client_id.AAA'],
      `a service that answers ${status} for \`AAA\` has no key management, and the key stays in use`,
      async ({ client, sandbox, seen }) => {
        await client.profile();
        sandbox.faults.add({ kind: 'status', status, path: tokenPath });
        for (const time of ['once', 'again']) {
          const { kind, details } = await failure(client.keys());
          expect([time, kind, details.refused]).toEqual([time, 'denied', 'keys']);
        }
        await client.signIn();
        await client.profile();
        expect(seen(tokenPath)).toEqual([exchange, exchange]);
      },
    );
  }

  for (const status of [401, 403] as const) {
    statement(
      ['auth.6', 'auth.10'],
      `a ${status} behind a foreign link says nothing about our token`,
      async ({ clientOf, clock, sandbox, seen }) => {
        const abroad: (string | null)[] = [];
        const client = clientOf(sandbox.apiKey, {
          fetch: async (url, init) => {
            if (!url.startsWith('https://files.test/')) return fetch(url, init);
            abroad.push(new Headers(init.headers).get('authorization'));
            return Response.json({}, { status });
          },
        });
        await client.profile();
        clock.now += 120_000;
        const link = 'https://files.test/api/v1/items/1/download';
        const error = await failure(client.download(link, memoryTarget().target, () => undefined));
        expect([error.kind, error.details.status, error.details.refused]).toEqual([
          'denied',
          status,
          undefined,
        ]);
        await client.profile();
        expect([abroad, seen(tokenPath)]).toEqual([[null], [exchange]]);
      },
    );
  }

  statement(
    ['auth.7', 'error.exchange'],
    'for a while the right key is refused too, whatever it asks, and after it is taken again',
    async service => {
      const { clientOf, clock, sandbox, raw } = service;
      const before = clientOf(sandbox.apiKey);
      await before.signIn();
      await failure(clientOf(wrongKey).signIn());
      expect((await failure(clientOf(sandbox.apiKey).signIn())).kind).toBe('denied');
      const error = await failure(before.profile());
      expect([error.kind, error.details.status]).toEqual(['denied', 403]);
      expect(await raw('GET', '/api/v1/me', { token: 'none' })).toMatchObject({ status: 403, json: denied });
      clock.now += 61_000;
      await clientOf(sandbox.apiKey).signIn();
      await before.profile();
    },
  );

  statement(
    ['auth.6', 'endpoints.bearer'],
    'a call without a token is refused',
    async ({ client, dialect, raw }) => {
      await client.signIn();
      await client.profile();
      for (const headers of [
        {},
        { Authorization: 'Bearer nonsense' },
        { Authorization: 'Basic eDp5' },
      ] as Record<string, string>[]) {
        const { status, json } = await raw('GET', '/api/v1/me', { token: 'none', headers });
        // Specification: Authentication, 6.
        expect([status, json]).toEqual([dialect === 'specification' ? 403 : 401, denied]);
      }
    },
  );
});
