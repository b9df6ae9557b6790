import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sandboxConnection } from '../../../../src/service/rules/connection.ts';
import { createClient } from '../../../../src/service/wire/client.ts';
import { wasSurelyRefused } from '../../../../src/service/wire/errors.ts';
import type { Fetch } from '../../../../src/service/wire/http.ts';
import { placeOrder } from '../../../contract/placeOrder.ts';
import { eventually } from '../../../eventually.ts';
import { settle } from '../../fakes.ts';
import { connection, json, type Reply, resetByPeer } from './fakeFetch.ts';
import { failure, setupOf } from './setup.ts';

const apiKey = 'secret+key/1234==';

const setUp = (replies: Reply[], exchange?: Reply) =>
  setupOf({ apiKey, timeoutMs: 300, exchange }, ...replies);

function brokenAfter(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: controller => controller.enqueue(new TextEncoder().encode(text)),
    pull: controller => controller.error(new Error('ECONNRESET')),
  });
}

/** Never goes on, and ends as a body of fetch does when its request is aborted. */
function stalledAfter(text: string, signal?: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: controller => {
      controller.enqueue(new TextEncoder().encode(text));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}

const profile = { contract: { id: 'c1', balance: 5000, balanceUnit: 'credits' } };
const order = { id: 'o1', status: 'ordered', kind: 'order.analytics-toolbox.archive' };

describe('the token exchange', () => {
  it('never sends a refused key a second time', async () => {
    const refusal = json({ error: 'access_denied', error_description: 'Access denied' }, 403);
    const { client, service, refusals } = setUp([json(profile)], refusal);
    expect((await failure(client.profile())).kind).toBe('denied');
    expect((await failure(client.profile())).kind).toBe('suspended');
    expect((await failure(placeOrder(client, {}))).kind).toBe('suspended');
    expect(service.seen).toHaveLength(1);
    expect(refusals).toHaveLength(1);
  });

  it('is not repeated when the network fails, but stays possible', async () => {
    let attempts = 0;
    const { client, refusals } = setUp([json(profile)], () => {
      attempts += 1;
      if (attempts === 1) throw resetByPeer();
      return json({ access_token: 't', expires_in: 3600 });
    });
    expect((await failure(client.profile())).kind).toBe('network');
    expect(attempts).toBe(1);
    expect((await client.profile()).contract.id).toBe('c1');
    expect(refusals).toHaveLength(0);
  });
});

describe('a safe call', () => {
  it.each([408, 429, 500, 502, 503, 504])('is repeated after %i', async status => {
    const { client, service } = setUp([json({ message: 'busy' }, status), json(profile)]);
    expect((await client.profile()).contract.balance).toEqual({ value: 5000, unit: 'credits' });
    expect(service.calls()).toHaveLength(2);
  });

  it.each([400, 403, 404, 405])('is not repeated after %i', async status => {
    const { client, service } = setUp([json({ message: 'no' }, status), json(profile)]);
    expect((await failure(client.profile())).details).toMatchObject({ status, serverMessage: 'no' });
    expect(service.calls()).toHaveLength(1);
  });

  it('is repeated after a reset connection, and gives up after four tries', async () => {
    const { client, service, log } = setUp([resetByPeer()]);
    const error = await failure(client.profile());
    expect(error.kind).toBe('network');
    expect(error.details.reason).toContain('ECONNRESET');
    expect(service.calls()).toHaveLength(4);
    expect(log.filter(line => /^GET \/api\/v1\/me network \d+ ms \S+$/.test(line))).toHaveLength(4);
  });

  it('says that a person may repeat it after a temporary failure; no other call and no other failure says so', async () => {
    const canRepeat = async (call: Promise<unknown>) => (await failure(call)).details.canRepeat;
    expect(await canRepeat(setUp([json({}, 503)]).client.profile())).toBe(true);
    expect(await canRepeat(setUp([resetByPeer()]).client.profile())).toBe(true);
    expect(await canRepeat(setUp([json({}, 404)]).client.profile())).toBeUndefined();
    const unsafe = [json({}, 503), resetByPeer()];
    for (const reply of unsafe) {
      expect(await canRepeat(placeOrder(setUp([reply]).client, {}))).toBeUndefined();
      expect(await canRepeat(setUp([reply]).client.revoke('s1'))).toBeUndefined();
      expect(await canRepeat(setUp([reply]).client.deleteKey('k1'))).toBeUndefined();
    }
  });

  it('is repeated when its answer breaks off, or stalls in the middle', async () => {
    const { client, service } = setUp([
      () => new Response(brokenAfter('{"contract":')),
      (_seen, signal) => new Response(stalledAfter('{"contract":', signal)),
      json(profile),
    ]);
    expect((await client.profile()).contract.id).toBe('c1');
    expect(service.calls()).toHaveLength(3);
  });

  it('names the host that does not answer in time, or the sandbox, which is on none, and no cause', async () => {
    const late: Reply = (_seen, signal) => new Response(stalledAfter('{', signal));
    const failures = [connection, sandboxConnection].map(async to => {
      const { client } = setupOf({ connection: to, timeoutMs: 300 }, late);
      const { kind, details } = await failure(client.profile());
      return [kind, details.reason, details.advice];
    });
    expect(await Promise.all(failures)).toEqual([
      ['timeout', undefined, "base.test didn't answer in time. Try again."],
      ['timeout', undefined, "Sandbox didn't answer in time. Try again."],
    ]);
  });

  it.each(['0.2', '0.1, 0.2', 'Wed, 21 Oct 2015 07:28:00 GMT, 0.2'])(
    'waits as long as Retry-After asks: %s',
    async wait => {
      const { client } = setUp([json({}, 429, { 'Retry-After': wait }), json(profile)]);
      const started = performance.now();
      await client.profile();
      expect(performance.now() - started).toBeGreaterThanOrEqual(190);
    },
  );

  it('is not repeated if the service asks for more than a minute', async () => {
    const { client, service } = setUp([json({}, 429, { 'Retry-After': '61' }), json(profile)]);
    expect((await failure(client.profile())).details).toMatchObject({ status: 429, retryAfterMs: 61_000 });
    expect(service.calls()).toHaveLength(1);
  });

  it('may take its time as long as something comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const parts = JSON.stringify(profile).match(/.{1,20}/g) ?? [];
    const { client } = setUp([
      async (_seen, signal) => {
        await vi.advanceTimersByTimeAsync(200);
        return new Response(
          new ReadableStream({
            start: controller =>
              signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true }),
            async pull(controller) {
              await vi.advanceTimersByTimeAsync(200);
              const part = parts.shift();
              if (part === undefined) controller.close();
              else controller.enqueue(new TextEncoder().encode(part));
            },
          }),
        );
      },
    ]);
    expect((await client.profile()).contract.id).toBe('c1');
    expect(parts).toEqual([]);
    expect(vi.getTimerCount(), 'no timer is left').toBe(0);
  });

  it('is not answered without a body', async () => {
    const { client } = setUp([new Response(null)]);
    expect((await failure(client.profile())).details).toMatchObject({
      status: 200,
      reason: 'The answer is not JSON.',
    });
  });

  it('renews its token once after a 401, and never twice', async () => {
    const dead = json('Unauthorized', 401);
    const once = setUp([dead, json(profile)]);
    await once.client.profile();
    expect(once.service.calls().map(call => call.headers.Authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    const always = setUp([dead]);
    expect((await failure(always.client.profile())).details).toMatchObject({
      status: 401,
      serverMessage: 'Unauthorized',
    });
    expect(always.service.calls()).toHaveLength(2);
  });

  it('ends at once when it is cancelled', async () => {
    const abort = new AbortController();
    const { client, service } = setUp([
      (_seen, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
          queueMicrotask(() => abort.abort());
        }),
    ]);
    expect((await failure(client.profile(abort.signal))).kind).toBe('aborted');
    expect(service.calls()).toHaveLength(1);
  });

  it('ends at once when it is cancelled before it is repeated', async () => {
    const abort = new AbortController();
    const { client, service } = setUp([json({}, 503, { 'Retry-After': '60' })]);
    const error = failure(client.profile(abort.signal));
    await eventually(() => expect(service.calls()).toHaveLength(1));
    await settle();
    abort.abort();
    expect(await error).toMatchObject({ kind: 'aborted', details: { request: 'GET /api/v1/me' } });
    expect(service.calls()).toHaveLength(1);
  });
});

