import { relative } from 'node:path';
import { repository } from './editor/repository.ts';

/** The part of vitest's JSON report that `npm test` reads. */
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
    /** Milliseconds; null for a test that wasn't run. */
    duration?: number | null;
    failureMessages: string[];
  }[];
};

export type TestResult = {
  /** Including the names of its parent suites. */
  name: string;
  title: string;
  /** Its path, or its suite if that is a single file. */
  file: string;
  seconds: number;
  /** The error, if it failed. */
  failure?: string;
};

export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  tests?: TestResult[];
  /** Files whose second try counts. */
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
    // A file that doesn't load, or whose hooks fail, has no failed test.
    if (status === 'failed' && counts.failed === failedBefore) {
      counts.failed += 1;
      tests.push({ name: 'does not load', title: '', file, seconds: 0, failure: message });
    }
  }
  return counts;
}

/** More files than this aren't just a slow machine. */
const maxFiles = 4;

/** The timeout messages of our `waitFor`, of Playwright, and of vitest for a whole test. */
const ranOut = /^((Error: )*Waited [\d.]+ s for |[\w.]+: Timeout \d+ms exceeded|TestTimeoutError: )/;

/**
 * The files of a run that may be retried in a new window: those whose only failures were timeouts. None if any
 * expectation failed anywhere, or if there are too many.
 */
export function filesToTryAgain({ testResults }: VitestReport): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.length > maxFiles || !failed.every(onlyRanOut)) return [];
  return failed.map(({ name }) => name);
}

function onlyRanOut({ message, assertionResults }: TestFile): boolean {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  // A file whose hooks before the first test fail has no failed test, but a message.
  const messages = failed.length > 0 ? failed.flatMap(test => test.failureMessages) : [message];
  return messages.every(text => ranOut.test(text));
}

/** The report of a run in which some files were retried: their second result counts. */
export function withSecondTry(first: VitestReport, second: VitestReport): VitestReport {
  return {
    testResults: first.testResults.map(
      file => second.testResults.find(({ name }) => name === file.name) ?? file,
    ),
  };
}
