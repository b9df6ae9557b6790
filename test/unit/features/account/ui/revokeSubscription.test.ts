import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs, isoDay } from '../../../../../src/base/words/moment.ts';
import type { LedgerResult } from '../../../../../src/service/rules/ledgerEntry.ts';
import type { Subscription } from '../../../../../src/service/rules/subscription.ts';
import { UserError } from '../../../../../src/platform/host/userError.ts';
import { revokeSubscription } from '../../../../../src/features/account/ui/contract/revokeSubscription.ts';
import { editor } from '../../../../fake/editor.ts';
import { type Answer, newUser, refused, say, user } from '../../../../fake/user.ts';
import { apiError, deferred } from '../../../fakes.ts';
import { payment } from '../rules/subscriptions.ts';
import { assent, august, dialogs, proceed, revokeSetup, running, shortened } from './revokeSetup.ts';

async function setUp(listed?: Subscription) {
  const made = await revokeSetup(listed);
  return { ...made, revoke: (argument: unknown = running.id) => revokeSubscription(made.parts, argument) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: august, toFake: ['Date'] });
  newUser();
  user.answers.push(...assent);
  return () => {
    vi.useRealTimers();
  };
});

describe('revoking a subscription', () => {
  it('requests it, shows the calculation, has the title typed, sends once, and reports the end and the refund', async () => {
    const { revoke, requests } = await setUp();
    await revoke({ id: 'subscription/s1', label: 'Port of call', subject: running });
    expect(requests).toEqual(['read s1', 'revoke s1']);
    expect(dialogs()).toHaveLength(1);
    for (const words of [
      'Revoke "Port of call"?',
      'Connection: Test',
      'Status: active',
      'Period: 2025-08-01 – 2025-12-01',
      'Run 1 of 4 ends on 2025-09-01 (in 12 days)',
      'Runs 2 to 4 are refunded (2025-09-01 – 2025-12-01, ≈ 300 credits).',
    ]) {
      expect(dialogs()[0]).toContain(words);
    }
    expect(user.prompts[1]).toMatchObject({ text: 'Revoke "Port of call"?', staysOpen: true });
    expect(user.messages).toEqual([
      '"Port of call" was revoked. Refunded: 300 credits. It ends on 2025-09-01.',
    ]);
  });

  it.each<[LedgerResult, string, number]>([
    ['ok', '"Port of call" was revoked. It ends on 2025-09-01.', 0],
    [
      'unclear',
      '⚠ A revocation was sent from this machine and never confirmed (2025-08-19 10:00:00 UTC).',
      1,
    ],
  ])(
    'knows from the ledger a revocation of an earlier session that ended as %s',
    async (result, text, count) => {
      const { revoke, requests, entries } = await setUp(shortened);
      const line = {
        id: 'l1',
        at: '2025-08-19T10:00:00.000Z',
        connection: 'Test',
        action: 'revoke',
        subscriptionId: 's1',
        result,
        endsAt: result === 'ok' ? shortened.endedAt : undefined,
      } as const;
      entries.value = { kind: 'ready', value: [line], at: august };
      user.answers = [say(undefined)].slice(0, count);
      await revoke();
      expect([...user.messages, ...dialogs()].join()).toContain(text);
      expect(requests).toEqual(['read s1']);
      expect(dialogs()).toHaveLength(count);
    },
  );

  it("counts the runs by the service's clock", async () => {
    const { revoke, service } = await setUp();
    service.aheadMs = 31 * dayMs;
    await revoke();
    expect(dialogs()[0]).toContain('Run 2 of 4 ends on 2025-10-01');
    expect(dialogs()[0]).toContain('Runs 3 to 4 are refunded');
  });

  it.each<[string, Answer[]]>([
    ['the arithmetic is left with Escape', [say(undefined)]],
    ['the title is left with Escape', [proceed, say(undefined)]],
    ['no title is typed', [proceed, say('')]],
    ['another title is typed', [proceed, refused('port of call', /Type "Port of call"/)]],
  ])('sends nothing when %s', async (_what, answers) => {
    const { revoke, requests } = await setUp();
    user.answers = answers;
    await revoke();
    expect(requests).toEqual(['read s1']);
    expect(user.messages).toEqual([]);
  });

  it('accepts the title with spaces around it, and rejects another', async () => {
    const { revoke, requests } = await setUp();
    user.answers = [
      proceed,
      ({ validate }) => {
        expect(['', 'Port of call', ' Port of call'].map(validate)).toEqual(Array(3).fill(undefined));
        expect(validate('Port of')).toMatch(/Type "Port of call"/);
        return '  Port of call ';
      },
    ];
    await revoke();
    expect(requests).toContain('revoke s1');
  });

  it('shows the subscription in its current state, not as it was listed', async () => {
    const { revoke, service, subscriptions } = await setUp();
    await subscriptions.refresh();
    service.stands = {
      ...running,
      status: 'suspended',
      endedAt: '2025-10-01',
      fields: { id: 's1', status: 'suspended' },
    };
    user.answers = [say(undefined)];
    await revoke();
    expect(dialogs()[0]).toMatch(/Status: suspended[^]*Period: 2025-08-01 – 2025-10-01[^]*Run 1 of 2/);
  });

  it('asks again when a run ends while the question is open', async () => {
    const { revoke, requests } = await setUp();
    user.answers = [
      proceed,
      () => {
        vi.setSystemTime(Date.UTC(2025, 8, 1));
        return 'Port of call';
      },
      ...assent,
    ];
    await revoke();
    expect(dialogs().map(words => /Run \d of 4 ends/.exec(words)?.[0])).toEqual([
      'Run 1 of 4 ends',
      'Run 2 of 4 ends',
    ]);
    expect(requests).toEqual(['read s1', 'revoke s1']);
  });

  it.each<[string, Subscription, RegExp]>([
    ['is revoked', { ...running, status: 'revoked' }, /^"Port of call": It is already revoked/],
    ['has ended', { ...running, endedAt: '2025-08-02' }, /^"Port of call": It ended on 2025-08-02/],
  ])('says that there is nothing to do for one that %s', async (_what, stands, expected) => {
    const { revoke, requests } = await setUp(stands);
    await revoke();
    expect([requests, dialogs()]).toEqual([['read s1'], []]);
    expect(user.messages).toEqual([expect.stringMatching(expected)]);
  });

  it('says that there is nothing to do for one that it revoked before', async () => {
    const { revoke, requests } = await setUp();
    await revoke();
    await revoke();
    expect(requests).toEqual(['read s1', 'revoke s1', 'read s1']);
    expect(user.messages[1]).toBe('"Port of call" was revoked. It ends on 2025-09-01.');
  });

  it('passes on the refusal of the service', async () => {
    const { revoke, service } = await setUp();
    service.revoke = () => Promise.reject(apiError('invalid', 400));
    await expect(revoke()).rejects.toMatchObject({ kind: 'invalid' });
    expect(user.messages).toEqual([]);
  });

  it('refuses a second one while the first is in progress', async () => {
    const { revoke, service, requests } = await setUp();
    const answer = deferred<Subscription>();
    service.revoke = () => answer.promise;
    const first = revoke();
    await vi.waitFor(() => expect(requests).toContain('revoke s1'));
    await expect(revoke()).rejects.toThrow(/already in progress/);
    expect(dialogs()).toHaveLength(1);
    answer.resolve(shortened);
    await first;
    expect(requests.filter(line => line === 'revoke s1')).toHaveLength(1);
  });

  it('sends nothing when the session has changed by then', async () => {
    const { revoke, session, requests } = await setUp();
    user.answers = [
      proceed,
      async () => {
        await session.signOut();
        return 'Port of call';
      },
    ];
    await expect(revoke()).rejects.toBeInstanceOf(UserError);
    expect(requests).toEqual(['read s1']);
  });
});

