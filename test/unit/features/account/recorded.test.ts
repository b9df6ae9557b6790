import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../../../src/service/rules/subscription.ts';
import { ApiError } from '../../../../src/service/wire/errors.ts';
import { apiError, settle } from '../../fakes.ts';
import { apiKey, keySetup, type Mishap } from './keySetup.ts';
import { noon, revoked, revokingSetup, shortened } from './revokingSetup.ts';
import { payment } from './rules/subscriptions.ts';

describe('a revocation in the ledger', () => {
  const lost = () => Promise.reject<Subscription>(apiError('network'));
  const no = new ApiError('denied', { request: 'GET /x', status: 403, serverMessage: 'Not yours.' });

  async function setUp(revoke?: () => Promise<Subscription>) {
    const parts = await revokingSetup(revoke);
    await parts.subscriptions.paymentsFor('s1').refresh();
    parts.service.payments = [payment(300, { type: 'refund', createdAt: new Date(noon).toISOString() })];
    return parts;
  }

  it('is complete with its refund and its end', async () => {
    const { ledger, agree } = await setUp();
    expect((await agree()).kind).toBe('done');
    expect(ledger.noted).toEqual([
      {
        connection: 'Test',
        action: 'revoke',
        subscriptionId: 's1',
        ...(shortened.title === undefined ? {} : { title: shortened.title }),
        result: 'ok',
        amount: { value: 300, unit: 'credits' },
        endsAt: shortened.endedAt,
      },
    ]);
  });

  it('is refused with the message of the service', async () => {
    const { ledger, agree } = await setUp(() => Promise.reject(no));
    expect((await agree()).kind).toBe('refused');
    expect(ledger.noted).toMatchObject([{ result: 'refused', message: 'Not yours.' }]);
    expect(ledger.noted[0]).not.toHaveProperty('amount');
  });

  it('is not sent without a look', async () => {
    const { ledger, revoking, signedIn } = await setUp();
    await revoking.revoke(shortened, signedIn);
    expect(ledger.noted).toMatchObject([{ result: 'notSent' }]);
  });

  it('stays unconfirmed until a later look shows it, and is one entry then', async () => {
    const { ledger, agree, signedIn, service, revoking } = await setUp(lost);
    await agree();
    expect(ledger.noted).toMatchObject([{ result: 'unclear' }]);
    await revoking.inspect('s1', signedIn);
    expect(ledger.noted).toMatchObject([{ result: 'unclear' }]);
    service.stands = revoked;
    await revoking.inspect('s1', signedIn);
    expect(ledger.noted).toMatchObject([{ result: 'foundLater' }]);
  });

  it('is recorded before it is sent', async () => {
    const seen: unknown[] = [];
    const { ledger, agree } = await setUp(() => {
      seen.push(...ledger.noted.map(({ result }) => result));
      return Promise.resolve(shortened);
    });
    await agree();
    expect(seen).toEqual(['unclear']);
  });
});

describe('key actions in the ledger', () => {
  const failing = (start: string, mishap: Mishap) => (call: string) =>
    call.startsWith(start) ? mishap : undefined;

  it('are created, put to use and deleted', async () => {
    const { keys, signedIn, ledger } = await keySetup();
    const created = await keys.create(signedIn(), 'Laptop');
    if (created.kind !== 'created') throw new Error(created.kind);
    await keys.use(signedIn(), created.key);
    await settle();
    await keys.remove(signedIn(), 'k2');
    expect(ledger.lines()).toEqual(['createKey new1 ok', 'useKey new1 ok', 'deleteKey k2 ok']);
    expect(ledger.noted[0]).toMatchObject({ title: 'Laptop', connection: 'Test' });
  });

  it('are rotated, with each step', async () => {
    const { rotation, signedIn, ledger } = await keySetup();
    const plan = { signedIn: signedIn(), description: 'Laptop', deleteId: 'k1' };
    const rotated = await rotation.run(plan, { kind: 'create' });
    expect(rotated.kind).toBe('done');
    expect(ledger.lines()).toEqual([
      'createKey new1 ok',
      'useKey new1 ok',
      'deleteKey k1 ok',
      'rotateKey new1 ok',
    ]);
  });

  it.each<[string, Mishap, string[]]>([
    ['create', 'refused', ['createKey refused', 'rotateKey refused']],
    ['create', 'answerLost', ['createKey unclear', 'rotateKey unclear']],
    [
      'delete',
      'refused',
      ['createKey new1 ok', 'useKey new1 ok', 'deleteKey k1 refused', 'rotateKey new1 refused'],
    ],
  ])('show where a rotation stopped: at %s, %s', async (start, mishap, lines) => {
    const { rotation, signedIn, ledger, hooks } = await keySetup();
    hooks.onCall = failing(start, mishap);
    const plan = { signedIn: signedIn(), description: 'Laptop', deleteId: 'k1' };
    await rotation.run(plan, { kind: 'create' });
    expect(ledger.lines()).toEqual(lines);
  });

  it('contain what the user says about the key in use, and not what Swath concludes', async () => {
    const { inUse, signedIn, ledger } = await keySetup();
    await inUse.rememberStored(signedIn(), apiKey('k1'), 'only');
    expect(ledger.noted).toEqual([]);
    await inUse.rememberStored(signedIn(), apiKey('k2'), 'said');
    expect(ledger.lines()).toEqual(['useKey k2 ok']);
  });

  it('contain no secret', async () => {
    const { keys, rotation, signedIn, ledger, service } = await keySetup();
    const created = await keys.create(signedIn(), 'Laptop');
    if (created.kind !== 'created') throw new Error(created.kind);
    await keys.use(signedIn(), created.key);
    await settle();
    const plan = { signedIn: signedIn(), description: 'Laptop', deleteId: 'k1' };
    await rotation.run(plan, { kind: 'create' });
    await keys.removeInUse(signedIn(), 'new2', () => undefined);
    expect(ledger.lines().at(-1)).toBe('deleteKey new2 ok');
    const text = JSON.stringify(ledger.noted);
    expect(text).toContain('new1');
    for (const id of ['k1', 'k2', 'new1', 'new2']) expect(text).not.toContain(service.secretOf(id));
  });
});
