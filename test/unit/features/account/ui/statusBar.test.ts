import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../../../../src/service/rules/account.ts';
import type { Reading } from '../../../../../src/platform/host/reading.ts';
import type { Session } from '../../../../../src/session/session.ts';
import { createOutage } from '../../../../../src/features/account/outage.ts';
import { showAccountActions } from '../../../../../src/features/account/ui/connections/accountActions.ts';
import { registerStatusBar } from '../../../../../src/features/account/ui/connections/statusBar.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { apiError, connection, profile } from '../../../fakes.ts';
import { fitText, hostileText } from '../../../hostileText.ts';

describe('the status bar item', () => {
  const session = signal<Session>({ kind: 'signedOut' });
  const account = signal<Reading<Profile>>({ kind: 'none' });
  let outage = createOutage();
  const isUsed = signal(true);
  beforeEach(() => {
    outage = createOutage(() => Date.UTC(2026, 2, 20, 14, 5));
    const parts = [
      { current: session },
      { current: account },
      outage.current,
      isUsed,
    ] as unknown as Parameters<typeof registerStatusBar>;
    registerStatusBar(...parts);
  });

  it('turns no name, unit or message into an icon, and keeps its own', () => {
    const [item] = editor.statusItems;
    const named = { ...connection, name: hostileText };
    const { contract } = profile();
    const balance = { value: 49, unit: '$(x)\u202e cr' };
    session.value = {
      kind: 'signedIn',
      connection: named,
      client: () => Promise.reject(new Error('no call')),
    };
    account.value = {
      kind: 'ready',
      value: profile({ contract: { ...contract, name: hostileText, balance } }),
      at: 0,
    };
    expect(item?.text).toBe(`$(globe) ${fitText} · 49 $\u200b(x) cr`);
    expect(item?.tooltip).toContain(`Contract ${fitText}\nBalance: 49 $\u200b(x) cr\n`);
    account.value = { kind: 'failed', error: new Error(hostileText) };
    expect(item?.text).toBe(`$(globe) ${fitText} $(warning)`);
    expect(item?.tooltip).toContain(fitText);
    const refusal = { at: 0, serverMessage: hostileText };
    session.value = { kind: 'refused', connection: named, refusal } as Session;
    expect(item?.text).toBe(`$(globe) ${fitText} · key refused`);
    expect(item?.tooltip).toContain(`"${fitText}"`);
  });

  it('is hidden until Swath is used in the window', () => {
    const [item] = editor.statusItems;
    isUsed.value = false;
    session.value = { kind: 'signedIn', connection, client: () => Promise.reject(new Error('no call')) };
    expect(item?.isShown).toBe(false);
    isUsed.value = true;
    expect(item?.isShown).toBe(true);
  });

  it('warns while requests fail, says why, and returns to normal when the host answers', () => {
    const [item] = editor.statusItems;
    session.value = { kind: 'signedIn', connection, client: () => Promise.reject(new Error('no call')) };
    account.value = { kind: 'ready', value: profile(), at: 0 };
    const normal = [item?.text, item?.tooltip];
    outage.ended(connection.baseUrl, apiError('notFound', 404));
    expect([item?.text, item?.tooltip]).toEqual(normal);
    outage.ended(connection.baseUrl, apiError('server', 503));
    outage.ended(connection.searchUrl, undefined);
    expect(item?.text).toBe('$(globe) Test · 5,000 credits $(warning)');
    expect(item?.tooltip).toMatch(
      /^Requests have failed since 2026-03-20 14:05:00 UTC.*\.\nThe service failed \(status 503\)/,
    );
    expect(item).toMatchObject({ backgroundColor: { id: 'statusBarItem.warningBackground' } });
    outage.ended(connection.baseUrl, undefined);
    expect([item?.text, item?.tooltip]).toEqual(normal);
    expect(item).toMatchObject({ backgroundColor: undefined });
  });

  it.each([
    ['Switch Connection…', ['swath.switchConnection']],
    ['Diagnose Connection', ['swath.diagnose', 'Test']],
    ['Sign Out', ['swath.signOut']],
    ['Remove Connection…', ['swath.removeConnection', 'Test']],
    ['Open Account', ['swath.contracts.focus']],
  ])('offers %s', async (label, ran) => {
    newUser();
    user.answers = [say(label)];
    const signedIn: Session = { kind: 'signedIn', connection, client: () => Promise.reject(new Error()) };
    await showAccountActions(signedIn, undefined);
    expect(user.prompts[0]?.choices).toHaveLength(5);
    expect(editor.ran.at(-1)).toEqual(ran);
  });
});
