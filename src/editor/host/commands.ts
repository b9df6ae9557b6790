import * as vscode from 'vscode';
import type { CommandId } from './commandIds.ts';
import { type Log, presentError } from './presentError.ts';

/** A command's implementation. Arguments come from trees, lenses and other extensions: unknown until checked. */
export type CommandHandler = (...args: unknown[]) => Promise<void> | void;

/** A feature's commands by ID. */
export type CommandHandlers<Id extends CommandId> = Readonly<Record<Id, CommandHandler>>;

export type LoadCommands<Id extends CommandId> = () => CommandHandlers<Id> | Promise<CommandHandlers<Id>>;

/**
 * Registers a feature's commands, whose table is loaded when the first of them runs, with shared error handling:
 * whatever a handler throws is logged and shown to the user once. Cancelling isn't an error.
 *
 * The editor passes a command of a view the row that it was called on, and all selected rows if that is one of several.
 * It passes a shortcut no row: the manifest has `{ selectedRows: word }` in its place, with a word of `contextOf`.
 *
 * @param onRun called before each run
 */
export function registerCommands<Id extends CommandId>(
  ids: readonly Id[],
  load: LoadCommands<Id>,
  log: Log,
  onRun: () => void = () => undefined,
): vscode.Disposable {
  let loading: ReturnType<LoadCommands<Id>> | undefined;
  return vscode.Disposable.from(
    ...ids.map(id =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        onRun();
        try {
          loading ??= load();
          const handler: CommandHandler = (await loading)[id];
          const [row, all] = args;
          const { selectedRows: offer } = (row ?? {}) as { selectedRows?: unknown };
          if (typeof offer === 'string') {
            await (await import('../rows/selectedRows.ts')).runByShortcut(id, offer, handler);
            return;
          }
          if (Array.isArray(all)) (await import('../rows/selectedRows.ts')).requireOneRow(id, all);
          await handler(...args);
        } catch (error) {
          if (!(error instanceof vscode.CancellationError)) await presentError(error, log);
        }
      }),
    ),
  );
}

/** Runs another Swath command by ID: how the parts of the interface reach each other. */
export async function runCommand(id: CommandId, ...args: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(id, ...args);
}
