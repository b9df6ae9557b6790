import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type HostResult, resultsVariable } from '../editor/hostResults.ts';
import { patient } from '../runSpeed.ts';

/** Time limit of one test, milliseconds. */
const timeout = patient(30_000);

/**
 * Called by VS Code in the extension host: runs every `*.test.ts` of this folder with mocha. Rejects if a test failed,
 * which is how desktop VS Code detects it; the results are written to a file for the browser, which can't.
 */
export async function run(): Promise<void> {
  const failures = await runMocha().catch((error: unknown) => {
    write({ kind: 'broken', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    throw error;
  });
  write({ kind: 'end' });
  if (failures > 0) throw new Error(`${failures} failed.`);
}

async function runMocha(): Promise<number> {
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', timeout, reporter: 'spec', color: false });
  // What mocha does before it loads a file: it makes describe, it and the rest global.
  mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, '', mocha);
  // At run time, this file is dist/test/index.cjs.
  const folder = join(__dirname, '../../test/host');
  for (const file of readdirSync(folder)) {
    // The bundler includes every file that matches the pattern.
    if (file.endsWith('.test.ts')) await import(`./${file.slice(0, -'.test.ts'.length)}.test.ts`);
  }
  return new Promise(resolve => {
    const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING } = Mocha.Runner.constants;
    mocha
      .run(resolve)
      .on(EVENT_TEST_PASS, test => write({ kind: 'test', state: 'passed', ...about(test) }))
      .on(EVENT_TEST_PENDING, test => write({ kind: 'test', state: 'skipped', ...about(test) }))
      .on(EVENT_TEST_FAIL, (test: Mocha.Runnable, error: Error) =>
        write({ kind: 'test', state: 'failed', ...about(test), error: error.stack ?? error.message }),
      );
  });
}

function about(test: Mocha.Runnable): { title: string; ms: number } {
  return { title: test.titlePath().join(' › '), ms: test.duration ?? 0 };
}

function write(result: HostResult): void {
  const file = process.env[resultsVariable];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
}
