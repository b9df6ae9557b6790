import { configDefaults, defineConfig } from 'vitest/config';
import { isSlowMachine } from '../editor/machineSpeed.ts';
import { leftToFull } from '../randomRuns.ts';

export default defineConfig({
  test: {
    name: 'page',
    include: ['test/page/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...leftToFull],
    root: '.',
    globalSetup: 'test/page/run.ts',
    setupFiles: ['test/plainPictures.ts', 'test/page/setUp.ts'],
    // A window waits a fifth of its time, and three keep two cores busy.
    maxWorkers: isSlowMachine() ? 2 : 3,
    // The browser of a worker goes from file to file.
    isolate: false,
    // The picture of a window that failed is made before the file closes it.
    sequence: { hooks: 'list' },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
