import * as vscode from 'vscode';
import { runCommand } from '../../platform/host/commands.ts';

interface SearchShown {
  /** Starts it; resolves when it has ended. */
  search: () => Promise<void>;
  /** Whether the map moves to the area. */
  movesMap: boolean;
  /** Of the command: `undefined` from the palette or by a key. */
  argument: unknown;
}

/** Shows a search on the map. By keyboard, the focus goes on to its list, unless it is elsewhere by then. */
export async function showSearch({ search, movesMap, argument }: SearchShown): Promise<void> {
  const { activeTextEditor } = vscode.window;
  const searching = search();
  await runCommand('swath.openMap', ...(movesMap ? [{ show: 'aoi' }] : []));
  await searching;
  if (argument === undefined && activeTextEditor === vscode.window.activeTextEditor)
    await runCommand('swath.openMap', { hasFocus: true });
}
