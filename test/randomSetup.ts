// Gives the random tests of a file the seed of the run, and counts what they run for `randomReporter.ts`.
import fc from 'fast-check';
import { afterAll, beforeAll } from 'vitest';
import { randomCounts } from './randomCounts.ts';
import { chooseSeed } from './randomRuns.ts';

declare module 'vitest' {
  interface TaskMeta {
    random?: { properties: number; runs: number };
  }
}

fc.configureGlobal({ seed: chooseSeed() });

// Files may share their modules.
beforeAll(() => {
  randomCounts.properties = randomCounts.runs = 0;
});
afterAll(({}, file) => {
  file.meta.random = { ...randomCounts };
});
