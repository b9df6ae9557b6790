import * as vscode from 'vscode';
import type { CommandId } from '../../base/commandId.ts';
import { type Log, presentError } from './presentError.ts';

/** A command's implementation. Arguments come from trees, lenses and other extensions: unknown until checked. */
export type CommandHandler = (...args: unknown[]) => Promise<void> | void;

/** A feature's commands by ID. */
export type SomeCommands = { readonly [Id in CommandId]?: CommandHandler };

/** All commands by ID: what is declared and not implemented doesn't compile. */
export type AllCommands = Readonly<Record<CommandId, CommandHandler>>;

/** What the manifest declares about commands. */
export interface CommandManifest {
  commands: readonly { command: string }[];
  menus: Readonly<Record<string, readonly { command?: string; when?: string }[]>>;
}

/**
 * Registers the commands of the manifest, whose table is loaded when the first of them runs, with shared error handling:
 * whatever a handler throws is logged and shown to the user once. Cancelling isn't an error.
 *
 * The editor passes a command of a view the row that it was called on, and all selected rows if that is one of several.
 * It passes a shortcut no row: the manifest has `{ selectedRows: word }` in its place, with a word of `contextOf`.
 *
 * @param onRun called before each run
 */
export function registerCommands(
  manifest: CommandManifest,
  load: () => Promise<SomeCommands>,
  log: Log,
  onRun: () => void = () => undefined,
): vscode.Disposable {
  let loading: ReturnType<typeof load> | undefined;
  return vscode.Disposable.from(
    ...manifest.commands.map(({ command: id }) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        onRun();
        try {
          const handler = (await (loading ??= load()))[id as CommandId];
          if (!handler) throw new Error(`${id} has no implementation.`);
          const [row, all] = args;
          const { selectedRows: offer } = (row ?? {}) as { selectedRows?: unknown };
          const forSeveral = actsOnSeveral(id, manifest);
          if (typeof offer === 'string') {
            const { runByShortcut } = await import('../rows/selectedRows.ts');
            await runByShortcut({ id, offer, forSeveral, run: handler });
            return;
          }
          if (Array.isArray(all) && !forSeveral) (await import('../rows/selectedRows.ts')).requireOneRow(all);
          await handler(...args);
        } catch (error) {
          if (!(error instanceof vscode.CancellationError)) await presentError(error, log);
        }
      }),
    ),
  );
}

/** Whether the menu of the rows offers a command for several of them. */
function actsOnSeveral(id: string, { menus }: CommandManifest): boolean {
  const entries = menus['view/item/context'] ?? [];
  return entries.some(({ command, when = '' }) => command === id && !when.endsWith('&& !listMultiSelection'));
}

/** Runs another Swath command by ID: how the parts of the interface reach each other. */
export async function runCommand(id: CommandId, ...args: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(id, ...args);
}
