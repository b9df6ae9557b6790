import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Connection, sandboxConnection } from '../../../../../src/service/rules/connection.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import type { Fetch } from '../../../../../src/service/wire/http.ts';
import { createLog } from '../../../../../src/platform/host/presentError.ts';
import { createSession } from '../../../../../src/session/session.ts';
import type { OrderAttempt } from '../../../../../src/features/orders/index.ts';
import * as commands from '../../../../../src/features/account/ui/connections/addConnection.ts';
import { followConnections } from '../../../../../src/features/account/ui/connections/connectionSettings.ts';
import { chooseConnection } from '../../../../../src/features/account/ui/connections/connectionStep.ts';
import { createKeyStore } from '../../../../../src/features/account/ui/keys/keyStore.ts';
import { contextOf, Kept } from '../../../../fake/context.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, read, say, user } from '../../../../fake/user.ts';
import { connection, fakeClient, settle, storage } from '../../../fakes.ts';
import { bareOrder } from '../../../fixtures.ts';

const work = { ...connection, name: 'Work' };
const addresses = Object.values(connection).slice(1) as string[];
/** What was written by hand: with a member that Swath doesn't know, and entries that can't be read. */
const byHand = [7, { ...connection, note: 'keep' }, { name: 'Broken' }];

async function setUp() {
  const kept = new Kept('');
  const keys = createKeyStore(contextOf(kept).secrets);
  const makeClient = () => Promise.resolve(fakeClient());
  const session = createSession({ keys, memory: storage().sessionMemory, makeClient });
  await session.signIn(connection, 'key==');
  followConnections(session, createLog());
  const sent: unknown[][] = [];
  const down = new Set<string>();
  const fetch: Fetch = (url, { method, headers, body }) => {
    sent.push([method, url, headers, body]);
    return down.has(url) ? Promise.reject(new Error('No route')) : Promise.resolve(new Response());
  };
  const fetchFor = ({ transport }: Connection) =>
    transport?.certificateAuthority ? Promise.reject(new Error('No such file')) : Promise.resolve(fetch);
  const removed: string[] = [];
  const failures: Error[] = [];
  const unconfirmed: OrderAttempt[] = [];
  const orders = signal<readonly Order[]>([]);
  const data = () =>
    Promise.resolve({
      unconfirmed: () => Promise.resolve(unconfirmed),
      removals: (name: string, listed: readonly unknown[]) =>
        Promise.resolve([
          {
            what: 'ledger (/storage/ledger)',
            remove: () => {
              const failure = failures.shift();
              if (failure) return Promise.reject(failure);
              return Promise.resolve(void removed.push(`${name}, ${listed.length} orders`));
            },
          },
        ]),
    });
  const startOver = () => Promise.resolve(void removed.push(`account, ${session.current.peek().kind}`));
  const parts = { session, keys, fetchFor, data, orders, startOver, useSandbox: () => Promise.resolve() };
  return { parts, session, keys, kept, sent, down, removed, failures, unconfirmed, orders };
}

const settings = () => editor.settings['swath.connections'];
const step = () => `${editor.question.step}/${editor.question.totalSteps} ${editor.question.title}`;
const labels = () => editor.question.items.map(({ label }) => label);
const checked = (text: string) =>
  editor.wait(text, () => (editor.input?.placeholder?.startsWith(text) ? editor.input : undefined));

/** Answers the steps with these texts and, as proposed, what is left out; then checks the addresses. */
async function enter(name?: string, baseUrl?: string, ...others: string[]): Promise<void> {
  await editor.prompt(/^(?:Add|Edit)/);
  for (const text of [name, baseUrl]) await editor.enter(text ?? editor.question.value);
  for (const [at, text] of others.entries()) {
    await editor.pick(['Image Search…', 'Authentication…', 'Pictures and Downloads…'][at] ?? '');
    await editor.enter(text);
  }
  await editor.pick('Done');
}

beforeEach(() => {
  newUser();
  editor.set({ 'swath.connections': byHand });
});

