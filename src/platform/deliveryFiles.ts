import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { createCollectionCheck, type CollectionCheck } from '../model/geojson/collectionCheck.ts';
import { analyticOrderKind } from '../model/order/analyticOrder.ts';
import type { DeliveredFile, DeliveryFiles, WantedDelivery } from '../state/downloads.ts';
import { deliveryStem, findDelivered, roomAt } from './deliveryPlace.ts';
import { fileKind } from './fileKind.ts';
import { createFileTarget, isDiskFull } from './fileTarget.ts';
import { refuseLinkOut } from './linkOut.ts';
import { UserError } from './presentError.ts';

/** Deliveries on the disk of this machine. @param ownStorage for them when no folder is open */
export function createDeliveryFiles(ownStorage: vscode.Uri): DeliveryFiles {
  const stemOf = (wanted: WantedDelivery, connectionName: string) =>
    deliveryStem(wanted, connectionName, ownStorage);
  return {
    find: (wanted, connectionName) => findDelivered(stemOf(wanted, connectionName)),
    async open(wanted, connectionName, replace) {
      const stem = stemOf(wanted, connectionName);
      let file: DeliveredFile | undefined;
      let isThere = false;
      let check: CollectionCheck | undefined;
      const follower = {
        begin: () => void (check = createCollectionCheck()),
        take: (chunk: Uint8Array) => check?.push(chunk),
      };
      const place = async (partial: string) => {
        file = { path: await placed(partial, stem, wanted, check?.isWhole()) };
        return file.path;
      };
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
      return { target: { ...target, commit }, landed: () => (isThere ? file : undefined) };
    },
    room: (wanted, connectionName) => roomAt(stemOf(wanted, connectionName)),
    isFull: isDiskFull,
  };
}

function cannotWrite(folder: string, error: unknown): UserError {
  const { code } = error as NodeJS.ErrnoException;
  return new UserError(
    vscode.l10n.t(
      'The folder {0} cannot be written to ({1}): set another one in swath.downloads.folder.',
      folder,
      code ?? String(error),
    ),
  );
}

/** Under its name a delivery is always one: whatever else a service answers with is not kept. */
async function placed(
  partial: string,
  stem: string,
  { order }: WantedDelivery,
  isCollection: boolean | undefined,
): Promise<string> {
  const found = await fileKind(partial, isCollection);
  if (order.kind === analyticOrderKind && found.kind !== 'report') {
    throw new UserError(vscode.l10n.t('What the service sent is no report (no GeoJSON). Try again later.'));
  }
  switch (found.kind) {
    case 'report':
      return `${stem}.geojson`;
    case 'archive':
      return `${stem}.zip`;
    case 'other':
      return `${stem}${found.ending}`;
    case 'cut':
      throw new UserError(
        vscode.l10n.t('What the service sent is a ZIP file whose end is missing. Try again later.'),
      );
    case 'text':
      throw new UserError(
        vscode.l10n.t('What the service sent is a text, and no image product or report. Try again later.'),
      );
    case 'empty':
      throw new UserError(vscode.l10n.t('What the service sent is empty. Try again later.'));
  }
}
