import type * as vscode from 'vscode';
import type { DeliveryParts } from './commands/chooseDelivery.ts';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import { isAoiTarget } from './platform/aoiDocument.ts';
import { createDeliveryFiles } from './platform/deliveryFiles.ts';
import { readReportAt } from './platform/fileKind.ts';
import { followReportText, type ReportText } from './platform/reportText.ts';
import { createReportMemory } from './platform/storage.ts';
import { createDownloads } from './state/downloads.ts';
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
  const reports = createReports(createReportMemory(workspaceState), readReportAt);
  const downloads = createDownloads(createDeliveryFiles(storage));
  const reportFocus = createReportFocus(reports);
  const reportText = followReportText(reports, reportFocus, onError);
  const parts: DeliveryParts = { session, orders, downloads, reports, show };
  return {
    reports,
    reportFocus,
    reportText,
    commands: {
      'swath.openReport': async given => (await import('./commands/openReport.ts')).openReport(parts, given),
      'swath.showOrderOnMap': async given =>
        isAoiTarget(given)
          ? (await import('./commands/showReportFile.ts')).showReportFile(parts.reports, given.uri)
          : (await import('./commands/openReport.ts')).showOrderOnMap(parts, given),
      'swath.downloadDelivery': async given =>
        (await import('./commands/downloadDelivery.ts')).downloadDelivery(parts, given),
      'swath.downloadReady': async () => (await import('./commands/downloadReady.ts')).downloadReady(parts),
      'swath.revealDelivery': async given =>
        (await import('./commands/revealDelivery.ts')).revealDelivery(parts, given),
      'swath.unzipDelivery': async given =>
        (await import('./commands/unzipDelivery.ts')).unzipDelivery(parts, given),
      'swath.compareReports': async (given, all) =>
        (await import('./commands/compareReports.ts')).compareReports(parts, given, all),
    },
    dispose() {
      reportText.dispose();
      reportFocus.dispose();
    },
  };
}
