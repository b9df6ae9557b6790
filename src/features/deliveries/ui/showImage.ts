import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { byteText } from '../../../service/rules/quantity.ts';
import { showInformationMessage, showQuickPick } from '../../../platform/dialogs/window.ts';
import { requireEditable } from '../../../platform/documents/editableDocuments.ts';
import { nameIsTaken } from '../../../platform/files/writeFiles.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { UserError } from '../../../platform/host/userError.ts';
import {
  imageFiles,
  isDeflated,
  openProduct,
  placedPreview,
  type ProductFile,
  productFiles,
} from '../productImage.ts';
import type { ProductImages, ProductOnMap, RememberedProduct } from '../productImages.ts';
import { type DeliveryParts, isProduct } from './chooseDelivery.ts';
import { roomAt } from './deliveryFiles.ts';
import { deliveredFile, openFailure, withBar } from './fetchDelivery.ts';
import { diskFullText } from './words.ts';

/** Bytes that take less than a second. */
const quicklyChecked = 100e6;

/**
 * Shows the image of a delivered product on the map. A delivery that isn't on the disk yet is downloaded first.
 *
 * @param argument a row or the id of an order, or the URI of a ZIP file, a folder or an image
 */
export async function showImage(
  parts: DeliveryParts,
  products: Pick<ProductImages, 'show'>,
  argument: unknown,
): Promise<void> {
  const path =
    argument instanceof vscode.Uri
      ? requireEditable(argument).fsPath
      : (await deliveredFile(parts, argument, isProduct))?.path;
  if (path === undefined) return;
  const files = await productFiles(path).catch((error: unknown) => {
    throw openFailure(path, error);
  });
  const images = imageFiles(files);
  const image = images.length > 1 ? await chooseImage(images) : images[0];
  if (images.length > 0 && !image) return;
  const file = image ?? (await placedPreview(files));
  if (!file)
    throw new UserError(
      l10n.t(
        '{0} contains no GeoTIFF or JPEG 2000 image and no georeferenced preview. Open it in a GIS.',
        basename(path),
      ),
    );
  const product = await open(file, files);
  if (!product) return;
  products.show(product, { path, name: file.name });
  await runCommand('swath.openMap', { show: 'product' });
  if (image) return;
  void showInformationMessage(
    l10n.t('{0} contains no GeoTIFF or JPEG 2000 image: the map shows its preview.', basename(path)),
  );
}

/** Opens the image of the previous window; `undefined` if it no longer exists. */
export async function openAgain({ path, name }: RememberedProduct): Promise<ProductOnMap | undefined> {
  if (!(await nameIsTaken(path))) return undefined;
  const files = await productFiles(path);
  const file = files.find(candidate => candidate.name === name);
  return file && open(file, files);
}

async function chooseImage(images: readonly ProductFile[]): Promise<ProductFile | undefined> {
  const items = images.map(file => ({ label: file.name, description: byteText(file.size), file }));
  return (await showQuickPick(items, { title: l10n.t('Which image?'), matchOnDescription: true }))?.file;
}

/** `undefined` when the user cancels. */
async function open(file: ProductFile, files: readonly ProductFile[]): Promise<ProductOnMap | undefined> {
  const { name, size, path } = file;
  try {
    const isStored = !isDeflated(file);
    // A file in a ZIP file is read as a whole once, to check it.
    if (!file.packed || (isStored && size < quicklyChecked))
      return await openProduct(file, files, new AbortController().signal, () => undefined);
    const room = roomAt(join(tmpdir(), 'image'));
    if (!isStored && room !== undefined && size > room) throw new Error(diskFullText());
    const title = isStored ? l10n.t('Checking {0}', basename(name)) : l10n.t('Unzipping {0}', basename(name));
    return await withBar(title, async (signal, show) => {
      const opening = openProduct(file, files, signal, done =>
        show(size > 0 ? done / size : 1, l10n.t('{0} of {1}', byteText(done), byteText(size))),
      );
      return opening.catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
    });
  } catch (error) {
    throw openFailure(path, error);
  }
}
