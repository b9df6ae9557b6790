import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { setStatusBarMessage, showQuickPick } from '../../../platform/dialogs/window.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { asSignedIn, type SessionOwner } from '../../../session/session.ts';
import type { Catalog } from '../imageCatalog.ts';
import { findTargetImage } from '../listedImages.ts';
import { serviceAddresses } from '../rules/serviceAddresses.ts';

/** How long the status bar confirms the copy, milliseconds. */
const noticeMs = 2000;

/**
 * Shows the addresses of an image's OGC services, and copies the chosen one for another program.
 *
 * @param argument `{ imageId }` of the map; without it, the selected image
 */
export async function copyServiceAddress(
  session: SessionOwner,
  catalog: Catalog,
  argument: unknown,
): Promise<void> {
  const image = findTargetImage(catalog, argument ?? { imageId: catalog.selectedImages.peek()[0]?.id });
  if (!image) throw new UserError(l10n.t('Select an image first.'));
  const client = await asSignedIn(session.current.peek())?.client();
  const addresses = serviceAddresses(image.links, client?.secrets());
  if (addresses.length === 0)
    throw new UserError(l10n.t('The service lists no WMTS, WMS or WCS address for this image.'));
  const items = addresses.map(({ protocol, relation, address }) => ({
    label: protocol,
    description: relation,
    detail: address,
    address,
  }));
  const chosen = await showQuickPick(items, {
    title: l10n.t('Which address do you want to copy?'),
    placeHolder: l10n.t('Without an access token: each request needs one.'),
    matchOnDetail: true,
  });
  if (!chosen) return;
  await vscode.env.clipboard.writeText(chosen.address);
  setStatusBarMessage('check', l10n.t('Address copied'), noticeMs);
}
