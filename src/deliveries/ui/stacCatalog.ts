/** The STAC catalog of a folder of deliveries: `stac/catalog.json`, and an item per file in `stac/items`. */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type * as vscode from 'vscode';
import { signedInOf } from '../../account/session.ts';
import { unlessMissing, writeWhole } from '../../editor/files.ts';
import { refuseLinkOut } from '../../editor/linkOut.ts';
import { ownSetting } from '../../editor/settings.ts';
import { inStatusBar } from '../../editor/window.ts';
import { itemAt } from '../../model/itemAt.ts';
import { deliveryCatalog, deliveryItem, withoutEnding } from '../../model/stac/stacItem.ts';
import { readyDeliveries, type Downloaded } from '../downloads.ts';
import { indexOfFile } from '../reportFiles.ts';
import { knownOrders, type DeliveryParts } from './chooseDelivery.ts';
import { deliveriesFolder, orderedMembers } from './deliveryFiles.ts';
import { revealFile } from '../../editor/revealFile.ts';

/** Every delivery that is on the disk; none if nobody is signed in. */
export async function allDownloaded({ session, orders, downloads }: DeliveryParts): Promise<Downloaded[]> {
  const signedIn = signedInOf(session.current.peek());
  if (!signedIn) return [];
  const ready = (await knownOrders(orders)).flatMap(readyDeliveries);
  const paths = await Promise.all(ready.map(wanted => downloads.find(signedIn, wanted)));
  return paths.flatMap((path, index) => (path === undefined ? [] : { path, wanted: itemAt(ready, index) }));
}

/** Adds a downloaded delivery to the catalog of its folder, unless the setting turns that off. */
export async function catalogDownload(delivery: Downloaded): Promise<void> {
  if (ownSetting('downloads.stacCatalog') !== false) await catalogAll(dirname(delivery.path), [delivery]);
}

/** Writes the catalog of all that is downloaded, and shows where it is. */
export async function updateStacCatalog(parts: DeliveryParts, ownStorage: vscode.Uri): Promise<void> {
  const folder = deliveriesFolder(ownStorage);
  const deliveries = await allDownloaded(parts);
  await inStatusBar(l10n.t('Updating the STAC catalog'), () => catalogAll(folder, deliveries));
  await revealFile(join(folder, 'stac', 'catalog.json'));
}

/**
 * Writes the items of deliveries, and a catalog of the items whose file is there; the others are deleted. Another
 * window may do the same: each lists the items again after writing the catalog, so the last catalog has them all.
 */
async function catalogAll(folder: string, deliveries: readonly Downloaded[]): Promise<void> {
  const items = join(folder, 'stac', 'items');
  await refuseLinkOut(items);
  await mkdir(items, { recursive: true });
  for (const delivery of deliveries) {
    const item = await unlessMissing(itemOf(delivery));
    if (item) await write(join(items, `${withoutEnding(basename(delivery.path))}.json`), item);
  }
  let ids: string[];
  do {
    ids = await keptItems(folder, items);
    await write(join(folder, 'stac', 'catalog.json'), deliveryCatalog(ids));
  } while ((await keptItems(folder, items)).join('\n') !== ids.join('\n'));
}

/** Reads the file again, because only a part of it may have been downloaded just now. */
async function itemOf({ wanted, path }: Downloaded): Promise<object> {
  const { size, mtimeMs: writtenAt } = await stat(path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const seenAt = (await indexOfFile(path))?.facts.seenAt;
  const file = { name: basename(path), size, sha256: hash.digest('hex'), writtenAt, seenAt };
  return deliveryItem(wanted.order, wanted.index, orderedMembers(wanted), file);
}

/** Ids of the items whose file is in the folder, sorted; deletes the others. */
async function keptItems(folder: string, items: string): Promise<string[]> {
  const files = (await readdir(folder)).filter(name => withoutEnding(name) !== name);
  const delivered = new Set(files.map(withoutEnding));
  const ids = (await readdir(items)).filter(name => name.endsWith('.json')).map(name => name.slice(0, -5));
  for (const id of ids) if (!delivered.has(id)) await rm(join(items, `${id}.json`), { force: true });
  return ids.filter(id => delivered.has(id)).sort();
}

function write(path: string, value: object): Promise<void> {
  return writeWhole(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
