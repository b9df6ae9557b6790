import type * as vscode from 'vscode';
import { readsOnly } from '../../../platform/dialogs/failureMessage.ts';
import type { SomeCommands } from '../../../platform/host/commands.ts';
import type { Slot } from '../../../platform/host/storage.ts';
import { isAoiTarget } from '../../areas/ui/index.ts';
import type { ProductImages } from '../productImages.ts';
import type { DeliveryParts } from './chooseDelivery.ts';
import { compareReports } from './compareReports.ts';
import { downloadDelivery, downloadReady } from './downloadDelivery.ts';
import { exportReport } from './exportReport.ts';
import { openInQgis } from './openInQgis.ts';
import { showReportFile } from './openReport.ts';
import { openSelected } from './openSelected.ts';
import { revealDelivery } from './revealDelivery.ts';
import { compareReviews, saveReviewedReport } from './reviewFiles.ts';
import { showImage } from './showImage.ts';
import { updateStacCatalog } from './stacCatalog.ts';
import { unzipDelivery } from './unzipDelivery.ts';

export interface DeliveryCommandParts extends DeliveryParts {
  products: ProductImages;
  /** The name of whoever reviews reports. */
  reviewer: Slot<string>;
  /** The extension's folder, for all workspaces. */
  storage: vscode.Uri;
}

/** @returns by ID; `target` is what a command was called on: a row, a file, or nothing; `all` are the selected rows */
export function deliveryCommands(parts: DeliveryCommandParts) {
  const { reports, products, reviewer, storage, show } = parts;
  return {
    'swath.revealDelivery': (target: unknown) => revealDelivery(parts, target),
    'swath.unzipDelivery': (target: unknown) => unzipDelivery(parts, target),
    'swath.exportReport': (target: unknown) => exportReport(parts, target),
    'swath.saveReviewedReport': () => saveReviewedReport(reports.current.peek(), reviewer.read()),
    'swath.compareReviews': (_target: unknown, all: unknown) => compareReviews(show, all),
    ...readsOnly({
      'swath.openReport': (target: unknown, all: unknown) => openSelected(parts, target, all),
      'swath.showOrderOnMap': (target: unknown, all: unknown) =>
        isAoiTarget(target) ? showReportFile(parts, target.uri) : openSelected(parts, target, all),
      'swath.downloadDelivery': (target: unknown, all: unknown) => downloadDelivery(parts, target, all),
      'swath.downloadReady': () => downloadReady(parts),
      'swath.openInQgis': (target: unknown) => openInQgis(parts, target),
      'swath.updateStacCatalog': () => updateStacCatalog(parts, storage),
      'swath.showImage': (target: unknown) => showImage(parts, products, target),
      'swath.compareReports': (target: unknown, all: unknown) => compareReports(parts, target, all),
    }),
  } satisfies SomeCommands;
}
