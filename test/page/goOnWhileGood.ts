import { afterEach, beforeEach } from 'vitest';

/** For tests that continue where the previous one ended: after a failure, the rest are skipped. */
export function goOnWhileGood(): void {
  let hasFailed = false;
  beforeEach(({ skip }) => skip(hasFailed, 'a step before failed'));
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail';
  });
}
