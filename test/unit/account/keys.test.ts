import { describe, expect, it, vi } from 'vitest';
import { maxApiKeys } from '../../../src/model/account/apiKey.ts';
import { valueOf } from '../../../src/editor/host/reading.ts';
import { apiError, connection, otherConnection, settle } from '../fakes.ts';
import { apiKey, type KeyBench, keyBench, type Mishap } from './keyBench.ts';

const listedIds = ({ keys }: KeyBench) => valueOf(keys.list.current.value)?.map(({ id }) => id);
const failNothing = () => undefined;

/** Makes one call fail, by the start of its name, after `passing` successful calls of that name. */
function failing(start: string, mishap: Mishap, passing = 0) {
  let seen = 0;
  return (call: string) => (call.startsWith(start) && seen++ === passing ? mishap : undefined);
}

describe('the list', () => {
  it('is requested when it is needed, and once', async () => {
    const bench = await keyBench();
    await settle();
    expect(bench.calls).toEqual([]);
    bench.keys.list.need();
    await settle();
    expect(bench.calls).toEqual(['exchange secret-k1==', 'list']);
    expect(listedIds(bench)).toEqual(['k1', 'k2']);
  });

  it('of an ended session is not shown in the next', async () => {
    const bench = await keyBench();
    const reading = bench.keys.listNow(bench.signedIn());
    await bench.session.signIn(otherConnection, bench.service.secretOf('k2'));
    await reading;
    bench.service.held.delete('k1');
    await bench.keys.list.refresh();
    expect(listedIds(bench)).toEqual(['k2']);
  });

  it('with a single key shows which is in use, even when there are more later', async () => {
    const bench = await keyBench({ ids: ['k1'] });
    bench.keys.list.need();
    await settle();
    expect(bench.inUse.current.value).toMatchObject({ keyId: 'k1' });
    await bench.keys.create(bench.signedIn(), 'Laptop');
    await settle();
    expect(bench.inUse.current.value).toMatchObject({ keyId: 'k1' });
  });
});

describe('creating', () => {
  it('passes on the secret, keeps none of it, and refreshes the list', async () => {
    const bench = await keyBench();
    const created = await bench.keys.create(bench.signedIn(), 'Laptop');
    expect(created).toMatchObject({ kind: 'created', key: { id: 'new1', secret: 'secret-new1==' } });
    await settle();
    expect(listedIds(bench)).toEqual(['k1', 'k2', 'new1']);
    const left = JSON.stringify([bench.keys.list.current.value, bench.remembered, [...bench.storedKeys]]);
    expect(left).not.toContain('secret-new1');
    expect(bench.calls.filter(call => call.startsWith('create'))).toEqual(['create Laptop']);
  });

  it('checks the current list, not the known one', async () => {
    const ids = Array.from({ length: maxApiKeys - 1 }, (_, index) => `k${index + 1}`);
    const bench = await keyBench({ ids });
    bench.keys.list.need();
    await settle();
    bench.service.held.set('elsewhere', apiKey('elsewhere'));
    expect(await bench.keys.create(bench.signedIn(), 'Eleventh')).toEqual({ kind: 'full' });
    expect(bench.calls.filter(call => call.startsWith('create'))).toEqual([]);
    expect(bench.ledger.noted).toMatchObject([
      { result: 'notSent', message: expect.stringContaining(`${maxApiKeys} API keys`) as string },
    ]);
    bench.service.held.delete('elsewhere');
    expect((await bench.keys.create(bench.signedIn(), 'Tenth')).kind).toBe('created');
  });

  it('that the service refuses is sent once, and needs no other look at the list', async () => {
    const bench = await keyBench({ onCall: failing('create', 'refused') });
    expect(await bench.keys.create(bench.signedIn(), 'Laptop')).toMatchObject({
      kind: 'refused',
      error: { kind: 'denied' },
    });
    expect(bench.calls.filter(call => /^(create|list)/.test(call))).toEqual(['list', 'create Laptop']);
  });

  it.each<[string, Mishap]>([
    ['list', 'refused'],
    ['list', 'lostOnTheWay'],
    ['exchange', 'refused'],
  ])('sends nothing if the %s is %s', async (call, mishap) => {
    const bench = await keyBench({ onCall: failing(call, mishap) });
    expect(await bench.keys.create(bench.signedIn(), 'Laptop')).toMatchObject({ kind: 'notSent' });
    expect(bench.ledger.lines()).toEqual(['createKey notSent']);
    expect(bench.calls.filter(call => call.startsWith('create'))).toEqual([]);
  });

  it('whose answer is lost is sent once, and the list is searched for the key', async () => {
    const bench = await keyBench({ onCall: failing('create', 'answerLost') });
    bench.service.held.set('k3', apiKey('k3', { description: 'Laptop' }));
    const created = await bench.keys.create(bench.signedIn(), ' Laptop ');
    expect(created).toMatchObject({
      kind: 'unclear',
      error: { kind: 'network' },
      candidates: [{ id: 'new1' }],
    });
    expect(bench.calls.filter(call => call.startsWith('create'))).toHaveLength(1);
    await settle();
    expect(listedIds(bench)).toContain('new1');
  });

  it('that never arrived leaves no key', async () => {
    const bench = await keyBench({ onCall: failing('create', 'lostOnTheWay') });
    const created = await bench.keys.create(bench.signedIn(), 'Laptop');
    expect(created).toMatchObject({ kind: 'unclear', candidates: [] });
  });

  it('stays unconfirmed if the list cannot be read either', async () => {
    const lost = failing('create', 'answerLost');
    const unread = failing('list', 'lostOnTheWay', 1);
    const bench = await keyBench({ onCall: call => lost(call) ?? unread(call) });
    const created = await bench.keys.create(bench.signedIn(), 'Laptop');
    expect(created).toMatchObject({ kind: 'unclear', candidates: undefined });
  });
});

