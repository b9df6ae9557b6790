// npm run bench -- memory
//
// What the extension host keeps in memory of the images of a search, and after many searches.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Measurement } from './benchRow.ts';
import type { SearchMemory } from './searchWindow.ts';

/** MB: a kilobyte for each of 100,000 images, which is half of their text; and what 50 searches may leave behind. */
const limits = { images: 100, searches: 1 } as const;

export async function benchMemory(): Promise<Measurement[]> {
  const server = fork(join(import.meta.dirname, 'searchServer.ts'));
  try {
    const [origin] = (await once(server, 'message')) as [string];
    const window = fork(join(import.meta.dirname, 'searchWindow.ts'), [origin], {
      execArgv: ['--expose-gc'],
    });
    const [{ images, ofImages, ofSearches }] = (await once(window, 'message')) as [SearchMemory];
    return [
      {
        name: '100,000 images of a search: kept in memory',
        unit: 'MB',
        runs: ofImages,
        max: limits.images,
        holds: [['all are loaded', images === 100_000]],
      },
      {
        name: '50 searches: memory more than after ten',
        unit: 'MB',
        runs: ofSearches,
        max: limits.searches,
      },
    ];
  } finally {
    server.kill();
  }
}
