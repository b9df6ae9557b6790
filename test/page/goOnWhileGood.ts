import { afterEach, beforeEach } from 'vitest';

/** For tests that go on where the one before ended: after one that fails, the others are left out. */
export function goOnWhileGood(): void {
  let hasFailed = false;
  beforeEach(({ skip }) => skip(hasFailed, 'a step before failed'));
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail';
  });
}