describe('putting a new key in use', () => {
  it('stores it, remembers which it is, and does not touch the former one', async () => {
    const bench = await keyBench();
    const made = { ...apiKey('k2'), secret: bench.service.secretOf('k2') };
    expect(await bench.keys.use(bench.signedIn(), made)).toBe(true);
    expect(bench.stored()).toBe('secret-k2==');
    expect(bench.inUse.current.value).toMatchObject({ keyId: 'k2' });
    expect(bench.ids()).toEqual(['k1', 'k2']);
  });

  it('changes nothing if the service does not accept it', async () => {
    const bench = await keyBench();
    const made = { ...apiKey('k9'), secret: 'secret-k9==' };
    await expect(bench.keys.use(bench.signedIn(), made)).rejects.toMatchObject({ kind: 'denied' });
    expect([bench.stored(), bench.inUse.current.value]).toEqual(['secret-k1==', undefined]);
  });

  it('remembers nothing if the user signed out in the meantime', async () => {
    const bench = await keyBench();
    const { session } = bench;
    bench.hooks.onCall = call => {
      if (call.startsWith('exchange')) void session.signOut();
      return undefined;
    };
    const made = { ...apiKey('k2'), secret: bench.service.secretOf('k2') };
    expect(await bench.keys.use(bench.signedIn(), made)).toBe(false);
    expect([bench.stored(), bench.remembered.value]).toEqual([undefined, undefined]);
    expect(bench.ledger.lines()).toEqual(['useKey k2 notSent']);
  });
});

