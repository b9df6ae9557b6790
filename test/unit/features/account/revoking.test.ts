import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Payment } from '../../../../src/service/rules/payment.ts';
import type { Subscription } from '../../../../src/service/rules/subscription.ts';
import type { ApiErrorKind } from '../../../../src/service/wire/errors.ts';
import type { RevokeMark } from '../../../../src/features/account/revokeMarks.ts';
import { canRevoke, type Revoked } from '../../../../src/features/account/revoking.ts';
import { runs } from '../../../randomRuns.ts';
import { apiError, connection, deferred, payment, settle } from '../../fakes.ts';
import { noon, revoked, revokingSetup, running, shortened } from './revokingSetup.ts';

const refund = (id: string, value: number) =>
  payment(id, { type: 'refund', subscriptionId: 's1', creditAmount: { value, unit: 'credits' } });

describe('a revocation', () => {
  it('is one look, one attempt, and a refresh of everything that it changes', async () => {
    const { agree, requests, markOf, ledger } = await revokingSetup();
    expect(await agree()).toEqual({ kind: 'done', after: shortened });
    // What came back isn't known, because the payments weren't read before.
    expect(ledger.noted).toMatchObject([{ result: 'ok' }]);
    expect(ledger.noted[0]?.amount).toBeUndefined();
    expect(requests.slice(0, 2)).toEqual(['read c1/s1', 'revoke s1']);
    expect(requests.slice(2).sort()).toEqual(['list', 'payments s1', 'profile']);
    expect(markOf()).toEqual({ kind: 'revoked', before: running, after: shortened });
  });

  it('reports the refunds that were booked since, for this subscription', async () => {
    const booked = (id: string, rest: Partial<Payment> = {}) =>
      payment(id, { type: 'refund', subscriptionId: 's1', ...rest });
    const { service, agree, subscriptions } = await revokingSetup(() => {
      service.payments = [
        refund('new', 300),
        booked('without amount', { creditAmount: undefined }),
        booked('of another', { subscriptionId: 's2' }),
        payment('no refund', { subscriptionId: 's1' }),
        booked('earlier'),
      ];
      return Promise.resolve(shortened);
    });
    service.payments = [booked('earlier')];
    await subscriptions.paymentsFor('s1').refresh();
    expect(await agree()).toMatchObject({ kind: 'done', refunds: [{ value: 300, unit: 'credits' }] });
  });

  it('reports no refunds if the payments cannot be read any more', async () => {
    const { agree, subscriptions, signedIn } = await revokingSetup();
    await subscriptions.paymentsFor('s1').refresh();
    (await signedIn.client()).subscriptionPayments = () => Promise.reject(apiError('network'));
    expect(await agree()).toEqual({ kind: 'done', after: shortened, refunds: undefined });
  });

  it('reports no refunds if the payments were read only before an earlier one', async () => {
    const { service, agree, subscriptions, signedIn } = await revokingSetup(() =>
      Promise.reject(apiError('network')),
    );
    await subscriptions.paymentsFor('s1').refresh();
    await agree();
    await settle();
    const client = await signedIn.client();
    const read = vi.spyOn(client, 'subscriptionPayments').mockRejectedValue(apiError('network'));
    await subscriptions.paymentsFor('s1').refresh();
    service.revoke = () => {
      read.mockRestore();
      service.payments = [refund('of either', 300)];
      return Promise.resolve(shortened);
    };
    expect(await agree()).toEqual({ kind: 'done', after: shortened, refunds: undefined });
  });

  it('has a refund that is booked later on its record, once', async () => {
    const { service, agree, subscriptions, account, ledger } = await revokingSetup();
    await subscriptions.paymentsFor('s1').refresh();
    await agree();
    expect(ledger.noted).toEqual([expect.not.objectContaining({ amount: expect.anything() as object })]);
    service.payments = [refund('later', 300)];
    // The balance that changed leads to the payments.
    service.balance = 1_300;
    await account.refresh();
    await settle();
    const { endedAt: endsAt } = shortened;
    expect(ledger.noted).toMatchObject([{ result: 'ok', amount: { value: 300, unit: 'credits' }, endsAt }]);
    await subscriptions.paymentsFor('s1').refresh();
    expect(ledger.ends).toHaveLength(2);
  });

  it('has a refund on its record that was booked after a request of the same millisecond', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(noon);
    const { service, agree, subscriptions, account, ledger } = await revokingSetup();
    await subscriptions.paymentsFor('s1').refresh();
    await agree();
    service.payments = [refund('later', 300)];
    service.balance = 1_300;
    await account.refresh();
    await settle();
    expect(ledger.noted).toMatchObject([{ result: 'ok', amount: { value: 300, unit: 'credits' } }]);
  });

  it('without an answer has its refund on its record once it is found', async () => {
    const { service, agree, subscriptions, revoking, signedIn, ledger } = await revokingSetup(() =>
      Promise.reject(apiError('network')),
    );
    await subscriptions.paymentsFor('s1').refresh();
    await agree();
    service.stands = revoked;
    service.payments = [refund('later', 9)];
    await subscriptions.paymentsFor('s1').refresh();
    await revoking.inspect('s1', signedIn);
    expect(ledger.noted).toMatchObject([{ result: 'foundLater', amount: { value: 9 } }]);
  });

  it.each<[string, ApiErrorKind, string]>([
    ['was refused', 'denied', 'refused'],
    ['is not confirmed', 'network', 'unclear'],
  ])('that %s has no later refund on its record', async (_what, kind, result) => {
    const { agree, subscriptions, service, ledger } = await revokingSetup(() =>
      Promise.reject(apiError(kind)),
    );
    await subscriptions.paymentsFor('s1').refresh();
    await agree();
    service.payments = [refund('of something else', 300)];
    await subscriptions.paymentsFor('s1').refresh();
    expect(ledger.noted.map(({ result: of, amount }) => [of, amount])).toEqual([[result, undefined]]);
  });

  it('has no refund on its record that another session lists', async () => {
    const { agree, subscriptions, service, session, ledger } = await revokingSetup();
    await subscriptions.paymentsFor('s1').refresh();
    await agree();
    await session.signIn(connection, 'another key');
    service.payments = [refund('of another account', 300)];
    await subscriptions.paymentsFor('s1').refresh();
    expect(ledger.noted.map(({ result, amount }) => [result, amount])).toEqual([['ok', undefined]]);
  });

  it('is recorded as not sent if the client cannot be loaded, and can be tried again', async () => {
    const { revoking, signedIn, ledger, agree, sent } = await revokingSetup();
    const { subscription } = await revoking.inspect('s1', signedIn);
    const client = vi.spyOn(signedIn, 'client').mockRejectedValueOnce(new Error('No such file.'));
    await expect(revoking.revoke(subscription, signedIn)).rejects.toThrow('No such file.');
    client.mockRestore();
    expect([sent(), ledger.noted]).toMatchObject([0, [{ result: 'notSent', message: 'No such file.' }]]);
    expect((await agree()).kind).toBe('done');
  });

  it('is recorded with the title of the subscription, if it has one', async () => {
    const { service, agree, ledger } = await revokingSetup();
    service.stands = { ...running, title: 'Harbour' };
    await agree();
    expect(ledger.noted[0]).toMatchObject({ subscriptionId: 's1', title: 'Harbour' });
    service.stands = { ...running, title: undefined };
    await agree();
    expect(ledger.noted[1]).not.toHaveProperty('title');
  });

  it('is recorded on its own, whatever came of earlier ones', async () => {
    let isLost = false;
    const { service, agree, session, signedInNow, revoking, ledger } = await revokingSetup(() => {
      if (!isLost) return Promise.resolve(shortened);
      return Promise.reject(apiError('network'));
    });
    const results = () => ledger.noted.map(({ result }) => result);
    const again = async () => {
      const { subscription } = await revoking.inspect('s1', signedInNow());
      await revoking.revoke(subscription, signedInNow());
    };
    await agree();
    isLost = true;
    await agree();
    expect(results()).toEqual(['ok', 'unclear']);
    await session.signIn(connection, 'another key');
    service.revoke = () => {
      service.stands = revoked;
      return Promise.reject(apiError('network'));
    };
    await again();
    expect(results()).toEqual(['ok', 'unclear', 'foundLater']);
  });

  it('does not change the record of one that was answered', async () => {
    const { service, agree, ledger } = await revokingSetup();
    await agree();
    service.revoke = () => {
      service.stands = revoked;
      return Promise.reject(apiError('network'));
    };
    await agree();
    expect(ledger.noted.map(({ result }) => result)).toEqual(['ok', 'foundLater']);
  });

  it('needs its own look', async () => {
    const { revoking, signedIn, requests } = await revokingSetup();
    expect(await revoking.revoke(running, signedIn)).toEqual({ kind: 'notSent', why: 'notFresh' });
    expect(requests).toEqual([]);
    const { subscription } = await revoking.inspect('s1', signedIn);
    await revoking.revoke(subscription, signedIn);
    expect(await revoking.revoke(subscription, signedIn)).toEqual({ kind: 'notSent', why: 'notFresh' });
    expect(requests.filter(line => line === 'revoke s1')).toHaveLength(1);
  });

  it('is for what was looked at last', async () => {
    const { service, revoking, signedIn, sent } = await revokingSetup();
    const { subscription: first } = await revoking.inspect('s1', signedIn);
    service.stands = { ...running, endedAt: '2026-01-01' };
    const { subscription: second } = await revoking.inspect('s1', signedIn);
    expect(await revoking.revoke(first, signedIn)).toEqual({ kind: 'notSent', why: 'notFresh' });
    expect(sent()).toBe(0);
    expect((await revoking.revoke(second, signedIn)).kind).toBe('done');
  });

  it('is not sent in a session other than that of the look', async () => {
    const { session, revoking, signedIn, signedInNow, sent } = await revokingSetup();
    const { subscription } = await revoking.inspect('s1', signedIn);
    await session.signIn(connection, 'another key');
    expect((await revoking.revoke(subscription, signedIn)).kind).toBe('notSent');
    expect((await revoking.revoke(subscription, signedInNow())).kind).toBe('notSent');
    expect(sent()).toBe(0);
  });

  it('is not sent while one of the same subscription is in progress, even after another look', async () => {
    const answer = deferred<Subscription>();
    const { session, agree, revoking, signedInNow, markOf, sent, ledger } = await revokingSetup(
      () => answer.promise,
    );
    const first = agree();
    await settle();
    expect(markOf()).toEqual({ kind: 'underWay' });
    expect(await agree()).toEqual({ kind: 'notSent', why: 'underWay' });
    expect(ledger.noted.at(-1)).toMatchObject({
      result: 'notSent',
      message: 'A revocation of this subscription is already in progress.',
    });
    // Not even after signing in again: the service may still carry it out.
    await session.signIn(connection, 'key');
    const { subscription } = await revoking.inspect('s1', signedInNow());
    expect(await revoking.revoke(subscription, signedInNow())).toEqual({ kind: 'notSent', why: 'underWay' });
    answer.resolve(shortened);
    expect((await first).kind).toBe('done');
    expect([sent(), revoking.marks.value.size]).toEqual([1, 0]);
  });

  it('is sent while one of another subscription is in progress', async () => {
    const answer = deferred<Subscription>();
    const { service, agree, revoking, signedIn, requests } = await revokingSetup(() => answer.promise);
    const first = agree();
    await settle();
    service.stands = { ...running, id: 's2' };
    const { subscription } = await revoking.inspect('s2', signedIn);
    const second = revoking.revoke(subscription, signedIn);
    await settle();
    expect(requests.filter(line => line.startsWith('revoke'))).toEqual(['revoke s1', 'revoke s2']);
    answer.resolve(shortened);
    await Promise.all([first, second]);
  });

  it('that is answered after its session refreshes nothing in the next one', async () => {
    const answer = deferred<Subscription>();
    const { session, agree, requests } = await revokingSetup(() => answer.promise);
    const outcome = agree();
    await settle();
    await session.signIn(connection, 'another key');
    await settle();
    requests.length = 0;
    answer.resolve(shortened);
    expect((await outcome).kind).toBe('done');
    await settle();
    expect(requests).toEqual([]);
  });

  it.each<[ApiErrorKind]>([['denied'], ['suspended'], ['notFound'], ['invalid'], ['rateLimited']])(
    'that the service refuses as "%s" has changed nothing',
    async kind => {
      const error = apiError(kind);
      const { agree, requests, markOf } = await revokingSetup(() => Promise.reject(error));
      expect(await agree()).toEqual({ kind: 'refused', error });
      expect([requests, markOf()]).toEqual([['read c1/s1', 'revoke s1'], undefined]);
    },
  );

  const unclear: ApiErrorKind[] = ['server', 'network', 'timeout', 'shape', 'aborted'];

  it.each(unclear)('without an answer ("%s") is checked, and not sent again', async kind => {
    const error = apiError(kind);
    const { service, agree, requests, markOf } = await revokingSetup(() => {
      service.stands = shortened;
      return Promise.reject(error);
    });
    expect(await agree()).toEqual({
      kind: 'unclear',
      before: running,
      error,
      aftermath: { kind: 'changed', after: shortened },
    });
    expect(requests.slice(0, 3)).toEqual(['read c1/s1', 'revoke s1', 'read c1/s1']);
    await settle();
    expect(requests.slice(3).sort()).toEqual(['list', 'payments s1', 'profile']);
    expect(markOf()).toEqual({ kind: 'revoked', before: running, after: shortened });
  });

  it('whose answer is about another subscription is checked as if there were no answer', async () => {
    const { agree, requests } = await revokingSetup(() => Promise.resolve({ ...shortened, id: 's9' }));
    expect(await agree()).toMatchObject({
      kind: 'unclear',
      error: { kind: 'shape', details: { request: 'GET revoke' } },
      aftermath: { kind: 'unchanged' },
    });
    expect(requests.slice(0, 3)).toEqual(['read c1/s1', 'revoke s1', 'read c1/s1']);
  });

  it.each<[string, Subscription, string, before?: Partial<Subscription>]>([
    ['ended', revoked, 'changed'],
    ['ended at a moment that has come', { ...revoked, status: 'active' }, 'changed'],
    ['a word for it, though the end stays', { ...running, status: 'revoked' }, 'changed'],
    ['a new end', shortened, 'changed'],
    ['another status', { ...running, status: 'cancelled' }, 'changed'],
    ['a start, which is no revocation', { ...running, status: 'Active' }, 'unchanged', { status: 'created' }],
    ['the same status in capitals', { ...running, status: 'ENDING' }, 'unchanged', { status: 'ending' }],
    ['no status where there was one', { ...running, status: undefined }, 'unchanged'],
    ['no status, as before', { ...running, status: undefined }, 'unchanged', { status: undefined }],
    ['no change', { ...running, title: 'Another' }, 'unchanged'],
    ['the same end in other words', { ...running, endedAt: '2025-11-30' }, 'unchanged'],
  ])('without an answer reports %s', async (_what, stands, kind, before) => {
    const { service, agree, markOf } = await revokingSetup(() => {
      service.stands = stands;
      return Promise.reject(apiError('timeout'));
    });
    service.stands = { ...running, ...before };
    expect(await agree()).toMatchObject({ kind: 'unclear', aftermath: { kind, after: stands } });
    expect(markOf()?.kind).toBe(kind === 'unchanged' ? 'unclear' : 'revoked');
  });

  it('of a subscription that had ended before is not reported to have ended it', async () => {
    const over = { ...running, endedAt: '2025-08-10T00:00:00Z' };
    const { service, agree } = await revokingSetup(() => Promise.reject(apiError('timeout')));
    service.stands = over;
    expect(await agree()).toMatchObject({ kind: 'unclear', aftermath: { kind: 'unchanged' } });
  });

  it('that cannot be checked afterwards needs another look, which reports the outcome', async () => {
    const { service, agree, revoking, signedIn, markOf, sent } = await revokingSetup(() => {
      service.isReadable = false;
      return Promise.reject(apiError('network'));
    });
    expect(await agree()).toMatchObject({
      kind: 'unclear',
      aftermath: { kind: 'unreadable', error: { kind: 'network' } },
    });
    expect(markOf()).toEqual({ kind: 'unclear', before: running });
    await expect(revoking.inspect('s1', signedIn)).rejects.toMatchObject({ kind: 'network' });
    service.isReadable = true;
    expect(await revoking.inspect('s1', signedIn)).toMatchObject({ earlier: 'unchanged' });
    expect(markOf()?.kind).toBe('unclear');
    service.stands = shortened;
    expect(await revoking.inspect('s1', signedIn)).toMatchObject({
      subscription: shortened,
      earlier: 'changed',
    });
    expect([markOf()?.kind, sent()]).toEqual(['revoked', 1]);
    expect((await revoking.inspect('s1', signedIn)).earlier).toBeUndefined();
  });

  it('uses up the look that came after its unconfirmed end', async () => {
    const { agree, revoking, signedIn, sent } = await revokingSetup(() =>
      Promise.reject(apiError('timeout')),
    );
    const outcome = await agree();
    const read =
      outcome.kind === 'unclear' && outcome.aftermath.kind === 'unchanged' && outcome.aftermath.after;
    expect(read).toBe(running);
    expect(await revoking.revoke(running, signedIn)).toEqual({ kind: 'notSent', why: 'notFresh' });
    expect(sent()).toBe(1);
  });

  it('that outlives its session is still checked, and leaves no mark in the next one', async () => {
    const answer = deferred<Subscription>();
    const { session, agree, requests, revoking } = await revokingSetup(() => answer.promise);
    const outcome = agree();
    await settle();
    await session.signIn(connection, 'another key');
    await settle();
    requests.length = 0;
    answer.reject(apiError('timeout'));
    expect(await outcome).toMatchObject({ kind: 'unclear', aftermath: { kind: 'unchanged' } });
    await settle();
    expect([requests, revoking.marks.value.size]).toEqual([['read c1/s1'], 0]);
  });

  it('is forgotten by the next session', async () => {
    const { session, agree, revoking } = await revokingSetup();
    await agree();
    await session.signIn(connection, 'another key');
    expect(revoking.marks.value.size).toBe(0);
  });
});

