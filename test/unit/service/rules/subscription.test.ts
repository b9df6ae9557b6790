import { describe, expect, it } from 'vitest';
import { lacksPlatform } from '../../../../src/service/rules/subscription.ts';

describe('the generic platform subscription', () => {
  it.each<[string, (string | undefined)[], boolean]>([
    ['missing beside a data plan', ['subscription.data.premium'], true],
    [
      'missing beside a data plan and other services',
      ['subscription.data', 'subscription.analytics-toolbox', 'subscription.change-detection.monthly'],
      true,
    ],
    ['there under any word', ['Subscription.Data.Premium', 'subscription.Brand'], false],
    ['not needed without a data plan', ['subscription.ocean-finder.monthly'], false],
    ['perhaps there, where a kind is not told', ['subscription.data.premium', undefined], false],
    ['perhaps there, under a kind of another form', ['subscription.data.premium', 'platform'], false],
  ])('is %s', (_what, kinds, lacks) => {
    expect(lacksPlatform(kinds.map(kind => ({ kind })))).toBe(lacks);
  });
});
