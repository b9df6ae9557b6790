import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { analyticOrderKind } from '../model/order/analyticOrder.ts';
import { orderPhase, type Order } from '../model/order/order.ts';
import { runCommand } from '../platform/commands.ts';
import { givenRow } from '../platform/givenRow.ts';
import { UserError } from '../platform/presentError.ts';
import { createFileTarget, fileExists, reportPath } from '../platform/reportFile.ts';
import { textColumn } from '../platform/textColumn.ts';
import type { Orders } from '../state/orders.ts';
import { readReport, type ReportFeature, type Reports } from '../state/reports.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../state/session.ts';

export interface ReportParts {
  session: SessionOwner;
  orders: Orders;
  reports: Reports;
  /** The extension's own folder, for reports when no folder is open. */
  storage: vscode.Uri;
}

type Client = Awaited<ReturnType<SignedIn['client']>>;

/** A report on the disk, read. */
interface Report {
  path: string;
  features: readonly ReportFeature[];
}

/** Opens the delivered report of an order in the editor, and on the map beside it. Downloads it once. */
export async function openReport(parts: ReportParts, given: unknown): Promise<void> {
  const order = await resolveOrder(parts, given);
  const report = order && (await fetchReport(parts, order));
  if (!report) return;
  const uri = vscode.Uri.file(report.path);
  await vscode.window.showTextDocument(uri, { viewColumn: textColumn(uri.toString()), preview: false });
  await showOnMap(parts, order, report);
}

/** Shows the delivered report of an order on the map alone. */
export async function showOrderOnMap(parts: ReportParts, given: unknown): Promise<void> {
  const order = await resolveOrder(parts, given);
  const report = order && (await fetchReport(parts, order));
  if (report) await showOnMap(parts, order, report);
}

async function showOnMap({ reports, orders }: ReportParts, order: Order, report: Report): Promise<void> {
  orders.markSeen(order.id);
  const uri = vscode.Uri.file(report.path).toString();
  reports.show({ orderId: order.id, title: order.title ?? order.id, uri, features: report.features });
  await runCommand('swath.openMap', { show: 'report' });
}

/** The report's file, downloaded unless it is there; `undefined` when the user cancels. */
async function fetchReport(parts: ReportParts, order: Order): Promise<Report | undefined> {
  const { session, storage } = parts;
  const under = signedInOf(session.current.peek());
  if (!under) throw new UserError(vscode.l10n.t('Sign in first: the report is still with the service.'));
  const path = reportPath(order, under.connection.name, storage);
  const replace = await fileExists(path);
  if (replace) {
    const features = readReport(await readFile(path, 'utf8'));
    if (features) return { path, features };
    const again = vscode.l10n.t('Download Again');
    const message = vscode.l10n.t('{0} is there, but it is no GeoJSON FeatureCollection.', basename(path));
    if ((await vscode.window.showWarningMessage(message, again)) !== again) return undefined;
  }
  try {
    return await download(await under.client(), order, path, replace);
  } catch (error) {
    // Another window had it first.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return fetchReport(parts, order);
    throw error;
  }
}

/** @param replace whether the user agreed to lose what stands under the name */
async function download(client: Client, order: Order, path: string, replace: boolean): Promise<Report> {
  let features: readonly ReportFeature[] = [];
  /** Under its name a report is always one: whatever else a service answers with is not kept. */
  const check = async (partial: string) => {
    const read = readReport(await readFile(partial, 'utf8'));
    if (!read)
      throw new UserError(vscode.l10n.t('What the service sent is no report (no GeoJSON). Try again later.'));
    features = read;
  };
  const title = vscode.l10n.t('Downloading {0}', order.title ?? order.id);
  const abort = new AbortController();
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, cancel) => {
      cancel.onCancellationRequested(() => abort.abort());
      const link =
        order.deliveries[0]?.download ?? (await client.order(order.id, abort.signal)).deliveries[0]?.download;
      if (link === undefined) {
        throw new UserError(
          vscode.l10n.t('Order {0} is delivered, but the service gives no download link yet.', order.id),
        );
      }
      let shown = 0;
      await client.download(
        link,
        await createFileTarget(path, { check, replace }),
        (received, total) => {
          // A bar cannot go back where the file is begun anew.
          const percent = Math.max(shown, total ? (received / total) * 100 : 0);
          progress.report({ increment: percent - shown, message: `${(received / 1_000_000).toFixed(1)} MB` });
          shown = percent;
        },
        abort.signal,
      );
    },
  );
  return { path, features };
}

async function resolveOrder({ orders }: ReportParts, given: unknown): Promise<Order | undefined> {
  const state = orders.current.peek();
  const known = state.kind === 'ready' ? state.orders : [];
  const id = typeof given === 'string' ? given : givenRow(given)?.subject.orderId;
  if (typeof id === 'string') {
    const order = known.find(one => one.id === id);
    if (!order)
      throw new UserError(vscode.l10n.t('Order {0} is not in the list: refresh the Orders view.', id));
    if (orderPhase(order.status) !== 'delivered') {
      throw new UserError(
        vscode.l10n.t('Order {0} is not delivered yet: it is "{1}".', order.id, order.status),
      );
    }
    if (!isReport(order)) {
      throw new UserError(
        vscode.l10n.t('Order {0} is an image product, not a report: it holds no GeoJSON.', order.id),
      );
    }
    return order;
  }
  const delivered = known.filter(order => orderPhase(order.status) === 'delivered' && isReport(order));
  if (delivered.length === 0) throw new UserError(vscode.l10n.t('No report is delivered yet.'));
  const items = delivered.map(order => ({
    label: order.title ?? order.id,
    description: order.id,
    ...(order.createdAt === undefined ? {} : { detail: order.createdAt }),
    order,
  }));
  return (
    await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Which report?'),
      matchOnDescription: true,
    })
  )?.order;
}

/** Where the service does not say, it may be a report. */
function isReport(order: Order): boolean {
  return order.kind === undefined || order.kind === analyticOrderKind;
}
