import type { Subscription } from '../../src/service/rules/subscription.ts';

/** 20 August, as in the specification's examples of a refund. */
export const august = Date.UTC(2025, 7, 20, 12);

/** The subscription of the sandbox whose title begins so. */
export function titled(subscriptions: readonly Subscription[], start: string): Subscription {
  const found = subscriptions.find(({ title }) => title?.startsWith(start));
  if (!found) throw new Error(`There is no subscription "${start}".`);
  return found;
}
