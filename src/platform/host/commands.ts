import * as vscode from 'vscode';
import type { CommandId } from '../../base/commandId.ts';
import { loadOnce } from './loadOnce.ts';
import type { Log } from './presentError.ts';

/** A command's implementation. Arguments come from trees, lenses and other extensions: unknown until checked. */
export type CommandHandler = (...args: unknown[]) => Promise<void> | void;

/** A feature's commands by ID. */
export type SomeCommands = { readonly [Id in CommandId]?: CommandHandler };

/** Loads a feature's table of commands. */
export type LoadCommands = () => Promise<SomeCommands>;

type IdIn<Load> = Load extends () => Promise<infer Table> ? keyof Table : never;

/** The tables of all features: a command that is declared and that none of them implements doesn't compile, and is named. */
export function allTables<const Loads extends readonly LoadCommands[]>(
  loads: Loads &
    ([CommandId] extends [IdIn<Loads[number]>]
      ? unknown
      : { implementationOf: Exclude<CommandId, IdIn<Loads[number]>> }),
): readonly LoadCommands[] {
  return loads;
}

/** What the manifest declares about commands. */
export interface CommandManifest {
  commands: readonly { command: string }[];
  menus: Readonly<Record<string, readonly { command?: string; when?: string }[]>>;
}

/**
 * Registers the commands of the manifest, whose tables are loaded when the first of them runs, with shared error handling:
 * whatever a handler throws is logged and shown to the user once. Cancelling isn't an error.
 *
 * The editor passes a command of a view the row that it was called on, and all selected rows if that is one of several.
 * It passes a shortcut no row: the manifest has `{ selectedRows: word }` in its place, with a word of `rowContext`.
 *
 * @param onRun called before each run
 */
export function registerCommands(
  manifest: CommandManifest,
  loads: readonly LoadCommands[],
  log: Log,
  onRun: () => void = () => undefined,
): vscode.Disposable {
  const tables = loads.map(loadOnce);
  return vscode.Disposable.from(
    ...manifest.commands.map(({ command: id }) =>
      vscode.commands.registerCommand(id, async function run(...args: unknown[]): Promise<void> {
        onRun();
        let handler: CommandHandler = run;
        try {
          handler = await handlerIn(tables, id as CommandId);
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
          if (error instanceof vscode.CancellationError) return;
          const { presentFailure } = await import('../dialogs/failureMessage.ts');
          await presentFailure(error, log, handler, () => run(...args));
        }
      }),
    ),
  );
}

/** Waits for no other table than the command's own, so that one that fails to load disables no other feature. */
async function handlerIn(tables: readonly LoadCommands[], id: CommandId): Promise<CommandHandler> {
  const missing = new Error(`${id} has no implementation.`);
  try {
    return await Promise.any(
      tables.map(async table => (await table())[id] ?? Promise.reject<CommandHandler>(missing)),
    );
  } catch (error) {
    throw (error as AggregateError).errors.find(reason => reason !== missing) ?? missing;
  }
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