it.each<[string, 'can' | "can't", Subscription, RevokeMark?]>([
  ['that runs', 'can', running],
  ['that was revoked', "can't", running, { kind: 'revoked', before: running, after: shortened }],
  ['whose revocation is in progress', "can't", running, { kind: 'underWay' }],
  ['whose revocation is not confirmed', 'can', running, { kind: 'unclear', before: running }],
  ['that has ended', "can't", { ...running, endedAt: '2025-08-10T00:00:00Z' }],
])('a subscription %s %s be revoked', (_what, verb, subscription, mark) => {
  expect(canRevoke(subscription, mark, noon)).toBe(verb === 'can');
});

describe('any series of looks and confirmations', () => {
  const step = fc.oneof(
    fc.constant({ kind: 'look' as const }),
    fc.record({
      kind: fc.constant('revoke' as const),
      /** Which of the looks so far it confirms. */
      back: fc.nat(2),
      answer: fc.constantFrom<ApiErrorKind | 'done'>('done', 'denied', 'network', 'timeout', 'server'),
      /** Whether the next step waits for it. */
      isAwaited: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('readable' as const), isReadable: fc.boolean() }),
  );

  it('sends one revocation at a time, and each only after a look that no other one has used', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
        let answer: ApiErrorKind | 'done' = 'done';
        const flights = { now: 0, max: 0 };
        const { requests, service, revoking, signedIn, sent } = await revokingSetup(async () => {
          flights.max = Math.max(flights.max, ++flights.now);
          const mine = answer;
          await settle();
          flights.now -= 1;
          if (mine !== 'done') throw apiError(mine);
          return shortened;
        });
        const seen: Subscription[] = [];
        const outcomes: Promise<Revoked>[] = [];
        for (const action of steps) {
          if (action.kind === 'readable') service.isReadable = action.isReadable;
          if (action.kind === 'look') {
            // Each request returns a new object, as from the network.
            service.stands = { ...service.stands };
            await revoking.inspect('s1', signedIn).then(
              ({ subscription }) => seen.unshift(subscription),
              () => undefined,
            );
          }
          if (action.kind === 'revoke') {
            answer = action.answer;
            const outcome = revoking.revoke(seen[action.back] ?? running, signedIn);
            outcomes.push(outcome);
            if (action.isAwaited) await outcome;
            else await settle();
          }
        }
        const attempts = (await Promise.all(outcomes)).filter(({ kind }) => kind !== 'notSent');
        expect(attempts).toHaveLength(sent());
        expect(flights.max).toBeLessThanOrEqual(1);
        let isRead = false;
        for (const line of requests) {
          if (line.startsWith('read')) isRead = true;
          if (!line.startsWith('revoke')) continue;
          expect(isRead).toBe(true);
          isRead = false;
        }
      }),
      runs({ quick: 100, full: 300 }),
    );
  });
});
