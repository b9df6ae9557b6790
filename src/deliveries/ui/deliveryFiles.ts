import * as l10n from '@vscode/l10n';
import { dirname, basename, isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { analyticOrderKind } from '../../model/order/analyticOrder.ts';
import type { DeliveryFiles, WantedDelivery } from '../downloads.ts';
import { endingOf } from './endingOf.ts';
import { createFileTarget, isDiskFull } from '../fileTarget.ts';
import { refuseLinkOut } from '../../editor/linkOut.ts';
import { UserError } from '../../editor/userError.ts';
import { statfsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isReport } from '../../model/order/isReport.ts';
import { createReportReading, type ReportReading } from '../../model/report/reportIndex.ts';
import { indexOfFile } from '../reportFiles.ts';
import { fileNamePart, reportMark } from '../../editor/reportFile.ts';
import { ownSetting } from '../../editor/settings.ts';

/** Folder for reports: absolute, or relative to the first workspace folder. */
export function downloadsFolder(): string {
  const folder = ownSetting('downloads.folder');
  return typeof folder === 'string' ? folder : 'reports';
}

/** Leaves room for the type of a product in a file name, bytes. */
const longestBeforeType = 180;

/**
 * Where deliveries are kept: the folder of the setting, inside the first workspace folder when it is relative; the
 * extension's own storage where no folder is open, or where the setting is empty.
 */
function deliveriesFolder(ownStorage: vscode.Uri): string {
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

/** Deliveries on the disk of this machine. @param ownStorage for them when no folder is open */
export function createDeliveryFiles(ownStorage: vscode.Uri): DeliveryFiles {
  const stemOf = (wanted: WantedDelivery, connectionName: string) =>
    deliveryStem(wanted, connectionName, ownStorage);
  return {
    find: (wanted, connectionName) => findDelivered(stemOf(wanted, connectionName)),
    async open(wanted, connectionName, replace) {
      const stem = stemOf(wanted, connectionName);
      let path: string | undefined;
      let isThere = false;
      let reading: ReportReading | undefined;
      const follower = {
        begin: () => void (reading = createReportReading()),
        take: (chunk: Uint8Array) => reading?.push(chunk),
      };
      const place = async (partial: string) => (path = await placed(partial, stem, wanted, reading));
      const open = async () => {
        await refuseLinkOut(dirname(stem));
        return createFileTarget(stem, { place, replace, follower });
      };
      const target = await open().catch((error: unknown) => {
        throw isDiskFull(error) || error instanceof UserError ? error : cannotWrite(dirname(stem), error);
      });
      const commit = async () => {
        await target.commit();
        isThere = true;
      };
      return { target: { ...target, commit }, landed: () => (isThere ? path : undefined) };
    },
    room: (wanted, connectionName) => roomAt(stemOf(wanted, connectionName)),
    isFull: isDiskFull,
  };
}

function cannotWrite(folder: string, error: unknown): UserError {
  const { code } = error as NodeJS.ErrnoException;
  return new UserError(
    l10n.t(
      "Can't write to the folder {0} ({1}). Set another one in swath.downloads.folder.",
      folder,
      code ?? String(error),
    ),
  );
}

/** Under its name a delivery is always one: whatever else a service answers with is not kept. */
async function placed(
  partial: string,
  stem: string,
  { order }: WantedDelivery,
  reading: ReportReading | undefined,
): Promise<string> {
  const ending = await endingOf(partial, async () => (await indexOfFile(partial, reading)) !== undefined);
  if (ending === undefined || (order.kind === analyticOrderKind && ending !== '.geojson')) {
    throw new UserError(l10n.t('The service sent an invalid file. Try again later.'));
  }
  return stem + ending;
}
