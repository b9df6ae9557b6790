import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onNetworkReturn } from '../../../src/orders/networkReturn.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the return of the network', () => {
  it('is told when this machine has other addresses, and not when it loses them', () => {
    let addresses = '10.0.0.2';
    const back = vi.fn();
    const following = onNetworkReturn(back, () => addresses);
    vi.advanceTimersByTime(60_000);
    addresses = '';
    vi.advanceTimersByTime(60_000);
    expect(back).toHaveBeenCalledTimes(0);
    addresses = '10.0.0.7';
    vi.advanceTimersByTime(60_000);
    expect(back).toHaveBeenCalledTimes(1);
    following.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('looks at the addresses of this machine', () => {
    const following = onNetworkReturn(() => undefined);
    vi.advanceTimersByTime(10_000);
    following.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});
