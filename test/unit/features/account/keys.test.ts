import { describe, expect, it, vi } from 'vitest';
import { maxApiKeys } from '../../../../src/service/rules/apiKey.ts';
import type { Extent } from '../../../../src/service/wire/listed.ts';
import { readValue } from '../../../../src/platform/host/reading.ts';
import { apiError, connection, otherConnection, settle } from '../../fakes.ts';
import { apiKey, type KeySetup, keySetup, type Mishap } from './keySetup.ts';

const listedIds = ({ keys }: KeySetup) => readValue(keys.list.current.value)?.map(({ id }) => id);
const failNothing = () => undefined;

/** Makes one call fail, by the start of its name, after `passing` successful calls of that name. */
function failing(start: string, mishap: Mishap, passing = 0) {
  let seen = 0;
  return (call: string) => (call.startsWith(start) && seen++ === passing ? mishap : undefined);
}

/** Lists that don't prove that a key which they lack is gone. */
const lacking: [string, Extent][] = [
  ['was cut', { total: 3, unreadable: 0, isWhole: false }],
  ['has an entry that cannot be read', { total: 2, unreadable: 1, isWhole: true }],
];

describe('the list', () => {
  it('is requested when it is needed, and once', async () => {
    const setup = await keySetup();
    await settle();
    expect(setup.calls).toEqual([]);
    setup.keys.list.need();
    await settle();
    expect(setup.calls).toEqual(['exchange secret-k1==', 'list']);
    expect(listedIds(setup)).toEqual(['k1', 'k2']);
  });

  it('of an ended session is not shown in the next', async () => {
    const setup = await keySetup();
    const reading = setup.keys.listNow(setup.signedIn());
    await setup.session.signIn(otherConnection, setup.service.secretOf('k2'));
    await reading;
    setup.service.held.delete('k1');
    await setup.keys.list.refresh();
    expect(listedIds(setup)).toEqual(['k2']);
  });

  it('with a single key shows which is in use, even when there are more later', async () => {
    const setup = await keySetup({ ids: ['k1'] });
    setup.keys.list.need();
    await settle();
    expect(setup.inUse.current.value).toMatchObject({ keyId: 'k1' });
    await setup.keys.create(setup.signedIn(), 'Laptop');
    await settle();
    expect(setup.inUse.current.value).toMatchObject({ keyId: 'k1' });
  });
});

describe('creating', () => {
  it('passes on the secret, keeps none of it, and refreshes the list', async () => {
    const setup = await keySetup();
    const created = await setup.keys.create(setup.signedIn(), 'Laptop');
    expect(created).toMatchObject({ kind: 'created', key: { id: 'new1', secret: 'secret-new1==' } });
    await settle();
    expect(listedIds(setup)).toEqual(['k1', 'k2', 'new1']);
    const left = JSON.stringify([setup.keys.list.current.value, setup.remembered, [...setup.storedKeys]]);
    expect(left).not.toContain('secret-new1');
    expect(setup.calls.filter(call => call.startsWith('create'))).toEqual(['create Laptop']);
  });

  it('checks the current list, not the known one', async () => {
    const ids = Array.from({ length: maxApiKeys - 1 }, (_, index) => `k${index + 1}`);
    const setup = await keySetup({ ids });
    setup.keys.list.need();
    await settle();
    setup.service.held.set('elsewhere', apiKey('elsewhere'));
    expect(await setup.keys.create(setup.signedIn(), 'Eleventh')).toEqual({ kind: 'full' });
    expect(setup.calls.filter(call => call.startsWith('create'))).toEqual([]);
    expect(setup.ledger.noted).toMatchObject([
      { result: 'notSent', message: expect.stringContaining(`${maxApiKeys} API keys`) as string },
    ]);
    setup.service.held.delete('elsewhere');
    expect((await setup.keys.create(setup.signedIn(), 'Tenth')).kind).toBe('created');
  });

  it('counts a key that cannot be read for the maximum', async () => {
    const setup = await keySetup({
      ids: Array.from({ length: maxApiKeys - 1 }, (_, index) => `k${index + 1}`),
    });
    setup.service.list.extent = { total: maxApiKeys, unreadable: 1, isWhole: true };
    expect(await setup.keys.create(setup.signedIn(), 'Eleventh')).toEqual({ kind: 'full' });
  });

  it('that the service refuses is sent once, and needs no other look at the list', async () => {
    const setup = await keySetup({ onCall: failing('create', 'refused') });
    expect(await setup.keys.create(setup.signedIn(), 'Laptop')).toMatchObject({
      kind: 'refused',
      error: { kind: 'denied' },
    });
    expect(setup.calls.filter(call => /^(create|list)/.test(call))).toEqual(['list', 'create Laptop']);
  });

  it.each<[string, Mishap]>([
    ['list', 'refused'],
    ['list', 'lostOnTheWay'],
    ['exchange', 'refused'],
  ])('sends nothing if the %s is %s', async (call, mishap) => {
    const setup = await keySetup({ onCall: failing(call, mishap) });
    expect(await setup.keys.create(setup.signedIn(), 'Laptop')).toMatchObject({ kind: 'notSent' });
    expect(setup.ledger.lines()).toEqual(['createKey notSent']);
    expect(setup.calls.filter(call => call.startsWith('create'))).toEqual([]);
  });

  it('whose answer is lost is sent once, and the list is searched for the key', async () => {
    const setup = await keySetup({ onCall: failing('create', 'answerLost') });
    setup.service.held.set('k3', apiKey('k3', { description: 'Laptop' }));
    const created = await setup.keys.create(setup.signedIn(), ' Laptop ');
    expect(created).toMatchObject({
      kind: 'unclear',
      error: { kind: 'network' },
      candidates: [{ id: 'new1' }],
    });
    expect(setup.calls.filter(call => call.startsWith('create'))).toHaveLength(1);
    await settle();
    expect(listedIds(setup)).toContain('new1');
  });

  it('that never arrived leaves no key', async () => {
    const setup = await keySetup({ onCall: failing('create', 'lostOnTheWay') });
    const created = await setup.keys.create(setup.signedIn(), 'Laptop');
    expect(created).toMatchObject({ kind: 'unclear', candidates: [] });
  });

  it('stays unconfirmed if the list cannot be read either', async () => {
    const lost = failing('create', 'answerLost');
    const unread = failing('list', 'lostOnTheWay', 1);
    const setup = await keySetup({ onCall: call => lost(call) ?? unread(call) });
    const created = await setup.keys.create(setup.signedIn(), 'Laptop');
    expect(created).toMatchObject({ kind: 'unclear', candidates: undefined });
  });
});

