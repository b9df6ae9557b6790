import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { sandboxConnection } from '../../src/service/rules/connection.ts';
import { type Client, createClient } from '../../src/service/wire/client.ts';
import type { Fetch } from '../../src/service/wire/http.ts';
import { createSession, type SessionOwner } from '../../src/session/session.ts';

/**
 * Signs in to a sandbox in this process. A warning or a refusal fails.
 *
 * @param now by the sandbox's clock, epoch ms
 * @param fetch sees and changes what is sent to the sandbox; by default nothing
 */
export async function signInToSandbox(
  sandbox: Sandbox,
  now: () => number,
  fetch: Fetch = async (url, init) => sandbox.fetch(new Request(url, init)),
) {
  const client = createClient({
    ...strict,
    connection: sandboxConnection,
    apiKey: sandbox.apiKey,
    fetch,
    now,
  });
  const session = sessionOf(client, now);
  await session.signIn(sandboxConnection, sandbox.apiKey);
  return { client, session };
}

/** Options of a client that waits for no turn; a warning or a refusal fails. */
export const strict = {
  orderPaceMs: 0,
  log: () => undefined,
  warn: (line: string) => {
    throw new Error(line);
  },
  onRefused: (error: unknown) => {
    throw error;
  },
};

/** A session that keeps nothing. */
export function sessionOf(client: Client, now: () => number = Date.now): SessionOwner {
  return createSession({
    keys: {
      get: () => Promise.resolve(undefined),
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(),
    },
    memory: { read: () => undefined, write: () => Promise.resolve() },
    makeClient: () => Promise.resolve(client),
    now,
  });
}
