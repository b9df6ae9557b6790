import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { withoutAltitude } from '../../../geo/aoi.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import {
  setStatusBarMessage,
  showInformationMessage,
  showQuickPick,
} from '../../../platform/dialogs/window.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { rowFrom } from '../../../platform/rows/row.ts';
import { searchForImage } from '../../images/rules/index.ts';
import type { AoiSource, Catalog } from '../../images/index.ts';
import { currentSearch, leftOutText } from '../../images/ui/index.ts';
import { isAoiTarget, resolveAoi } from '../../areas/ui/index.ts';
import { imageName } from '../../orders/rules/index.ts';
import { type Link, writeLink } from '../link.ts';

export interface CopyParts {
  catalog: Catalog;
  /** Name of the connection in use; `undefined` while signed out. */
  connectionInUse: () => string | undefined;
}

/** How long the status bar confirms the copy, milliseconds. */
const noticeMs = 2000;

/**
 * Copies a link.
 *
 * @param argument the row of an order, a polygon of a document, or `{ search: true }` or `{ imageId }` of the map; without
 *   it, the user chooses
 */
export async function copyLink(parts: CopyParts, argument: unknown): Promise<void> {
  const link = (await linkTo(parts, argument)) ?? (await chosenLink(parts));
  if (!link) return;
  await vscode.env.clipboard.writeText(writeLink(vscode.env.uriScheme, link));
  setStatusBarMessage('check', l10n.t('Link copied'), noticeMs);
  const leftOut = link.kind === 'search' ? leftOutText(parts.catalog) : undefined;
  if (leftOut !== undefined) void showInformationMessage(leftOut);
}

async function linkTo({ catalog, connectionInUse }: CopyParts, argument: unknown): Promise<Link | undefined> {
  if (isAoiTarget(argument)) {
    const aoi = await resolveAoi(argument);
    return aoi && areaLink(aoi);
  }
  const { orderId } = rowFrom(argument)?.subject ?? {};
  const connection = connectionInUse();
  if (typeof orderId === 'string' && connection !== undefined)
    return { kind: 'order', id: orderId, connection };
  const { search, imageId } = (argument ?? {}) as { search?: unknown; imageId?: unknown };
  if (search === true) return searchLink(catalog);
  const image = catalog.visible.peek().find(({ id }) => id === imageId);
  return image && imageLink(image);
}

/** What there is to link to without a row. `undefined` when the user cancels. */
async function chosenLink({ catalog }: CopyParts): Promise<Link | undefined> {
  const { aoi } = catalog.current.peek();
  const search = searchLink(catalog);
  const [image] = catalog.selectedImages.peek();
  const items: (vscode.QuickPickItem & { link: Link })[] = [
    ...(search ? [{ label: l10n.t('Search on the Map'), link: search }] : []),
    ...(aoi ? [{ label: l10n.t('Area of interest'), description: aoi.name, link: areaLink(aoi) }] : []),
    ...(image
      ? [{ label: l10n.t('Selected image'), description: imageName(image), link: imageLink(image) }]
      : []),
  ];
  if (items.length === 0) throw new UserError(l10n.t('Search for images of an area first.'));
  return (await showQuickPick(items, { title: l10n.t('What do you want to link to?') }))?.link;
}

function areaLink({ name, polygon }: AoiSource): Link {
  return { kind: 'area', name, polygon: withoutAltitude(polygon) };
}

function searchLink(catalog: Catalog): Link | undefined {
  const { workspaceId: _own, ...search } = currentSearch(catalog);
  return Object.keys(search).length === 0 ? undefined : { kind: 'search', search };
}

function imageLink(image: Image): Link {
  return { kind: 'image', id: image.id, search: searchForImage(image) };
}