describe('putting a new key in use', () => {
  it('stores it, remembers which it is, and does not touch the former one', async () => {
    const setup = await keySetup();
    const made = { ...apiKey('k2'), secret: setup.service.secretOf('k2') };
    expect(await setup.keys.use(setup.signedIn(), made)).toBe(true);
    expect(setup.stored()).toBe('secret-k2==');
    expect(setup.inUse.current.value).toMatchObject({ keyId: 'k2' });
    expect(setup.ids()).toEqual(['k1', 'k2']);
  });

  it('changes nothing if the service does not accept it', async () => {
    const setup = await keySetup();
    const made = { ...apiKey('k9'), secret: 'secret-k9==' };
    await expect(setup.keys.use(setup.signedIn(), made)).rejects.toMatchObject({ kind: 'denied' });
    expect([setup.stored(), setup.inUse.current.value]).toEqual(['secret-k1==', undefined]);
  });

  it('remembers nothing if the user signed out in the meantime', async () => {
    const setup = await keySetup();
    const { session } = setup;
    setup.hooks.onCall = call => {
      if (call.startsWith('exchange')) void session.signOut();
      return undefined;
    };
    const made = { ...apiKey('k2'), secret: setup.service.secretOf('k2') };
    expect(await setup.keys.use(setup.signedIn(), made)).toBe(false);
    expect([setup.stored(), setup.remembered.value]).toEqual([undefined, undefined]);
    expect(setup.ledger.lines()).toEqual(['useKey k2 notSent']);
  });
});

