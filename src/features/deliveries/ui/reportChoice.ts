import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseMoment } from '../../../base/words/moment.ts';
import type { Order } from '../../../service/rules/order.ts';
import { showQuickPick } from '../../../platform/dialogs/window.ts';
import { requireEditable } from '../../../platform/documents/editableDocuments.ts';
import { isReportDocument, isShortlistDocument } from '../../../platform/documents/reportFile.ts';
import { startOfFile } from '../../../platform/files/files.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { idFrom, rowFrom, rowsFrom } from '../../../platform/rows/row.ts';
import { asSignedIn } from '../../../session/session.ts';
import type { ReportFacts } from '../../reports/rules/index.ts';
import { isReport, summarizeOrders } from '../../orders/rules/index.ts';
import { type DeliveryToDownload, readyDeliveries } from '../downloads.ts';
import { indexOfFile, indexOfText } from '../reportFiles.ts';
import { isOfSameArea } from '../reportSeries.ts';
import { type DeliveryParts, knownOrders } from './chooseDelivery.ts';
import { deliveredPath } from './fetchDelivery.ts';
import { longDeliveryName, noReportText } from './words.ts';

export type ChosenReport =
  | { kind: 'file'; uri: vscode.Uri }
  /** `path` is absent if it isn't downloaded. */
  | { kind: 'delivery'; delivery: DeliveryToDownload; name: string; path: string | undefined };

export interface ReportRead {
  name: string;
  /** If it is known, and the connection that lists it. */
  order: Order | undefined;
  connection: string | undefined;
  uri: string;
  text: string;
  facts: ReportFacts;
  /** When the objects in it were observed, ms since 1970; else when it was ordered, or when its file was written. */
  time: number | undefined;
  /** Whether that is when the objects were observed or ordered, and not only when the file was written. */
  isDated: boolean;
}

/** Maximum number of files to offer. A longer list isn't usable. */
const maxFiles = 300;

/**
 * The two reports that were passed to a command, or that the user chooses.
 *
 * @param argument a row or the id of an order, or the file that the command was run on
 * @param all the rows or the files in the Explorer that are selected, or the id of another order
 */
export async function chooseTwoReports(
  parts: DeliveryParts,
  argument: unknown,
  all: unknown,
): Promise<readonly [ChosenReport, ChosenReport] | undefined> {
  const files = (Array.isArray(all) ? (all as unknown[]) : [argument]).filter(
    value => value instanceof vscode.Uri,
  );
  const rows = rowsFrom(argument, all);
  const count = Math.max(files.length, rows.length);
  if (count > 2) throw new UserError(l10n.t('Select two reports to compare, not {0}.', count));
  const offered = await offeredReports(parts);
  const [firstFile, secondFile] = files.map(uri => deliveryAt(offered, uri) ?? fileSource(uri));
  const first = firstFile ?? ofRow(offered, argument) ?? (await pickReport(offered));
  if (!first) return undefined;
  const selected = ofRow(
    offered,
    Array.isArray(all) ? rows.find(({ id }) => id !== rowFrom(argument)?.id) : all,
  );
  const second =
    secondFile ??
    (selected === first ? undefined : selected) ??
    (await pickReport(await likelyFirst(offered, first), first));
  return second && [first, second];
}

/** The report of a row, the id of an order or a file, or else the user's choice. */
export async function chooseReport(
  parts: DeliveryParts,
  argument: unknown,
): Promise<ChosenReport | undefined> {
  if (argument instanceof vscode.Uri) return fileSource(argument);
  const offered = await offeredReports(parts);
  return ofRow(offered, argument) ?? pickReport(offered);
}

/** The past of a file would have its name, and be read as the file in places. */
function fileSource(uri: vscode.Uri): ChosenReport {
  return { kind: 'file', uri: requireEditable(uri) };
}

function ofRow(offered: readonly ChosenReport[], argument: unknown): ChosenReport | undefined {
  const orderId = idFrom(argument, 'orderId');
  if (orderId === undefined) return undefined;
  const found = offered.find(source => source.kind === 'delivery' && source.delivery.order.id === orderId);
  if (found) return found;
  throw new UserError(l10n.t('Order {0} has no report.', orderId));
}

/** The delivery that a file was downloaded from, so that a report isn't compared with itself. */
function deliveryAt(offered: readonly ChosenReport[], { fsPath }: vscode.Uri): ChosenReport | undefined {
  return offered.find(source => source.kind === 'delivery' && source.path === fsPath);
}

/** Those of the same analytic and area before the others: the older ones first, the next older one before all. */
async function likelyFirst(offered: readonly ChosenReport[], first: ChosenReport): Promise<ChosenReport[]> {
  if (first.kind === 'file') return [...offered];
  const { order } = first.delivery;
  const alike = offered.filter(
    source => source.kind === 'delivery' && source !== first && isOfSameArea(order, source.delivery.order),
  );
  const time = (await sourceTime(first)) ?? 0;
  const timed = await Promise.all(
    alike.map(async source => ({ source, age: time - ((await sourceTime(source)) ?? 0) })),
  );
  const older = timed.filter(({ age }) => age > 0).sort((a, b) => a.age - b.age);
  const newer = timed.filter(({ age }) => age <= 0).sort((a, b) => b.age - a.age);
  const likely = [...older, ...newer].map(({ source }) => source);
  return [...likely, ...offered.filter(source => !likely.includes(source))];
}

