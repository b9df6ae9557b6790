/** What the suite in the extension host writes while it runs, one JSON value a line. */
export type HostResult =
  | { kind: 'test'; state: 'passed' | 'skipped'; title: string; ms: number }
  | { kind: 'test'; state: 'failed'; title: string; ms: number; error: string }
  /** Nothing was run, or not to the end. */
  | { kind: 'broken'; error: string }
  | { kind: 'end' };

/** The environment variable that names the file. */
export const resultsVariable = 'SWATH_TEST_RESULTS';

/** The whole lines of a file that may still grow. */
export function parseResults(text: string): HostResult[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as HostResult);
}

/** One result as a person reads it; undefined where there is nothing to read. */
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
