import type * as vscode from 'vscode';
import type { Account } from '../account/account.ts';
import type { SessionOwner } from '../account/session.ts';
import { isAoiTarget } from '../areas/ui/aoiDocument.ts';
import type { Host } from '../editor/host.ts';
import { contextKey, onChange } from '../editor/onChange.ts';
import { slotOf } from '../editor/storage.ts';
import type { Orders } from '../orders/orders.ts';
import type { Downloads } from './downloads.ts';
import { createReportFocus, type ReportFocus } from './reportFocus.ts';
import { createReports, type Reports } from './reports.ts';
import type { DeliveryParts } from './ui/chooseDelivery.ts';
import { registerDeliveryNotice } from './ui/deliveryNotice.ts';
import { followReportText, type ReportText } from './ui/reportText.ts';

export interface DeliveriesFeature {
  reports: Reports;
  /** What the cursor is on in the text of the report. */
  reportFocus: ReportFocus;
  reportText: ReportText;
}

/** What was delivered: on the disk, in the editor and on the map. */
export function activateDeliveries(
  { context, documents, onError, own, commands }: Host,
  session: SessionOwner,
  account: Account,
  orders: Orders,
): DeliveriesFeature {
  const reports = createReports(slotOf(context.workspaceState, 'swath.report'), async uri =>
    (await import('./ui/fileKind.ts')).readReportAt(uri),
  );
  const reportFocus = createReportFocus(reports);
  const reportText = followReportText(reports, reportFocus, onError);
  registerDeliveryNotice(orders, account);
  const hasReport = contextKey('swath.hasReport');
  own(
    reportText,
    reportFocus,
    onChange([reports.current], () => hasReport(reports.current.value !== undefined)),
  );
  /** One for the window: what is under way is not begun again. */
  let downloads: Promise<Downloads> | undefined;
  const parts = async (): Promise<DeliveryParts> => {
    downloads ??= createDownloadsIn(context.globalStorageUri);
    return {
      session,
      orders,
      downloads: await downloads,
      reports,
      show: (title, text) => documents.showMarkdown(title, text),
    };
  };
  commands({
    'swath.openReport': async given => (await import('./ui/openReport.ts')).openReport(await parts(), given),
    'swath.showOrderOnMap': async given =>
      isAoiTarget(given)
        ? (await import('./ui/showReportFile.ts')).showReportFile(reports, given.uri)
        : (await import('./ui/openReport.ts')).showOrderOnMap(await parts(), given),
    'swath.downloadDelivery': async given =>
      (await import('./ui/downloadDelivery.ts')).downloadDelivery(await parts(), given),
    'swath.downloadReady': async () => (await import('./ui/downloadReady.ts')).downloadReady(await parts()),
    'swath.revealDelivery': async given =>
      (await import('./ui/revealDelivery.ts')).revealDelivery(await parts(), given),
    'swath.unzipDelivery': async given =>
      (await import('./ui/unzipDelivery.ts')).unzipDelivery(await parts(), given),
    'swath.compareReports': async (given, all) =>
      (await import('./ui/compareReports.ts')).compareReports(await parts(), given, all),
  });
  return { reports, reportFocus, reportText };
}

/** Loaded with the first delivery that is wanted. */
async function createDownloadsIn(storage: vscode.Uri): Promise<Downloads> {
  const [{ createDownloads }, { createDeliveryFiles }] = await Promise.all([
    import('./downloads.ts'),
    import('./ui/deliveryFiles.ts'),
  ]);
  return createDownloads(createDeliveryFiles(storage));
}
