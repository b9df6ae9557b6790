import type { Page } from 'playwright-core';

/** What the scripts, the elements and the buffers of a page have in memory once the garbage is collected, MB. */
export async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let collection = 0; collection < 3; collection += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6;
}
