import { relative } from 'node:path';
import { repository } from './editor/repository.ts';

/** What vitest's JSON reporter says of a run, as far as `npm test` reads it. */
export type VitestReport = { testResults: TestFile[] };

type TestFile = {
  /** The path of the file. */
  name: string;
  status: string;
  /** What was wrong with the file itself. */
  message: string;
  assertionResults: {
    status: string;
    title: string;
    fullName: string;
    /** Milliseconds; null for a test that was not run. */
    duration?: number | null;
    failureMessages: string[];
  }[];
};

export type TestResult = {
  /** With the names of what it stands in. */
  name: string;
  title: string;
  /** Its path, or its suite where that is one file. */
  file: string;
  seconds: number;
  /** What was wrong, where it failed. */
  failure?: string;
};

export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  tests?: TestResult[];
  /** Files of which the second try is what counts. */
  unsteady?: string[];
};

export function countTests({ testResults }: VitestReport): Counts {
  const tests: TestResult[] = [];
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, tests };
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(repository, name);
    const failedBefore = counts.failed;
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
      tests.push({
        name: test.fullName,
        title: test.title,
        file,
        seconds: (test.duration ?? 0) / 1000,
        ...(test.status === 'failed' ? { failure: test.failureMessages.join('\n') } : {}),
      });
    }
    // A file that does not load, or whose hooks fail, has no failed test.
    if (status === 'failed' && counts.failed === failedBefore) {
      counts.failed += 1;
      tests.push({ name: 'does not load', title: '', file, seconds: 0, failure: message });
    }
  }
  return counts;
}

/** More files than this are not the machine's bad luck. */
const mostFiles = 4;

/** How it says that waiting ran out of time: our `waitFor`, Playwright, and vitest for a whole test. */
const ranOut = /^((Error: )*Waited [\d.]+ s for |[\w.]+: Timeout \d+ms exceeded|TestTimeoutError: )/;

/**
 * The files of a run that may be tried once more, in a fresh window: those where nothing was wrong but that something
 * waited for did not come in time. None where an expectation did not hold anywhere, or where there are too many.
 */
export function filesToTryAgain({ testResults }: VitestReport): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.length > mostFiles || !failed.every(onlyRanOut)) return [];
  return failed.map(({ name }) => name);
}

function onlyRanOut({ message, assertionResults }: TestFile): boolean {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  // A file whose hooks before the first test fail has no failed test, but a message.
  const messages = failed.length > 0 ? failed.flatMap(test => test.failureMessages) : [message];
  return messages.every(text => ranOut.test(text));
}

/** The report of a run in which some files were tried again: what they did then is what counts of them. */
export function withSecondTry(first: VitestReport, second: VitestReport): VitestReport {
  return {
    testResults: first.testResults.map(
      file => second.testResults.find(({ name }) => name === file.name) ?? file,
    ),
  };
}
