import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const here = import.meta.dirname;

export default defineConfig({
  resolve: { alias: { vscode: join(here, '../fake/vscode.ts') } },
  test: {
    name: 'webview',
    root: join(here, '../..'),
    include: ['test/webview/**/*.test.ts'],
    globalSetup: join(here, 'browserOfRun.ts'),
    setupFiles: [
      join(here, '../unit/quickAnswers.ts'),
      join(here, '../plainPictures.ts'),
      join(here, 'failures.ts'),
    ],
    maxWorkers: Math.max(2, availableParallelism()),
    // Files of a worker share what is loaded: each stage starts and ends the extension in it.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
