import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { waitFor } from '../../editor/waitFor.ts';

/** Memory used after garbage collection, in bytes. */
export interface Heaps {
  /** Of the extension host. */
  host: number;
  /** Of the workbench and the map page, as far as they share a process. */
  page: number;
}

interface Reading {
  readings: number;
  heapUsed: number;
}

/** For the editor's server: makes extension hosts report their heap. */
export function memoryOptions(folder: string) {
  return {
    preloads: [join(import.meta.dirname, 'hostMemory.mjs')],
    env: { SWATH_SOAK_MEMORY: folder },
  };
}

/** Process ids of the extension hosts that have started, oldest first. */
export async function extensionHosts(folder: string): Promise<number[]> {
  return (await readdir(folder)).map(name => Number(name.replace('.json', ''))).sort((a, b) => a - b);
}

export async function measureHeaps(folder: string, host: number, page: Page): Promise<Heaps> {
  return { host: await hostHeap(folder, host), page: await pageHeap(page) };
}

async function hostHeap(folder: string, host: number): Promise<number> {
  const read = async () => JSON.parse(await readFile(join(folder, `${host}.json`), 'utf8')) as Reading;
  let min = Infinity;
  // Objects with a finalizer are freed in the second round.
  for (let round = 0; round < 3; round++) {
    const before = await read();
    process.kill(host, 'SIGUSR2');
    const { heapUsed } = await waitFor(
      'the extension host to tell its heap',
      async () => {
        const now = await read().catch(() => before);
        return now.readings > before.readings ? now : undefined;
      },
      { timeout: 30_000 },
    );
    min = Math.min(min, heapUsed);
  }
  return min;
}

async function pageHeap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  try {
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    return usedSize;
  } finally {
    await devtools.detach();
  }
}
