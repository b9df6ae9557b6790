import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const here = import.meta.dirname;

export default defineConfig({
  resolve: { alias: { vscode: join(here, '../fake/vscode.ts') } },
  test: {
    name: 'interop',
    root: join(here, '../..'),
    include: ['test/interop/**/*.test.ts'],
    globalSetup: join(here, 'installPrograms.ts'),
    setupFiles: join(here, '../unit/quickAnswers.ts'),
    // Each program uses all of a core.
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
