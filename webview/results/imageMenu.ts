import * as l10n from '@vscode/l10n';
import type { ImageRow } from '../../src/shared/protocol.ts';
import type { PageModel } from '../app/pageModel.ts';
import { maxCompared } from '../map/pictures/comparison.ts';
import { positionText } from '../ui/format.ts';
import type { MenuItem, MenuSection } from '../ui/MenuButton.tsx';
import { acquiredAt } from './columns.ts';

export function whyNotCompared({ images }: PageModel, ids: readonly string[]): string | undefined {
  if (ids.length < 2 || ids.length > maxCompared) return l10n.t('Select two to four images first.');
  const rows = images.peek().rows.filter(({ id }) => ids.includes(id));
  return rows.find(({ whyNo }) => whyNo.quicklook !== undefined)?.whyNo.quicklook;
}

/** Compares their quicklooks on the map, the way they were compared last; more than two side by side. */
export function compare({ images, pictureWish }: PageModel, ids: readonly string[]): void {
  const rows = images.peek().rows.filter(({ id }) => ids.includes(id));
  const sorted = rows.toSorted((a, b) => acquiredAt(a) - acquiredAt(b));
  if (sorted.length >= 2) pictureWish.value = { kind: 'compare', ids: sorted.map(({ id }) => id) };
}

export function imageSection(page: PageModel, id: string): MenuSection {
  const selected = page.selected.peek();
  const pair = selected.includes(id) ? selected : [...selected, id];
  const row = page.images.peek().rows.find(image => image.id === id);
  return {
    items: [
      { label: l10n.t('Zoom To'), onSelect: () => (page.target.value = { kind: 'image', id }) },
      {
        label: l10n.t('Show or Hide Quicklook'),
        onSelect: () => (page.pictureWish.value = { kind: 'quicklook', id }),
        disabledBecause: row?.whyNo.quicklook,
      },
      {
        label: l10n.t('Compare'),
        onSelect: () => compare(page, pair),
        disabledBecause: whyNotCompared(page, pair),
      },
      ...pinItems(page, id, row),
      { label: l10n.t('Copy Link'), onSelect: () => page.post({ kind: 'copyImageLink', id }) },
      {
        label: l10n.t('Copy WMTS or WMS Address…'),
        onSelect: () => page.post({ kind: 'copyServiceAddress', id }),
      },
      { label: l10n.t('Copy ID'), onSelect: () => page.post({ kind: 'copy', text: id }) },
    ],
  };
}

/** Radius of a search around a place, meters: images that show its surroundings. */
const hereRadius = 1000;

/** What the context menu offers for a place. @param longitude normalized */
export function placeSection(page: PageModel, latitude: number, longitude: number): MenuSection {
  const { connection, filters = {} } = page.state.peek() ?? {};
  const { bounds: _bounds, relation: _relation, ...others } = filters;
  const circle = { latitude, longitude, radius: hereRadius };
  return {
    items: [
      {
        label: l10n.t('Copy Coordinates'),
        onSelect: () => page.post({ kind: 'copy', text: positionText(latitude, longitude) }),
      },
      {
        label: l10n.t('Search Here'),
        onSelect: () => page.post({ kind: 'search', filters: { ...others, circle } }),
        disabledBecause: connection === undefined ? l10n.t('Sign in to search.') : undefined,
      },
    ],
  };
}

export function whyNotPinned(row: ImageRow | undefined): string | undefined {
  return row?.isDelivered ? l10n.t("Delivered items can't be ordered again.") : undefined;
}

export function togglePin({ post }: PageModel, row: ImageRow): void {
  if (whyNotPinned(row) === undefined) post({ kind: 'pin', id: row.id });
}

function pinItems(page: PageModel, id: string, row: ImageRow | undefined): MenuItem[] {
  const pin = page.pins.peek().get(id);
  return [
    {
      label: pin ? l10n.t('Remove from Shortlist') : l10n.t('Add to Shortlist'),
      onSelect: () => page.post({ kind: 'pin', id }),
      disabledBecause: whyNotPinned(row),
    },
    ...(pin ? [{ label: l10n.t('Edit Note…'), onSelect: () => page.post({ kind: 'editNote', id }) }] : []),
  ];
}
