/** What the suite in the extension host writes while it runs, one JSON value per line. */
export type HostResult =
  | { kind: 'test'; state: 'passed' | 'skipped'; title: string; ms: number }
  | { kind: 'test'; state: 'failed'; title: string; ms: number; error: string }
  /** Nothing was run, or the run didn't finish. */
  | { kind: 'broken'; error: string }
  | { kind: 'end' };

/** The environment variable with the path of the file. */
export const resultsVariable = 'SWATH_TEST_RESULTS';

/** The complete lines of a file that may still grow. */
export function parseResults(text: string): HostResult[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as HostResult);
}

/** One result in readable form; undefined if there is nothing to report. */
export function describeResult(result: HostResult): string | undefined {
  switch (result.kind) {
    case 'test':
      return result.state === 'failed'
        ? `  ✗ ${result.title} ${result.ms} ms\n${result.error.replace(/^/gm, '      ')}`
        : `  ${result.state === 'passed' ? '✓' : '-'} ${result.title} ${result.ms} ms`;
    case 'broken':
      return `  ✗ ${result.error}`;
    case 'end':
      return undefined;
  }
}