describe('deleting a key that is not in use', () => {
  it('is verified with the list', async () => {
    const bench = await keyBench();
    expect(await bench.keys.remove(bench.signedIn(), 'k2')).toEqual({ kind: 'gone' });
    expect(bench.calls.filter(call => /^(delete|list)/.test(call))).toEqual(['delete k2', 'list']);
    await settle();
    expect(listedIds(bench)).toEqual(['k1']);
    expect(bench.session.current.value.kind).toBe('signedIn');
  });

  it('does not rely on the answer of the service', async () => {
    const bench = await keyBench();
    const { held } = bench.service;
    const key = apiKey('k2');
    bench.hooks.onCall = call => {
      // The service reports success but keeps the key.
      if (call === 'list') held.set('k2', key);
      return undefined;
    };
    expect(await bench.keys.remove(bench.signedIn(), 'k2')).toEqual({ kind: 'stillThere' });
  });

  it.each<[string, Mishap, object, string[]]>([
    ['gone', 'answerLost', { kind: 'gone' }, ['k1']],
    ['still there', 'lostOnTheWay', { kind: 'stillThere', error: { kind: 'network' } }, ['k1', 'k2']],
    ['refused', 'refused', { kind: 'refused', error: { kind: 'denied' } }, ['k1', 'k2']],
  ])('is %s after the call was %s, and it is sent once', async (_what, mishap, removed, ids) => {
    const bench = await keyBench({ onCall: failing('delete', mishap) });
    expect(await bench.keys.remove(bench.signedIn(), 'k2')).toMatchObject(removed);
    expect(bench.ids()).toEqual(ids);
    expect(bench.calls.filter(call => call.startsWith('delete'))).toHaveLength(1);
  });

  it.each<[string, Mishap | undefined, string]>([
    ['the reason of the list', undefined, 'denied'],
    ['the reason of the deletion', 'answerLost', 'network'],
  ])('is unconfirmed if the list cannot be read, with %s', async (_what, mishap, kind) => {
    const bench = await keyBench();
    const unread = failing('list', 'refused');
    bench.hooks.onCall = call => (call === 'delete k2' ? mishap : unread(call));
    const removed = await bench.keys.remove(bench.signedIn(), 'k2');
    expect(removed).toMatchObject({ kind: 'unclear', error: { kind } });
    expect(bench.ledger.lines()).toEqual(['deleteKey k2 unclear']);
  });

  it('counts as done if the service does not know the key', async () => {
    const bench = await keyBench();
    const client = await bench.signedIn().client();
    client.deleteKey = () => Promise.reject(apiError('notFound', 404));
    expect(await bench.keys.remove(bench.signedIn(), 'k9')).toEqual({ kind: 'gone' });
  });

  it('leaves the token of the key in use alone', async () => {
    const bench = await keyBench();
    const client = await bench.signedIn().client();
    const seal = vi.spyOn(client, 'sealKey');
    await bench.keys.remove(bench.signedIn(), 'k2');
    expect(seal).not.toHaveBeenCalled();
  });

  it.each<[string, Mishap, string]>([
    ['lost', 'lostOnTheWay', 'unclear'],
    ['refused', 'refused', 'refused'],
  ])('is in the ledger with the name of the key if it is known: %s', async (_what, mishap, result) => {
    const bench = await keyBench({ onCall: failing('delete', mishap) });
    await bench.keys.remove(bench.signedIn(), 'k2');
    expect(bench.ledger.noted).toMatchObject([{ action: 'deleteKey', keyId: 'k2', result }]);
    expect(bench.ledger.noted[0]).not.toHaveProperty('title');
    await bench.keys.listNow(bench.signedIn());
    await settle();
    await bench.keys.remove(bench.signedIn(), 'k2');
    expect(bench.ledger.noted[1]).toMatchObject({ title: 'Key k2' });
  });

  it('is not sent for the key in use, nor in another session', async () => {
    const bench = await keyBench();
    const signedIn = bench.signedIn();
    await bench.inUse.rememberStored(signedIn, apiKey('k1'), 'said');
    expect(await bench.keys.remove(signedIn, 'k1')).toEqual({ kind: 'notSent' });
    expect(bench.ledger.noted.at(-1)).toMatchObject({ action: 'deleteKey', result: 'notSent' });
    await bench.session.signIn(otherConnection, bench.service.secretOf('k2'));
    expect(await bench.keys.remove(signedIn, 'k2')).toEqual({ kind: 'notSent' });
    expect(bench.calls.filter(call => call.startsWith('delete'))).toEqual([]);
  });
});

