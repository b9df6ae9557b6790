import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxConnection, type Connection } from '../../../../src/model/account/connection.ts';
import { createSession } from '../../../../src/account/session.ts';
import { signOut } from '../../../../src/account/ui/signIn.ts';
import { newPerson, person, read } from '../../../fake/person.ts';
import { fakeClient, storage } from '../../fakes.ts';

const live: Connection = { ...sandboxConnection, name: 'Live' };

async function bench(connection: Connection) {
  const { keys, keyStore, sessionMemory } = storage();
  const makeClient = () => Promise.resolve(fakeClient());
  const session = createSession({ keys: keyStore, memory: sessionMemory, makeClient });
  await session.signIn(connection, 'key==');
  return { session, keys: () => [...keys.keys()] };
}

beforeEach(newPerson);

describe('signing out', () => {
  it.each<[string | undefined, string, string[]]>([
    [undefined, 'signedIn', ['Live']],
    ['Keep Key', 'signedOut', ['Live']],
    ['Delete Stored Key', 'signedOut', []],
  ])('with the answer %s', async (answer, kind, left) => {
    const { session, keys } = await bench(live);
    person.answers = [read(/^Sign out of Live\?\n.*stays valid at the service, .*keep a copy\./, answer)];
    await signOut(session);
    expect([session.current.peek().kind, keys()]).toEqual([kind, left]);
    expect(person.shown[0]?.choices[0]).toBe('Keep Key');
  });

  it('of the sandbox, whose keys are created automatically, asks nothing', async () => {
    const { session, keys } = await bench(sandboxConnection);
    await signOut(session);
    expect([session.current.peek().kind, keys(), person.shown]).toEqual(['signedOut', [], []]);
  });
});
