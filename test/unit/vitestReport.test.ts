import { describe, expect, it } from 'vitest';
import { countTests, filesToTryAgain, withSecondTry, type VitestReport } from '../vitestReport.ts';

type TestFile = VitestReport['testResults'][number];

const waited = 'Error: Waited 30 s for a row.\n    at waitFor (waitFor.ts:18:34)';
const unequal = 'AssertionError: expected 2 to be 1 // Object.is equality';
const passed = { status: 'passed', title: '', fullName: '', failureMessages: [] };
const file = (name: string, ...failures: string[]): TestFile => ({
  name,
  message: '',
  status: failures.length > 0 ? 'failed' : 'passed',
  assertionResults: [
    passed,
    ...failures.map(message => ({ ...passed, status: 'failed', failureMessages: [message] })),
  ],
});
const unloaded = (message: string): TestFile => ({
  ...{ name: 'unloaded', status: 'failed', message },
  assertionResults: [{ ...passed, status: 'skipped' }],
});
const triedAgain = (...testResults: TestFile[]) => filesToTryAgain({ testResults });

describe('the count of a run', () => {
  it('has a failure for a file that failed before its first test', () => {
    const testResults = [file('good'), file('bad', unequal), unloaded('Waited 60 s for an editor.')];
    expect(countTests({ testResults })).toMatchObject({ passed: 2, failed: 2, skipped: 1 });
  });

  it('is of the second try, where there was one', () => {
    const first = { testResults: [file('a'), file('b', waited), file('c', waited)] };
    const second = { testResults: [file('b'), file('c', unequal)] };
    expect(countTests(withSecondTry(first, second))).toMatchObject({ passed: 3, failed: 1, skipped: 0 });
  });
});

describe('a second try', () => {
  it.each([
    ['our own wait', waited],
    ['our own wait, told with more', `Error: ${waited} It is on "".`],
    ['a wait of Playwright', 'locator.click: Timeout 30000ms exceeded.\nCall log:'],
    ['a whole test', 'TestTimeoutError: Test timed out in 180000ms.'],
  ])('is given where %s ran out of time', (_name, message) => {
    expect(triedAgain(file('a'), file('b', message))).toEqual(['b']);
  });

  it('is given where the window did not come', () => {
    expect(triedAgain(unloaded('Waited 60 s for an editor.'))).toEqual(['unloaded']);
  });

  it.each([
    ['nothing failed', [file('a')]],
    ['an expectation did not hold', [file('a', unequal)]],
    ['an expectation did not hold beside', [file('a', waited, unequal)]],
    ['an expectation did not hold in another file', [file('a', waited), file('b', unequal)]],
    ['a message has such words further on', [file('a', 'Error: the page said Waited 2 s for it.')]],
    ['the file does not load', [unloaded('SyntaxError: Unexpected token')]],
    ['too many files failed', ['a', 'b', 'c', 'd', 'e'].map(name => file(name, waited))],
  ])('is not given where %s', (_name, files) => {
    expect(triedAgain(...files)).toEqual([]);
  });
});
