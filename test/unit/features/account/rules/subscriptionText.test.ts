import { describe, expect, it } from 'vitest';
import { termText } from '../../../../../src/features/account/rules/subscriptionText.ts';
import { bareSubscription } from './subscriptions.ts';

describe('the time left of a subscription', () => {
  it('is the same for two that end in the same second, whether or not their dates are whole runs', () => {
    const endedAt = '2025-12-31T23:59:59Z';
    const now = Date.parse('2025-11-25T10:00:00Z');
    for (const startedAt of ['2025-09-01T00:00:00Z', '2025-09-17T10:00:00Z']) {
      expect(termText(bareSubscription({ startedAt, endedAt }), now)).toBe('ends in 36 days');
    }
    expect(termText(bareSubscription({ startedAt: '2025-09-01', endedAt: '2025-12-31' }), now)).toBe(
      'ends in 36 days',
    );
  });
});
