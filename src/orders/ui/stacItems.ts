import * as vscode from 'vscode';
import { jsonObjectIn } from '../../model/json/nesting.ts';
import { ownedInStacItem, type OwnedItem } from '../../model/order/owned.ts';
import { readForeign, unlessMissing } from '../../editor/files/files.ts';

const maxFiles = 2000;
/** Longer items aren't read, bytes. */
const longestItem = 5_000_000;

/** Reads the deliveries in the workspace, from the STAC Items beside them. Files that are none are left out. */
export function createStacItems(): () => Promise<readonly OwnedItem[]> {
  /** By path: an item changes only with its delivery. */
  const known = new Map<string, OwnedItem | undefined>();
  return async () => {
    const found = await vscode.workspace.findFiles('**/stac/items/*.json', '**/node_modules/**', maxFiles);
    for (const { scheme, fsPath } of found) {
      if (scheme !== 'file' || known.has(fsPath)) continue;
      const text = await unlessMissing(readForeign(fsPath, longestItem)).catch(() => undefined);
      known.set(fsPath, text === undefined ? undefined : ownedInStacItem(jsonObjectIn(text)));
    }
    return found.flatMap(({ fsPath }) => known.get(fsPath) ?? []);
  };
}
