import { describe, expect, it, vi } from 'vitest';
import { loadOnce } from '../../../src/platform/host/loadOnce.ts';

describe('what is loaded when it is first needed', () => {
  it('is loaded once for all who need it, and again after a load that failed', async () => {
    const load = vi.fn<() => Promise<string>>(() => Promise.resolve('loaded'));
    load.mockRejectedValueOnce(new Error('no such file'));
    const need = loadOnce(load);
    await expect(Promise.all([need(), need()])).rejects.toThrow('no such file');
    expect(load).toHaveBeenCalledTimes(1);
    expect(await Promise.all([need(), need(), need()])).toEqual(['loaded', 'loaded', 'loaded']);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
