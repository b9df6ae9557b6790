import { describe, expect, it } from 'vitest';
import { wasSurelyRefused } from '../../../../src/service/wire/errors.ts';
import { json, type Reply, resetByPeer } from './fakeFetch.ts';
import { failure, requestLine, type Setup, setUp } from './setup.ts';

const listed = {
  id: 'k1',
  description: 'Office',
  date: '2026-03-31T12:00:00Z',
  expirationDate: '2027-03-31T12:00:00Z',
};
const secret = 'EBESExQVFhcYGRobHB0eHw==';
const redirect = new Response(null, { status: 307, headers: { Location: '/api/v1/apikeys' } });

/** What went out besides token exchanges, with the body. */
const sent = ({ service }: Setup) =>
  service.calls().map(call => [requestLine(call), call.body && (JSON.parse(call.body) as unknown)]);

/** The client ids that tokens were asked for. */
const tokensFor = ({ service }: Setup) =>
  service.exchanges().map(({ body }) => new URLSearchParams(body).get('client_id'));

/** Everything that is left of a call where people and support can read it. */
const left = ({ log, warnings }: Setup, error?: Error) =>
  [...log, ...warnings, String(error), error?.stack, JSON.stringify(error), String(error?.cause)].join('\n');

describe('keys', () => {
  it('are managed at the authentication host, with a token for AAA that is no other call’s', async () => {
    const setup = setUp(json({ contract: { id: 'c1', status: 'created' } }), json({ items: [] }));
    await setup.client.profile();
    await setup.client.keys();
    await setup.client.keys();
    expect(tokensFor(setup)).toEqual(['IDP', 'AAA']);
    expect(setup.service.calls().map(({ url, headers }) => [url, headers.Authorization])).toEqual([
      ['https://base.test/api/v1/me', 'Bearer token-1'],
      ['https://auth.test/api/v1/apikeys', 'Bearer token-2'],
      ['https://auth.test/api/v1/apikeys', 'Bearer token-2'],
    ]);
  });

  it('take no more than their token from a 401: the token for IDP stays', async () => {
    const setup = setUp(
      json({ contract: { id: 'c1', status: 'created' } }),
      json('Unauthorized', 401, { 'WWW-Authenticate': 'Bearer' }),
      json({ items: [] }),
      json({ contract: { id: 'c1', status: 'created' } }),
    );
    await setup.client.profile();
    await setup.client.keys();
    await setup.client.profile();
    expect(tokensFor(setup)).toEqual(['IDP', 'AAA', 'AAA']);
    expect(setup.service.calls().at(-1)?.headers.Authorization).toBe('Bearer token-1');
  });
});

describe('the list of keys', () => {
  it.each<[string, unknown]>([
    ['in an envelope', { items: [listed] }],
    ['as a bare list', [listed]],
  ])('is read %s', async (_what, answer) => {
    const setup = setUp(json(answer));
    expect(await setup.client.keys()).toEqual([listed]);
    expect(sent(setup)).toEqual([['GET /api/v1/apikeys', undefined]]);
  });

  it('loses a broken key alone, and says so without what was in it', async () => {
    const setup = setUp(json({ items: [null, { id: {}, secret }, { ...listed, description: null }] }));
    expect(await setup.client.keys()).toEqual([{ ...listed, description: undefined }]);
    expect(setup.warnings).toHaveLength(2);
    expect(setup.warnings[0]).toMatch(/^\/api\/v1\/apikeys: item 0 is left out: ./);
    expect(left(setup)).not.toContain(secret);
  });

  it('lets no secret through that a service should not have sent', async () => {
    const keys = await setUp(json({ items: [{ ...listed, secret }] })).client.keys();
    expect(JSON.stringify(keys)).not.toContain(secret);
  });
});

describe('a key in the list', () => {
  it.each<[object, object]>([
    [{ id: 7 }, { id: '7' }],
    [
      { keyId: 'k1', Description: 'Office' },
      { id: 'k1', description: 'Office' },
    ],
    [
      { apiKey: { id: 'k1', expires_at: 1767312000 } },
      { id: 'k1', expirationDate: '2026-01-02T00:00:00.000Z' },
    ],
  ])('is read from %j', async (answer, expected) => {
    expect(await setUp(json([answer])).client.keys()).toMatchObject([expected]);
  });
});

