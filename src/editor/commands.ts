import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from './commandTable.ts';
import { type Log, presentError } from './presentError.ts';
import { UserError } from './userError.ts';

/** A command's implementation. Arguments come from trees, lenses and other extensions: unknown until checked. */
export type CommandHandler = (...given: unknown[]) => Promise<void> | void;

/** Commands that act on all selected rows. `showOrderOnMap` is only offered by the button of a row, and acts on that. */
const forSeveralRows: ReadonlySet<string> = new Set<CommandId>([
  'swath.copyId',
  'swath.openReport',
  'swath.compareReports',
  'swath.downloadDelivery',
  'swath.showOrderOnMap',
  'swath.deleteKey',
]);

/**
 * Registers commands with shared error handling: whatever a handler throws is logged and shown to the user once.
 * Cancelling isn't an error.
 *
 * The editor passes a command of a view the row that it was called on, and all selected rows if that is one of several.
 * It passes a shortcut no row: the manifest has `{ selectedRows: word }` in its place, with a word of `contextOf`.
 */
export function registerCommands(
  handlers: Partial<Record<CommandId, CommandHandler>>,
  log: Log,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) => {
      const run: CommandHandler = (...given) => {
        if (areSeveralRows(given[1]) && !forSeveralRows.has(id)) {
          throw new UserError(l10n.t('This command works on one row. Select only one.'));
        }
        return handler(...given);
      };
      return vscode.commands.registerCommand(id, async (...given: unknown[]) => {
        try {
          const { selectedRows } = (given[0] ?? {}) as { selectedRows?: unknown };
          if (typeof selectedRows !== 'string') await run(...given);
          else await (await import('./rowShortcut.ts')).runOnFocusedRows(id, selectedRows, run);
        } catch (error) {
          if (!(error instanceof vscode.CancellationError)) await presentError(error, log);
        }
      });
    }),
  );
}

/** Other commands receive several files. */
function areSeveralRows(all: unknown): boolean {
  return Array.isArray(all) && all.length > 1 && all.every(one => !(one instanceof vscode.Uri));
}

/** Runs another Swath command by ID: how the parts of the interface reach each other. */
export async function runCommand(id: CommandId, ...given: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(id, ...given);
}