describe('adding a connection', () => {
  it('asks step by step, checks the addresses without a key, and leaves the other entries as they are', async () => {
    const { parts, sent } = await setUp();
    const done = commands.addConnection(parts);
    expect([step(), editor.question.buttons]).toEqual(['1/4 Add Connection', []]);
    await editor.enter(' Work ');
    await editor.enter('https://typo.test/path');
    // One address for all, until they are changed.
    expect(step()).toBe('3/4 Add Connection');
    expect(editor.question.items.slice(1, 5).map(({ description }) => description)).toEqual([
      'https://typo.test/path',
      'https://typo.test',
      'https://typo.test',
      'https://typo.test',
    ]);
    await editor.press('Back');
    await editor.press('Back');
    await enter('Work', ...addresses);
    await checked('All four addresses answered. No key was sent.');
    expect(labels()).toEqual(['Save and Sign In…', 'Save', ...addresses]);
    expect(sent).toEqual(addresses.map(address => ['GET', `${address}/`, undefined, undefined]));
    // The name was taken in the meantime, with other addresses.
    editor.set({ 'swath.connections': [{ ...work, baseUrl: 'https://theirs.test' }] });
    await editor.pick('Save and Sign In…');
    await checked('All four');
    expect(user.messages).toEqual([expect.stringMatching(/^Couldn't save .* connection named "Work"\.$/)]);
    editor.set({ 'swath.connections': byHand });
    await editor.pick('Save');
    await done;
    expect(settings()).toEqual([...byHand, work]);
  });

  const address = /^Connection "Work": "baseUrl" must start with https:/;
  it.each<[number, RegExp, ...string[]]>([
    [1, /^Enter a name|built-in sandbox|already is a connection/, '', 'Sandbox', 'Test', 'Broken'],
    [2, address, '', 'a.test', 'http://a.test', 'https://me:secret@a.test', 'https://a.test?b=c'],
    [2, address, 'https://a.test#b', 'http://127.0.0.1.evil.test', 'ftp://a.test'],
  ])('refuses in step %i, by the rules of the setting and while it is typed', async (at, why, ...wrong) => {
    void commands.addConnection((await setUp()).parts);
    if (at === 2) await editor.enter('Work');
    for (const text of wrong) {
      editor.question.type(text);
      expect(editor.question.verdict, text).toMatch(why);
      await editor.enter(text);
      expect(step()).toBe(`${at}/4 Add Connection`);
    }
  });

  it('says which address does not answer, and why; tries again, edits it, or saves anyway', async () => {
    const { parts, sent, down } = await setUp();
    down.add('https://auth.test/').add('https://access.test/');
    const done = commands.addConnection(parts);
    await enter('Work', ...addresses);
    await editor.pick('Try Again');
    await checked('2 of 4');
    expect([sent.length, labels().slice(0, 3)]).toEqual([8, ['Try Again', 'Edit Addresses', 'Save Anyway']]);
    expect(editor.question.itemOf('https://auth.test')).toMatchObject({
      description: 'Authentication',
      detail: 'No route',
    });
    await editor.pick('https://auth.test');
    await editor.enter('https://other.test');
    await checked('1 of 4');
    await editor.pick('Save Anyway');
    await done;
    expect(settings()).toEqual([...byHand, { ...work, authUrl: 'https://other.test' }]);
  });

  it('takes certificates, a proxy and the search version, and names a file that can not be used', async () => {
    void commands.addConnection((await setUp()).parts);
    await enter('Work', ...addresses);
    await editor.press('Back');
    editor.fileAnswers = ['/me.pem', '/me.key', '/ca.pem'];
    await editor.pick(/^Client Certificate/);
    await editor.pick('Done');
    expect(user.messages.at(-1)).toMatch(/needs both "clientCertificate" and "clientKey"/);
    await editor.pick(/^Private Key/);
    await editor.pick(/^Proxy/);
    editor.question.type('proxy.test');
    expect(editor.question.verdict).toMatch(/"proxy" must be an address/);
    await editor.enter('http://proxy.test:3128');
    await editor.pick(/^Search v1/);
    await editor.pick(/^Private Certificate Authority/);
    await editor.pick('Done');
    expect((await checked('4 of 4')).itemOf('https://base.test').detail).toBe('No such file');
    await editor.press('Back');
    // Chosen again, it is removed.
    await editor.pick(/^Private Certificate Authority/);
    await editor.pick('Done');
    await editor.pick('Save');
    const extra = { clientCertificate: '/me.pem', clientKey: '/me.key', proxy: 'http://proxy.test:3128' };
    expect(settings()).toEqual([...byHand, { ...work, ...extra, searchVersion: 'v1' }]);
  });

  it('goes back when the check is canceled, and does not overwrite what is no list', async () => {
    const { parts } = await setUp();
    const fetchFor = () => {
      editor.cancel();
      return Promise.reject(new Error('aborted'));
    };
    void commands.addConnection({ ...parts, fetchFor });
    await enter('Work', ...addresses);
    await editor.prompt('Add Connection');
    expect([step(), settings()]).toEqual(['3/4 Add Connection', byHand]);
    editor.set({ 'swath.connections': { Work: work } });
    await expect(commands.addConnection(parts)).rejects.toThrow('"swath.connections" must be a list');
  });
});

describe('an existing connection', () => {
  it('can be renamed with its key and session, unless the settings can not be written', async () => {
    const { parts, session, keys } = await setUp();
    const done = commands.editConnection(parts, 'Test');
    await enter('Renamed');
    editor.settingsFailure = 'the file has unsaved changes';
    await editor.pick('Save');
    await settle();
    expect(user.messages).toEqual(["Couldn't save the connection: the file has unsaved changes"]);
    expect([session.current.peek(), settings()]).toMatchObject([{ kind: 'signedIn', connection }, byHand]);
    editor.settingsFailure = undefined;
    await editor.pick('Save');
    await done;
    await settle();
    const renamed = { ...connection, name: 'Renamed' };
    expect(settings()).toEqual([7, { ...renamed, note: 'keep' }, byHand[2]]);
    expect(session.current.peek()).toMatchObject({ kind: 'signedIn', connection: renamed });
    expect([await keys.get(connection), await keys.get(renamed)]).toEqual([undefined, 'key==']);
  });

  it('needs its key again at another origin, also under another name', async () => {
    const { parts, session, keys } = await setUp();
    void commands.editConnection(parts, 'Test');
    await enter('Moved', ...addresses.slice(0, 2), 'https://evil.test');
    expect((await checked('All four')).itemOf('Save').detail).toMatch(/^The addresses have changed/);
    await editor.pick('Save');
    await settle();
    const moved = { ...connection, name: 'Moved', authUrl: 'https://evil.test' };
    expect([session.current.peek().kind, await keys.get(moved)]).toEqual(['signedOut', undefined]);
  });

  it('keeps the key of a connection that another window adds meanwhile', async () => {
    const { parts, session, keys } = await setUp();
    const second = { ...connection, name: 'Other' };
    void commands.editConnection(parts, 'Test');
    await enter('Other');
    editor.set({ 'swath.connections': [...byHand, second] });
    await keys.set(second, 'other==');
    await editor.pick('Save');
    await settle();
    expect(user.messages).toEqual([
      'Couldn\'t save the connection: There already is a connection named "Other".',
    ]);
    expect([await keys.get(connection), await keys.get(second)]).toEqual(['key==', 'other==']);
    expect([session.current.peek(), settings()]).toMatchObject([{ connection }, [...byHand, second]]);
  });

  it('keeps its key if another window changed it while the list was open', async () => {
    const { parts, keys } = await setUp();
    const moved = { ...connection, authUrl: 'https://moved.test' };
    for (const command of [commands.removeConnection, commands.editConnection]) {
      editor.set({ 'swath.connections': byHand });
      const done = command(parts, undefined);
      await editor.prompt('Choose a connection');
      editor.set({ 'swath.connections': [moved] });
      await keys.set(moved, 'moved==');
      const refused = expect(done).rejects.toThrow(
        'The connection was changed in the settings. Start again.',
      );
      await editor.pick('Test');
      await refused;
      expect(await keys.get(moved)).toBe('moved==');
    }
  });

  it('is removed with its key after a confirmation, and signed out', async () => {
    const { parts, session, kept, removed, unconfirmed, orders } = await setUp();
    unconfirmed.push({
      id: 'a',
      at: '2026-03-20T12:00:00Z',
      connection: 'Test',
      bodyHash: '',
      title: 'Quay',
      orderKind: '',
      price: { value: 12, unit: 'credits' },
      body: {},
      outcome: undefined,
    });
    orders.value = [bareOrder({ title: 'Mole', status: 'ordered' }), bareOrder({ status: 'delivered' })];
    for (const answer of [say(undefined), say('Remove')]) {
      expect([settings(), kept.secrets.size, removed]).toEqual([byHand, 1, []]);
      user.answers = [
        prompt => {
          expect(`${prompt.text}\n${prompt.detail}`).toMatch(
            /^Remove the connection Test and its data from this machine\?\nNot confirmed: Quay \(.*journal.*stays.*Stays: deliveries.*stays valid at the service.*goes on .*: Mole\.$/s,
          );
          return answer(prompt);
        },
      ];
      await commands.removeConnection(parts, 'Test');
    }
    await settle();
    expect([settings(), session.current.peek().kind]).toEqual([[7, byHand[2]], 'signedOut']);
    expect(kept.secrets.size).toBe(0);
    expect(removed).toEqual(['Test, 2 orders']);
    expect(editor.statusTexts).toEqual(['$(check) Connection Test removed']);
  });

  it('offers to remove again what could not be removed, and says what and where it is', async () => {
    const { parts, kept, removed, failures } = await setUp();
    failures.push(new Error('EBUSY'), new Error('EBUSY'));
    const left = read(
      /^Not all data of Test was removed. Left: ledger \(\/storage\/ledger\): .*EBUSY$/m,
      'Try Again',
    );
    user.answers = [say('Remove'), left, left];
    await commands.removeConnection(parts, 'Test');
    expect([removed, kept.secrets.size, settings()]).toEqual([['Test, 0 orders'], 0, [7, byHand[2]]]);
    expect(editor.statusTexts).toEqual(['$(check) Connection Test removed']);
  });

  it('is reached from the list, which names what can not be read; of the sandbox, only the data can be removed', async () => {
    const { parts, session } = await setUp();
    for (const act of ['add', 'edit', 'remove']) {
      const chosen = chooseConnection(session);
      const list = await editor.prompt('Choose a connection');
      expect(list.itemOf('Sandbox').buttons?.map(({ tooltip }) => tooltip)).toEqual(['Remove Connection…']);
      expect(list.itemOf('Open Settings').detail).toMatch(/^A connection must be an object/);
      if (act === 'add') list.choose('Add Connection…');
      else list.pressOf('Test', act === 'edit' ? 'Edit Connection…' : 'Remove Connection…');
      expect(await chosen).toBeUndefined();
      expect(editor.ran.at(-1)?.[0]).toBe(`swath.${act}Connection`);
    }
    void commands.editConnection(parts, 'Sandbox');
    await editor.prompt('Choose a connection');
    expect(labels()).toEqual(['Test', 'Add Connection…', 'Open Settings']);
  });
});

describe('the data of the sandbox', () => {
  const question =
    /^Remove the sandbox's data from this machine\?\nRemoved: .*Stays: deliveries.*orders, payments and keys of the sandbox are deleted/s;

  it('is removed after a confirmation and its session, and no setting is written', async () => {
    const { parts, session, keys, removed, orders } = await setUp();
    await session.signIn(sandboxConnection, 'sandbox==');
    orders.value = [bareOrder({ title: 'Mole', status: 'ordered' })];
    editor.settingsFailure = 'not to be written';
    user.answers = [read(question, undefined), read(question, 'Remove')];
    await commands.removeConnection(parts, 'Sandbox');
    expect([session.current.peek().kind, removed]).toEqual(['signedIn', []]);
    await commands.removeConnection(parts, 'Sandbox');
    expect(removed).toEqual(['account, signedOut', 'Sandbox, 1 orders']);
    expect([await keys.get(sandboxConnection), settings()]).toEqual([undefined, byHand]);
    expect(user.prompts.at(-1)?.detail).not.toContain('goes on');
    expect(editor.statusTexts).toEqual(["$(check) Sandbox's data removed"]);
  });

  it('leaves a session elsewhere', async () => {
    const { parts, session } = await setUp();
    user.answers = [read(question, 'Remove')];
    await commands.removeConnection(parts, 'Sandbox');
    expect(session.current.peek()).toMatchObject({ kind: 'signedIn', connection });
  });
});

describe('settings that come from another machine', () => {
  it("disconnect a connection whose addresses they change, and send nothing of this machine's to the new ones", async () => {
    const { session, keys, sent } = await setUp();
    editor.set({ 'swath.connections': [connection] });
    await settle();
    expect(session.current.peek()).toMatchObject({ kind: 'signedIn', connection });

    const moved = { ...connection, authUrl: 'https://theirs.test' };
    editor.set({ 'swath.connections': [moved] });
    await settle();
    expect([session.current.peek().kind, await session.hasKey(moved), sent]).toEqual([
      'signedOut',
      false,
      [],
    ]);

    // Where they are corrected, the key is still there.
    editor.set({ 'swath.connections': [connection] });
    expect(await keys.get(connection)).toBe('key==');
    expect(await session.switchTo(connection)).toBe(true);
  });

  it('add connections without their keys, and leave the session as it is', async () => {
    const { session } = await setUp();
    const before = session.current.peek();
    editor.set({ 'swath.connections': [work, connection] });
    await settle();
    expect(session.current.peek()).toBe(before);
    expect([await session.hasKey(work), await session.switchTo(work)]).toEqual([false, false]);
    expect(session.current.peek()).toBe(before);
  });

  it('sign out if they no longer have the connection, and keep its key', async () => {
    const { session, keys } = await setUp();
    editor.set({ 'swath.connections': [work] });
    await settle();
    expect([session.current.peek(), await keys.get(connection)]).toEqual([{ kind: 'signedOut' }, 'key==']);
  });
});
