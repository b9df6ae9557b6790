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

/** Leaves space for the product type in a file name, in bytes. */
const longestBeforeType = 180;

/**
 * Where deliveries are stored: the folder from the settings, relative to the first workspace folder unless it is
 * absolute; the extension's own storage if no folder is open or the setting is empty.
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
 * The path of a delivery without the extension, which depends on the content. A short hash of the connection and the
 * ids distinguishes deliveries with the same title.
 */
export function deliveryStem(wanted: WantedDelivery, connectionName: string, ownStorage: vscode.Uri): string {
  const { order, index } = wanted;
  const delivery = order.deliveries[index];
  // A report is the only result of its order, and has a name before the service lists a delivery.
  const isOnly = isReport(order) && index === 0;
  const id = [connectionName, order.id, ...(isOnly ? [] : [delivery?.id ?? String(index)])].join('/');
  const said = order.title ?? order.customerRef ?? (isReport(order) ? 'report' : 'product');
  const type = productTypeOf(wanted);
  const parts = type === undefined ? [fileNamePart(said)] : [fileNamePart(said, longestBeforeType), type];
  parts.push(reportMark(id));
  return join(deliveriesFolder(ownStorage), parts.join('-'));
}

/** The file with this stem and any extension. */
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

/** Free bytes beside `path`; `undefined` if the system doesn't report them. */
export function roomAt(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** The product type, from the delivery or else from the order as the service returns it. */
function productTypeOf({ order, index }: WantedDelivery): string | undefined {
  const products = order.payload?.products;
  const ordered = Array.isArray(products) ? (products[index] as { productType?: unknown } | null) : undefined;
  const type = order.deliveries[index]?.datas?.productType ?? ordered?.productType;
  // Untrusted text, which must be valid in a file name.
  return typeof type === 'string' && /^[\w-]{1,16}$/.test(type) ? type : undefined;
}

/** Deliveries on the disk of this machine. @param ownStorage used if no folder is open */
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

/** A file with a final name is always a delivery: anything else that the service returns is not kept. */
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
