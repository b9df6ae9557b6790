import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../src/base/words/moment.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { expectedRefund } from '../../src/features/account/rules/refund.ts';
import { failure } from '../failure.ts';
import { balanceOf, carsOrder } from './ordersOfQuay.ts';
import { placeOrder } from './placeOrder.ts';
import { quay } from './places.ts';
import { type SandboxService, serve } from './service.ts';

const lacking = (reason: string) => {
  throw new Error(reason);
};

describe('a clock moved forward', () => {
  let service: SandboxService;
  beforeEach(async () => {
    service = await serve('deployed', {});
  });
  afterEach(() => service.close());

  /** As a script does. */
  const forward = (milliseconds: number) =>
    fetch(`${service.origin}/sandbox/clock?forward=${milliseconds / 1000}`, { method: 'POST' });
  const images = async () =>
    (await service.client.search({ aoi: quay, constellation: 'SPOT' }, 1, 1)).total ?? NaN;

  it('delivers an order, and refunds one that fails, when that happened', async () => {
    const { client, sandbox } = service;
    const body = await carsOrder(client, lacking);
    const before = await balanceOf(client);
    const delivered = await placeOrder(client, body);
    const price = before - (await balanceOf(client));
    sandbox.faults.add({ kind: 'production', message: 'Too cloudy', count: 1 });
    const failed = await placeOrder(client, { ...body, title: 'Another' });
    await forward(hourMs);
    expect((await client.order(delivered.id)).status).toBe('delivered');
    expect((await client.order(failed.id)).status).toBe('error');
    expect(await balanceOf(client)).toBe(before - price);
    const { payments = [] } = sandbox.snapshot().accounts[0] ?? {};
    const [paid, refund] = payments.filter(({ orderId }) => orderId === failed.id);
    // Production takes ten minutes.
    expect([refund?.type, (refund?.createdAt ?? 0) - (paid?.createdAt ?? 0)]).toEqual(['refund', 600_000]);
  });

  it('ends runs, shows new images, and lets keys expire', async () => {
    const { client, sandbox, clock } = service;
    const known = await images();
    const listed = await client.subscriptions((await client.profile()).contract.id, {});
    const monthly = listed.find(({ kind }) => kind === 'subscription.change-detection.monthly');
    const refund = monthly && expectedRefund(monthly, clock.now);
    await forward(31 * dayMs);
    expect(monthly && expectedRefund(monthly, clock.now + sandbox.aheadMs)).not.toEqual(refund);
    expect(await images()).toBeGreaterThan(known);
    await forward(365 * dayMs);
    expect(await failure(client.profile())).toMatchObject({ kind: 'denied', details: { refused: 'key' } });
    // A later start renews nothing but what has expired, and is still ahead.
    const again = createSandbox({ now: () => clock.now, snapshot: sandbox.snapshot() });
    expect(again.aheadMs).toBe(396 * dayMs);
  });

  it('never goes back', async () => {
    for (const seconds of ['-1', '0', 'x', '1e300']) {
      const url = `${service.origin}/sandbox/clock?forward=${seconds}`;
      expect((await fetch(url, { method: 'POST' })).status).toBe(400);
    }
    expect(service.sandbox.aheadMs).toBe(0);
    const headers = { Origin: 'https://example.com' };
    await fetch(`${service.origin}/sandbox/clock?forward=60`, { method: 'POST', headers });
    expect(service.sandbox.aheadMs).toBe(0);
  });
});
