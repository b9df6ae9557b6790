import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { screenshot } from './product.ts';

/** Makes a picture of the window for each test of the file that fails; for none where there is no window. */
export function pictureFailures(suite: string, pageNow: () => Page | undefined): void {
  afterEach(async ({ task }) => {
    const page = pageNow();
    if (page && task.result?.state === 'fail') await screenshot(page, `${suite} - ${task.name}`);
  });
}

export { goOnWhileGood } from './goOnWhileGood.ts';