describe('creating a key', () => {
  it.each<[string, unknown]>([
    ['a number as its id', { id: 12, secret }],
    ['its fields inside of another', { apiKey: { id: '12', secret } }],
    ['another name', { keyId: '12', apiKey: secret }],
    ['another case', { ID: '12', Secret: secret }],
    ['an object around the secret', { id: '12', secret: { value: secret } }],
    ['a list around it', [{ id: '12', secret }]],
    ['a list around the secret', { id: '12', secret: [secret] }],
  ])('finds the secret in an answer with %s, and hides it', async (_what, answer) => {
    const setup = setUp(json(answer), json({ message: `No: ${secret}` }, 400));
    expect(await setup.client.createKey('Office')).toMatchObject({ id: '12', secret });
    expect(left(setup, await failure(setup.client.deleteKey('12')))).not.toContain(secret);
  });

  it.each<[string, unknown, unknown, string]>([
    ['from the list', { secret }, [{ ...listed, description: 'Old' }, listed], 'k1'],
    ['from the list, if the answer is the secret alone', secret, [listed], 'k1'],
    ['as nothing where two could be it', { secret }, [listed, { ...listed, id: 'k2' }], ''],
    ['as nothing where the list cannot be read', { secret }, 'busy', ''],
  ])('takes an id that is missing %s, and keeps the secret', async (_what, answer, list, id) => {
    const setup = setUp(json(answer), json(list));
    expect(await setup.client.createKey('Office')).toMatchObject({ id, secret });
  });

  it('does not lose the secret for want of what is said beside it', async () => {
    const setup = setUp(json({ id: 'k1', secret, expirationDate: null }, 201));
    expect(await setup.client.createKey('Office')).toEqual({ id: 'k1', secret });
  });

  it.each<[string, Response]>([
    ['without a name that can be the secret’s', json({ ...listed, news: secret })],
    ['that breaks off', new Response(`{"id":"k1","secret":"${secret}"`)],
  ])('echoes nothing of an answer %s', async (_what, reply) => {
    const setup = setUp(reply);
    const error = await failure(setup.client.createKey('Office'));
    expect(error.kind).toBe('shape');
    expect(wasSurelyRefused(error)).toBe(false);
    expect(left(setup, error)).not.toContain(secret);
  });
});

describe('deleting a key', () => {
  it.each<[string, Response]>([
    ['a message', json({ message: 'The request was accepted' })],
    ['nothing, with another status', new Response(null, { status: 204 })],
    ['half an object', new Response('{"message":')],
  ])('is done where the service answers with %s', async (_what, reply) => {
    const setup = setUp(reply);
    await expect(setup.client.deleteKey('k/1')).resolves.toBeUndefined();
    expect(sent(setup)).toEqual([['DELETE /api/v1/apikeys/k%2F1', undefined]]);
    expect(setup.service.calls()[0]?.url).toBe('https://auth.test/api/v1/apikeys/k%2F1');
    expect(tokensFor(setup)).toEqual(['AAA']);
  });

  it('leaves no answer open that nobody reads', async () => {
    let ended = false;
    const endless = new ReadableStream({ cancel: () => void (ended = true) });
    await setUp(() => new Response(endless)).client.deleteKey('k1');
    expect(ended).toBe(true);
  });
});

describe.each<[string, (setup: Setup) => Promise<unknown>]>([
  ['creating a key', ({ client }) => client.createKey('Office')],
  ['deleting a key', ({ client }) => client.deleteKey('k1')],
])('%s', (_what, change) => {
  it.each<[string, Reply]>([
    ['a 401', json('Unauthorized', 401)],
    ['a 500', json({}, 500)],
    ['a reset connection', resetByPeer()],
    ['a redirect', redirect],
  ])('is never sent a second time after %s', async (_name, reply) => {
    const setup = setUp(reply, json({ ...listed, secret }));
    await failure(change(setup));
    expect(setup.service.calls()).toHaveLength(1);
  });

  it('uses a new token at the next try after a 401', async () => {
    const setup = setUp(json('Unauthorized', 401), json({ ...listed, secret }));
    await failure(change(setup));
    await change(setup);
    expect(tokensFor(setup)).toEqual(['AAA', 'AAA']);
    expect(setup.service.calls().map(({ headers }) => headers.Authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });
});
