import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../../src/service/rules/ledgerEntry.ts';
import type { Payment } from '../../../../src/service/rules/payment.ts';
import { createRevocationLookup } from '../../../../src/features/account/knownRevocation.ts';
import { bareSubscription, payment } from './rules/subscriptions.ts';

/** Shortened by a revocation, as the service reports it in the next session. */
const listed = bareSubscription({
  id: 's1',
  status: 'active',
  kind: 'subscription.change-detection.monthly',
  startedAt: '2025-07-01',
  endedAt: '2025-09-01T00:00:00.000Z',
});

function line(rest: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: 'l1',
    at: '2025-08-20T12:00:00.000Z',
    connection: 'Test',
    action: 'revoke',
    subscriptionId: 's1',
    endsAt: '2025-09-01T00:00:00.000Z',
    result: 'ok',
    ...rest,
  };
}

/** @param paid the payments of the subscription that were read */
function known(entries: readonly LedgerEntry[], subscription = listed, paid: readonly Payment[] = []) {
  const reading = {
    kind: 'ready' as const,
    value: { items: paid, total: undefined, isLast: true, more: { kind: 'idle' as const } },
    at: 0,
  };
  return createRevocationLookup({
    marks: new Map(),
    entries,
    connection: 'Test',
    payments: new Map([['s1', reading]]),
  })(subscription);
}

describe('what is known of a revocation in a later session', () => {
  it('is what the ledger of this machine contains, while the end still fits', () => {
    const confirmed = { kind: 'recorded', at: '2025-08-20T12:00:00.000Z', isConfirmed: true };
    expect(known([line()])).toEqual(confirmed);
    expect(known([line({ result: 'foundLater' })])).toEqual(confirmed);
    expect(known([line({ result: 'refused', id: 'l2' }), line()])).toEqual(confirmed);
    expect(known([line({ result: 'unclear', endsAt: undefined })])).toMatchObject({ isConfirmed: false });
  });

  it.each<[string, LedgerEntry[], Partial<typeof listed>]>([
    ['of another connection', [line({ connection: 'Other' })], {}],
    ['of another subscription', [line({ subscriptionId: 's2' })], {}],
    ['that was refused', [line({ result: 'refused' })], {}],
    ['that was not sent', [line({ result: 'notSent' })], {}],
    ['of a service that started over', [line()], { endedAt: '2025-11-01' }],
    ['of a subscription that now has no end', [line()], { endedAt: undefined }],
  ])('is nothing from a line %s', (_what, entries, rest) => {
    expect(known(entries, { ...listed, ...rest })).toBeUndefined();
  });

  it('is possible if the service reports a refund for it, or fewer runs than it starts with', () => {
    const refund = payment(300, { id: 'r1', type: 'refund' });
    expect(known([], listed, [payment(400), refund])).toEqual({ kind: 'possible', refund });
    expect(known([], listed, [payment(300, { type: 'refund', subscriptionId: undefined })])).toBeUndefined();
    expect(known([], { ...listed, startedAt: '2025-08-01' })).toEqual({ kind: 'possible' });
    expect(known([], { ...listed, status: 'revoked' }, [refund])).toBeUndefined();
  });
});
