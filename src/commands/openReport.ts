import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { analyticOrderKind } from '../model/analyticOrder.ts';
import { orderPhase, type Order } from '../model/order.ts';
import { runCommand } from '../platform/commands.ts';
import { UserError } from '../platform/presentError.ts';
import { createFileTarget, fileExists, reportPath } from '../platform/reportFile.ts';
import type { Orders } from '../state/orders.ts';
import { readReport, type Reports } from '../state/reports.ts';
import { signedInOf, type SessionOwner } from '../state/session.ts';

export interface ReportParts {
  session: SessionOwner;
  orders: Orders;
  reports: Reports;
  /** The extension's own folder, for reports when no folder is open. */
  storage: vscode.Uri;
}

/** Opens the delivered report of an order in the editor, and on the map beside it. Downloads it once. */
export async function openReport(parts: ReportParts, given: unknown): Promise<void> {
  const order = await resolveOrder(parts, given);
  if (!order) return;
  const path = await fetchReport(parts, order);
  if (path === undefined) return;
  const uri = vscode.Uri.file(path);
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, preview: false });
  await showOnMap(parts, order, path);
}

/** Shows the delivered report of an order on the map alone. */
export async function showOrderOnMap(parts: ReportParts, given: unknown): Promise<void> {
  const order = await resolveOrder(parts, given);
  if (!order) return;
  const path = await fetchReport(parts, order);
  if (path !== undefined) await showOnMap(parts, order, path);
}

async function showOnMap({ reports, orders }: ReportParts, order: Order, path: string): Promise<void> {
  const features = readReport(await readFile(path, 'utf8'));
  if (!features)
    throw new UserError(vscode.l10n.t('{0} is no GeoJSON FeatureCollection: it cannot be drawn.', path));
  orders.markSeen(order.id);
  const uri = vscode.Uri.file(path).toString();
  reports.show({ orderId: order.id, title: order.title ?? order.id, uri, features });
  await runCommand('swath.openMap', { show: 'report' });
}

/** The path of the report's file; `undefined` when the user cancels the download. */
async function fetchReport({ session, storage }: ReportParts, order: Order): Promise<string | undefined> {
  const path = reportPath(order, storage);
  if (await fileExists(path)) return path;
  const under = signedInOf(session.current.peek());
  if (!under) throw new UserError(vscode.l10n.t('Sign in first: the report is still with the service.'));
  const client = await under.client();
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
        await createFileTarget(path),
        (received, total) => {
          const percent = total ? (received / total) * 100 : 0;
          progress.report({ increment: percent - shown, message: `${(received / 1_000_000).toFixed(1)} MB` });
          shown = percent;
        },
        abort.signal,
      );
    },
  );
  return path;
}

async function resolveOrder({ orders }: ReportParts, given: unknown): Promise<Order | undefined> {
  const state = orders.current.peek();
  const known = state.kind === 'ready' ? state.orders : [];
  const id = typeof given === 'string' ? given : (given as { orderId?: unknown } | null | undefined)?.orderId;
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
