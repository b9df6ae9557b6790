import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Payment } from '../../../src/model/payment.ts';
import type { Subscription } from '../../../src/model/subscription.ts';
import type { Log } from '../../../src/platform/log.ts';
import { createAccount } from '../../../src/state/account.ts';
import { createRevoking } from '../../../src/state/revoking.ts';
import { createSubscriptions } from '../../../src/state/subscriptions.ts';
import { bareSubscription, payment } from '../model/subscriptions.ts';
import {
  apiError,
  contract,
  deferred,
  fakeClient,
  profile,
  settle,
  signedInSession,
} from '../state/fakes.ts';

interface InputOptions {
  title: string;
  prompt: string;
  ignoreFocusOut: boolean;
  validateInput: (text: string) => string | undefined;
}

/** What the user does when asked; the dialogs that come are noted with their words. */
const user = vi.hoisted(() => ({
  picks: undefined as string | undefined,
  continues: (): boolean => true,
  types: (): string | undefined | Promise<string> => undefined,
  looksAgain: false,
  offered: [] as string[],
  dialogs: [] as string[],
  inputs: [] as InputOptions[],
  infos: [] as string[],
  warnings: [] as string[],
  ran: [] as unknown[][],
}));

vi.mock('vscode', () => {
  const t = (message: string, ...args: unknown[]) =>
    message.replace(/\{(\d+)\}/g, (_all, index: string) => String(args[Number(index)]));
  return {
    l10n: { t },
    ProgressLocation: { Window: 10, Notification: 15 },
    commands: {
      executeCommand: (...given: unknown[]) => {
        user.ran.push(given);
        return Promise.resolve();
      },
    },
    window: {
      withProgress: (_options: unknown, task: () => Promise<unknown>) => task(),
      showQuickPick: (items: { id: string }[]) => {
        user.offered.push(...items.map(({ id }) => id));
        return Promise.resolve(items.find(({ id }) => id === user.picks));
      },
      showInformationMessage: (message: string) => {
        user.infos.push(message);
        return Promise.resolve(undefined);
      },
      showWarningMessage: (message: string, ...rest: unknown[]) => {
        const [options] = rest;
        if (typeof options === 'object') {
          user.dialogs.push(`${message}\n${(options as { detail: string }).detail}`);
          return Promise.resolve(user.continues() ? rest[1] : undefined);
        }
        user.warnings.push(message);
        return Promise.resolve(user.looksAgain ? options : undefined);
      },
      showInputBox: (options: InputOptions) => {
        user.inputs.push(options);
        return Promise.resolve(user.types());
      },
    },
  };
});

const { revokeSubscription } = await import('../../../src/commands/revokeSubscription.ts');
const { UserError } = await import('../../../src/platform/presentError.ts');

const august = Date.UTC(2025, 7, 20, 12);
const running = bareSubscription({
  title: 'Port of call',
  status: 'active',
  kind: 'subscription.tasking.monthly',
  startedAt: '2025-08-01',
  endedAt: '2025-12-01T00:00:00.000Z',
});
const shortened = { ...running, endedAt: '2025-09-01T00:00:00.000Z' };

beforeEach(() => {
  vi.useFakeTimers({ now: august, toFake: ['Date'] });
  Object.assign(user, {
    picks: undefined,
    continues: () => true,
    types: () => 'Port of call',
    looksAgain: false,
    offered: [],
    dialogs: [],
    inputs: [],
    infos: [],
    warnings: [],
    ran: [],
  });
  return () => {
    vi.useRealTimers();
  };
});

/** A service with one subscription that cost 400 credits; a revoke refunds 300. */
async function bench(listed: Subscription = running) {
  const service = {
    listed: [listed],
    stands: listed,
    payments: [payment(400)] as Payment[],
    arePaymentsReadable: true,
    balance: 5000,
    revoke: (): Promise<Subscription> => {
      service.stands = shortened;
      service.payments = [...service.payments, payment(300, { id: 'r1', type: 'refund' })];
      service.balance += 300;
      return Promise.resolve(shortened);
    },
  };
  const asked: string[] = [];
  const client = fakeClient({
    profile: () => Promise.resolve(profile({ contract: contract(service.balance) })),
    subscriptions: () => Promise.resolve(service.listed),
    subscription: (_contractId, id) => {
      asked.push(`read ${id}`);
      return Promise.resolve(service.stands);
    },
    subscriptionPayments: () =>
      service.arePaymentsReadable
        ? Promise.resolve({ items: service.payments, total: undefined, isLast: true })
        : Promise.reject(apiError('server', 500)),
    revoke: id => {
      asked.push(`revoke ${id}`);
      return service.revoke();
    },
  });
  const session = await signedInSession(client);
  const account = createAccount(session);
  const subscriptions = createSubscriptions(session, account);
  const revoking = createRevoking(session, account, subscriptions);
  const logged: unknown[] = [];
  const log = { error: (line: unknown) => logged.push(line), info: () => undefined } as unknown as Log;
  const parts = { session, account, subscriptions, revoking, log };
  return {
    ...parts,
    service,
    asked,
    logged,
    revoke: (given: unknown = running.id) => revokeSubscription(parts, given),
  };
}

