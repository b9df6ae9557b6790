import { configDefaults, defineConfig } from 'vitest/config';
import { leftToFull } from '../randomRuns.ts';
import { measureSpeed, patient, slowness } from '../runSpeed.ts';
import { clockImport } from '../shiftedClock.mjs';
import { startTestClock } from '../testClock.ts';

await measureSpeed();
startTestClock();

export default defineConfig({
  test: {
    name: 'page',
    include: ['test/page/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...leftToFull],
    root: '.',
    globalSetup: 'test/page/run.ts',
    setupFiles: ['test/plainPictures.ts', 'test/page/setUp.ts'],
    // A window is idle a fifth of the time, and three windows keep two cores busy. On a slow machine, more of them would
    // only slow each other down.
    maxWorkers: slowness() > 2 ? 2 : 3,
    // Files of a worker share its browser.
    isolate: false,
    execArgv: [clockImport],
    // The screenshot of a failed window is taken before the file closes it.
    sequence: { hooks: 'list' },
    testTimeout: patient(300_000),
    hookTimeout: patient(300_000),
  },
});
