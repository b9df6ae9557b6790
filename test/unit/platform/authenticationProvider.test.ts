import { signal } from '@preact/signals-core';
import { expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Session, SessionOwner } from '../../../src/state/session.ts';
import { fitText, hostileText } from '../hostileText.ts';
import { connection } from '../state/fakes.ts';

const registered = vi.hoisted((): { provider?: vscode.AuthenticationProvider } => ({}));

vi.mock('vscode', () => ({
  EventEmitter: class {
    readonly event = () => undefined;
    fire = () => undefined;
  },
  Disposable: Object.assign(vi.fn(), { from: () => ({ dispose: () => undefined }) }),
  authentication: {
    registerAuthenticationProvider: (
      _id: string,
      _label: string,
      provider: vscode.AuthenticationProvider,
    ) => {
      registered.provider = provider;
    },
  },
}));

const { registerAuthenticationProvider } = await import('../../../src/platform/authenticationProvider.ts');

it('names the connection in the Accounts menu, and in the questions that the editor makes of it', async () => {
  const current = signal<Session>({
    kind: 'signedIn',
    connection: { ...connection, name: hostileText },
    client: () => Promise.reject(new Error('no call')),
  });
  registerAuthenticationProvider({ current } as unknown as SessionOwner);
  const [session] = (await registered.provider?.getSessions(undefined, {})) ?? [];
  expect(session?.account).toEqual({ id: hostileText, label: fitText });
  expect(session?.accessToken).toBe('');
});
