import { expect, test } from 'vitest';
import { Turns } from '../../../src/sandbox/http/turns.ts';

test('all who wait get a turn of the event loop of their own, in the order in which they came', async () => {
  const turns = new Turns();
  const seen: string[] = [];
  let ended = false;
  const tick = (): void => {
    seen.push('others');
    if (!ended) setImmediate(tick);
  };
  setImmediate(tick);
  await Promise.all(
    ['first', 'second', 'third'].map(async name => {
      await turns.next();
      seen.push(name);
    }),
  );
  ended = true;
  const between = seen
    .join(' ')
    .replaceAll(/(others ?)+/g, '| ')
    .trim();
  expect(between).toMatch(/^\| first \| second \| third( \|)?$/);
});

test('a turn ends within milliseconds', async () => {
  const until = await new Turns().next();
  expect(until - performance.now()).toBeLessThan(10);
});
