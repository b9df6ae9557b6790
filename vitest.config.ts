import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { isPointed } from './test/contract/serviceVariables.ts';
import { chooseSeed, leftToFull, seedVariable } from './test/randomRuns.ts';
import { testsWithoutEditor } from './test/rooms.mjs';
import { measureSpeed, patient } from './test/runSpeed.ts';
import { clockImport } from './test/shiftedClock.mjs';
import { startTestClock } from './test/testClock.ts';

await measureSpeed();
// Another service has the time of today.
if (!isPointed()) startTestClock();

/** The statements against the sandbox; or those that only read, one by one, against the service pointed to. */
const contract = isPointed()
  ? {
      include: ['test/contract/reading/**/*.test.ts'],
      // One client for all of them, with one token and one pace.
      maxWorkers: 1,
      fileParallelism: false,
      testTimeout: 120_000,
    }
  : {
      include: ['test/contract/**/*.test.ts', 'test/world/**/*.test.ts'],
      testTimeout: patient(30_000),
      hookTimeout: patient(30_000),
    };

/**
 * Node loads the files as they stand: what is transformed for Vite's runner runs slower, and isn't kept compiled. But only
 * Vite's runner can replace any module.
 */
const native = { viteModuleRunner: false };
const ownModules = `--import=${new URL('test/ownModules.mjs', import.meta.url).href}`;

/** There is no editor in these tests, but the fake of one. */
const onFake = { alias: { vscode: join(import.meta.dirname, 'test/fake/vscode.ts') } };

/** A test that replaces a module needs modules of its own. */
const isolated = '**/*.isolated.test.ts';
/** A test of what a process does first, or once. */
const alone = '**/*.alone.test.ts';

// The first test that loads a large part waits for it to be compiled.
const unitTimeout = patient(20_000);

// The workers have the environment of this process.
process.env[seedVariable] = String(chooseSeed());
// Each thread and each program that a test starts would compile the same files again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');
const random = 'test/randomSetup.ts';
/** Painting is proved where pictures are compared with what they show: `downloads.alone.test.ts` and `clearHere.alone.test.ts`. */
const plainPictures = 'test/plainPictures.ts';

export default defineConfig({
  test: {
    // Vitest leaves one core free, which is half of what CI has.
    maxWorkers: availableParallelism(),
    execArgv: [clockImport, ownModules],
    reporters: ['default', './test/randomReporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          experimental: native,
          include: testsWithoutEditor,
          exclude: [...configDefaults.exclude, ...leftToFull, isolated, alone],
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          setupFiles: [random, plainPictures, 'test/unit/sharedModules.ts'],
          sequence: { setupFiles: 'list' },
          testTimeout: unitTimeout,
          hookTimeout: unitTimeout,
        },
      },
      {
        test: {
          name: 'unit-editor',
          experimental: native,
          include: ['test/unit/**/*.test.ts', 'test/fuzz/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...leftToFull, isolated, alone, ...testsWithoutEditor],
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          setupFiles: [
            random,
            plainPictures,
            'test/unit/quickAnswers.ts',
            'test/unit/sharedModules.ts',
            'test/unit/freshEditor.ts',
          ],
          sequence: { setupFiles: 'list' },
          testTimeout: unitTimeout,
          hookTimeout: unitTimeout,
        },
      },
      {
        resolve: onFake,
        test: {
          name: 'unit-isolated',
          include: [`test/unit/${isolated}`],
          setupFiles: [random, 'test/unit/quickAnswers.ts', 'test/unit/freshEditor.ts'],
          testTimeout: unitTimeout,
          hookTimeout: unitTimeout,
        },
      },
      {
        test: {
          name: 'unit-alone',
          experimental: native,
          include: [`test/unit/${alone}`],
          setupFiles: [random],
          testTimeout: unitTimeout,
          hookTimeout: unitTimeout,
        },
      },
      // Loading the service and the client takes longer than most of its statements.
      {
        test: {
          name: 'contract',
          experimental: native,
          isolate: false,
          setupFiles: [random, plainPictures],
          ...contract,
        },
      },
    ],
  },
});
