import * as vscode from 'vscode';
import { jsonObjectIn } from '../../../base/json/nesting.ts';
import { readForeign, unlessMissing } from '../../../platform/files/files.ts';
import { type DeliveredFiles, maxDeliveries, type OnUnread } from '../owned.ts';
import { ownedInStacItem, type OwnedItem } from '../rules/owned.ts';

/** Longer items aren't read, bytes: the polygon of one has up to some thousands of vertices. */
const longestItem = 200_000;
/** Of all items together, bytes. They stay in memory. */
const maxTotal = 20_000_000;

/**
 * Reads the deliveries in the workspace, from the STAC Items beside them. Files that are none are left out.
 *
 * @param onError called for each file that can't be read
 */
export function createStacItems(
  onError: (error: unknown) => void,
): (onUnread?: OnUnread) => Promise<DeliveredFiles> {
  /** By path, with `undefined` for a file that is no item: an item changes only with its delivery. */
  const known = new Map<string, OwnedItem | undefined>();
  let total = 0;

  /** Whether the file could be read. */
  async function read(path: string): Promise<boolean> {
    if (total >= maxTotal) return false;
    try {
      const text = await unlessMissing(readForeign(path, longestItem));
      if (text === '') return false;
      total += text?.length ?? 0;
      known.set(path, text === undefined ? undefined : ownedInStacItem(jsonObjectIn(text)));
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  return async (onUnread = () => undefined) => {
    const found = await vscode.workspace.findFiles(
      '**/stac/items/*.json',
      '**/node_modules/**',
      maxDeliveries,
    );
    const paths = found.flatMap(({ scheme, fsPath }) => (scheme === 'file' ? fsPath : []));
    const unread = new Set(paths.filter(path => !known.has(path)));
    const tellUnread = () => onUnread([...unread].map(path => vscode.workspace.asRelativePath(path)));
    tellUnread();
    for (const path of [...unread]) if (await read(path)) unread.delete(path);
    tellUnread();
    return {
      items: paths.flatMap(path => known.get(path) ?? []),
      isWhole: found.length < maxDeliveries,
    };
  };
}
