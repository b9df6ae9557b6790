import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../../../src/model/account/account.ts';
import type { Reading } from '../../../../src/editor/reading.ts';
import type { Session } from '../../../../src/account/session.ts';
import { registerStatusBar } from '../../../../src/account/ui/statusBar.ts';
import { editor, newEditor } from '../../../fake/editor.ts';
import { fitText, hostileText } from '../../hostileText.ts';
import { connection, profile } from '../../fakes.ts';

describe('the item of the status bar', () => {
  const session = signal<Session>({ kind: 'signedOut' });
  const account = signal<Reading<Profile>>({ kind: 'none' });
  beforeEach(() => {
    const parts = [{ current: session }, { current: account }] as unknown as Parameters<
      typeof registerStatusBar
    >;
    newEditor();
    registerStatusBar(...parts);
  });

  it('makes no icon of a name, a unit or a message, and keeps its own', () => {
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
});
