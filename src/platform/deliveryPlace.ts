import { statfsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { isReport } from '../model/order/isReport.ts';
import type { WantedDelivery } from '../state/downloads.ts';
import { fileNamePart, reportMark } from './reportFile.ts';
import { downloadsFolder } from './settings.ts';

/** Leaves room for the type of a product in a file name, bytes. */
const longestBeforeType = 180;

/**
 * Where deliveries are kept: the folder of the setting, inside the first workspace folder when it is relative; the
 * extension's own storage where no folder is open, or where the setting is empty.
 */
export function deliveriesFolder(ownStorage: vscode.Uri): string {
  const folder = downloadsFolder()
    .trim()
    .replace(/^~(?=[/\\]|$)/, homedir());
  if (isAbsolute(folder)) return folder;
  const workspace = vscode.workspace.workspaceFolders?.find(one => one.uri.scheme === 'file')?.uri.fsPath;
  return workspace && folder !== '' ? join(workspace, folder) : join(ownStorage.fsPath, 'reports');
}

/**
 * The path of a delivery, but for the ending, which what comes decides on. A short hash of the connection and the ids
 * keeps those of the same title apart.
 */
export function deliveryStem(wanted: WantedDelivery, connectionName: string, ownStorage: vscode.Uri): string {
  const { order, index } = wanted;
  const delivery = order.deliveries[index];
  // A report is the one result of its order, and has its name before the service tells of any delivery.
  const isOnly = isReport(order) && index === 0;
  const id = [connectionName, order.id, ...(isOnly ? [] : [delivery?.id ?? String(index)])].join('/');
  const said = order.title ?? order.customerRef ?? (isReport(order) ? 'report' : 'product');
  const type = productTypeOf(wanted);
  const parts = type === undefined ? [fileNamePart(said)] : [fileNamePart(said, longestBeforeType), type];
  parts.push(reportMark(id));
  return join(deliveriesFolder(ownStorage), parts.join('-'));
}

/** The file that has this stem, with whatever ending. */
export async function findDelivered(stem: string): Promise<string | undefined> {
  const start = `${basename(stem)}.`;
  const entries = await readdir(dirname(stem), { withFileTypes: true }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  });
  const found = entries.find(entry => entry.isFile() && entry.name.startsWith(start));
  return found && join(dirname(stem), found.name);
}

/** Bytes that may still be written beside `path`; `undefined` where the system does not say. */
export function roomAt(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** As the delivery was ordered, as far as the service repeats it. */
function productTypeOf({ order, index }: WantedDelivery): string | undefined {
  const products = order.payload?.products;
  const ordered = Array.isArray(products) ? (products[index] as { productType?: unknown } | null) : undefined;
  const type = order.deliveries[index]?.datas?.productType ?? ordered?.productType;
  // Foreign words, which have to fit into a name.
  return typeof type === 'string' && /^[\w-]{1,16}$/.test(type) ? type : undefined;
}
