import * as l10n from '@vscode/l10n';
import { positionText } from '../../../src/geo/positionText.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import type { MenuItem, MenuSection } from '../../ui/MenuButton.tsx';
import { type PictureModel, pictureName } from '../pictures/index.ts';
import { acquiredAt } from './columns.ts';
import type { ImageStore } from './imageStore.ts';
import { imageCount, whyNotCompared, whyNotPinned } from './words.ts';

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

/** Keys of an image's menu, which act in the list and on the map, too. C acts in the whole page: `compareKeys.ts`. */
export type ImageKey = 'q' | 'p';

interface ImageItem extends MenuItem {
  keys?: Uppercase<ImageKey> | 'C';
}

/** What a menu of an image acts on. */
export interface MenuTargets {
  host: Host;
  view: Pick<ViewStore, 'show'>;
  found: ImageStore;
  pictures: PictureModel;
}

export function imageSection(
  { host, view, found, pictures }: MenuTargets,
  id: string,
): { items: ImageItem[] } {
  const { post } = host;
  const selected = found.selected.peek();
  const pair = selected.includes(id) ? selected : [...selected, id];
  const rows = found.rows.peek();
  const row = rows.find(image => image.id === id);
  const [other, third] = pair.filter(each => each !== id);
  const name =
    other !== undefined &&
    pictureName(
      rows.find(image => image.id === other),
      other,
    );
  return {
    items: [
      { label: l10n.t('Zoom To'), onSelect: () => view.show({ kind: 'image', id }) },
      {
        label: l10n.t('Show or Hide Quicklook'),
        keys: 'Q',
        onSelect: () => pictures.toggleQuicklook(id),
        disabledBecause: row?.whyNo.quicklook,
      },
      {
        // The other one may be out of sight.
        label: name === false || third !== undefined ? l10n.t('Compare') : l10n.t('Compare with {0}', name),
        keys: 'C',
        onSelect: () => compare(pictures, found, pair),
        disabledBecause: whyNotCompared(found, pair),
      },
      ...pinItems(post, found, id, row),
      {
        label: l10n.t('Clip Area to This Footprint'),
        onSelect: () => post({ kind: 'clipToFootprint', id }),
        disabledBecause: host.state.peek()?.aoi ? undefined : l10n.t('Choose an area first.'),
      },
      { label: l10n.t('Use Footprint as Area'), onSelect: () => post({ kind: 'useFootprint', id }) },
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
        onSelect: () => post({ kind: 'copy', text: positionText([longitude, latitude]) }),
      },
      {
        label: l10n.t('Search Here'),
        onSelect: () => post({ kind: 'search', filters: { ...others, circle } }),
        disabledBecause: connection === undefined ? l10n.t('Sign in to search.') : undefined,
      },
    ],
  };
}

/** Adds the image, or all selected ones if it is one of them; if all are there, removes them. */
export function togglePin({ post }: Pick<Host, 'post'>, found: PinStore, id: string): void {
  const { toggled } = pinned(found, id);
  if (toggled.length > 0) post({ kind: 'pin', ids: toggled });
}

type PinStore = Pick<ImageStore, 'pins' | 'rows' | 'selected'>;

function pinned({ pins, rows, selected }: PinStore, id: string): { toggled: string[]; isRemoval: boolean } {
  const chosen = selected.peek();
  const meant = new Set(chosen.includes(id) ? chosen : [id]);
  const fit = rows.peek().filter(row => meant.has(row.id) && whyNotPinned(row) === undefined);
  const missing = fit.filter(row => !pins.peek().has(row.id));
  const isRemoval = missing.length === 0;
  return { toggled: (isRemoval ? fit : missing).map(row => row.id), isRemoval };
}

function pinItems(post: Host['post'], found: PinStore, id: string, row: ImageRow | undefined): ImageItem[] {
  const pin = found.pins.peek().get(id);
  const { toggled, isRemoval } = pinned(found, id);
  const label = isRemoval ? l10n.t('Remove from Shortlist') : l10n.t('Add to Shortlist');
  return [
    {
      label: toggled.length > 1 ? `${label} (${imageCount(toggled.length)})` : label,
      keys: 'P',
      onSelect: () => togglePin({ post }, found, id),
      disabledBecause: whyNotPinned(row),
    },
    ...(pin ? [{ label: l10n.t('Edit Note…'), onSelect: () => post({ kind: 'editNote', id }) }] : []),
  ];
}
