import { statfsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { computed } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { listOrNone } from '../../../base/fields.ts';
import { fileProblem } from '../../../base/words/fileProblem.ts';
import { isoDay, momentText, parseMoment } from '../../../base/words/moment.ts';
import { safeLabel } from '../../../base/words/safeText.ts';
import { continuousPolygon } from '../../../geo/antimeridian.ts';
import { isPolygon } from '../../../geo/aoiRings.ts';
import { boundingBox } from '../../../geo/box.ts';
import { analyticOrderKind } from '../../../service/rules/analyticOrder.ts';
import { customName } from '../../../service/rules/customName.ts';
import { orderName } from '../../../service/rules/kindText.ts';
import type { Order } from '../../../service/rules/order.ts';
import { type Members, membersOrNone } from '../../../service/rules/orderContents.ts';
import { refuseLinkOut } from '../../../platform/dialogs/linkOut.ts';
import type { FileDecorator } from '../../../platform/documents/fileDecorations.ts';
import { reportMark } from '../../../platform/documents/reportFile.ts';
import { fileNamePart, unlessMissing } from '../../../platform/files/files.ts';
import { onLaterChange } from '../../../platform/host/onChange.ts';
import { settingValue } from '../../../platform/host/settings.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { asSignedIn, type SessionOwner } from '../../../session/session.ts';
import { withoutEnding } from '../../images/rules/index.ts';
import { createReportReading, type ReportReading } from '../../reports/rules/index.ts';
import { isReport } from '../../orders/rules/index.ts';
import { type Journal, listAttempts, type Orders, sentName } from '../../orders/index.ts';
import type { DeliveryFiles, DeliveryToDownload } from '../downloads.ts';
import { createFileTarget, isDiskFull } from '../fileTarget.ts';
import { freeParts, stemOfPart } from '../partFile.ts';
import { makeReadable } from '../readableReport.ts';
import { indexOfFile } from '../reportFiles.ts';
import { fileEnding } from './fileEnding.ts';

/** Folder for reports: absolute, or relative to the first workspace folder. */
export function downloadsFolder(): string {
  return settingValue('downloads.folder');
}

/** Leaves space for the other parts of a file name, in bytes. */
const longestTitle = 150;

/**
 * Where deliveries are stored: the folder from the settings, relative to the first workspace folder unless it is
 * absolute; the extension's own storage if no folder is open or the setting is empty.
 */
export function deliveriesFolder(ownStorage: vscode.Uri): string {
  const folder = downloadsFolder()
    .trim()
    .replace(/^~(?=[/\\]|$)/, homedir());
  if (isAbsolute(folder)) return folder;
  const workspace = vscode.workspace.workspaceFolders?.find(root => root.uri.scheme === 'file')?.uri.fsPath;
  return workspace && folder !== '' ? join(workspace, folder) : join(ownStorage.fsPath, 'reports');
}

/**
 * The path of a delivery without the extension, which depends on the content: the day of the order, its title or place,
 * the product type and the sensor, as far as the order knows them. A short hash of the connection and the ids
 * identifies it.
 */
export function deliveryStem(
  delivery: DeliveryToDownload,
  connectionName: string,
  ownStorage: vscode.Uri,
): string {
  const { order } = delivery;
  const ordered = orderedMembers(delivery);
  const kind = isReport(order) ? 'report' : 'product';
  const name = customName(order) ?? [kind, degreeTile(ordered.aoi)].join(' ');
  const day = parseMoment(order.createdAt ?? '');
  const parts = [
    day && isoDay(day.time),
    fileNamePart(name, longestTitle),
    fileWord(ordered.productType),
    fileWord(ordered.constellation) ?? resolutionText(ordered.resolution),
    deliveryMark(delivery, connectionName),
  ];
  return join(deliveriesFolder(ownStorage), parts.filter(part => part !== undefined).join('-'));
}

type MarkedOrder = Pick<Order, 'id' | 'kind' | 'deliveries'>;

/** The end of the name of a delivery. */
function deliveryMark(
  { order, index }: { order: MarkedOrder; index: number },
  connectionName: string,
): string {
  // A report is the only result of its order, and has a name before the service lists a delivery.
  const isOnly = isReport(order) && index === 0;
  const ids = [order.id, ...(isOnly ? [] : [order.deliveries[index]?.id ?? String(index)])];
  return reportMark([connectionName, ...ids].join('/'));
}

/** What a delivery was ordered with: as the delivery reports it, or else the order. */
export function orderedMembers({ order, index }: DeliveryToDownload): Members {
  const { payload = {}, deliveries } = order;
  const reported = Object.entries(deliveries[index]?.datas ?? {}).filter(([, value]) => value !== undefined);
  return {
    ...payload,
    ...membersOrNone(listOrNone(payload.products)[index]),
    ...Object.fromEntries(reported),
  };
}

/** Untrusted text, which must be valid in a file name. */
function fileWord(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,16}$/.test(value) ? value : undefined;
}