describe('deleting the key in use', () => {
  const kinds: string[] = [];
  /** The state of the session at each call. */
  const watch = (bench: KeyBench, onCall: (call: string) => Mishap | undefined = failNothing) => {
    kinds.length = 0;
    bench.hooks.onCall = call => {
      kinds.push(`${call}: ${bench.session.current.peek().kind}`);
      return onCall(call);
    };
  };
  const keepNoFailure = (error: unknown) => expect.fail(String(error));

  it('ends the session first, verifies the deletion, and deletes the stored secret', async () => {
    const bench = await keyBench();
    await bench.keys.listNow(bench.signedIn());
    const seal = vi.spyOn(await bench.signedIn().client(), 'sealKey');
    watch(bench);
    const removed = await bench.keys.removeInUse(bench.signedIn(), 'k1', keepNoFailure);
    expect(removed).toEqual({ kind: 'gone' });
    expect(seal).toHaveBeenCalledOnce();
    expect(kinds.filter(call => /^(delete|list)/.test(call))).toEqual([
      'delete k1: signedOut',
      'list: signedOut',
    ]);
    expect([bench.stored(), bench.session.current.value.kind]).toEqual([undefined, 'signedOut']);
    expect(bench.service.deadSent).toEqual([]);
  });

  it.each<[string, Mishap]>([
    ['refused', 'refused'],
    ['stillThere', 'lostOnTheWay'],
  ])('resumes the session if it is %s: the key is alive', async (kind, mishap) => {
    const bench = await keyBench();
    watch(bench, failing('delete', mishap));
    const removed = await bench.keys.removeInUse(bench.signedIn(), 'k1', keepNoFailure);
    expect(removed.kind).toBe(kind);
    expect(bench.session.current.value).toMatchObject({ kind: 'signedIn', connection });
    expect(bench.stored()).toBe('secret-k1==');
    expect(await bench.spokenWith()).toBe('secret-k1==');
  });

  it('stays signed out if it is unknown whether the key is alive', async () => {
    const bench = await keyBench();
    watch(bench, failing('list', 'lostOnTheWay'));
    const removed = await bench.keys.removeInUse(bench.signedIn(), 'k1', keepNoFailure);
    expect(removed.kind).toBe('unclear');
    expect([bench.stored(), bench.session.current.value.kind]).toEqual([undefined, 'signedOut']);
  });

  it('does not resend a key that the exchange refused', async () => {
    const bench = await keyBench();
    watch(bench, failing('exchange', 'refused'));
    const removed = await bench.keys.removeInUse(bench.signedIn(), 'k1', keepNoFailure);
    expect(removed).toMatchObject({ kind: 'refused', error: { details: { refused: 'key' } } });
    expect(bench.session.current.value.kind).toBe('signedOut');
    expect(bench.stored()).toBe('secret-k1==');
  });

  it('deletes no stored key that has replaced it, and does not change the session of a user who moved on', async () => {
    for (const mishap of [undefined, 'refused'] as const) {
      const bench = await keyBench();
      const { session, service } = bench;
      watch(bench, call => {
        if (!call.startsWith('delete')) return undefined;
        void session.signIn(connection, service.secretOf('k2'));
        return mishap;
      });
      await bench.keys.removeInUse(bench.signedIn(), 'k1', keepNoFailure);
      await settle();
      expect(bench.stored()).toBe('secret-k2==');
      expect(await bench.spokenWith()).toBe('secret-k2==');
    }
  });

  it('reports if the secret could not be removed from the store', async () => {
    const bench = await keyBench();
    watch(bench, failing('store delete', 'refused'));
    const failures: unknown[] = [];
    const removed = await bench.keys.removeInUse(bench.signedIn(), 'k1', error => failures.push(error));
    expect(removed).toEqual({ kind: 'gone' });
    expect(failures).toHaveLength(1);
    expect(bench.session.current.value.kind).toBe('signedOut');
  });

  it('is not sent in another session', async () => {
    const bench = await keyBench();
    const signedIn = bench.signedIn();
    await bench.session.signIn(otherConnection, bench.service.secretOf('k2'));
    const removed = await bench.keys.removeInUse(signedIn, 'k1', keepNoFailure);
    expect(removed).toEqual({ kind: 'notSent' });
    expect(bench.session.current.value).toMatchObject({ kind: 'signedIn', connection: otherConnection });
    expect(bench.ids()).toEqual(['k1', 'k2']);
  });
});