describe('revoking a subscription', () => {
  it('reads it, shows the arithmetic, has the title typed, sends once, and tells the end and the refund', async () => {
    const { revoke, asked } = await bench();
    await revoke({ id: 'subscription/s1', subject: running });
    expect(asked).toEqual(['read s1', 'revoke s1']);
    expect(user.dialogs).toHaveLength(1);
    for (const words of [
      'Revoke "Port of call"?',
      'Connection: Test',
      'Status: active',
      'Period: 2025-08-01 – 2025-12-01',
      'Run 1 of 4 ends on 2025-09-01 (in 12 days)',
      'Runs 2–4 (2025-09-01 – 2025-12-01) are refunded: ≈ 300 credits.',
    ]) {
      expect(user.dialogs[0]).toContain(words);
    }
    expect(user.inputs[0]).toMatchObject({ title: 'Revoke "Port of call"?', ignoreFocusOut: true });
    expect(user.infos).toEqual([
      '"Port of call" is revoked: its end is 2025-09-01 instead of 2025-12-01. Refunded: 300 credits. The balance went from 5,000 credits to 5,300 credits.',
    ]);
  });

  it.each<[string, Partial<typeof user>]>([
    ['the arithmetic is left with Escape', { continues: () => false }],
    ['the title is left with Escape', { types: () => undefined }],
    ['another title is typed', { types: () => 'port of call' }],
    ['no title is typed', { types: () => '' }],
  ])('sends nothing when %s', async (_what, does) => {
    const { revoke, asked } = await bench();
    Object.assign(user, does);
    await revoke();
    expect(asked).toEqual(['read s1']);
    expect([user.infos, user.warnings]).toEqual([[], []]);
  });

  it('takes the title with blanks around it, and says of another that it is none', async () => {
    const { revoke, asked } = await bench();
    user.types = () => '  Port of call ';
    await revoke();
    expect(asked).toContain('revoke s1');
    const check = user.inputs[0]?.validateInput;
    expect(['', 'Port of call', ' Port of call'].map(text => check?.(text))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(check?.('Port of')).toMatch(/not the title/);
  });

  it('shows the subscription as it stands now, not as it was listed', async () => {
    const { revoke, service, subscriptions } = await bench();
    await subscriptions.refresh();
    service.stands = {
      ...running,
      status: 'suspended',
      endedAt: '2025-10-01',
      fields: { id: 's1', status: 'suspended' },
    };
    user.continues = () => false;
    await revoke();
    expect(user.dialogs[0]).toMatch(/Status: suspended[^]*Period: 2025-08-01 – 2025-10-01[^]*Run 1 of 2/);
  });

  it('asks anew when a run ends while the question stands', async () => {
    const { revoke, asked } = await bench();
    user.types = () => {
      vi.setSystemTime(Date.UTC(2025, 8, 1));
      return 'Port of call';
    };
    await revoke();
    expect(user.dialogs.map(words => /Run \d of 4 ends/.exec(words)?.[0])).toEqual([
      'Run 1 of 4 ends',
      'Run 2 of 4 ends',
    ]);
    expect(asked).toEqual(['read s1', 'revoke s1']);
  });

  it('estimates nothing from payments that cannot be read', async () => {
    const { revoke, service } = await bench();
    service.arePaymentsReadable = false;
    await revoke();
    expect(user.dialogs[0]).toMatch(/are refunded\.\n\nIts payments could not be read/);
    expect(user.infos[0]).toBe(
      '"Port of call" is revoked: its end is 2025-09-01 instead of 2025-12-01. The balance went from 5,000 credits to 5,300 credits.',
    );
  });

  it('says so when no refund is booked', async () => {
    const { revoke, service } = await bench();
    service.revoke = () => Promise.resolve(running);
    await revoke();
    expect(user.infos).toEqual(['"Port of call" is revoked. Its end stays 2025-12-01. No refund is booked.']);
  });

  it.each<[string, Subscription, RegExp]>([
    ['is revoked', { ...running, status: 'revoked' }, /^"Port of call": It is revoked already/],
    ['has ended', { ...running, endedAt: '2025-08-02' }, /^"Port of call": It ended on 2025-08-02/],
  ])('says that there is nothing to do for one that %s', async (_what, stands, expected) => {
    const { revoke, asked } = await bench(stands);
    await revoke();
    expect([asked, user.dialogs]).toEqual([['read s1'], []]);
    expect(user.infos).toEqual([expect.stringMatching(expected)]);
  });

  it('says that there is nothing to do for one that it revoked before', async () => {
    const { revoke, asked } = await bench();
    await revoke();
    await revoke();
    expect(asked).toEqual(['read s1', 'revoke s1', 'read s1']);
    expect(user.infos[1]).toMatch(
      /was revoked in this session already: its period is 2025-08-01 – 2025-09-01/,
    );
  });

  it('lets the refusal of the service through', async () => {
    const { revoke, service } = await bench();
    service.revoke = () => Promise.reject(apiError('invalid', 400));
    await expect(revoke()).rejects.toMatchObject({ kind: 'invalid' });
    expect(user.infos).toEqual([]);
  });

  it('refuses a second one while the first is under way', async () => {
    const { revoke, service, asked } = await bench();
    const answer = deferred<Subscription>();
    service.revoke = () => answer.promise;
    const first = revoke();
    await settle();
    await settle();
    expect(asked).toContain('revoke s1');
    await expect(revoke()).rejects.toThrow(/under way already/);
    expect(user.dialogs).toHaveLength(1);
    answer.resolve(shortened);
    await first;
    expect(asked.filter(line => line === 'revoke s1')).toHaveLength(1);
  });

  it('sends nothing when the session is another one by then', async () => {
    const { revoke, session, asked } = await bench();
    user.types = async () => {
      await session.signOut();
      return 'Port of call';
    };
    await expect(revoke()).rejects.toBeInstanceOf(UserError);
    expect(asked).toEqual(['read s1']);
  });

  it('needs somebody who is signed in', async () => {
    const { revoke, session } = await bench();
    await session.signOut();
    await expect(revoke()).rejects.toBeInstanceOf(UserError);
  });
});

describe('a revoke without a clear answer', () => {
  it('is told as carried out when the service shows that', async () => {
    const { revoke, service, asked, logged } = await bench();
    service.revoke = () => {
      service.stands = shortened;
      return Promise.reject(apiError('timeout'));
    };
    await revoke();
    expect(asked).toEqual(['read s1', 'revoke s1', 'read s1']);
    expect(user.infos).toEqual([
      'No clear answer came, but the service shows that the revoke was carried out. "Port of call" is revoked: its end is 2025-09-01 instead of 2025-12-01.',
    ]);
    expect(logged).toHaveLength(1);
  });

  it('is told as unknown when it shows nothing, and leads to another look', async () => {
    const { revoke, service, asked } = await bench();
    service.revoke = () => Promise.reject(apiError('timeout'));
    user.looksAgain = true;
    await revoke();
    expect(user.warnings[0]).toMatch(/not known whether "Port of call" is revoked.*shows no change so far/);
    expect(user.ran).toEqual([['swath.revokeSubscription', 's1']]);
    expect(asked).toEqual(['read s1', 'revoke s1', 'read s1']);
    // The other look warns before it asks.
    user.continues = () => false;
    await revoke();
    expect(user.dialogs[1]).toContain('⚠ A revoke of it was sent before without a clear answer.');
    // And once the service shows it, there is nothing left to ask.
    service.stands = shortened;
    await revoke();
    expect(user.dialogs).toHaveLength(2);
    expect(user.infos[0]).toMatch(/the revoke was carried out/);
    expect(asked.filter(line => line === 'revoke s1')).toHaveLength(1);
  });
});

describe('asked without a subscription', () => {
  it('offers those that can be revoked', async () => {
    const { revoke, service, asked } = await bench();
    const over = { ...running, id: 's2', status: 'revoked' };
    service.listed = [over, running, { ...running, id: 's3', endedAt: undefined }];
    user.picks = 's1';
    await revoke(null);
    expect([user.offered, asked]).toEqual([
      ['s1', 's3'],
      ['read s1', 'revoke s1'],
    ]);
  });

  it('does nothing when none is chosen', async () => {
    const { revoke, asked } = await bench();
    await revoke(null);
    expect([user.offered, asked]).toEqual([['s1'], []]);
  });

  it('says when there is none', async () => {
    const { revoke } = await bench({ ...running, status: 'revoked' });
    await expect(revoke(null)).rejects.toBeInstanceOf(UserError);
  });

  it('fails with the list', async () => {
    const { revoke, service } = await bench();
    Object.defineProperty(service, 'listed', {
      get: () => {
        throw apiError('server', 500);
      },
    });
    await expect(revoke(null)).rejects.toMatchObject({ kind: 'server' });
  });
});
