import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isReport } from '../../model/order/isReport.ts';
import { momentOf, utcText } from '../../model/words/moment.ts';
import { signedInOf } from '../../session/session.ts';
import { givenId, givenRow, givenRows } from '../../editor/rows/row.ts';
import { UserError } from '../../editor/host/userError.ts';
import type { ReportFacts } from '../../model/report/reportIndex.ts';
import { showQuickPick } from '../../editor/dialogs/window.ts';
import { indexOfFile, indexOfText } from '../reportFiles.ts';
import { readyDeliveries, type WantedDelivery } from '../downloads.ts';
import { deliveryName, knownOrders, type DeliveryParts } from './chooseDelivery.ts';
import { deliveredPath } from './fetchDelivery.ts';
import { startOfFile } from '../../editor/files/files.ts';
import { noReportText } from './openReport.ts';
import { isReportDocument, isShortlistDocument } from '../../editor/documents/reportFile.ts';

export type ReportSource =
  | { kind: 'file'; uri: vscode.Uri }
  /** `path` is absent if it isn't downloaded. */
  | { kind: 'delivery'; wanted: WantedDelivery; name: string; path: string | undefined };

export interface ReportRead {
  name: string;
  uri: string;
  text: string;
  facts: ReportFacts;
  /** When the objects in it were observed, ms since 1970; else when it was ordered, or when its file was written. */
  time: number | undefined;
  /** Whether that is when the objects were observed or ordered, and not only when the file was written. */
  isDated: boolean;
}

/** Maximum number of files to offer. A longer list isn't usable. */
const mostFiles = 300;

/**
 * The two reports that were passed to a command, or that the user chooses.
 *
 * @param given a row or the id of an order, or the file that the command was run on
 * @param all the rows or the files in the Explorer that are selected, or the id of another order
 */
export async function chooseTwoReports(
  parts: DeliveryParts,
  given: unknown,
  all: unknown,
): Promise<readonly [ReportSource, ReportSource] | undefined> {
  const files = (Array.isArray(all) ? (all as unknown[]) : [given]).filter(one => one instanceof vscode.Uri);
  const rows = givenRows(given, all);
  const count = Math.max(files.length, rows.length);
  if (count > 2) throw new UserError(l10n.t('Select two reports to compare, not {0}.', count));
  const [firstFile, secondFile] = files.map((uri): ReportSource => ({ kind: 'file', uri }));
  const offered = secondFile ? [] : await offeredReports(parts);
  const first =
    deliveryAt(offered, given) ?? firstFile ?? ofRow(offered, given) ?? (await pickReport(offered));
  if (!first) return undefined;
  const other = ofRow(offered, Array.isArray(all) ? rows.find(({ id }) => id !== givenRow(given)?.id) : all);
  const second = secondFile ?? (other === first ? undefined : other) ?? (await pickReport(offered, first));
  return second && [first, second];
}

/** The report of a row, the id of an order or a file, or else the user's choice. */
export async function chooseReport(parts: DeliveryParts, given: unknown): Promise<ReportSource | undefined> {
  if (given instanceof vscode.Uri) return { kind: 'file', uri: given };
  const offered = await offeredReports(parts);
  return ofRow(offered, given) ?? pickReport(offered);
}

function ofRow(offered: readonly ReportSource[], given: unknown): ReportSource | undefined {
  const orderId = givenId(given, 'orderId');
  if (orderId === undefined) return undefined;
  const found = offered.find(one => one.kind === 'delivery' && one.wanted.order.id === orderId);
  if (found) return found;
  throw new UserError(l10n.t('Order {0} has no report.', orderId));
}

/** The delivery that a file was downloaded from, so that a report isn't compared with itself. */
function deliveryAt(offered: readonly ReportSource[], given: unknown): ReportSource | undefined {
  if (!(given instanceof vscode.Uri)) return undefined;
  return offered.find(one => one.kind === 'delivery' && one.path === given.fsPath);
}

