import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/errors.ts';
import { notedKeyInUse, notedKeys, notedRevoking, notedRotation } from '../../../src/ledger/ledgerActions.ts';
import type { LedgerOutcome } from '../../../src/ledger/ledgerOutcome.ts';
import type { LedgerSubject } from '../../../src/ledger/ledger.ts';
import { createRotation } from '../../../src/account/rotation.ts';
import type { SignedIn } from '../../../src/account/session.ts';
import type { Subscription } from '../../../src/model/account/subscription.ts';
import { apiError, settle } from '../fakes.ts';
import { apiKey, keyBench, type Mishap } from '../account/keyBench.ts';
import { revoked, revokingBench, shortened } from '../account/revokingBench.ts';

/** Notes as a list in which the end of an entry takes the place of its beginning. */
function notes() {
  const noted: (LedgerSubject & Partial<LedgerOutcome>)[] = [];
  return {
    noted,
    begin(subject: LedgerSubject) {
      const index = noted.push({ ...subject, result: 'unclear' }) - 1;
      return (outcome: LedgerOutcome) => void (noted[index] = { ...subject, ...outcome });
    },
    note: (subject: LedgerSubject, outcome: LedgerOutcome) => void noted.push({ ...subject, ...outcome }),
    said: () => noted.map(({ action, keyId, result }) => [action, keyId, result].filter(Boolean).join(' ')),
  };
}

describe('a revoke in the ledger', () => {
  const lost = () => Promise.reject<Subscription>(apiError('network'));
  const no = new ApiError('denied', { request: 'GET /x', status: 403, serverMessage: 'Not yours.' });

  async function bench(revoke?: () => Promise<Subscription>) {
    const parts = await revokingBench(revoke);
    const ledger = notes();
    const revoking = notedRevoking(parts.revoking, ledger, () => ({ value: 300, unit: 'credits' }));
    const agree = async (signedIn: SignedIn) =>
      revoking.revoke((await revoking.look('s1', signedIn)).subscription, signedIn);
    return { ...parts, ledger, revoking, agree };
  }

  it('is done with its refund', async () => {
    const { ledger, agree, signedIn } = await bench();
    expect((await agree(signedIn)).kind).toBe('done');
    expect(ledger.noted).toEqual([
      {
        connection: 'Test',
        action: 'revoke',
        subscriptionId: 's1',
        ...(shortened.title === undefined ? {} : { title: shortened.title }),
        result: 'ok',
        amount: { value: 300, unit: 'credits' },
      },
    ]);
  });

  it('is refused in the words of the service', async () => {
    const { ledger, agree, signedIn } = await bench(() => Promise.reject(no));
    expect((await agree(signedIn)).kind).toBe('refused');
    expect(ledger.noted).toMatchObject([{ result: 'refused', message: 'Not yours.' }]);
    expect(ledger.noted[0]).not.toHaveProperty('amount');
  });

  it('is not sent without a look', async () => {
    const { ledger, revoking, signedIn } = await bench();
    await revoking.revoke(shortened, signedIn);
    expect(ledger.noted).toMatchObject([{ result: 'notSent' }]);
  });

  it('is found by the reading after a lost answer', async () => {
    const { ledger, agree, signedIn, service } = await bench(() => {
      service.stands = revoked;
      return lost();
    });
    await agree(signedIn);
    expect(ledger.noted).toMatchObject([{ result: 'foundLater' }]);
  });

  it('stays unclear until a later look shows it, and is one entry then', async () => {
    const { ledger, agree, signedIn, service, revoking } = await bench(lost);
    await agree(signedIn);
    expect(ledger.noted).toMatchObject([{ result: 'unclear' }]);
    await revoking.look('s1', signedIn);
    expect(ledger.noted).toMatchObject([{ result: 'unclear' }]);
    service.stands = revoked;
    await revoking.look('s1', signedIn);
    expect(ledger.noted).toMatchObject([{ result: 'foundLater' }]);
  });

  it('stands there before it is sent', async () => {
    const seen: unknown[] = [];
    const { ledger, agree, signedIn } = await bench(() => {
      seen.push(...ledger.noted.map(({ result }) => result));
      return Promise.resolve(shortened);
    });
    await agree(signedIn);
    expect(seen).toEqual(['unclear']);
  });
});

