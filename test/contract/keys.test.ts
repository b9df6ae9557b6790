import { describe, expect, it } from 'vitest';
import { createSandbox, type Dialect, type Fault, sandboxOrigin } from '../../src/sandbox/sandbox.ts';
import { createClient } from '../../src/service/wire/client.ts';
import type { ApiError } from '../../src/service/wire/errors.ts';
import { readingError } from '../../src/platform/host/reading.ts';
import { asSignedIn, createSession, type KeyStore } from '../../src/session/session.ts';
import { createKeyInUse, createKeyList, type KeptKey } from '../../src/features/account/keyInUse.ts';
import { createKeys } from '../../src/features/account/keys.ts';
import { createRotation, type RotationStep } from '../../src/features/account/rotation.ts';
import { clockAt, noRecord } from '../unit/fakes.ts';
import { learntForms } from './learntForms.ts';

const noon = Date.UTC(2025, 5, 15, 12);
const tokenPath = '/auth/realms/IDP/protocol/openid-connect/token';
const keysPath = '/api/v1/apikeys';
const connection = {
  name: 'Local',
  baseUrl: sandboxOrigin,
  searchUrl: sandboxOrigin,
  authUrl: sandboxOrigin,
  accessUrl: sandboxOrigin,
};

/** A user who is signed in to the sandbox with its key, and has a second one. */
async function setUp(dialect: Dialect) {
  const sandbox = createSandbox({ now: () => noon, dialect, forms: learntForms });
  const lines: string[] = [];
  const stored = new Map<string, string>();
  const store: KeyStore = {
    get: ({ name }) => Promise.resolve(stored.get(name)),
    set: ({ name }, apiKey) => Promise.resolve(void stored.set(name, apiKey)),
    delete: ({ name }) => Promise.resolve(void stored.delete(name)),
  };
  const clientOf = (apiKey: string, onRefused: (error: ApiError) => void = () => undefined) =>
    createClient({
      connection,
      apiKey,
      fetch: (url, init) => sandbox.fetch(new Request(url, init)),
      log: line => lines.push(line),
      warn: line => lines.push(line),
      onRefused,
      now: () => noon,
      retryDelayMs: 1,
    });
  const session = createSession({
    keys: store,
    memory: { read: () => undefined, write: () => Promise.resolve() },
    makeClient: (_connection, apiKey, onRefused) => Promise.resolve(clientOf(apiKey, onRefused)),
  });
  let kept: Readonly<Record<string, KeptKey>> | undefined;
  const memory = {
    read: () => kept,
    write: (value: Readonly<Record<string, KeptKey>>) => {
      kept = value;
      return Promise.resolve();
    },
  };
  const inUse = createKeyInUse(
    session,
    store,
    memory,
    noRecord,
    clockAt(() => noon),
  );
  const keys = createKeys(session, store, inUse, noRecord, createKeyList(session, inUse));
  await session.signIn(connection, sandbox.apiKey);
  const signedIn = () => {
    const now = asSignedIn(session.current.peek());
    if (!now) throw new Error('Nobody is signed in.');
    return now;
  };
  const [first] = await keys.listNow(signedIn());
  if (!first) throw new Error('The sandbox has no key.');
  const second = await clientOf(sandbox.apiKey).createKey('Another program');
  return {
    sandbox,
    lines,
    stored,
    session,
    inUse,
    keys,
    rotation: createRotation(session, store, keys, noRecord),
    signedIn,
    first,
    second,
    clientOf,
    /** Ids of the keys that the service holds. */
    ids: () => (sandbox.snapshot().accounts[0]?.keys ?? []).map(({ id }) => id),
    /** Exchanges that the service refused: each suspends the user. */
    refused: () => sandbox.requests.filter(({ path, status }) => path === tokenPath && status === 403).length,
    count: (method: string) =>
      sandbox.requests.filter(request => request.method === method && request.path.startsWith(keysPath))
        .length,
  };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

const start: RotationStep = { kind: 'create' };
const rotate = ({ rotation, signedIn, first }: Setup) =>
  rotation.run({ signedIn: signedIn(), description: 'Next', deleteId: first.id }, start);

describe.each<Dialect>(['specification', 'deployed'])('keys at a service that speaks as %s', dialect => {
  it('are not to be had with a token of the other kind, and the list says that a right is missing', async () => {
    const setup = await setUp(dialect);
    setup.sandbox.faults.add({ kind: 'status', status: 403, path: keysPath });
    await setup.keys.list.refresh();
    const failure = readingError(setup.keys.list.current.value);
    expect(failure).toMatchObject({ kind: 'denied', details: { refused: 'right' } });
    expect(setup.session.current.value.kind).toBe('signedIn');
  });

  it('are rotated: the new one works and is in use, the former is gone, the other stays', async () => {
    const setup = await setUp(dialect);
    const rotated = await rotate(setup);
    expect(rotated).toMatchObject({ kind: 'done', previous: 'deleted', made: { description: 'Next' } });
    if (rotated.kind !== 'done') return;
    expect(setup.ids().sort()).toEqual([setup.second.id, rotated.made.id].sort());
    expect(setup.refused()).toBe(0);
    const client = await setup.signedIn().client();
    expect((await client.profile()).contract.id).not.toBe('');
    const secret = setup.stored.get('Local') ?? '';
    expect(secret).not.toBe('');
    expect([...setup.lines, JSON.stringify(rotated)].join('\n')).not.toContain(secret);
  });

  it.each<[string, Fault, string]>([
    ['the creation is lost', { kind: 'reset', when: 'before', method: 'POST', path: keysPath }, 'create'],
    ['its answer is lost', { kind: 'reset', when: 'after', method: 'POST', path: keysPath }, 'create'],
    ['its answer breaks off', { kind: 'body', as: 'halfJson', method: 'POST', path: keysPath }, 'create'],
    ['the creation is refused', { kind: 'status', status: 403, method: 'POST', path: keysPath }, 'create'],
    ['the creation fails', { kind: 'status', status: 500, method: 'POST', path: keysPath }, 'create'],
    ['the proof is lost', { kind: 'reset', when: 'before', path: tokenPath }, 'store'],
    ['the answer to the proof is lost', { kind: 'reset', when: 'after', path: tokenPath }, 'store'],
    ['the proof fails', { kind: 'status', status: 503, path: tokenPath }, 'store'],
    ['the deletion is lost', { kind: 'reset', when: 'before', method: 'DELETE' }, 'delete'],
    ['the deletion is refused', { kind: 'status', status: 403, method: 'DELETE' }, 'delete'],
    ['the deletion fails', { kind: 'status', status: 500, method: 'DELETE' }, 'delete'],
    ['its token is not taken', { kind: 'status', status: 401, method: 'DELETE' }, 'delete'],
    ['the answer of the deletion is lost', { kind: 'reset', when: 'after', method: 'DELETE' }, 'done'],
    ['the answer of the deletion is a page', { kind: 'body', as: 'html', method: 'DELETE' }, 'done'],
    ['the list fails for a moment', { kind: 'status', status: 503, method: 'GET', path: keysPath }, 'done'],
  ])('rotate safely where %s', async (_what, fault, end) => {
    const setup = await setUp(dialect);
    setup.sandbox.faults.add({ ...fault, count: 1 });
    const posts = setup.count('POST');
    const rotated = await rotate(setup);
    expect(rotated.kind === 'stopped' ? rotated.at : rotated.kind).toBe(end);
    expect([setup.count('POST') - posts, setup.refused()]).toEqual([1, 0]);
    expect(setup.count('DELETE')).toBeLessThanOrEqual(1);
    // The key that is stored is one that the service takes, and the session goes on with it.
    await setup.clientOf(setup.stored.get('Local') ?? '').signIn();
    await (await setup.signedIn().client()).services();
    expect(setup.ids()).toContain(setup.second.id);
    expect(setup.ids().includes(setup.first.id)).toBe(end !== 'done');
    const held = setup.ids().filter(id => id !== setup.first.id && id !== setup.second.id);
    if (rotated.kind === 'stopped' && rotated.at === 'create' && held.length > 0) {
      const found = rotated.why.kind === 'unclear' ? rotated.why.candidates?.map(({ id }) => id) : undefined;
      expect(found).toEqual(held);
    }
    expect(setup.refused()).toBe(0);
  });

  it('can be deleted while in use: nothing is sent with the dead key, and the sandbox has another', async () => {
    const setup = await setUp(dialect);
    await setup.keys.listNow(setup.signedIn());
    const exchanges = () => setup.sandbox.requests.filter(({ path }) => path === tokenPath).length;
    const before = exchanges();
    const dead = setup.stored.get('Local');
    const removed = await setup.keys.removeInUse(setup.signedIn(), setup.first.id, error =>
      expect.fail(String(error)),
    );
    expect(removed).toEqual({ kind: 'gone' });
    expect(setup.ids()).toEqual([setup.second.id]);
    expect([setup.session.current.value.kind, setup.stored.size, exchanges()]).toEqual([
      'signedOut',
      0,
      before,
    ]);
    expect(setup.sandbox.apiKey).toBe(setup.second.secret);
    expect(setup.sandbox.apiKey).not.toBe(dead);
    expect(await setup.session.signIn(connection, setup.sandbox.apiKey)).toBe('signedIn');
    expect(setup.refused()).toBe(0);
  });
});
