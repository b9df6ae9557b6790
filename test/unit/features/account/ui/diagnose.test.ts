import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxConnection } from '../../../../../src/service/rules/connection.ts';
import { ApiError } from '../../../../../src/service/wire/errors.ts';
import { presentError } from '../../../../../src/platform/dialogs/failureMessage.ts';
import { createLog } from '../../../../../src/platform/host/presentError.ts';
import { createSession } from '../../../../../src/session/session.ts';
import { diagnoseConnection } from '../../../../../src/features/account/ui/connections/diagnose.ts';
import { signIn } from '../../../../../src/features/account/ui/connections/signIn.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, read, say, user } from '../../../../fake/user.ts';
import { connection, fakeClient, otherConnection, signedInSession, storage } from '../../../fakes.ts';

beforeEach(newUser);

/** Addresses that were asked, and the reports that were opened. */
function setUp() {
  const hosts: string[] = [];
  const reports: string[] = [];
  const fetch = (url: string) => {
    hosts.push(new URL(url).hostname);
    return Promise.resolve(new Response());
  };
  const parts = {
    fetchFor: () => Promise.resolve(fetch),
    version: '1',
    show: (title: string, text: string) => Promise.resolve(void reports.push(`${title}\n${text}`)),
  };
  return { hosts, reports, parts };
}

// Another protocol needs no handshake.
const local = { ...connection, ...addresses('http://127.0.0.1:1') };
const second = { ...otherConnection, ...addresses('http://localhost:2') };

function addresses(url: string) {
  return { baseUrl: url, searchUrl: url, authUrl: url, accessUrl: url };
}

describe('the diagnosis', () => {
  it('asks which connection if there are several, and sends no key to one that is not in use', async () => {
    editor.set({ 'swath.connections': [second, local] });
    const session = await signedInSession(fakeClient({ signIn: () => Promise.resolve() }), local);
    const { hosts, reports, parts } = setUp();
    const diagnosed = diagnoseConnection({ ...parts, session });
    const labels = (await editor.prompt('Choose a connection')).items.map(({ label }) => label);
    expect(labels).toEqual(['Test', 'Other', 'Sandbox', 'Add Connection…']);
    await editor.pick('Other');
    await diagnosed;
    expect(new Set(hosts)).toEqual(new Set(['localhost']));
    expect(reports[0]).toMatch(/^Diagnosis of Other\n[^]*API key\n\n- – Sign in first\./);
  });

  it.each([
    ['the named one', [local, second], 'Other', 'localhost'],
    ['the only one', [local], undefined, '127.0.0.1'],
  ])('checks %s without a question', async (_what, connections, argument, host) => {
    editor.set({ 'swath.connections': connections });
    const client = fakeClient({ keys: () => Promise.resolve([]), services: () => Promise.resolve({}) });
    const session = await signedInSession({ ...client, subscriptions: () => Promise.resolve([]) }, local);
    const { hosts, parts } = setUp();
    await diagnoseConnection({ ...parts, session }, argument);
    expect(new Set(hosts)).toEqual(new Set([host]));
  });
});

describe('a sign-in that fails', () => {
  const failing = async () => {
    editor.set({ 'swath.connections': [second] });
    const { keyStore, sessionMemory } = storage();
    const refused = new ApiError('network', {
      request: 'TEST',
      advice: 'No host named other.test. Check the spelling.',
    });
    const session = createSession({
      keys: keyStore,
      memory: sessionMemory,
      makeClient: ({ name }) =>
        Promise.resolve(fakeClient(name === 'Other' ? { signIn: () => Promise.reject(refused) } : {})),
    });
    await session.signIn(sandboxConnection, 'key');
    const failed = signIn({ session, useSandbox: () => Promise.resolve() }).catch((error: unknown) =>
      presentError(error, createLog()),
    );
    await editor.pick('Other');
    await failed;
  };

  it('offers to diagnose the connection that failed', async () => {
    user.answers = [
      say('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo='),
      read(
        /^Can't sign in to Other\. No host named other\.test\. Check the spelling\.\n/,
        'Diagnose Connection',
      ),
    ];
    await failing();
    expect(user.prompts.at(-1)?.choices).toEqual(['Diagnose Connection', 'Edit Connection…', 'Show Log']);
    expect(editor.ran).toContainEqual(['swath.diagnose', 'Other']);
  });

  it('offers to edit its address', async () => {
    user.answers = [say('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo='), say('Edit Connection…')];
    await failing();
    expect(editor.ran.at(-1)).toEqual(['swath.editConnection', 'Other']);
  });
});