describe('run without a subscription', () => {
  it('offers those that can be revoked', async () => {
    const { revoke, service, requests } = await setUp();
    const over = { ...running, id: 's2', status: 'revoked' };
    service.listed = [over, running, { ...running, id: 's3', title: 'Quay', endedAt: undefined }];
    user.answers.unshift(say('Port of call'));
    await revoke(null);
    expect([user.prompts[0]?.choices, requests]).toEqual([
      ['Port of call', 'Quay'],
      ['read s1', 'revoke s1'],
    ]);
  });

  it('reports when there is none', async () => {
    const { revoke } = await setUp({ ...running, status: 'revoked' });
    await expect(revoke(null)).rejects.toBeInstanceOf(UserError);
  });
});

describe('the message after a revocation', () => {
  const withoutRefund = '"Port of call" was revoked. It ends on 2025-09-01.';

  it.each<[string, { arePaymentsReadable: boolean } | { hasMorePayments: boolean }]>([
    ['cannot be read any more', { arePaymentsReadable: false }],
    ['are not all there', { hasMorePayments: true }],
  ])('claims nothing based on payments that %s', async (_what, state) => {
    const { revoke, service, subscriptions } = await setUp();
    await subscriptions.paymentsFor('s1').refresh();
    Object.assign(service, state);
    await revoke();
    expect(dialogs()[0]).toMatch(
      /Runs? [\d to]+ (is|are) refunded [^≈]*\n\nThe payments loaded don't show what it cost/,
    );
    expect(user.messages).toEqual([withoutRefund]);
  });

  it('distinguishes an earlier refund from the one of the revocation', async () => {
    const { revoke, service } = await setUp();
    service.payments.push(payment(5, { id: 'r0', type: 'refund', createdAt: '2025-08-03' }));
    await revoke();
    expect(dialogs()[0]).toContain('A refund was already issued (5 credits, 2025-08-03)');
    expect(user.messages[0]).toContain(' Refunded: 300 credits.');
  });

  it('contains the end of one that had none', async () => {
    const { revoke, service } = await setUp({ ...running, endedAt: undefined });
    service.revoke = () => Promise.resolve(shortened);
    await revoke();
    expect(dialogs()[0]).toContain('The date and the refund are unknown.');
    expect(user.messages[0]).toMatch(/^"Port of call" was revoked\..* It ends on 2025-09-01\./);
  });

  it('says so when no refund is booked', async () => {
    const { revoke, service } = await setUp();
    service.revoke = () => Promise.resolve(running);
    service.aheadMs = dayMs;
    await revoke();
    expect(user.messages[0]).toMatch(
      /^"Port of call" was revoked\. No refund is listed yet \(payments read at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)\. It ends on 2025-12-01\.$/,
    );
    expect(user.messages[0], 'by the clock of the service').toContain(
      ` ${isoDay(Date.now() + service.aheadMs)} `,
    );
  });

  it('counts no refund that is booked for an order meanwhile', async () => {
    const { revoke, service } = await setUp();
    service.revoke = () => {
      const ofOrder = { id: 'r2', type: 'refund', subscriptionId: undefined, orderId: 'o1' };
      service.payments = [...service.payments, payment(10, ofOrder)];
      return Promise.resolve(running);
    };
    await revoke();
    expect(user.messages[0]).toContain('No refund is listed yet');
  });
});

