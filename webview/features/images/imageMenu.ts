import * as l10n from '@vscode/l10n';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import { positionText } from '../../ui/format.ts';
import type { MenuItem, MenuSection } from '../../ui/MenuButton.tsx';
import { maxCompared, type PictureModel } from '../pictures/index.ts';
import { acquiredAt } from './columns.ts';
import type { ImageStore } from './imageStore.ts';

export function whyNotCompared(
  { rows: all }: Pick<ImageStore, 'rows'>,
  ids: readonly string[],
): string | undefined {
  if (ids.length < 2 || ids.length > maxCompared) return l10n.t('Select two to four images first.');
  const rows = all.peek().filter(({ id }) => ids.includes(id));
  return rows.find(({ whyNo }) => whyNo.quicklook !== undefined)?.whyNo.quicklook;
}

/** Compares their quicklooks on the map, the way they were compared last; more than two side by side. */
export function compare(
  pictures: PictureModel,
  { rows: all }: Pick<ImageStore, 'rows'>,
  ids: readonly string[],
): void {
  const rows = all.peek().filter(({ id }) => ids.includes(id));
  const sorted = rows.toSorted((a, b) => acquiredAt(a) - acquiredAt(b));
  if (sorted.length >= 2) pictures.compare(sorted.map(({ id }) => id));
}

/** What a menu of an image acts on. */
export interface MenuTargets {
  host: Host;
  view: Pick<ViewStore, 'show'>;
  found: ImageStore;
  pictures: PictureModel;
}

export function imageSection({ host, view, found, pictures }: MenuTargets, id: string): MenuSection {
  const { post } = host;
  const selected = found.selected.peek();
  const pair = selected.includes(id) ? selected : [...selected, id];
  const row = found.rows.peek().find(image => image.id === id);
  return {
    items: [
      { label: l10n.t('Zoom To'), onSelect: () => view.show({ kind: 'image', id }) },
      {
        label: l10n.t('Show or Hide Quicklook'),
        onSelect: () => pictures.toggleQuicklook(id),
        disabledBecause: row?.whyNo.quicklook,
      },
      {
        label: l10n.t('Compare'),
        onSelect: () => compare(pictures, found, pair),
        disabledBecause: whyNotCompared(found, pair),
      },
      ...pinItems(post, found, id, row),
      { label: l10n.t('Copy Link'), onSelect: () => post({ kind: 'copyImageLink', id }) },
      {
        label: l10n.t('Copy WMTS or WMS Address…'),
        onSelect: () => post({ kind: 'copyServiceAddress', id }),
      },
      { label: l10n.t('Copy ID'), onSelect: () => post({ kind: 'copy', text: id }) },
    ],
  };
}

/** Radius of a search around a place, meters: images that show its surroundings. */
const hereRadius = 1000;

/** What the context menu offers for a place. @param longitude normalized */
export function placeSection({ state, post }: Host, latitude: number, longitude: number): MenuSection {
  const { connection, filters = {} } = state.peek() ?? {};
  const { bounds: _bounds, relation: _relation, ...others } = filters;
  const circle = { latitude, longitude, radius: hereRadius };
  return {
    items: [
      {
        label: l10n.t('Copy Coordinates'),
        onSelect: () => post({ kind: 'copy', text: positionText(latitude, longitude) }),
      },
      {
        label: l10n.t('Search Here'),
        onSelect: () => post({ kind: 'search', filters: { ...others, circle } }),
        disabledBecause: connection === undefined ? l10n.t('Sign in to search.') : undefined,
      },
    ],
  };
}

export function whyNotPinned(row: ImageRow | undefined): string | undefined {
  return row?.isDelivered ? l10n.t("Delivered items can't be ordered again.") : undefined;
}

export function togglePin({ post }: Pick<Host, 'post'>, row: ImageRow): void {
  if (whyNotPinned(row) === undefined) post({ kind: 'pin', id: row.id });
}

function pinItems(
  post: Host['post'],
  { pins }: Pick<ImageStore, 'pins'>,
  id: string,
  row: ImageRow | undefined,
): MenuItem[] {
  const pin = pins.peek().get(id);
  return [
    {
      label: pin ? l10n.t('Remove from Shortlist') : l10n.t('Add to Shortlist'),
      onSelect: () => post({ kind: 'pin', id }),
      disabledBecause: whyNotPinned(row),
    },
    ...(pin ? [{ label: l10n.t('Edit Note…'), onSelect: () => post({ kind: 'editNote', id }) }] : []),
  ];
}
