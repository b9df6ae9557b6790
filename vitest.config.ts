import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isPointed } from './test/contract/serviceVariables.ts';

/** The statements against the sandbox; or those that only read, one by one, against the service pointed to. */
const contract = isPointed()
  ? {
      include: ['test/contract/reading/**/*.test.ts'],
      // One client for all of them, with one token and one pace.
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      testTimeout: 120_000,
    }
  : { include: ['test/contract/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 30_000 };

/** There is no editor in these tests, but the fake of one. */
const onFake = { alias: { vscode: join(import.meta.dirname, 'test/fake/vscode.ts') } };

export default defineConfig({
  test: {
    projects: [
      // The first test that loads a large part waits for it to be compiled.
      {
        resolve: onFake,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          setupFiles: ['test/unit/quickAnswers.ts'],
          testTimeout: 20_000,
        },
      },
      { resolve: onFake, test: { name: 'contract', ...contract } },
    ],
  },
});
