import { describe, expect, it } from 'vitest';
import { placeOrder } from '../../contract/placeOrder.ts';
import { bench, benchOf, failure } from './bench.ts';
import { json, type Reply } from './fakeFetch.ts';

const profile = { contract: { id: 'c1', status: 'created' } };

const exchanging = (exchange: Reply) => benchOf({ exchange }, json(profile));

describe('the answer of the token exchange', () => {
  it.each<[string, object]>([
    ['the fields of the specification', { access_token: 't', expires_in: 3600, token_type: 'bearer' }],
    [
      'what deployed services add',
      {
        access_token: 't',
        expires_in: 3600,
        refresh_expires_in: 0,
        token_type: 'Bearer',
        'not-before-policy': 0,
        session_state: '00000000-0000-4000-8000-000000000001',
        scope: '',
      },
    ],
    ['a lifetime in quotes', { access_token: 't', expires_in: '3600' }],
  ])('is read with %s', async (_what, answer) => {
    const { client, service } = exchanging(json(answer));
    await client.profile();
    expect(service.calls()[0]?.headers.Authorization).toBe('Bearer t');
  });

  it.each<[string, object]>([
    ['no token', { expires_in: 3600 }],
    ['an empty token', { access_token: '', expires_in: 3600 }],
    ['no lifetime', { access_token: 't' }],
  ])('is not used with %s', async (_what, answer) => {
    const { client, service } = exchanging(json(answer));
    expect((await failure(client.profile())).kind).toBe('shape');
    expect(service.calls()).toEqual([]);
  });

  it.each<[number, number]>([
    [400, 1],
    [401, 1],
    [403, 1],
    [500, 0],
    [503, 0],
  ])('of status %i is asked for once, and tells of a refused key %i times', async (status, refusals) => {
    const run = exchanging(json({ error: 'x' }, status));
    await failure(run.client.profile());
    expect(run.service.seen).toHaveLength(1);
    expect(run.refusals).toHaveLength(refusals);
  });
});

describe('a token', () => {
  it.each([
    ['was refused', 0],
    ['had come to its end', 3600 * 1000],
  ])('stays out of every error, also of calls that were under way when it %s', async (_what, elapsed) => {
    const arrived = Promise.withResolvers<undefined>();
    const replaced = Promise.withResolvers<undefined>();
    const { client, clock } = bench(async ({ method, headers }) => {
      const token = headers.Authorization ?? '';
      if (method === 'POST') {
        arrived.resolve(undefined);
        await replaced.promise;
      } else if (token.endsWith('token-2')) {
        replaced.resolve(undefined);
      }
      return json({ message: `no such token: ${token}` }, 401);
    });
    const slow = failure(placeOrder(client, {}));
    await Promise.race([arrived.promise, slow]);
    clock.now += elapsed;
    const quick = failure(client.profile());
    for (const error of await Promise.all([slow, quick])) {
      expect(error.details.serverMessage).toContain('no such token');
      expect([error.message, error.stack, JSON.stringify(error.details)].join()).not.toMatch(/token-\d/);
    }
  });
});

describe('what must be shown nowhere', () => {
  it('is the key, and each token that it was exchanged for', async () => {
    const { client } = exchanging(json({ access_token: 'the-token', expires_in: 3600 }));
    expect(client.secrets()).not.toContain('the-token');
    await client.profile();
    expect(client.secrets()).toContain('the-token');
    expect(client.secrets()).toContain('AAECAwQFBgcICQoLDA0ODw==');
  });
});

describe('a key that was deleted', () => {
  it('is exchanged no more, and the token at hand serves on', async () => {
    const { client, service } = exchanging(json({ access_token: 't', expires_in: 3600 }));
    await client.profile();
    client.sealKey();
    await client.profile();
    expect((await failure(client.keys())).kind).toBe('suspended');
    expect(service.seen.filter(({ url }) => url.includes('openid-connect'))).toHaveLength(1);
  });
});