describe('a redirect', () => {
  const redirect = (status: number, location = '/api/v1/me') =>
    new Response(null, { status, headers: { Location: location } });

  it('of a call that reads is followed five times', async () => {
    const endless = setUp([redirect(302)]);
    expect((await failure(endless.client.profile())).details.status).toBe(302);
    expect(endless.service.calls()).toHaveLength(6);
    const { client, service } = setUp([redirect(300), redirect(399, 'https://base.test/a'), json(profile)]);
    expect((await client.profile()).contract.id).toBe('c1');
    expect(service.calls().map(({ url }) => url)).toEqual([
      'https://base.test/api/v1/me',
      'https://base.test/api/v1/me',
      'https://base.test/a',
    ]);
  });

  it.each<[string, Response]>([
    ['has no address', new Response(null, { status: 302 })],
    ['is a failure with an address', redirect(400)],
  ])('is not followed if it %s', async (_what, reply) => {
    const { client, service } = setUp([reply, json(profile)]);
    expect((await failure(client.profile())).details.status).toBe(reply.status);
    expect(service.calls()).toHaveLength(1);
  });

  it('is not followed if it is a success with an address', async () => {
    const { client, service } = setUp([json(profile, 200, { Location: '/api/v1/other' })]);
    expect((await client.profile()).contract.id).toBe('c1');
    expect(service.calls()).toHaveLength(1);
  });

  it.each<[string, (client: ReturnType<typeof setUp>['client']) => Promise<unknown>]>([
    ['a price, which is a POST', client => client.price({})],
    ['a revocation, which is a GET', client => client.revoke('s1')],
  ])('is not followed for %s', async (_what, send) => {
    const { client, service } = setUp([redirect(307), json({ price: 1 })]);
    expect((await failure(send(client))).details.status).toBe(307);
    expect(service.calls()).toHaveLength(1);
  });
});