describe('a revocation without a clear answer', () => {
  it('is reported as carried out when the service shows that', async () => {
    const { revoke, service, requests, logged } = await setUp();
    service.revoke = () => {
      service.stands = shortened;
      return Promise.reject(apiError('timeout'));
    };
    await revoke();
    expect(requests).toEqual(['read s1', 'revoke s1', 'read s1']);
    expect(user.messages).toEqual(['"Port of call" was revoked. It ends on 2025-09-01.']);
    expect(logged).toHaveLength(1);
  });

  it('is not checked if the user does not look again', async () => {
    const { revoke, service } = await setUp();
    service.revoke = () => Promise.reject(apiError('timeout'));
    user.answers.push(say(undefined));
    await revoke();
    expect([user.messages.length, editor.ran]).toEqual([1, []]);
  });

  it('is reported as unconfirmed when the service shows no change, and leads to another look', async () => {
    const { revoke, service, requests } = await setUp();
    service.revoke = () => Promise.reject(apiError('timeout'));
    user.answers.push(({ choices }) => choices[0]);
    await revoke();
    expect(user.messages[0]).toMatch(/Couldn't confirm the revocation of "Port of call"/);
    expect(editor.ran).toEqual([['swath.revokeSubscription', 's1']]);
    expect(requests).toEqual(['read s1', 'revoke s1', 'read s1']);
    // The next look warns before it asks.
    user.answers.push(say(undefined));
    await revoke();
    expect(dialogs()[1]).toContain('⚠ A revocation was sent before and never confirmed.');
    // And once the service shows it, there is nothing left to ask.
    service.stands = shortened;
    await revoke();
    expect(dialogs()).toHaveLength(2);
    expect(user.messages[1]).toMatch(/was revoked\. It ends on 2025-09-01/);
    expect(requests.filter(line => line === 'revoke s1')).toHaveLength(1);
  });
});

describe('a service that knows no revocation by GET', () => {
  const onlyPut = async (status: 404 | 405) => {
    const made = await setUp();
    const byPut = made.service.revoke;
    made.service.revoke = method =>
      method === 'PUT' ? byPut() : Promise.reject(apiError('notFound', status));
    return made;
  };

  it.each([404, 405] as const)(
    'revokes by PUT after a %i and a confirmation of exactly that',
    async status => {
      const { revoke, requests } = await onlyPut(status);
      user.answers.push(say('Revoke with PUT…'), say('Port of call'));
      await revoke();
      expect(requests).toEqual(['read s1', 'revoke s1', 'read s1', 'revoke s1 PUT']);
      expect(dialogs().at(-1)).toContain('"Port of call" couldn\'t be revoked here. Revoke with PUT?');
      expect(user.messages[0]).toContain('"Port of call" was revoked.');
    },
  );

  it.each<[string, Answer[]]>([
    ['Escape', [say(undefined)]],
    ['Enter alone, which presses the first button', [proceed, say('')]],
  ])('is sent nothing more after %s', async (_key, answers) => {
    const { revoke, requests } = await onlyPut(405);
    user.answers.push(...answers);
    await revoke();
    expect(requests).toEqual(['read s1', 'revoke s1']);
  });

  it('is sent nothing more where the subscription changed meanwhile', async () => {
    const { revoke, requests, service } = await onlyPut(404);
    user.answers.push(() => {
      service.stands = { ...running, fields: { endedAt: '2025-10-01' } };
      return 'Revoke with PUT…';
    }, say('Port of call'));
    await expect(revoke()).rejects.toThrow('Nothing was sent.');
    expect(requests).toEqual(['read s1', 'revoke s1', 'read s1']);
  });

  it('is not asked by PUT after any other refusal', async () => {
    const { revoke, requests, service } = await setUp();
    service.revoke = () => Promise.reject(apiError('denied', 403));
    await expect(revoke()).rejects.toThrow();
    expect(requests).toEqual(['read s1', 'revoke s1']);
    expect(dialogs()).toHaveLength(1);
  });
});
