import { it, type TestContext } from 'vitest';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import { recorded } from './recording.ts';
import type { RowId } from './specification.ts';

/** What the report tells of a statement, for `coverage.json`. */
export interface StatementMeta {
  rows: readonly RowId[];
  text: string;
  /** Of the sandbox that it was put to; none where it was put to another service. */
  dialect: Dialect | undefined;
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
  dialect?: Dialect,
): void {
  it(
    text,
    context =>
      recorded(
        () => run(context),
        ({ calls, routes }) => {
          context.task.meta.statement = {
            rows,
            text,
            dialect,
            calls: [...calls].sort(),
            routes: [...routes].sort(),
          };
        },
      ),
    timeout,
  );
}