describe('placing an order', () => {
  it('is marked as what must leave once, unlike a call that can be repeated', async () => {
    const inits: [string | undefined, unknown, boolean][] = [];
    const fetch: Fetch = (url, init) => {
      inits.push([init.method, init.once, init.body !== undefined]);
      const token = { access_token: 't', expires_in: 60 };
      return Promise.resolve(Response.json(url.endsWith('/token') ? token : { ...order, ...profile }));
    };
    const { client } = setupOf({ fetch });
    const slot = await client.orderSlot();
    const placed = slot.place({});
    await settle();
    expect(inits.at(1), 'leaves in its slot, and waits for no other turn').toEqual(['POST', true, true]);
    await placed;
    slot.end();
    await client.profile();
    expect(inits).toEqual([
      ['POST', true, true],
      ['POST', true, true],
      ['GET', undefined, false],
    ]);
  });

  it.each<[string, Reply]>([
    ['a reset connection', resetByPeer()],
    ['a 500', json({ message: 'oops' }, 500)],
    ['a 503', json({}, 503)],
    ['a 429', json({}, 429)],
    ['a 401', json('Unauthorized', 401)],
    ['a page that is not JSON', new Response('<html>busy</html>')],
    ['an answer that breaks off', () => new Response(brokenAfter('{"id":'))],
    ['an answer that stalls', (_seen, signal) => new Response(stalledAfter('{"id":', signal))],
  ])('is sent once, whatever comes: %s', async (_name, reply) => {
    const { client, service } = setUp([reply, json(order)]);
    await failure(placeOrder(client, { kind: 'order.analytics-toolbox.archive' }));
    expect(service.calls()).toHaveLength(1);
  });

  it('has its slot when nothing else stands before it: neither its turn nor a token', async () => {
    const answer = Promise.withResolvers<Response>();
    const { client, service } = setUp([() => answer.promise, json(order)]);
    const priced = client.price({});
    await settle();
    let hasSlot = false;
    const waiting = client.orderSlot().finally(() => (hasSlot = true));
    await settle();
    expect([service.exchanges().length, service.calls().length, hasSlot]).toEqual([1, 1, false]);
    answer.resolve(json({ price: 1 }));
    const slot = await waiting;
    await slot.place({});
    slot.end();
    await priced;
    expect(service.calls()).toHaveLength(2);
  });

  it('has no slot without a token', async () => {
    const { client, service } = setUp([json(order)], json({ error: 'access_denied' }, 403));
    await failure(client.orderSlot());
    expect(service.calls()).toEqual([]);
  });

  it('keeps others waiting until its slot ends, also where it is never sent', async () => {
    const { client, service } = setUp([json({ price: 1 })]);
    const slot = await client.orderSlot();
    const priced = client.price({});
    await settle();
    expect(service.calls()).toEqual([]);
    slot.end();
    await priced;
    expect(service.calls()).toHaveLength(1);
  });

  it('stands behind no price that an agent asked for, and neither does the price that a person asks for', async () => {
    const answer = Promise.withResolvers<Response>();
    const { client, service } = setUp([() => answer.promise, json({ ...order, price: 1 })]);
    const calm = new AbortController();
    const names = Array.from({ length: 30 }, (_, at) => `agent ${at}`);
    const all = names.map(title => client.price({ title }, undefined, calm.signal));
    const hurried = new AbortController();
    all.push(client.price({ title: 'agent, then person' }, undefined, hurried.signal));
    await eventually(() => expect(service.calls()).toHaveLength(1));
    hurried.abort();
    all.push(client.price({ title: 'person' }));
    const placed = placeOrder(client, { title: 'order' });
    answer.resolve(json({ price: 1 }));
    await Promise.all([placed, ...all]);
    const sent = service.calls().map(({ body }) => (JSON.parse(body ?? '') as { title: string }).title);
    expect(sent.slice(0, 4)).toEqual(['agent 0', 'order', 'agent, then person', 'person']);
    expect(sent.slice(4)).toEqual(names.slice(1));
  });

  it('is not surely refused by a conflict, which can be one with itself', async () => {
    const { client } = setUp([json({ message: 'You have that' }, 409), json({}, 400)]);
    expect(wasSurelyRefused(await failure(placeOrder(client, {})))).toBe(false);
    expect(wasSurelyRefused(await failure(placeOrder(client, {})))).toBe(true);
  });

  it.each([200, 201])('takes %i for success', async status => {
    const { client } = setUp([json(order, status)]);
    expect(await placeOrder(client, {})).toMatchObject({ id: 'o1', status: 'ordered' });
  });

  it('is not redirected to be carried out elsewhere', async () => {
    const { client, service } = setUp([
      new Response(null, { status: 307, headers: { Location: 'https://base.test/x' } }),
    ]);
    await failure(placeOrder(client, {}));
    expect(service.calls()).toHaveLength(1);
  });

  it('keeps calls that cost or price one at a time', async () => {
    let running = 0;
    let maxRunning = 0;
    const { client } = setUp([
      async () => {
        maxRunning = Math.max(maxRunning, ++running);
        await new Promise(resolve => setTimeout(resolve, 5));
        running -= 1;
        return json({ ...order, price: 1 });
      },
    ]);
    await Promise.all([client.price({}), placeOrder(client, {}), client.price({})]);
    expect(maxRunning).toBe(1);
  });
});

