// The tests that judge the mutants of `stryker.config.mjs`: the quick ones of the money code.
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { fullVariable, seedVariable } from '../randomRuns.ts';
import { clockImport } from '../shiftedClock.mjs';
import { startTestClock } from '../testClock.ts';

startTestClock();
// The same tests each time, and quick ones.
process.env[seedVariable] ??= '1';
Reflect.deleteProperty(process.env, fullVariable);

const repository = join(import.meta.dirname, '../..');

/** The quickest first: a mutant is done with at the first test that fails. */
const tests = [
  'test/unit/model/linkRule.test.ts',
  'test/unit/orders/budget.test.ts',
  'test/unit/orders/orderAttempts.test.ts',
  'test/unit/orders/orderCheck.test.ts',
  'test/unit/orders/journal.test.ts',
  'test/unit/orders/placing.test.ts',
  'test/unit/account/keys.test.ts',
  'test/unit/account/revoking.test.ts',
  'test/unit/account/recorded.test.ts',
  'test/unit/model/order/orderMatch.test.ts',
  'test/unit/api/token.test.ts',
  'test/unit/api/sendOnce.test.ts',
  'test/unit/editor/appendLog.test.ts',
  'test/unit/ledger/ledger.test.ts',
  'test/unit/api/client.test.ts',
  'test/unit/api/followedLinks.test.ts',
  'test/unit/api/orders.test.ts',
  'test/unit/api/createdSecret.test.ts',
  'test/unit/api/apiKeys.test.ts',
  'test/unit/api/longAnswers.test.ts',
];
/** Each replaces a module. */
const isolated = [
  'test/unit/editor/shortWrites.isolated.test.ts',
  'test/unit/editor/syncedNames.isolated.test.ts',
];

class QuickestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => tests.indexOf(relative(repository, moduleId));
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)));
  }
}

const shared = { setupFiles: ['test/randomSetup.ts'], testTimeout: 20_000 };

export default defineConfig({
  test: {
    execArgv: [clockImport],
    sequence: { sequencer: QuickestFirst },
    projects: [
      {
        resolve: { alias: { vscode: join(repository, 'test/fake/vscode.ts') } },
        test: {
          name: 'shared',
          include: tests,
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          ...shared,
        },
      },
      { test: { name: 'isolated', include: isolated, ...shared } },
    ],
  },
});