/** @param meters `0.5` becomes `50cm` */
function resolutionText(meters: unknown): string | undefined {
  return typeof meters === 'number' && meters > 0 && meters < 1000
    ? `${Math.round(meters * 100)}cm`
    : undefined;
}

/** The degree that an area begins in, as tiles are named: `N43E005`. */
function degreeTile(aoi: unknown): string | undefined {
  if (!isPolygon(aoi)) return undefined;
  const [west, south] = boundingBox(continuousPolygon(aoi));
  const written = (degrees: number, [positive, negative]: string, digits: number) =>
    `${degrees < 0 ? negative : positive}${String(Math.abs(Math.floor(degrees))).padStart(digits, '0')}`;
  return written(south, 'NS', 2) + written(west, 'EW', 3);
}

/** The file of this delivery; other programs write files beside it. Only the hash in the name identifies it. */
export async function findDelivered(stem: string): Promise<string | undefined> {
  const start = `${basename(stem)}.`;
  const mark = start.slice(start.lastIndexOf('-'));
  const entries = await readdir(dirname(stem), { withFileTypes: true }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  });
  const isMarked = (name: string) => `${withoutEnding(name)}.`.endsWith(mark) && name.includes(mark);
  const files = entries.filter(entry => entry.isFile() && isMarked(entry.name));
  const found = files.find(({ name }) => name.startsWith(start)) ?? files[0];
  return found && join(dirname(stem), found.name);
}

/**
 * Decorates delivered files with the order that they come from, found by the mark in their name. While signed out, these
 * are reports that were ordered on this machine. Reads no file.
 */
export function decorateDeliveries(
  session: SessionOwner,
  orders: Pick<Orders, 'current'>,
  journal: Pick<Journal, 'known'>,
  changed: () => void,
): FileDecorator {
  /** Texts by mark. */
  const origins = computed(() => {
    const found = new Map<string, string>();
    const add = (order: MarkedOrder, connection: string, name: string, at: string | undefined) => {
      const facts = [name, l10n.t('Order {0}', order.id), momentText(at)].filter(Boolean);
      for (const index of [0, ...order.deliveries.keys()])
        found.set(deliveryMark({ order, index }, connection), safeLabel(facts.join(' · ')));
    };
    for (const { outcome, ...sent } of listAttempts(journal.known.value, undefined))
      if (outcome?.event === 'placed') {
        const order = { id: outcome.orderId, kind: sent.orderKind, deliveries: [] };
        add(order, sent.connection, sentName(sent), sent.at);
      }
    const state = orders.current.value;
    const connection = asSignedIn(session.current.value)?.connection.name ?? '';
    for (const order of state.kind === 'ready' ? state.orders : [])
      add(order, connection, orderName(order), order.createdAt);
    return found;
  });
  const following = onLaterChange([origins], changed);
  return {
    decorate({ path }) {
      const origin = origins.peek().get(withoutEnding(basename(path)).slice(-8));
      return origin === undefined ? undefined : new vscode.FileDecoration('↓', origin);
    },
    dispose: () => void following.dispose(),
  };
}

/** The ids of those of the orders that have a file here, and those files as `id/index`. Reads no file. */
export async function downloadedIds(
  orders: readonly MarkedOrder[],
  connectionName: string,
  ownStorage: vscode.Uri,
): Promise<ReadonlySet<string>> {
  const names = (await unlessMissing(readdir(deliveriesFolder(ownStorage)))) ?? [];
  // A folder of the same name is what was unzipped.
  const files = names.filter(name => withoutEnding(name) !== name);
  const marks = new Set(files.map(name => withoutEnding(name).slice(-8)));
  return new Set(
    orders.flatMap(order => {
      const found = [...new Set([0, ...order.deliveries.keys()])].filter(index =>
        marks.has(deliveryMark({ order, index }, connectionName)),
      );
      return found.length === 0 ? [] : [order.id, ...found.map(index => `${order.id}/${index}`)];
    }),
  );
}

