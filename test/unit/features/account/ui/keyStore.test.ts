import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import type { Connection } from '../../../../../src/service/rules/connection.ts';
import { UserError } from '../../../../../src/platform/host/userError.ts';
import { createKeyStore } from '../../../../../src/features/account/ui/keys/keyStore.ts';

const connection: Connection = {
  name: 'Test',
  baseUrl: 'https://base.test/path',
  searchUrl: 'https://search.test',
  authUrl: 'https://auth.test',
  accessUrl: 'https://access.test',
};

function setUp() {
  const kept = new Map<string, string>();
  const secrets = {
    get: (name: string) => Promise.resolve(kept.get(name)),
    store: (name: string, value: string) => Promise.resolve(void kept.set(name, value)),
    delete: (name: string) => Promise.resolve(void kept.delete(name)),
  } as unknown as vscode.SecretStorage;
  return { kept, store: createKeyStore(secrets) };
}

describe('the key store', () => {
  it('returns a key for the connection that it was entered for', async () => {
    const { store } = setUp();
    await store.set(connection, 'the-key==');
    expect(await store.get({ ...connection, baseUrl: 'https://base.test/other' })).toBe('the-key==');
    expect(await store.get({ ...connection, name: 'Other' })).toBeUndefined();
    await store.delete(connection);
    expect(await store.get(connection)).toBeUndefined();
  });

  it('says what to do where the editor has no secret storage, and never quotes the key', async () => {
    const fail = () => Promise.reject(new Error('Cannot store the-key=='));
    const store = createKeyStore({ get: fail, store: fail, delete: fail } as never);
    for (const run of [store.get(connection), store.set(connection, 'the-key=='), store.delete(connection)]) {
      const error: unknown = await run.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UserError);
      expect(String(error)).toMatch(/secret storage can't be used.* keyring, then try again\.$/);
    }
  });

  it.each(['baseUrl', 'searchUrl', 'authUrl', 'accessUrl'] as const)(
    'returns no key to a connection whose %s has another origin now',
    async address => {
      const { store } = setUp();
      await store.set(connection, 'the-key==');
      expect(await store.get({ ...connection, [address]: 'https://evil.test' })).toBeUndefined();
    },
  );

  it('treats unreadable content as no key', async () => {
    const { store, kept } = setUp();
    await store.set(connection, 'the-key==');
    for (const name of kept.keys()) kept.set(name, 'a bare text');
    expect(await store.get(connection)).toBeUndefined();
  });
});
