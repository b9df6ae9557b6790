import { it, type TestContext } from 'vitest';
import { recorded } from './recording.ts';
import type { RowId } from './specification.ts';

/** What the report tells of a statement, for the table of coverage. */
export interface StatementMeta {
  rows: readonly RowId[];
  text: string;
  /** Functions of the client that were called. */
  calls: readonly string[];
  /** Routes of the specification that requests took. */
  routes: readonly string[];
}

declare module 'vitest' {
  interface TaskMeta {
    statement?: StatementMeta;
  }
}

/**
 * A test that states what these rows of the specification say. What it really did is noted where its clients are made
 * by `createClient` of recording.ts.
 *
 * @param timeout milliseconds
 */
export function statement(
  rows: readonly RowId[],
  text: string,
  run: (context: TestContext) => Promise<void>,
  timeout?: number,
): void {
  it(
    text,
    context =>
      recorded(
        () => run(context),
        ({ calls, routes }) => {
          context.task.meta.statement = { rows, text, calls: [...calls].sort(), routes: [...routes].sort() };
        },
      ),
    timeout,
  );
}