/** Looks for files of orders of the connection in use. */
export async function lookForFiles(
  session: SessionOwner,
  { downloaded }: Pick<Orders, 'downloaded'>,
  orders: readonly Order[],
  ownStorage: vscode.Uri,
): Promise<void> {
  const signedIn = asSignedIn(session.current.peek());
  if (!signedIn) return;
  const found = await downloadedIds(orders, signedIn.connection.name, ownStorage);
  if (session.current.peek() === signedIn && !isDeepStrictEqual(found, downloaded.peek()))
    downloaded.value = found;
}

/** Removes the parts of downloads that no process writes to, of orders of a connection. */
export async function removeKeptParts(
  ownStorage: vscode.Uri,
  connectionName: string,
  orders: readonly MarkedOrder[],
): Promise<void> {
  const folder = deliveriesFolder(ownStorage);
  const marks = new Set(
    orders.flatMap(order =>
      [0, ...order.deliveries.keys()].map(index => deliveryMark({ order, index }, connectionName)),
    ),
  );
  const stems = new Set((await unlessMissing(readdir(folder)))?.flatMap(name => stemOfPart(name) ?? []));
  for (const stem of stems) {
    if (!marks.has(stem.slice(-8))) continue;
    for (const part of await freeParts(join(folder, stem))) await rm(part, { recursive: true, force: true });
  }
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

/**
 * Deliveries on the disk of this machine.
 *
 * @param ownStorage used if no folder is open
 * @param onError gets what went wrong with a delivery that can be used all the same
 */
export function createDeliveryFiles(ownStorage: vscode.Uri, onError: (error: Error) => void): DeliveryFiles {
  const ownStem = (delivery: DeliveryToDownload, connectionName: string) =>
    deliveryStem(delivery, connectionName, ownStorage);
  return {
    find: (delivery, connectionName) => findDelivered(ownStem(delivery, connectionName)),
    async open(delivery, connectionName, replace) {
      const stem = ownStem(delivery, connectionName);
      let path: string | undefined;
      let isThere = false;
      let reading: ReportReading | undefined;
      const follower = {
        begin: () => void (reading = createReportReading()),
        take: (chunk: Uint8Array) => reading?.push(chunk),
      };
      const place = async (partial: string) => (path = await placed(partial, stem, delivery, reading));
      const open = async () => {
        await refuseLinkOut(dirname(stem));
        return createFileTarget(stem, { place, replace, follower });
      };
      const target = await open().catch((error: unknown) => {
        throw isDiskFull(error) || error instanceof UserError ? error : cannotWrite(dirname(stem), error);
      });
      const orDeleted = (error: unknown) => {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? deletedMeanwhile(dirname(stem)) : error;
      };
      const { part } = target;
      return {
        target: {
          ...target,
          ...(part && {
            part: {
              ...part,
              restart: note => part.restart(note).catch(orDeleted),
              keep: () => part.keep().catch(orDeleted),
            },
          }),
          async commit() {
            await target.commit().catch(orDeleted);
            isThere = true;
            if (path?.endsWith('.geojson')) await makeReadable(path, onError);
          },
        },
        landed: () => (isThere ? path : undefined),
      };
    },
    room: (delivery, connectionName) => roomAt(ownStem(delivery, connectionName)),
    isFull: isDiskFull,
  };
}

function cannotWrite(folder: string, error: unknown): UserError {
  return new UserError(
    l10n.t(
      "Can't write to the folder {0} ({1}). Set another one in swath.downloads.folder.",
      folder,
      fileProblem(error),
    ),
  );
}

function deletedMeanwhile(folder: string): UserError {
  return new UserError(l10n.t('The folder {0} was deleted during the download. Download again.', folder));
}

/** A file with a final name is always a delivery: anything else that the service returns is not kept. */
async function placed(
  partial: string,
  stem: string,
  { order }: DeliveryToDownload,
  reading: ReportReading | undefined,
): Promise<string> {
  const ending = await fileEnding(partial, async () => (await indexOfFile(partial, reading)) !== undefined);
  if (ending === undefined || (order.kind === analyticOrderKind && ending !== '.geojson')) {
    throw new UserError(l10n.t('The service sent an invalid file. Try again later.'));
  }
  return stem + ending;
}
