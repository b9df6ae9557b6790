import { beforeEach, describe, expect, it } from 'vitest';
import { type Connection, sandboxConnection } from '../../../../../src/service/rules/connection.ts';
import { createSession } from '../../../../../src/session/session.ts';
import {
  signIn,
  signOut,
  switchConnection,
} from '../../../../../src/features/account/ui/connections/signIn.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, read, user } from '../../../../fake/user.ts';
import { fakeClient, storage } from '../../../fakes.ts';

const live: Connection = { ...sandboxConnection, name: 'Live' };

async function setUp(connection: Connection) {
  const { keys, keyStore, sessionMemory } = storage();
  const makeClient = () => Promise.resolve(fakeClient());
  const session = createSession({ keys: keyStore, memory: sessionMemory, makeClient });
  await session.signIn(connection, 'key==');
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
        return 'c2VjcmV0LXNlY3JldA==';
      },
    ];
    const signingIn = signIn(parts);
    await Promise.all([
      expect(signingIn).rejects.toThrow('The connection was changed in the settings. Start again.'),
      editor.pick('Work'),
    ]);
    expect([session.current.peek(), keys()]).toEqual([before, ['Live']]);
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
