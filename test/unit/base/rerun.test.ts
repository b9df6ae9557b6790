import { expect, it } from 'vitest';
import { rerunning } from '../../../src/base/rerun.ts';

it('shares one more run among everything that is requested during a run', async () => {
  const ends: (() => void)[] = [];
  const run = rerunning(() => new Promise<void>(resolve => ends.push(resolve)));
  const first = run();
  const others = [run(), run(), run()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await Promise.all([first, ...others]);
  expect(ends).toHaveLength(2);
});

it('can run again after a failure', async () => {
  let count = 0;
  const run = rerunning(async () => {
    count += 1;
    await Promise.reject(new Error(`run ${count}`));
  });
  await expect(run()).rejects.toThrow('run 1');
  await expect(run()).rejects.toThrow('run 2');
});
