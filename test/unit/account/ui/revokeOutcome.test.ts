import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Subscription } from '../../../../src/model/account/subscription.ts';
import { revokeSubscription } from '../../../../src/account/ui/revokeSubscription.ts';
import { editor } from '../../../fake/editor.ts';
import { newPerson, person, say } from '../../../fake/person.ts';
import { payment } from '../../model/account/subscriptions.ts';
import { apiError } from '../../fakes.ts';
import { assent, august, dialogs, revokeBench, running, shortened } from './revokeBench.ts';

async function bench(listed?: Subscription) {
  const made = await revokeBench(listed);
  return { ...made, revoke: (given: unknown = running.id) => revokeSubscription(made.parts, given) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: august, toFake: ['Date'] });
  newPerson();
  person.answers.push(...assent);
  return () => {
    vi.useRealTimers();
  };
});

describe('what is told after a revoke', () => {
  const withoutRefund =
    '"Port of call" is revoked: its end is 2025-09-01 instead of 2025-12-01. The balance went from 5,000 credits to 5,300 credits.';

  it.each<[string, { arePaymentsReadable: boolean } | { hasMorePayments: boolean }]>([
    ['cannot be read any more', { arePaymentsReadable: false }],
    ['are not all there', { hasMorePayments: true }],
  ])('says nothing by payments that %s', async (_what, state) => {
    const { revoke, service, subscriptions } = await bench();
    await subscriptions.paymentsOf('s1').refresh();
    Object.assign(service, state);
    await revoke();
    expect(dialogs()[0]).toMatch(/are refunded\.\n\nNot all of its payments could be read/);
    expect(person.told).toEqual([withoutRefund]);
  });

  it('tells an earlier refund from the one of the revoke', async () => {
    const { revoke, service } = await bench();
    service.payments.push(payment(5, { id: 'r0', type: 'refund', createdAt: '2025-08-03' }));
    await revoke();
    expect(dialogs()[0]).toContain('A refund is booked for it already (5 credits, 2025-08-03)');
    expect(person.told[0]).toContain(' Refunded: 300 credits. ');
  });

  it('compares with the balance of just before, and with none that could not be read', async () => {
    const { revoke, service, account } = await bench();
    await account.refresh();
    service.balance = 4000;
    await revoke();
    expect(person.told[0]).toMatch(/The balance went from 4,000 credits to 4,300 credits\.$/);

    person.answers.push(...assent, ...assent);
    const other = await bench();
    const { revoke: carryOut } = other.service;
    other.service.revoke = () => {
      other.service.isBalanceReadable = false;
      return carryOut();
    };
    await other.revoke();
    expect(person.told[1]).toMatch(/Refunded: 300 credits\.$/);
    // What was known before is not compared with, when it is not of just before.
    const third = await bench();
    await third.account.refresh();
    third.service.isBalanceReadable = false;
    third.service.revoke = () => {
      third.service.isBalanceReadable = true;
      third.service.balance = 1;
      return carryOut();
    };
    await third.revoke();
    expect(person.told[2]).not.toContain('balance');
  });

  it('tells the end of one that had none', async () => {
    const { revoke, service } = await bench({ ...running, endedAt: undefined });
    service.revoke = () => Promise.resolve(shortened);
    await revoke();
    expect(dialogs()[0]).toContain('It has no end');
    expect(person.told[0]).toMatch(/^"Port of call" is revoked: its end is 2025-09-01; it had none\./);
  });

  it('says so when no refund is booked', async () => {
    const { revoke, service } = await bench();
    service.revoke = () => Promise.resolve(running);
    await revoke();
    expect(person.told).toEqual([
      '"Port of call" is revoked. Its end stays 2025-12-01. No refund is booked.',
    ]);
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
    expect(person.told).toEqual([
      'No clear answer came, but the service shows that the revoke was carried out. "Port of call" is revoked: its end is 2025-09-01 instead of 2025-12-01.',
    ]);
    expect(logged).toHaveLength(1);
  });

  it('is left alone where the user does not look again', async () => {
    const { revoke, service } = await bench();
    service.revoke = () => Promise.reject(apiError('timeout'));
    person.answers.push(say(undefined));
    await revoke();
    expect([person.told.length, editor.ran]).toEqual([1, []]);
  });

  it('is told as unknown when it shows nothing, and leads to another look', async () => {
    const { revoke, service, asked } = await bench();
    service.revoke = () => Promise.reject(apiError('timeout'));
    person.answers.push(({ choices }) => choices[0]);
    await revoke();
    expect(person.told[0]).toMatch(/not known whether "Port of call" is revoked.*shows no change so far/);
    expect(editor.ran).toEqual([['swath.revokeSubscription', 's1']]);
    expect(asked).toEqual(['read s1', 'revoke s1', 'read s1']);
    // The other look warns before it asks.
    person.answers.push(say(undefined));
    await revoke();
    expect(dialogs()[1]).toContain('⚠ A revoke of it was sent before without a clear answer.');
    // And once the service shows it, there is nothing left to ask.
    service.stands = shortened;
    await revoke();
    expect(dialogs()).toHaveLength(2);
    expect(person.told[1]).toMatch(/the revoke was carried out/);
    expect(asked.filter(line => line === 'revoke s1')).toHaveLength(1);
  });
});
