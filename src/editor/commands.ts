import * as vscode from 'vscode';
import type { CommandId } from './commandTable.ts';
import { type Log, presentError } from './presentError.ts';

/** What a command does. Arguments come from trees, lenses and other extensions: unknown until looked at. */
export type CommandHandler = (...given: unknown[]) => Promise<void> | void;

/**
 * Registers commands behind one boundary: whatever a handler throws is logged and told to the user once. Cancelling
 * is not an error.
 */
export function registerCommands(
  handlers: Partial<Record<CommandId, CommandHandler>>,
  log: Log,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(id, async (...given: unknown[]) => {
        try {
          await handler(...given);
        } catch (error) {
          if (!(error instanceof vscode.CancellationError)) await presentError(error, log);
        }
      }),
    ),
  );
}

/** Runs another command of ours by its id: how the rooms of the interface reach each other. */
export async function runCommand(id: CommandId, ...given: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(id, ...given);
}
