import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import type { Session, SessionOwner } from '../../../../../src/session/session.ts';
import { registerAuthenticationProvider } from '../../../../../src/features/account/ui/connections/authenticationProvider.ts';
import { editor } from '../../../../fake/editor.ts';
import { connection } from '../../../fakes.ts';
import { fitText, hostileText } from '../../../hostileText.ts';

it('names the connection in the Accounts menu, and in the questions that the editor derives from it', async () => {
  const current = signal<Session>({
    kind: 'signedIn',
    connection: { ...connection, name: hostileText },
    client: () => Promise.reject(new Error('no call')),
  });
  registerAuthenticationProvider({ current } as unknown as SessionOwner);
  const [session] = (await editor.authentication?.getSessions(undefined, {})) ?? [];
  expect(session?.account).toEqual({ id: hostileText, label: fitText });
  expect(session?.accessToken).toBe('');
});
