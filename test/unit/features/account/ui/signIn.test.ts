import { beforeEach, describe, expect, it } from 'vitest';
import { type Connection, sandboxConnection } from '../../../../../src/service/rules/connection.ts';
import { createSession, type MakeClient } from '../../../../../src/session/session.ts';
import {
  signIn,
  signOut,
  switchConnection,
} from '../../../../../src/features/account/ui/connections/signIn.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, read, say, user } from '../../../../fake/user.ts';
import { apiError, fakeClient, storage } from '../../../fakes.ts';

const live: Connection = { ...sandboxConnection, name: 'Live' };

const key = 'c2VjcmV0LXNlY3JldA==';

const accepting: MakeClient = () => Promise.resolve(fakeClient());

async function setUp(connection: Connection, makeClient = accepting) {
  const { keys, keyStore, sessionMemory } = storage();
  const session = createSession({ keys: keyStore, memory: sessionMemory, makeClient });
  await session.signIn(connection, key);
  const parts = { session, useSandbox: () => Promise.resolve() };
  return { session, parts, keys: () => [...keys.keys()] };
}

beforeEach(newUser);

describe('signing in', () => {
  const work: Connection = { ...sandboxConnection, name: 'Work' };
  const settings = (...connections: Connection[]) => editor.set({ 'swath.connections': connections });

  it('sends no key to addresses that were changed while its box was open', async () => {
    const { parts, session, keys } = await setUp(live);
    settings(live, work);
    const before = session.current.peek();
    user.answers = [
      () => {
        settings(live, { ...work, authUrl: 'https://moved.test' });
        return key;
      },
    ];
    const signingIn = signIn(parts);
    await Promise.all([
      expect(signingIn).rejects.toThrow('The connection was changed in the settings. Start again.'),
      editor.pick('Work'),
    ]);
    expect([session.current.peek(), keys()]).toEqual([before, ['Live']]);
  });

  it('offers first the connection whose key was refused: its next key must not go to another service', async () => {
    const { parts, session } = await setUp(live);
    settings(live, work);
    const refusing = createSession({
      keys: storage().keyStore,
      memory: storage().sessionMemory,
      makeClient: (_connection, _key, onRefused) =>
        Promise.resolve(
          fakeClient({
            signIn: () => {
              onRefused(apiError('denied', 401));
              return Promise.reject(apiError('denied', 401));
            },
          }),
        ),
    });
    await refusing.signIn(work, key);
    expect(refusing.current.peek()).toMatchObject({ kind: 'refused', connection: { name: 'Work' } });
    void signIn({ ...parts, session: refusing });
    await eventually(() => expect(editor.question.items[0]?.label).toBe('Work'));
    await editor.escape();
    expect(session.current.peek().kind).toBe('signedIn');
  });

  it('continues the session if its own connection is chosen', async () => {
    const { parts, session } = await setUp(live);
    settings(live, work);
    const before = session.current.peek();
    const switching = switchConnection(parts);
    await editor.pick('Live');
    await switching;
    expect(session.current.peek()).toBe(before);
  });

  it('tries the stored key if the user wants that, and asks for no other', async () => {
    const { parts, session } = await setUp(live);
    settings(live);
    await session.leave();
    user.answers = [say('Try the Stored Key')];
    await Promise.all([signIn(parts), editor.pick('Live')]);
    expect(session.current.peek()).toMatchObject({ kind: 'signedIn', connection: live });
    expect(user.answers).toEqual([]);
  });

  it.each([
    [1, 'Cancel', undefined],
    [2, 'Send It Again', 'Send It Again'],
  ])('sends a refused key %d times in all after the answer "%s"', async (count, _button, answer) => {
    let sent = 0;
    const denied = apiError('denied', 403);
    const { parts } = await setUp(live, (_connection, _key, onRefused) => {
      const exchange = () => {
        sent += 1;
        onRefused(denied);
        return Promise.reject(denied);
      };
      return Promise.resolve(fakeClient({ signIn: exchange }));
    });
    settings(live);
    expect(sent).toBe(1);
    user.answers = [say(key), read(/^Live refused this key just now\.\nTime: .* UTC\n/, answer)];
    await Promise.all([signIn(parts), editor.pick('Live')]);
    expect(sent).toBe(count);
    expect(user.answers).toEqual([]);
  });
});

describe('signing out', () => {
  it.each<[string, string | undefined, string, string[]]>([
    ['changes nothing if it is canceled', undefined, 'signedIn', ['Live']],
    ['keeps the key', 'Sign Out', 'signedOut', ['Live']],
    ['deletes the key if the user wants that', 'Sign Out and Delete Key', 'signedOut', []],
  ])('%s', async (_what, answer, kind, left) => {
    const { session, keys } = await setUp(live);
    user.answers = [
      read(
        /^Sign out of Live\?\n.*ledger.*stay on this machine.*stays valid at the service, .*keep a copy\./,
        answer,
      ),
    ];
    await signOut(session);
    expect([session.current.peek().kind, keys()]).toEqual([kind, left]);
    expect(user.prompts[0]?.choices[0]).toBe('Sign Out');
  });

  it('of the sandbox, where nothing is lost, asks nothing, says what stays and leads to its removal', async () => {
    const { session, keys } = await setUp(sandboxConnection);
    user.answers = [read(/^Signed out. The sandbox's data stays on this machine./, 'Remove…')];
    await signOut(session);
    expect([session.current.peek().kind, keys()]).toEqual(['signedOut', []]);
    expect(editor.ran).toEqual([['swath.removeConnection', 'Sandbox']]);
  });
});
