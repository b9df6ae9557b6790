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
    // A window is idle a fifth of the time, and three windows keep two cores busy.
    maxWorkers: isSlowMachine() ? 2 : 3,
    // Files of a worker share its browser.
    isolate: false,
    // The screenshot of a failed window is taken before the file closes it.
    sequence: { hooks: 'list' },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