describe('deleting a key that is not in use', () => {
  it('is verified with the list', async () => {
    const setup = await keySetup();
    expect(await setup.keys.remove(setup.signedIn(), 'k2')).toEqual({ kind: 'gone' });
    // The list shows it as soon as a message can.
    expect(listedIds(setup)).toEqual(['k1']);
    expect(setup.calls.filter(call => /^(delete|list)/.test(call))).toEqual(['delete k2', 'list']);
    await settle();
    expect(setup.session.current.value.kind).toBe('signedIn');
  });

  it('does not rely on the answer of the service', async () => {
    const setup = await keySetup();
    const { held } = setup.service;
    const key = apiKey('k2');
    setup.hooks.onCall = call => {
      // The service reports success but keeps the key.
      if (call === 'list') held.set('k2', key);
      return undefined;
    };
    expect(await setup.keys.remove(setup.signedIn(), 'k2')).toEqual({ kind: 'stillThere' });
  });

  it.each<[string, Mishap, object, string[]]>([
    ['gone', 'answerLost', { kind: 'gone' }, ['k1']],
    ['still there', 'lostOnTheWay', { kind: 'stillThere', error: { kind: 'network' } }, ['k1', 'k2']],
    ['refused', 'refused', { kind: 'refused', error: { kind: 'denied' } }, ['k1', 'k2']],
  ])('is %s after the call was %s, and it is sent once', async (_what, mishap, removed, ids) => {
    const setup = await keySetup({ onCall: failing('delete', mishap) });
    expect(await setup.keys.remove(setup.signedIn(), 'k2')).toMatchObject(removed);
    expect(setup.ids()).toEqual(ids);
    expect(setup.calls.filter(call => call.startsWith('delete'))).toHaveLength(1);
  });

  it.each<[string, Mishap | undefined, string]>([
    ['the reason of the list', undefined, 'denied'],
    ['the reason of the deletion', 'answerLost', 'network'],
  ])('is unconfirmed if the list cannot be read, with %s', async (_what, mishap, kind) => {
    const setup = await keySetup();
    const unread = failing('list', 'refused');
    setup.hooks.onCall = call => (call === 'delete k2' ? mishap : unread(call));
    const removed = await setup.keys.remove(setup.signedIn(), 'k2');
    expect(removed).toMatchObject({ kind: 'unclear', error: { kind } });
    expect(setup.ledger.lines()).toEqual(['deleteKey k2 unclear']);
  });

  it.each(lacking)('is unconfirmed if the list is without it but %s', async (_what, extent) => {
    const setup = await keySetup({ onCall: failing('delete', 'lostOnTheWay') });
    Object.assign(setup.service.list, { hides: 'k2', extent });
    const removed = await setup.keys.remove(setup.signedIn(), 'k2');
    expect(removed).toMatchObject({
      kind: 'unclear',
      error: { message: expect.stringMatching(/completely/) as string },
    });
    expect(setup.ids()).toEqual(['k1', 'k2']);
    expect(setup.ledger.lines()).toEqual(['deleteKey k2 unclear']);
  });

  it('counts as done if the service does not know the key', async () => {
    const setup = await keySetup();
    const client = await setup.signedIn().client();
    client.deleteKey = () => Promise.reject(apiError('notFound', 404));
    expect(await setup.keys.remove(setup.signedIn(), 'k9')).toEqual({ kind: 'gone' });
  });

  it('leaves the token of the key in use alone', async () => {
    const setup = await keySetup();
    const client = await setup.signedIn().client();
    const seal = vi.spyOn(client, 'sealKey');
    await setup.keys.remove(setup.signedIn(), 'k2');
    expect(seal).not.toHaveBeenCalled();
  });

  it.each<[string, Mishap, string]>([
    ['lost', 'lostOnTheWay', 'unclear'],
    ['refused', 'refused', 'refused'],
  ])('is in the ledger with the name of the key if it is known: %s', async (_what, mishap, result) => {
    const setup = await keySetup({ onCall: failing('delete', mishap) });
    await setup.keys.remove(setup.signedIn(), 'k2');
    expect(setup.ledger.noted).toMatchObject([{ action: 'deleteKey', keyId: 'k2', result }]);
    expect(setup.ledger.noted[0]).not.toHaveProperty('title');
    await setup.keys.listNow(setup.signedIn());
    await settle();
    await setup.keys.remove(setup.signedIn(), 'k2');
    expect(setup.ledger.noted[1]).toMatchObject({ title: 'Key k2' });
  });

  it('is not sent for the key in use, nor in another session', async () => {
    const setup = await keySetup();
    const signedIn = setup.signedIn();
    await setup.inUse.rememberStored(signedIn, apiKey('k1'), 'said');
    expect(await setup.keys.remove(signedIn, 'k1')).toEqual({ kind: 'notSent' });
    expect(setup.ledger.noted.at(-1)).toMatchObject({ action: 'deleteKey', result: 'notSent' });
    await setup.session.signIn(otherConnection, setup.service.secretOf('k2'));
    expect(await setup.keys.remove(signedIn, 'k2')).toEqual({ kind: 'notSent' });
    expect(setup.calls.filter(call => call.startsWith('delete'))).toEqual([]);
  });
});