/** When its objects were observed, if it is on the disk, or else when it was ordered, ms since 1970. */
async function sourceTime(source: ChosenReport): Promise<number | undefined> {
  if (source.kind === 'file') return undefined;
  const { path, delivery } = source;
  const index = path === undefined ? undefined : await indexOfFile(path);
  return index?.facts.seenAt ?? orderedAt(delivery);
}

/** Delivered reports, and other files in the workspace that can be reports. */
async function offeredReports({ session, orders, downloads }: DeliveryParts): Promise<ChosenReport[]> {
  const signedIn = asSignedIn(session.current.peek());
  const known = signedIn ? await knownOrders(orders) : [];
  const deliveries = known.filter(isReport).flatMap(readyDeliveries);
  const paths = await Promise.all(
    deliveries.map(async delivery => signedIn && downloads.find(signedIn, delivery)),
  );
  const found = await vscode.workspace.findFiles('**/*.geojson', '**/node_modules/**', maxFiles);
  const others = found.filter(uri => !paths.includes(uri.fsPath));
  const areReports = await Promise.all(others.map(mayBeReport));
  return [
    ...deliveries.map((delivery, index): ChosenReport => {
      return { kind: 'delivery', delivery, name: longDeliveryName(delivery), path: paths[index] };
    }),
    ...others
      .filter((_uri, index) => areReports[index])
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map((uri): ChosenReport => ({ kind: 'file', uri })),
  ];
}

/** A file that starts with a polygon is an area of interest, unless its name is that of a report. */
async function mayBeReport(uri: vscode.Uri): Promise<boolean> {
  if (isShortlistDocument({ uri })) return false;
  return isReportDocument({ uri }) || !(await startOfFile(uri.fsPath)).includes('Polygon"');
}

/** @param first the report that is already chosen */
async function pickReport(
  offered: readonly ChosenReport[],
  first?: ChosenReport,
): Promise<ChosenReport | undefined> {
  const title = first ? l10n.t('Compare "{0}" with…', sourceName(first)) : l10n.t('Which report?');
  const browse = { label: l10n.t('From a File…'), source: undefined };
  const others = offered.filter(
    source => source !== first && !(first?.kind === 'file' && isFileAt(source, first.uri)),
  );
  const descriptions = describe(others);
  const items = others.map((source, at) => ({
    label: sourceName(source),
    description: descriptions[at],
    source,
  }));
  const chosen = await showQuickPick([...items, browse], {
    title,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!chosen) return undefined;
  if (chosen.source) return chosen.source;
  const [uri] =
    (await vscode.window.showOpenDialog({ title, filters: { GeoJSON: ['geojson', 'json'] } })) ?? [];
  return uri && { kind: 'file', uri };
}

function isFileAt(source: ChosenReport, uri: vscode.Uri): boolean {
  return source.kind === 'file' && source.uri.toString() === uri.toString();
}

function sourceName(source: ChosenReport): string {
  return source.kind === 'file' ? basename(source.uri.path) : source.name;
}

function describe(sources: readonly ChosenReport[]): string[] {
  const deliveries = sources.filter(source => source.kind === 'delivery');
  const summaries = summarizeOrders(deliveries.map(({ delivery }) => delivery.order)).values();
  return sources.map(source =>
    source.kind === 'file' ? vscode.workspace.asRelativePath(source.uri) : (summaries.next().value ?? ''),
  );
}

/** Downloads it if needed. `undefined` when the user cancels. */
export async function readSource(
  parts: DeliveryParts,
  source: ChosenReport,
): Promise<ReportRead | undefined> {
  const order = source.kind === 'delivery' ? source.delivery.order : undefined;
  const connection = order && asSignedIn(parts.session.current.peek())?.connection.name;
  const uri = await chosenReportUri(parts, source);
  if (!uri) return undefined;
  const open = vscode.workspace.textDocuments.find(
    document => !document.isClosed && document.uri.toString() === uri.toString(),
  );
  // The current text if it is open in the editor.
  const text = open?.getText() ?? Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
  const isFile = uri.scheme === 'file' && !open?.isDirty;
  const facts = (await (isFile ? indexOfFile(uri.fsPath) : indexOfText(text)))?.facts;
  if (!facts) throw new UserError(noReportText(basename(uri.path)));
  const dated = facts.seenAt ?? (source.kind === 'delivery' ? orderedAt(source.delivery) : undefined);
  const time = dated ?? (await writtenAt(uri));
  return {
    name: sourceName(source),
    order,
    connection,
    uri: uri.toString(),
    text,
    facts,
    time,
    isDated: dated !== undefined,
  };
}

/** Downloads it if needed. `undefined` when the user cancels. */
export async function chosenReportUri(
  parts: DeliveryParts,
  source: ChosenReport,
): Promise<vscode.Uri | undefined> {
  if (source.kind === 'file') return source.uri;
  const path = await deliveredPath(parts, source.delivery);
  return path === undefined ? undefined : vscode.Uri.file(path);
}

function orderedAt({ order }: DeliveryToDownload): number | undefined {
  return order.createdAt === undefined ? undefined : parseMoment(order.createdAt)?.time;
}

async function writtenAt(uri: vscode.Uri): Promise<number | undefined> {
  return uri.scheme === 'file' ? (await stat(uri.fsPath)).mtimeMs : undefined;
}
