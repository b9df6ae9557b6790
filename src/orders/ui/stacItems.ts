import * as vscode from 'vscode';
import { jsonObjectIn } from '../../model/json/nesting.ts';
import { ownedInStacItem, type OwnedItem } from '../../model/order/owned.ts';
import { readForeign, unlessMissing } from '../../editor/files/files.ts';

const maxFiles = 2000;
/** Longer items aren't read, bytes: the polygon of one has up to some thousands of vertices. */
const longestItem = 200_000;
/** Of all items together, bytes. They stay in memory. */
const maxTotal = 20_000_000;

/**
 * Reads the deliveries in the workspace, from the STAC Items beside them. Files that are none are left out.
 *
 * @param onError called for each file that can't be read
 */
export function createStacItems(onError: (error: unknown) => void): () => Promise<readonly OwnedItem[]> {
  /** By path: an item changes only with its delivery. */
  const known = new Map<string, OwnedItem | undefined>();
  let total = 0;

  async function read(path: string): Promise<OwnedItem | undefined> {
    if (total >= maxTotal) return undefined;
    try {
      const text = await unlessMissing(readForeign(path, longestItem));
      if (text === undefined) return undefined;
      total += text.length;
      return ownedInStacItem(jsonObjectIn(text));
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  return async () => {
    const found = await vscode.workspace.findFiles('**/stac/items/*.json', '**/node_modules/**', maxFiles);
    for (const { scheme, fsPath } of found) {
      if (scheme !== 'file' || known.has(fsPath)) continue;
      known.set(fsPath, await read(fsPath));
    }
    if (found.length === maxFiles || total >= maxTotal)
      onError(new Error('The workspace has more deliveries than Swath compares with.'));
    return found.flatMap(({ fsPath }) => known.get(fsPath) ?? []);
  };
}
