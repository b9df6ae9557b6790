import type * as vscode from 'vscode';
import type { DeliveryParts } from './commands/chooseDelivery.ts';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import { isAoiTarget } from './platform/aoiDocument.ts';
import { followReportText, type ReportText } from './platform/reportText.ts';
import { createReportMemory } from './platform/storage.ts';
import type { Downloads } from './state/downloads.ts';
import type { Orders } from './state/orders.ts';
import { createReportFocus, type ReportFocus } from './state/reportFocus.ts';
import { createReports, type Reports } from './state/reports.ts';
import type { SessionOwner } from './state/session.ts';

export interface DeliveringParts {
  session: SessionOwner;
  orders: Orders;
  /** The extension's own folder, the same for all windows. */
  storage: vscode.Uri;
  /** Of this window's workspace. */
  workspaceState: vscode.Memento;
  /** Opens a read-only document. */
  show: (title: string, markdown: string) => Promise<void>;
  onError: (error: unknown) => void;
}

export interface Delivering {
  reports: Reports;
  /** What the cursor is on in the text of the report. */
  reportFocus: ReportFocus;
  reportText: ReportText;
  commands: Partial<Record<CommandId, CommandHandler>>;
  dispose(): void;
}

/** What was delivered: on the disk, in the editor and on the map. */
export function createDelivering({
  session,
  orders,
  storage,
  workspaceState,
  show,
  onError,
}: DeliveringParts): Delivering {
  const reports = createReports(createReportMemory(workspaceState), async uri =>
    (await import('./platform/fileKind.ts')).readReportAt(uri),
  );
  /** One for the window: what is under way is not begun again. */
  let downloads: Promise<Downloads> | undefined;
  const reportFocus = createReportFocus(reports);
  const reportText = followReportText(reports, reportFocus, onError);
  const parts = async (): Promise<DeliveryParts> => {
    downloads ??= createDownloadsIn(storage);
    return { session, orders, downloads: await downloads, reports, show };
  };
  return {
    reports,
    reportFocus,
    reportText,
    commands: {
      'swath.openReport': async given =>
        (await import('./commands/openReport.ts')).openReport(await parts(), given),
      'swath.showOrderOnMap': async given =>
        isAoiTarget(given)
          ? (await import('./commands/showReportFile.ts')).showReportFile(reports, given.uri)
          : (await import('./commands/openReport.ts')).showOrderOnMap(await parts(), given),
      'swath.downloadDelivery': async given =>
        (await import('./commands/downloadDelivery.ts')).downloadDelivery(await parts(), given),
      'swath.downloadReady': async () =>
        (await import('./commands/downloadReady.ts')).downloadReady(await parts()),
      'swath.revealDelivery': async given =>
        (await import('./commands/revealDelivery.ts')).revealDelivery(await parts(), given),
      'swath.unzipDelivery': async given =>
        (await import('./commands/unzipDelivery.ts')).unzipDelivery(await parts(), given),
      'swath.compareReports': async (given, all) =>
        (await import('./commands/compareReports.ts')).compareReports(await parts(), given, all),
    },
    dispose() {
      reportText.dispose();
      reportFocus.dispose();
    },
  };
}

/** Loaded with the first delivery that is wanted. */
async function createDownloadsIn(storage: vscode.Uri): Promise<Downloads> {
  const [{ createDownloads }, { createDeliveryFiles }] = await Promise.all([
    import('./state/downloads.ts'),
    import('./platform/deliveryFiles.ts'),
  ]);
  return createDownloads(createDeliveryFiles(storage));
}
