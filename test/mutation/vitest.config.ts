// The tests that judge the mutants of `stryker.config.json`: the quick ones of the money code.
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { fullVariable, seedVariable } from '../randomRuns.ts';
import { measureSpeed } from '../runSpeed.ts';
import { clockImport } from '../shiftedClock.mjs';
import { startTestClock } from '../testClock.ts';

await measureSpeed();
startTestClock();
// The same tests each time, and quick ones.
process.env[seedVariable] ??= '1';
Reflect.deleteProperty(process.env, fullVariable);

const repository = join(import.meta.dirname, '../..');

/** The quickest first: a mutant is done with at the first test that fails. */
const tests = [
  'test/unit/service/rules/linkRule.test.ts',
  'test/unit/features/orders/budget.test.ts',
  'test/unit/features/orders/orderAttempts.test.ts',
  'test/unit/features/orders/orderCheck.test.ts',
  'test/unit/features/orders/journal.test.ts',
  'test/unit/features/orders/placing.test.ts',
  'test/unit/features/account/keys.test.ts',
  'test/unit/features/account/revoking.test.ts',
  'test/unit/features/account/recorded.test.ts',
  'test/unit/features/orders/rules/orderMatch.test.ts',
  'test/unit/service/wire/token.test.ts',
  'test/unit/platform/appendLog.test.ts',
  'test/unit/features/ledger/ledger.test.ts',
  'test/unit/service/wire/client.test.ts',
  'test/unit/service/wire/followedLinks.test.ts',
  'test/unit/service/wire/orders.test.ts',
  'test/unit/service/wire/createdSecret.test.ts',
  'test/unit/service/wire/apiKeys.test.ts',
  'test/unit/service/wire/longAnswers.test.ts',
  // The only one that waits: some of its answers never come.
  'test/contract/sentOnce.test.ts',
];
/** Each replaces a module. */
const isolated = [
  'test/unit/platform/shortWrites.isolated.test.ts',
  'test/unit/platform/syncedNames.isolated.test.ts',
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
