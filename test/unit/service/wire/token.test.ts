import { describe, expect, it } from 'vitest';
import { tokenPath } from '../../../../src/service/rules/serviceRequest.ts';
import { ApiError, wasSurelyRefused } from '../../../../src/service/wire/errors.ts';
import { placeOrder } from '../../../contract/placeOrder.ts';
import { eventually } from '../../../eventually.ts';
import { json, type Reply } from './fakeFetch.ts';
import { failure, type Setup, setUp, setupOf } from './setup.ts';

const profile = { contract: { id: 'c1', status: 'created' } };

const exchanging = (exchange: Reply) => setupOf({ exchange }, json(profile));

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
    ['no lifetime', { access_token: 't', token_type: 'Bearer' }],
    ['another case of its type', { access_token: 't', token_type: 'BEARER', expires_in: 3600 }],
    ['a lifetime of 0', { access_token: 't', expires_in: 0 }],
    ['a lifetime below 0', { access_token: 't', expires_in: -1 }],
    ['a lifetime in words', { access_token: 't', expires_in: 'soon' }],
    ['a lifetime of null', { access_token: 't', expires_in: null }],
    ['a lifetime in an object', { access_token: 't', expires_in: { seconds: 60 } }],
  ])('is read with %s', async (_what, answer) => {
    const { client, service } = exchanging(json(answer));
    await client.profile();
    expect(service.calls()[0]?.headers.Authorization).toBe('Bearer t');
  });

  it.each<[string, object]>([
    ['no token', { expires_in: 3600 }],
    ['an empty token', { access_token: '', expires_in: 3600 }],
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

describe('the token exchange', () => {
  it('sends the key as a form, for the kind of token that is needed', async () => {
    const { client, service } = exchanging(json({ access_token: 't', expires_in: 3600 }));
    await client.profile();
    expect(service.exchanges()).toMatchObject([
      {
        url: `https://auth.test${tokenPath}`,
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'apikey=AAECAwQFBgcICQoLDA0ODw%3D%3D&client_id=IDP&grant_type=api_key',
      },
    ]);
  });

  it('is not begun for a call that was aborted', async () => {
    const { client, service } = exchanging(json({ access_token: 't', expires_in: 3600 }));
    const error = await failure(client.profile(AbortSignal.abort()));
    expect([error.kind, error.details.request]).toEqual(['aborted', `POST ${tokenPath}`]);
    expect(service.seen).toEqual([]);
  });
});

describe('a token', () => {
  it.each([
    ['was refused', 0],
    ['had come to its end', 3600 * 1000],
  ])('stays out of every error, also of calls that were under way when it %s', async (_what, elapsed) => {
    const arrived = Promise.withResolvers<undefined>();
    const replaced = Promise.withResolvers<undefined>();
    const { client, clock } = setUp(async ({ method, headers }) => {
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

describe('a token that is kept', () => {
  const exchangesOf = ({ service }: Setup) => service.exchanges().length;

  it('is used for nine tenths of its life, which begins with its exchange', async () => {
    const b = setupOf(
      {
        exchange: () => {
          b.clock.now += 600_000;
          return json({ access_token: 't', expires_in: 3600 });
        },
      },
      json(profile),
    );
    await b.client.profile();
    b.clock.now += 0.9 * 3_600_000 - 600_000 - 1;
    await b.client.profile();
    expect(exchangesOf(b)).toBe(1);
    b.clock.now += 1;
    await b.client.profile();
    expect(exchangesOf(b)).toBe(2);
  });

  it('is used for less than a minute if its life is unknown', async () => {
    const b = exchanging(() => json({ access_token: 't', expires_in: 0 }));
    await b.client.profile();
    b.clock.now += 53_000;
    await b.client.profile();
    expect(exchangesOf(b)).toBe(1);
    b.clock.now += 1000;
    await b.client.profile();
    expect(exchangesOf(b)).toBe(2);
  });

  it('is requested once for all that wait for it, and once for each kind', async () => {
    const b = setUp(json(profile));
    await Promise.all([b.client.profile(), b.client.services(), b.client.profile()]);
    expect(exchangesOf(b)).toBe(1);
    await Promise.all([failure(b.client.keys()), failure(b.client.keys())]);
    expect(b.service.exchanges().map(({ body }) => new URLSearchParams(body).get('client_id'))).toEqual([
      'IDP',
      'AAA',
    ]);
  });

  it('is renewed once for calls that it was refused to at the same time', async () => {
    const dead = json('Unauthorized', 401);
    const b = setUp(dead, dead, json(profile));
    await Promise.all([b.client.profile(), b.client.profile()]);
    expect(exchangesOf(b)).toBe(2);
  });

  it.each([
    ['as it may be dead, if it is older than a minute', 60_000, ['token-1', 'token-2']],
    ['not if it is newer', 59_999, ['token-1']],
  ])('is renewed after a 403, %s', async (_what, age, tokens) => {
    const b = setUp(json(profile), json({}, 403), json(profile));
    await b.client.profile();
    b.clock.now += age;
    await b.client.profile().catch(() => undefined);
    const sent = b.service.calls().slice(1);
    expect(sent.map(({ headers }) => headers.Authorization)).toEqual(tokens.map(text => `Bearer ${text}`));
  });

  it.each([401, 403])('is used for calls that got a %i with the one before', async status => {
    const late = Promise.withResolvers<Response>();
    const b = setUp(() => late.promise, json('Unauthorized', 401), json(profile));
    const first = b.client.services();
    await b.client.profile();
    expect(exchangesOf(b)).toBe(2);
    late.resolve(json({}, status));
    await first;
    const tokens = b.service.calls().map(({ headers }) => headers.Authorization);
    expect(tokens).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2', 'Bearer token-2']);
    expect(exchangesOf(b)).toBe(2);
  });

  it('is requested again for a call that got a 403 while there was none', async () => {
    const late = Promise.withResolvers<Response>();
    let isDown = false;
    const exchange = () => (isDown ? json({}, 500) : json({ access_token: 't', expires_in: 3600 }));
    const b = setupOf({ exchange }, () => late.promise, json('Unauthorized', 401), json(profile));
    const first = b.client.services();
    await eventually(() => expect(b.service.calls()).toHaveLength(1));
    isDown = true;
    expect((await failure(b.client.profile())).details.status).toBe(500);
    isDown = false;
    late.resolve(json({}, 403));
    await first;
    expect(exchangesOf(b)).toBe(3);
  });
});

describe('a key that the exchange refuses', () => {
  const refuseFor = (clientId: string, status: number) => (request: { body: string | undefined }) =>
    new URLSearchParams(request.body).get('client_id') === clientId
      ? json({ error: 'no' }, status)
      : json({ access_token: 't', expires_in: 3600 });

  it('is sent once, also for both kinds of token at the same time', async () => {
    const { client, service, refusals } = exchanging(json({ error: 'no' }, 403));
    const errors = await Promise.all([failure(client.profile()), failure(client.keys())]);
    expect(errors.map(({ kind }) => kind)).toEqual(['denied', 'suspended']);
    expect([service.seen.length, refusals.length]).toEqual([1, 1]);
  });

  it('for managing keys only is good for everything else, and that is not asked again', async () => {
    const { client, service, refusals } = exchanging(refuseFor('AAA', 400));
    await client.profile();
    for (let count = 0; count < 2; count++) {
      const error = await failure(client.keys());
      expect(error).toMatchObject({ kind: 'denied', details: { status: 400, refused: 'keys' } });
      expect(error.cause).toBeInstanceOf(ApiError);
    }
    await client.profile();
    expect([service.exchanges().length, refusals.length]).toEqual([2, 0]);
  });

  it.each<[string, string, number, boolean]>([
    ['by a 403', 'AAA', 403, true],
    ['before it was accepted for anything', 'AAA', 400, false],
    ['for everything but keys', 'IDP', 400, true],
  ])('%s is refused as a whole', async (_what, clientId, status, isUsed) => {
    const { client, service, refusals } = exchanging(refuseFor(clientId, status));
    const refused = clientId === 'AAA' ? client.keys : client.profile;
    const accepted = clientId === 'AAA' ? client.profile : client.keys;
    if (isUsed) await accepted().catch(() => undefined);
    const before = service.exchanges().length;
    const error = await failure(refused());
    expect(error).toMatchObject({ kind: 'denied', details: { status, refused: 'key' } });
    expect(error.cause).toBeInstanceOf(ApiError);
    const next = await failure(refused());
    expect([next.kind, next.cause]).toEqual(['suspended', error]);
    expect([service.exchanges().length - before, refusals.length]).toEqual([1, 1]);
  });

  it('ends what it was accepted for before, and tells a call of that time its own failure', async () => {
    const late = Promise.withResolvers<Response>();
    const { client, clock, service } = setupOf(
      { exchange: refuseFor('AAA', 403) },
      () => late.promise,
      json(profile),
    );
    const first = client.services();
    await eventually(() => expect(service.calls()).toHaveLength(1));
    clock.now += 120_000;
    await failure(client.keys());
    expect((await failure(client.profile())).kind).toBe('suspended');
    late.resolve(json({}, 403));
    expect((await failure(first)).kind).toBe('denied');
    expect(service.calls()).toHaveLength(1);
  });

  it('is refused as a whole if it was accepted for the same before', async () => {
    let isRefused = false;
    const { client, clock, refusals } = exchanging(() =>
      isRefused ? json({ error: 'no' }, 400) : json({ access_token: 't', expires_in: 3600 }),
    );
    await client.profile();
    isRefused = true;
    clock.now += 3_600_000;
    expect((await failure(client.profile())).details.refused).toBe('key');
    expect(refusals).toHaveLength(1);
  });

  it('is refused as a whole if it managed keys before', async () => {
    let isRefused = false;
    const { client, clock, refusals } = exchanging(() =>
      isRefused ? json({ error: 'no' }, 400) : json({ access_token: 't', expires_in: 3600 }),
    );
    await client.profile();
    await failure(client.keys());
    isRefused = true;
    clock.now += 3_600_000;
    expect((await failure(client.keys())).details.refused).toBe('key');
    expect(refusals).toHaveLength(1);
  });
});

describe('the refusal of a key', () => {
  const page = '<!DOCTYPE html><html><head><title>Blocked</title></head><body>By policy.</body></html>';

  it.each<[string, number, string]>([
    ['the letter of the specification', 403, '{"error":"access_denied","error_description":"Access denied"}'],
    ['another object', 403, '{"message":"No."}'],
    ['a text in JSON', 401, '"Access denied"'],
    ['a list', 400, '[{"error":{"code":"access_denied"}}]'],
    ['an empty object', 403, '{}'],
    ['a form', 403, 'error=access_denied&error_description=Access+denied'],
    ['XML', 403, '<?xml version="1.0"?><error>access_denied</error>'],
  ])('is that of the service as %s: nothing more is sent', async (_what, status, body) => {
    const { client, clock, service, refusals } = exchanging(() => new Response(body, { status }));
    expect((await failure(client.profile())).details.refused).toBe('key');
    clock.now += 1e9;
    expect((await failure(client.profile())).kind).toBe('suspended');
    expect([service.seen.length, refusals.length]).toEqual([1, 1]);
  });

  it.each<[string, string]>([
    ['a page', page],
    ['a page that says the same', '<html><body>403 access_denied</body></html>'],
    ['nothing', ''],
    ['a text', 'Access denied by the policy of this network.'],
  ])('is not that of the service as %s: the key is good once that is over', async (_what, body) => {
    for (const status of [400, 401, 403]) {
      let isBlocked = true;
      const { client, clock, service, refusals } = exchanging(() =>
        isBlocked ? new Response(body, { status }) : json({ access_token: 't', expires_in: 3600 }),
      );
      const error = await failure(client.profile());
      expect([error.kind, error.details.refused, error.details.status]).toEqual(['network', 'other', status]);
      isBlocked = false;
      // Should it be the service after all, it isn't asked at once again.
      clock.now += 59_999;
      expect((await failure(client.keys())).details.refused).toBe('other');
      expect(service.seen).toHaveLength(1);
      clock.now += 1;
      await client.profile();
      expect(refusals).toEqual([]);
    }
  });

  it('is waited for twice as long each time, up to an hour, if it is not that of the service', async () => {
    const { client, clock, service } = exchanging(() => new Response(page, { status: 403 }));
    const sentAt: number[] = [];
    for (let minute = 0; minute < 60 * 4; minute++) {
      const before = service.seen.length;
      await failure(client.profile());
      if (service.seen.length > before) sentAt.push(minute);
      clock.now += 60_000;
    }
    const waits = sentAt.slice(1).map((minute, index) => minute - (sentAt[index] ?? 0));
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('says of a revocation or a deletion that nothing was sent', async () => {
    const { client } = exchanging(() => new Response(page, { status: 403 }));
    for (const call of [client.revoke('s1'), client.deleteKey('k1')])
      expect(wasSurelyRefused(await failure(call))).toBe(true);
  });
});

describe('a proxy that requires a password', () => {
  const answer = () => new Response('<html>Log in</html>', { status: 407 });
  const tunnel = (words: string) => new TypeError('fetch failed', { cause: new Error(words) });

  it.each<[string, Reply]>([
    ['its answer', answer],
    ['the tunnel of fetch', tunnel('Proxy response (407) !== 200 when HTTP Tunneling')],
    ['another tunnel', tunnel('tunneling socket could not be established, statusCode=407')],
  ])('is named, by %s', async (_how, reply) => {
    const { client, refusals } = setupOf(
      { exchange: reply, proxy: 'http://me:pass-word@proxy.test:8080' },
      json(profile),
    );
    const error = await failure(client.profile());
    expect(error.details).toMatchObject({ status: 407, refused: 'proxy', proxy: 'proxy.test:8080' });
    expect(error.details.request).toMatch(/^POST .*\/token$/);
    expect(refusals).toEqual([]);
  });

  it('sent no order on', async () => {
    const { client } = setUp(answer);
    expect(wasSurelyRefused(await failure(placeOrder(client, {})))).toBe(true);
  });

  it.each([
    ['encoded', 'p%40ss%2Fword1', 'p@ss/word1'],
    ['encoded in no known way', 'p%ss-word1', 'p%ss-word1'],
  ])('keeps its password to itself, wherever it is repeated: %s', async (_what, written, password) => {
    const echo = new Error(`connect ECONNREFUSED: PROXY me:${password}@proxy.test:8080, ${password}`);
    const { client, log } = setupOf({ proxy: `http://me:${written}@proxy.test:8080` }, echo);
    const error = await failure(placeOrder(client, {}));
    const all = [error.message, error.stack, JSON.stringify(error), ...log].join();
    expect(all).toContain('PROXY •••@proxy.test:8080');
    expect(all).not.toMatch(/p[@%]ss|word1/);
  });
});

describe('what must be shown nowhere', () => {
  it('includes the latest twenty tokens that were replaced, and the key as it stands in a form', async () => {
    const { client, clock } = setUp(json(profile));
    for (let count = 0; count < 22; count++) {
      await client.profile();
      clock.now += 3_600_000;
    }
    expect(client.secrets()).toEqual([
      'AAECAwQFBgcICQoLDA0ODw==',
      'AAECAwQFBgcICQoLDA0ODw%3D%3D',
      ...Array.from({ length: 21 }, (_none, index) => `token-${index + 2}`),
    ]);
  });

  it('is the key, and each token that it was exchanged for', async () => {
    const { client } = exchanging(json({ access_token: 'the-token', expires_in: 3600 }));
    const key = ['AAECAwQFBgcICQoLDA0ODw==', 'AAECAwQFBgcICQoLDA0ODw%3D%3D'];
    expect(client.secrets()).toEqual(key);
    await client.profile();
    expect(client.secrets()).toEqual([...key, 'the-token']);
  });
});

describe('a key that was deleted', () => {
  it('is exchanged no more, and the token at hand serves on', async () => {
    const { client, service } = exchanging(json({ access_token: 't', expires_in: 3600 }));
    await client.profile();
    client.sealKey();
    await client.profile();
    expect(await failure(client.keys())).toMatchObject({
      kind: 'suspended',
      details: { request: `POST ${tokenPath}`, reason: 'the key was deleted' },
    });
    expect(service.seen.filter(({ url }) => url.includes('openid-connect'))).toHaveLength(1);
  });

  it('has its token also after a 403, which no other token could change', async () => {
    const { client, clock, service } = setUp(json(profile), json({}, 403), json(profile));
    await client.profile();
    clock.now += 120_000;
    client.sealKey();
    expect((await failure(client.profile())).details.status).toBe(403);
    expect(service.calls()).toHaveLength(2);
    await client.profile();
    expect(service.calls().map(({ headers }) => headers.Authorization)).toEqual(
      Array.from({ length: 3 }, () => 'Bearer token-1'),
    );
  });
});
