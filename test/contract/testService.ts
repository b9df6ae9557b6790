import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import type { Dialect, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { otherService } from './otherService.ts';
import { type SandboxService, serve, type Service } from './service.ts';
import { isPointed } from './serviceVariables.ts';
import type { RowId } from './specification.ts';
import { statement } from './statement.ts';

export interface SetupOptions extends Omit<SandboxOptions, 'now' | 'dialect' | 'origin'> {
  /** When the sandbox begins, epoch ms. */
  start?: number;
  /** Every statement gets a sandbox of its own. Otherwise all of them share one, in their order. */
  fresh?: true;
  /** What the account has done before the statements begin. */
  prepare?: (service: SandboxService) => Promise<void>;
  /** Default: both. */
  dialects?: readonly Dialect[];
}

/**
 * Ends a statement about something that the account does not have: another's account may lack it, and the statement is
 * skipped there with this reason. The sandbox must have it, so there it fails.
 */
export type Lacking = (reason: string) => never;

type State<S> = (
  rows: readonly RowId[],
  text: string,
  run: (service: S, lacking: Lacking) => Promise<void>,
  timeout?: number,
) => void;

export interface Statements {
  /** Only reads, and holds for every honest service: it is also put to the service that the environment points to. */
  reading: State<Service>;
  /** Writes, or needs the clock, faults or the inside of the sandbox: it is put to nothing else. */
  statement: State<SandboxService>;
}

/**
 * Puts statements to the sandbox, once for each dialect. Where the environment points to another service, those that
 * only read are put to that one, and the others do not exist.
 */
export function testService(title: string, options: SetupOptions, body: (on: Statements) => void): void {
  if (isPointed()) {
    describe(`${title}, by the service pointed to`, () => body(statementsOnOther()));
    return;
  }
  const { fresh, prepare, dialects = ['specification', 'deployed'], ...world } = options;
  describe.each(dialects)(`${title}, by a service that speaks as %s`, dialect => {
    let shared: SandboxService | undefined;
    if (!fresh) {
      beforeAll(async () => {
        shared = await serve(dialect, world);
        await prepare?.(shared);
      });
      afterAll(() => shared?.close());
    }
    body(
      statementsOnSandbox(async () => {
        if (shared) return shared;
        const service = await serve(dialect, world);
        onTestFinished(() => service.close());
        await prepare?.(service);
        return service;
      }, dialect),
    );
  });
}

function statementsOnSandbox(take: () => Promise<SandboxService>, dialect: Dialect): Statements {
  const lacking: Lacking = reason => expect.fail(reason);
  return {
    reading: (rows, text, run, timeout) =>
      statement(
        rows,
        text,
        async () => {
          const service = await take();
          await run(service, lacking);
          expect(service.warnings).toEqual([]);
        },
        timeout,
        dialect,
      ),
    statement: (rows, text, run, timeout) =>
      statement(rows, text, async () => run(await take(), lacking), timeout, dialect),
  };
}

/** The time limit is that of the suite: it is made for a network. */
function statementsOnOther(): Statements {
  return {
    reading: (rows, text, run) =>
      statement(rows, text, ({ skip }) => run(otherService(), reason => skip(reason))),
    statement: () => undefined,
  };
}
