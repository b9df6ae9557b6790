import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { chooseSeed } from '../randomRuns.ts';
import { patient } from '../runSpeed.ts';

vi.setConfig({ testTimeout: patient(120_000) });

interface Report {
  hash: string;
  counts: Record<string, number>;
  failure?: string;
}

/** Each world has a process of its own, because it replaces the clock, the disk and chance. */
function simulate(...options: string[]): Promise<Report> {
  const script = join(import.meta.dirname, 'simulate.ts');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...options], (error, stdout, stderr) => {
      const last = stdout.trimEnd().split('\n').at(-1) ?? '';
      if (last.startsWith('{')) resolve(JSON.parse(last) as Report);
      else reject(new Error(stderr, { cause: error }));
    });
  });
}

describe('a simulated world', () => {
  it('is the same from the same seed, and keeps the rules where it once broke them', async () => {
    const first = await simulate('--seed', '1', '--hours', '0.25');
    // Much happens in it: chance alone can make a world of a random seed a quiet one.
    expect(Object.keys(first.counts).length).toBeGreaterThan(20);
    // An order once left hours after it was recorded, when it was stated not to be booked.
    const other = await simulate('--seed', '3009', '--hours', '0.25');
    expect(other).not.toHaveProperty('failure');
    expect(other.hash).not.toBe(first.hash);
    expect(await simulate('--seed', '3009', '--hours', '0.25')).toEqual(other);
  });

  it('keeps every rule, whatever happens', async () => {
    const seed = String(chooseSeed());
    expect([seed, (await simulate('--seed', seed, '--hours', '0.5')).failure]).toEqual([seed, undefined]);
  });

  it.each([
    ['repeatedOrder', '3', 'An order left twice for one confirmation.'],
    ['repeatableRequest', '12', 'One confirmation booked two orders.'],
    ['tokenInAddress', '3', 'A key or token is in an address.'],
  ])('finds a planted fault: %s', async (plant, seed, failure) => {
    expect(await simulate('--seed', seed, '--hours', '0.5', '--plant', plant)).toMatchObject({ failure });
  });
});