/** Delivered reports, and other files in the workspace that can be reports. */
async function offeredReports({ session, orders, downloads }: DeliveryParts): Promise<ReportSource[]> {
  const signedIn = signedInOf(session.current.peek());
  const known = signedIn ? await knownOrders(orders) : [];
  const deliveries = known.filter(isReport).flatMap(readyDeliveries);
  const paths = await Promise.all(deliveries.map(async one => signedIn && downloads.find(signedIn, one)));
  const found = await vscode.workspace.findFiles('**/*.geojson', '**/node_modules/**', mostFiles);
  const others = found.filter(uri => !paths.includes(uri.fsPath));
  const areReports = await Promise.all(others.map(mayBeReport));
  return [
    ...deliveries.map((wanted, index): ReportSource => {
      return { kind: 'delivery', wanted, name: deliveryName(wanted), path: paths[index] };
    }),
    ...others
      .filter((_uri, index) => areReports[index])
      .sort((one, other) => (one.path < other.path ? -1 : 1))
      .map((uri): ReportSource => ({ kind: 'file', uri })),
  ];
}

/** A file that starts with a polygon is an area of interest, unless its name is that of a report. */
async function mayBeReport(uri: vscode.Uri): Promise<boolean> {
  if (isShortlistDocument({ uri })) return false;
  return isReportDocument({ uri }) || !(await startOfFile(uri.fsPath)).includes('Polygon"');
}

/** @param first the report that is already chosen */
async function pickReport(
  offered: readonly ReportSource[],
  first?: ReportSource,
): Promise<ReportSource | undefined> {
  const title = first
    ? l10n.t('Which report do you want to compare {0} with?', nameOf(first))
    : l10n.t('Which report?');
  const browse = { label: l10n.t('From a File…'), source: undefined };
  const items = offered
    .filter(one => one !== first && !(first?.kind === 'file' && isFileAt(one, first.uri)))
    .map(source => ({ label: nameOf(source), description: describe(source), source }));
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

function isFileAt(source: ReportSource, uri: vscode.Uri): boolean {
  return source.kind === 'file' && source.uri.toString() === uri.toString();
}

function nameOf(source: ReportSource): string {
  return source.kind === 'file' ? basename(source.uri.path) : source.name;
}

function describe(source: ReportSource): string {
  if (source.kind === 'file') return vscode.workspace.asRelativePath(source.uri);
  const { id, createdAt } = source.wanted.order;
  return createdAt === undefined ? id : `${utcText(createdAt)} · ${id}`;
}

/** Downloads it if needed. `undefined` when the user cancels. */
export async function readSource(
  parts: DeliveryParts,
  source: ReportSource,
): Promise<ReportRead | undefined> {
  const uri = await uriOf(parts, source);
  if (!uri) return undefined;
  const open = vscode.workspace.textDocuments.find(
    one => !one.isClosed && one.uri.toString() === uri.toString(),
  );
  // The current text if it is open in the editor.
  const text = open?.getText() ?? Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
  const isFile = uri.scheme === 'file' && !open?.isDirty;
  const facts = (await (isFile ? indexOfFile(uri.fsPath) : indexOfText(text)))?.facts;
  if (!facts) throw new UserError(noReportText(basename(uri.path)));
  const dated = facts.seenAt ?? (source.kind === 'delivery' ? orderedAt(source.wanted) : undefined);
  const time = dated ?? (await writtenAt(uri));
  return { name: nameOf(source), uri: uri.toString(), text, facts, time, isDated: dated !== undefined };
}

/** Downloads it if needed. `undefined` when the user cancels. */
export async function uriOf(parts: DeliveryParts, source: ReportSource): Promise<vscode.Uri | undefined> {
  if (source.kind === 'file') return source.uri;
  const path = await deliveredPath(parts, source.wanted);
  return path === undefined ? undefined : vscode.Uri.file(path);
}

function orderedAt({ order }: WantedDelivery): number | undefined {
  return order.createdAt === undefined ? undefined : momentOf(order.createdAt)?.time;
}

async function writtenAt(uri: vscode.Uri): Promise<number | undefined> {
  return uri.scheme === 'file' ? (await stat(uri.fsPath)).mtimeMs : undefined;
}
