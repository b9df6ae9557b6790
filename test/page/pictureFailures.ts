import type { Page } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { screenshot } from './product.ts';

/** Makes a picture of the window for each test of the file that fails; for none where there is no window. */
export function pictureFailures(suite: string, pageNow: () => Page | undefined): void {
  afterEach(async ({ task }) => {
    const page = pageNow();
    if (page && task.result?.state === 'fail') await screenshot(page, `${suite} - ${task.name}`);
  });
}

/** For tests that go on where the one before ended: after one that fails, the others are left out. */
export function goOnWhileGood(): void {
  let hasFailed = false;
  beforeEach(({ skip }) => skip(hasFailed, 'a step before failed'));
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail';
  });
}
