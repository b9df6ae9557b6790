import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../src/service/wire/client.ts';
import { wasSurelyRefused } from '../../../../src/service/wire/errors.ts';
import { readOrderPlan } from '../../../../src/features/scripts/rules/requestPlan.ts';
import { json } from './fakeFetch.ts';
import { requestLine, setUp } from './setup.ts';

const page = { page: 1, itemsPerPage: 10 };
const calls: [string, (client: Client, id: string) => Promise<unknown>][] = [
  ['deleting a key', (client, id) => client.deleteKey(id)],
  ['revoking a subscription', (client, id) => client.revoke(id)],
  ['reading an order', (client, id) => client.order(id)],
  ['reading a contract', (client, id) => client.contract(id)],
  ['listing subscriptions', (client, id) => client.subscriptions(id, {})],
  ['reading a subscription', (client, id) => client.subscription('c1', id)],
  ['reading a subscription of a contract', (client, id) => client.subscription(id, 's1')],
  ['listing payments', (client, id) => client.payments(id, page)],
  ['listing payments of a subscription', (client, id) => client.subscriptionPayments(id, page)],
  ['reading a payment', (client, id) => client.payment('c1', id)],
  ['reading a payment of a contract', (client, id) => client.payment(id, 'p1')],
];

describe.each(calls)('%s', (_what, send) => {
  const long = 'x'.repeat(4_001);
  it.each(['', '.', '..', '\ud800', 'a\udc00', long])('by the id "%.20s" sends nothing', async id => {
    const { client, service } = setUp(json({}));
    const error: unknown = await send(client, id).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'UnusableIdError',
      message: expect.stringContaining('used as an id') as unknown,
    });
    expect(wasSurelyRefused(error)).toBe(true);
    expect(service.seen).toEqual([]);
  });

  it('by an odd id stays within its place', async () => {
    const { client, service } = setUp(json({ message: 'Not there' }, 400));
    await expect(send(client, '../a?b#c;%2e %é')).rejects.toMatchObject({ name: 'ApiError' });
    expect(service.calls().map(requestLine).join()).toContain('/..%2Fa%3Fb%23c%3B%252e%20%25%C3%A9');
  });
});

describe('a call that a user asks to see', () => {
  it.each(['', '..', '\ud800', 'x'.repeat(130_000)])('is not made of the id "%.20s"', id => {
    expect(() => readOrderPlan('An order', id)).toThrow('Nothing was sent');
  });
});
