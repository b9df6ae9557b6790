/** The STAC catalog of a folder of deliveries: `stac/catalog.json`, and an item per file in `stac/items`. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { itemAt } from '../../../base/itemAt.ts';
import { jsonObjectIn } from '../../../base/json/nesting.ts';
import { refuseLinkOut } from '../../../platform/dialogs/linkOut.ts';
import { inStatusBar } from '../../../platform/dialogs/window.ts';
import { readForeign, unlessMissing } from '../../../platform/files/files.ts';
import { revealFile } from '../../../platform/files/revealFile.ts';
import { writeWhole } from '../../../platform/files/writeFiles.ts';
import { settingValue } from '../../../platform/host/settings.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { asSignedIn } from '../../../session/session.ts';
import { deliveryCatalog, deliveryItem, withoutEnding } from '../../images/rules/index.ts';
import { type Downloaded, readyDeliveries } from '../downloads.ts';
import { indexOfFile } from '../reportFiles.ts';
import { type DeliveryParts, knownOrders } from './chooseDelivery.ts';
import { deliveriesFolder, orderedMembers } from './deliveryFiles.ts';

/** Every delivery that is on the disk; none if nobody is signed in. */
export async function allDownloaded({
  session,
  orders,
  downloads,
}: DeliveryParts): Promise<(Downloaded & { connection: string })[]> {
  const signedIn = asSignedIn(session.current.peek());
  if (!signedIn) return [];
  const ready = (await knownOrders(orders)).flatMap(readyDeliveries);
  const paths = await Promise.all(ready.map(delivery => downloads.find(signedIn, delivery)));
  const connection = signedIn.connection.name;
  return paths.flatMap((path, index) =>
    path === undefined ? [] : { path, connection, delivery: itemAt(ready, index) },
  );
}

/** Adds a downloaded delivery to the catalog of its folder, unless the setting turns that off. */
export async function catalogDownload(delivery: Downloaded): Promise<void> {
  if (settingValue('downloads.stacCatalog')) await catalogAll(dirname(delivery.path), [delivery]);
}

/** Writes the catalog of all that is downloaded, and shows where it is. */
export async function updateStacCatalog(parts: DeliveryParts, ownStorage: vscode.Uri): Promise<void> {
  const folder = deliveriesFolder(ownStorage);
  const deliveries = await allDownloaded(parts);
  await inStatusBar(l10n.t('Updating the STAC catalog'), () => catalogAll(folder, deliveries));
  await revealFile(join(folder, 'stac', 'catalog.json'));
}

/**
 * Writes the items of deliveries, and adds all items that are there to the catalog. Nothing is deleted: an item whose file
 * isn't there can be somebody else's, who shares the folder without its large files. Another window may write at the same
 * time: each lists the items again after writing the catalog, so the last catalog has them all.
 */
async function catalogAll(folder: string, deliveries: readonly Downloaded[]): Promise<void> {
  const items = join(folder, 'stac', 'items');
  await refuseLinkOut(items);
  await mkdir(items, { recursive: true });
  const path = join(folder, 'stac', 'catalog.json');
  const before = await catalogAt(path);
  for (const delivery of deliveries) {
    const item = await unlessMissing(deliveryStacItem(delivery));
    if (item) await write(join(items, `${withoutEnding(basename(delivery.path))}.json`), item);
  }
  let ids: string[];
  do {
    ids = await idsIn(items);
    await write(path, deliveryCatalog(ids, before));
  } while ((await idsIn(items)).join('\n') !== ids.join('\n'));
}

/** Longer catalogs aren't read, bytes. */
const longestCatalog = 50_000_000;

/** The catalog that is there, if any. Throws {@link UserError} for another file of this name. */
async function catalogAt(path: string) {
  const text = await unlessMissing(readForeign(path, longestCatalog));
  if (text === undefined) return undefined;
  const value = jsonObjectIn(text);
  if (Array.isArray(value?.links)) return { ...value, links: value.links as unknown[] };
  throw new UserError(l10n.t("{0} isn't a STAC catalog. Rename it, then update the catalog.", path));
}

/** Reads the file again, because only a part of it may have been downloaded just now. */
async function deliveryStacItem({ delivery, path }: Downloaded): Promise<object> {
  const { size, mtimeMs: writtenAt } = await stat(path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const seenAt = (await indexOfFile(path))?.facts.seenAt;
  const file = { name: basename(path), size, sha256: hash.digest('hex'), writtenAt, seenAt };
  return deliveryItem(delivery.order, delivery.index, orderedMembers(delivery), file);
}

/** Ids of the items in their folder, sorted. */
async function idsIn(items: string): Promise<string[]> {
  const names = (await readdir(items)).filter(name => name.endsWith('.json'));
  return names.map(name => name.slice(0, -'.json'.length)).sort();
}

function write(path: string, value: object): Promise<void> {
  return writeWhole(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
