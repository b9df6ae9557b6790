import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { leftToFull } from '../randomRuns.ts';
import { measureSpeed, patient } from '../runSpeed.ts';
import { clockImport } from '../shiftedClock.mjs';
import { startTestClock } from '../testClock.ts';

await measureSpeed();
startTestClock();

const here = import.meta.dirname;

export default defineConfig({
  resolve: { alias: { vscode: join(here, '../fake/vscode.ts') } },
  test: {
    name: 'webview',
    root: join(here, '../..'),
    include: ['test/webview/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...leftToFull],
    setupFiles: [
      join(here, '../unit/quickAnswers.ts'),
      join(here, '../plainPictures.ts'),
      join(here, 'failures.ts'),
    ],
    maxWorkers: Math.max(2, availableParallelism()),
    // Files of a worker share what is loaded: each harness starts and ends the extension in it.
    isolate: false,
    execArgv: [clockImport],
    testTimeout: patient(180_000),
    hookTimeout: patient(120_000),
  },
});