describe('what a call tells', () => {
  it.each<[string, Response, string | undefined]>([
    [
      'message and hint',
      json({ message: 'Bad AOI.', hint: 'Close it.', internalCode: 'E7' }, 400),
      'Bad AOI. Close it. (E7)',
    ],
    ['errorCode and message', json({ errorCode: 'E1', message: 'No.' }, 400), 'No. (E1)'],
    ['a code alone', json({ code: 'E2' }, 400), 'E2'],
    [
      'error and description',
      json({ error: 'access_denied', error_description: 'Access denied' }, 403),
      'Access denied (access_denied)',
    ],
    ['a JSON string', json('No such thing', 404), 'No such thing'],
    [
      'several lines, one of which looks like a line of the log',
      json({ message: 'No\n2026-01-01 [info] POST /api/v1/orders 201\u202e\u001b[2J' }, 400),
      'No 2026-01-01 [info] POST /api/v1/orders 201[2J',
    ],
    ['a page', new Response('<html><title>Gone</title>…</html>', { status: 404 }), 'Gone …'],
  ])('carries the words of the service: %s', async (_name, reply, words) => {
    const { client } = setUp([reply]);
    const error = await failure(client.profile());
    expect(error.details.serverMessage).toBe(words);
    expect(error.details.request).toBe('GET /api/v1/me');
    expect(error.details.correlationId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('never holds the key or a token, even when the service repeats them', async () => {
    const echo: Reply = seen => json({ message: `${apiKey} ${seen.headers.Authorization}` }, 400);
    const { client, log, warnings } = setUp([echo]);
    const error = await failure(client.profile());
    const everything = [error.message, error.stack, JSON.stringify(error.details), ...log, ...warnings].join(
      '\n',
    );
    expect(everything).not.toContain(apiKey);
    expect(everything).not.toContain('token-1');
    expect(error.details.serverMessage).toContain('•••');
  });

  it.each(['token-1', 'to/ken+1==', 'token 1'])(
    'never holds the token %j, even if an ID or a link is made of it',
    async accessToken => {
      const exchange = () => json({ access_token: accessToken, expires_in: 3600 });
      const broken = { id: `${accessToken}\n[info] x`, status: 'delivered', deliveries: [1] };
      const { client, log, warnings } = setUp([json(broken), json({}, 404), json({}, 404)], exchange);
      await client.order(accessToken);
      const coded = Array.from(accessToken, letter => `%${letter.charCodeAt(0).toString(16)}`).join('');
      const target = { write: vi.fn(), commit: vi.fn(), discard: vi.fn() };
      const link = `https://access.test/api/v1/items/${coded}/download`;
      const error = await failure(client.download(link, target, () => undefined));
      const everything = [error.message, JSON.stringify(error.details), ...log, ...warnings].join('|');
      expect(everything).toContain('•••');
      expect([everything, decodeURIComponent(everything)].join('|')).not.toContain(accessToken);
      expect(everything).not.toContain('\n');
    },
  );

  it('has an ID that the service gets, and no other host', async () => {
    const abroad = new Response(null, { status: 302, headers: { Location: 'https://elsewhere.test/a' } });
    const { client, service, log } = setUp([json({}, 404), abroad, json({}, 404)]);
    const started = performance.now();
    const error = await failure(client.profile());
    const { correlationId } = error.details;
    const [call] = service.calls();
    expect(call?.headers).toMatchObject({
      Accept: 'application/json',
      'X-Ads-Correlation-Id': correlationId,
    });
    const ms = new RegExp(`^GET /api/v1/me 404 (\\d+) ms ${correlationId}$`).exec(log.at(-1) ?? '')?.[1];
    expect(Number(ms)).toBeLessThanOrEqual(Math.ceil(performance.now() - started));
    const target = { write: vi.fn(), commit: vi.fn(), discard: vi.fn() };
    await failure(client.download('https://access.test/a', target, () => undefined));
    const ids = service.calls().map(({ headers }) => headers['X-Ads-Correlation-Id'] !== undefined);
    expect(ids).toEqual([true, true, false]);
  });

  it.each<[number, string | undefined]>([
    [401, 'token'],
    [403, 'right'],
    [404, undefined],
  ])('says what a %i refuses, if the host had the token', async (status, refused) => {
    const { client } = setUp([json({}, status)]);
    expect((await failure(client.profile())).details.refused).toBe(refused);
    const target = { write: vi.fn(), commit: vi.fn(), discard: vi.fn() };
    const elsewhere = failure(client.download('https://elsewhere.test/a', target, () => undefined));
    expect((await elsewhere).details.refused).toBeUndefined();
  });

  it.each([
    ['reads', 64_000],
    ["doesn't read", 64_001],
  ])('%s a failure of %i bytes', async (verb, bytes) => {
    const text = `{"message":"${'x'.repeat(bytes - 14)}"}`;
    for (const headers of [{}, { 'Content-Length': String(bytes) }] as Record<string, string>[]) {
      const { client } = setUp([new Response(text, { status: 400, headers })]);
      expect((await failure(client.profile())).details.serverMessage !== undefined).toBe(verb === 'reads');
    }
  });

  it.each([
    [300, /^GET \/x+$/],
    [301, /^GET \/x+…$/],
  ])('is named by %i characters of its address', async (length, name) => {
    const { client } = setUp([json({}, 404)]);
    const target = { write: vi.fn(), commit: vi.fn(), discard: vi.fn() };
    const link = `https://access.test/${'x'.repeat(length - 'GET /'.length)}`;
    const { request } = (await failure(client.download(link, target, () => undefined))).details;
    expect(request).toMatch(name);
    expect(request).toHaveLength(length);
  });

  it('does not show a token, however often it is encoded', async () => {
    const { client } = setUp([json({}, 404)]);
    await failure(client.profile());
    const target = { write: vi.fn(), commit: vi.fn(), discard: vi.fn() };
    const coded = Array.from('token-1', letter => `%${'25'.repeat(5)}${letter.charCodeAt(0).toString(16)}`);
    const link = `https://elsewhere.test/${coded.join('')}`;
    const { details, message } = await failure(client.download(link, target, () => undefined));
    expect(details.request).toBe('GET /•••');
    expect(message).not.toContain(coded[0]);
  });

  it('says what is missing in an answer', async () => {
    const { client } = setUp([json(profile)], json({ access_token: '', expires_in: 1 }));
    expect((await failure(client.profile())).details).toMatchObject({
      status: 200,
      reason: 'The answer has no valid "access_token".',
    });
    const { client: pricing } = setUp([json({ price: {} })]);
    expect((await failure(pricing.price({}))).kind).toBe('shape');
    const noJson = setUp([new Response('<html>')]);
    expect((await failure(noJson.client.profile())).kind).toBe('shape');
  });

  it.each([
    [
      '<!doctype html><title>Hotel</title><p>Accept the terms.',
      /^The answer is a web page, perhaps of a proxy: "Hotel Accept the terms\."$/,
    ],
    ['Accept the terms.', /^The answer is not JSON\.$/],
  ])('quotes an answer that is no JSON only if it is a web page: %s', async (text, reason) => {
    const { client } = setUp([new Response(text)]);
    expect((await failure(client.profile())).details.reason).toMatch(reason);
  });

  it('logs what the service says of a failure, with the ID of the call', async () => {
    const { client, log } = setUp([json({ message: 'No such contract.' }, 404)]);
    const { correlationId } = (await failure(client.profile())).details;
    expect(log.at(-1)).toBe(`GET /api/v1/me 404 ${correlationId}: No such contract.`);
  });

  it.each<[string, Reply, string | undefined]>([
    ['names it if it is no JSON', new Response('<h1>Blocked</h1>', { status: 404 }), 'proxy.test:3128'],
    ["doesn't name it if it is the service's JSON", json({ message: 'No' }, 404), undefined],
  ])('of a failure behind a proxy %s', async (_what, reply, expected) => {
    const { client } = setupOf({ proxy: 'http://proxy.test:3128' }, reply);
    expect((await failure(client.profile())).details.proxy).toBe(expected);
  });
});

describe('the end of a call', () => {
  it('is told with its host and failure, after its repeats and unless it was aborted', async () => {
    const ends: [string, string | undefined][] = [];
    const onEnd = (origin: string, failed?: { kind: string }) =>
      void ends.push([new URL(origin).host, failed?.kind]);
    const abort = new AbortController();
    const replies = [
      resetByPeer(),
      json({ message: 'No' }, 404),
      ...Array.from({ length: 4 }, () => json({ message: 'Down' }, 503)),
      json({}, 404),
      () => {
        abort.abort();
        return Promise.reject(new Error('aborted'));
      },
    ];
    const { client, service } = setupOf({ onEnd }, ...replies);
    await failure(client.services());
    await failure(client.services());
    // Says nothing about the service.
    const target = { write: vi.fn(), commit: vi.fn(), discard: vi.fn() };
    await failure(client.download('https://elsewhere.test/a', target, () => undefined));
    await failure(client.profile(abort.signal));
    await failure(client.profile(abort.signal));
    expect(service.calls()).toHaveLength(8);
    expect(ends).toEqual([
      ['auth.test', undefined],
      ['base.test', 'notFound'],
      ['base.test', 'server'],
    ]);
  });
});

describe('the end of the window', () => {
  it('gives up what can be asked again, and waits for the answer to an order that has left', async () => {
    const life = new AbortController();
    const booked = Promise.withResolvers<Response>();
    const sent: string[] = [];
    const client = createClient({
      connection,
      apiKey,
      fetch: (url, { method, signal }) => {
        const { pathname } = new URL(url);
        sent.push(`${method} ${pathname}`);
        if (pathname.endsWith('/token'))
          return Promise.resolve(Response.json({ access_token: 't', expires_in: 60 }));
        if (method === 'POST') return booked.promise;
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
      log: () => undefined,
      warn: () => undefined,
      onRefused: () => undefined,
      lifetime: life.signal,
      orderPaceMs: 0,
    });
    const placing = placeOrder(client, {});
    await eventually(() => expect(sent).toHaveLength(2));
    const reading = client.profile();
    await eventually(() => expect(sent).toHaveLength(3));
    life.abort();
    expect(await failure(reading)).toMatchObject({ kind: 'aborted' });
    expect(await failure(client.profile())).toMatchObject({
      kind: 'aborted',
      details: { request: 'GET /api/v1/me' },
    });
    booked.resolve(Response.json(order));
    expect(await placing).toMatchObject({ id: 'o1' });
    expect(await failure(placeOrder(client, {}))).toMatchObject({
      kind: 'aborted',
      details: { request: 'POST /api/v1/orders' },
    });
    expect(sent.slice(1)).toEqual(['POST /api/v1/orders', 'GET /api/v1/me']);
  });
});