describe('deleting the key in use', () => {
  const kinds: string[] = [];
  /** The state of the session at each call. */
  const watch = (setup: KeySetup, onCall: (call: string) => Mishap | undefined = failNothing) => {
    kinds.length = 0;
    setup.hooks.onCall = call => {
      kinds.push(`${call}: ${setup.session.current.peek().kind}`);
      return onCall(call);
    };
  };
  const keepNoFailure = (error: unknown) => expect.fail(String(error));

  it('ends the session first, verifies the deletion, and deletes the stored secret', async () => {
    const setup = await keySetup();
    await setup.keys.listNow(setup.signedIn());
    const seal = vi.spyOn(await setup.signedIn().client(), 'sealKey');
    watch(setup);
    const removed = await setup.keys.removeInUse(setup.signedIn(), 'k1', keepNoFailure);
    expect(removed).toEqual({ kind: 'gone' });
    expect(seal).toHaveBeenCalledOnce();
    expect(kinds.filter(call => /^(delete|list)/.test(call))).toEqual([
      'delete k1: signedOut',
      'list: signedOut',
    ]);
    expect([setup.stored(), setup.session.current.value.kind]).toEqual([undefined, 'signedOut']);
    expect(setup.service.deadSent).toEqual([]);
  });

  it.each<[string, Mishap]>([
    ['refused', 'refused'],
    ['stillThere', 'lostOnTheWay'],
  ])('resumes the session if it is %s: the key is alive', async (kind, mishap) => {
    const setup = await keySetup();
    watch(setup, failing('delete', mishap));
    const removed = await setup.keys.removeInUse(setup.signedIn(), 'k1', keepNoFailure);
    expect(removed.kind).toBe(kind);
    expect(setup.session.current.value).toMatchObject({ kind: 'signedIn', connection });
    expect(setup.stored()).toBe('secret-k1==');
    expect(await setup.spokenWith()).toBe('secret-k1==');
  });

  it.each(lacking)('stays unconfirmed if the list is without it but %s', async (_what, extent) => {
    const setup = await keySetup();
    watch(setup, failing('delete', 'lostOnTheWay'));
    Object.assign(setup.service.list, { hides: 'k1', extent });
    const removed = await setup.keys.removeInUse(setup.signedIn(), 'k1', keepNoFailure);
    expect(removed.kind).toBe('unclear');
    expect([setup.stored(), setup.session.current.value.kind]).toEqual([undefined, 'signedOut']);
  });

  it('stays signed out if it is unknown whether the key is alive', async () => {
    const setup = await keySetup();
    watch(setup, failing('list', 'lostOnTheWay'));
    const removed = await setup.keys.removeInUse(setup.signedIn(), 'k1', keepNoFailure);
    expect(removed.kind).toBe('unclear');
    expect([setup.stored(), setup.session.current.value.kind]).toEqual([undefined, 'signedOut']);
  });

  it('does not resend a key that the exchange refused', async () => {
    const setup = await keySetup();
    watch(setup, failing('exchange', 'refused'));
    const removed = await setup.keys.removeInUse(setup.signedIn(), 'k1', keepNoFailure);
    expect(removed).toMatchObject({ kind: 'refused', error: { details: { refused: 'key' } } });
    expect(setup.session.current.value.kind).toBe('signedOut');
    expect(setup.stored()).toBe('secret-k1==');
  });

  it('deletes no stored key that has replaced it, and does not change the session of a user who moved on', async () => {
    for (const mishap of [undefined, 'refused'] as const) {
      const setup = await keySetup();
      const { session, service } = setup;
      watch(setup, call => {
        if (!call.startsWith('delete')) return undefined;
        void session.signIn(connection, service.secretOf('k2'));
        return mishap;
      });
      await setup.keys.removeInUse(setup.signedIn(), 'k1', keepNoFailure);
      await settle();
      expect(setup.stored()).toBe('secret-k2==');
      expect(await setup.spokenWith()).toBe('secret-k2==');
    }
  });

  it('reports if the secret could not be removed from the store', async () => {
    const setup = await keySetup();
    watch(setup, failing('store delete', 'refused'));
    const failures: unknown[] = [];
    const removed = await setup.keys.removeInUse(setup.signedIn(), 'k1', error => failures.push(error));
    expect(removed).toEqual({ kind: 'gone' });
    expect(failures).toHaveLength(1);
    expect(setup.session.current.value.kind).toBe('signedOut');
  });

  it('is not sent in another session', async () => {
    const setup = await keySetup();
    const signedIn = setup.signedIn();
    await setup.session.signIn(otherConnection, setup.service.secretOf('k2'));
    const removed = await setup.keys.removeInUse(signedIn, 'k1', keepNoFailure);
    expect(removed).toEqual({ kind: 'notSent' });
    expect(setup.session.current.value).toMatchObject({ kind: 'signedIn', connection: otherConnection });
    expect(setup.ids()).toEqual(['k1', 'k2']);
  });
});
