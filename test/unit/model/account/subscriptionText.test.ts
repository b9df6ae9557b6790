import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../../../src/model/account/subscription.ts';
import {
  nameOfSubscription,
  periodText,
  shortKind,
  spanText,
} from '../../../../src/model/account/subscriptionText.ts';
import { bareSubscription } from './subscriptions.ts';

describe('a subscription in words', () => {
  it.each<[Partial<Subscription>, string]>([
    [{ title: 'Port of call', kind: 'subscription.tasking' }, 'Port of call'],
    [{ title: ' ', kind: 'subscription.tasking' }, 'subscription.tasking'],
    [{}, 's1'],
  ])('is called by what %j tells first', (rest, name) => {
    expect(nameOfSubscription(bareSubscription(rest))).toBe(name);
  });

  it.each([
    ['subscription.change-detection.monthly', 'change-detection.monthly'],
    ['Subscription.data.premium', 'data.premium'],
    ['other.subscription.kind', 'other.subscription.kind'],
  ])('has a short kind: %s', (kind, short) => {
    expect(shortKind(kind)).toBe(short);
  });

  it.each<[Partial<Subscription>, string]>([
    [{ startedAt: '2025-08-01', endedAt: '2025-12-01T00:00:00Z' }, '2025-08-01 – 2025-12-01'],
    [{ startedAt: '2025-08-01T10:00:00Z' }, '2025-08-01, no end'],
    [{ endedAt: '2025-12-01' }, 'unknown – 2025-12-01'],
    [{ startedAt: 'soon' }, 'soon, no end'],
  ])('has the period %j', (rest, text) => {
    expect(periodText(bareSubscription(rest))).toBe(text);
  });

  it.each<[Partial<Subscription>, string]>([
    [{ startedAt: '2025-08-01', endedAt: '2025-09-30' }, '42 days left'],
    [{ startedAt: '2025-08-01', endedAt: '2025-08-21T00:00:00Z' }, '1 day left'],
    [{ startedAt: '2025-08-01', endedAt: '2025-08-20T18:00:00Z' }, 'ends today'],
    [{ startedAt: '2025-08-01', endedAt: '2025-08-20T12:00:00Z' }, 'ended 2025-08-20'],
    [{ startedAt: '2025-10-01', endedAt: '2025-08-20T11:00:00Z' }, 'ended 2025-08-20'],
    [{ startedAt: '2027-01-01', endedAt: '2027-03-01' }, 'starts 2027-01-01'],
    [{ startedAt: '2027-01-01' }, 'starts 2027-01-01'],
    [{ startedAt: '2025-08-20' }, 'no end'],
    [{ startedAt: '2025-08-01' }, 'no end'],
    [{}, 'no end'],
  ])('stands where %j says', (rest, text) => {
    expect(spanText(bareSubscription(rest), Date.UTC(2025, 7, 20, 12))).toBe(text);
  });
});