describe('key actions in the ledger', () => {
  const failing = (start: string, mishap: Mishap) => (call: string) =>
    call.startsWith(start) ? mishap : undefined;

  async function bench(ids?: readonly string[]) {
    const parts = await keyBench(ids ? { ids } : {});
    const ledger = notes();
    const keys = notedKeys(parts.keys, ledger);
    const rotation = notedRotation(createRotation(parts.session, parts.store, keys), ledger);
    return { ...parts, ledger, keys, rotation, inUse: notedKeyInUse(parts.inUse, ledger) };
  }

  it('are created, put to use and deleted', async () => {
    const { keys, signedIn, ledger } = await bench();
    const created = await keys.create(signedIn(), 'Laptop');
    if (created.kind !== 'created') throw new Error(created.kind);
    await keys.use(signedIn(), created.key);
    await settle();
    await keys.remove(signedIn(), 'k2');
    expect(ledger.said()).toEqual(['createKey new1 ok', 'useKey new1 ok', 'deleteKey k2 ok']);
    expect(ledger.noted[0]).toMatchObject({ title: 'Laptop', connection: 'Test' });
  });

  it('are rotated, with each step', async () => {
    const { rotation, signedIn, ledger } = await bench();
    const plan = { signedIn: signedIn(), description: 'Laptop', deleteId: 'k1' };
    const rotated = await rotation.run(plan, { kind: 'create' }, () => undefined);
    expect(rotated.kind).toBe('done');
    expect(ledger.said()).toEqual([
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
  ])('tell where a rotation stopped: at %s, %s', async (start, mishap, said) => {
    const { rotation, signedIn, ledger, hooks } = await bench();
    hooks.onCall = failing(start, mishap);
    const plan = { signedIn: signedIn(), description: 'Laptop', deleteId: 'k1' };
    await rotation.run(plan, { kind: 'create' }, () => undefined);
    expect(ledger.said()).toEqual(said);
  });

  it('are not sent where there is no place for another key', async () => {
    const { keys, signedIn, ledger } = await bench(Array.from({ length: 10 }, (_, index) => `k${index}`));
    await keys.create(signedIn(), 'Laptop');
    expect(ledger.noted).toMatchObject([{ action: 'createKey', result: 'notSent' }]);
  });

  it('hold what the user says of the key in use, and not what Swath concludes', async () => {
    const { inUse, signedIn, ledger } = await bench();
    await inUse.rememberStored(signedIn(), apiKey('k1'), 'only');
    expect(ledger.noted).toEqual([]);
    await inUse.rememberStored(signedIn(), apiKey('k2'), 'said');
    expect(ledger.said()).toEqual(['useKey k2 ok']);
  });

  it('hold no secret', async () => {
    const { keys, rotation, signedIn, ledger, service } = await bench();
    const created = await keys.create(signedIn(), 'Laptop');
    if (created.kind !== 'created') throw new Error(created.kind);
    await keys.use(signedIn(), created.key);
    await settle();
    const plan = { signedIn: signedIn(), description: 'Laptop', deleteId: 'k1' };
    await rotation.run(plan, { kind: 'create' }, () => undefined);
    await keys.removeInUse(signedIn(), 'new2', () => undefined);
    expect(ledger.said().at(-1)).toBe('deleteKey new2 ok');
    const text = JSON.stringify(ledger.noted);
    expect(text).toContain('new1');
    for (const id of ['k1', 'k2', 'new1', 'new2']) expect(text).not.toContain(service.secretOf(id));
  });
});
