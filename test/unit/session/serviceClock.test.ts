import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { createServiceClock, type ServiceClock } from '../../../src/session/serviceClock.ts';

it("is ahead of this machine's clock, which the compiler doesn't accept in its place", () => {
  const aheadMs = signal(0);
  const clock: ServiceClock = createServiceClock(aheadMs);
  aheadMs.value = 86_400_000;
  expect(clock.now() - Date.now()).toBeGreaterThan(86_399_000);
  // @ts-expect-error -- it doesn't know how far the service is ahead
  const own: ServiceClock = Date;
  expect(own).toBe(Date);
});
