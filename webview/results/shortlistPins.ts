import * as l10n from '@vscode/l10n';
import type { ImageRow } from '../../src/shared/protocol.ts';
import type { PageModel } from '../app/pageModel.ts';
import type { MenuItem } from '../ui/MenuButton.tsx';

/** Why an image can't be pinned; `undefined` if it can, or if it is pinned. */
export function whyNotPinned(row: ImageRow | undefined): string | undefined {
  return row?.isDelivered ? l10n.t("Delivered items can't be ordered again.") : undefined;
}

/** Pins an image or unpins it. */
export function togglePin({ post }: PageModel, row: ImageRow): void {
  if (whyNotPinned(row) === undefined) post({ kind: 'pin', id: row.id });
}

/** What a menu offers for an image. */
export function pinItems(page: PageModel, id: string, row: ImageRow | undefined): MenuItem[] {
  const pin = page.pins.peek().get(id);
  return [
    {
      label: pin ? l10n.t('Remove from Shortlist') : l10n.t('Add to Shortlist'),
      does: () => page.post({ kind: 'pin', id }),
      disabledBecause: whyNotPinned(row),
    },
    ...(pin ? [{ label: noteAction(pin.note), does: () => page.post({ kind: 'editNote', id }) }] : []),
  ];
}

export function noteAction(note: string | undefined): string {
  return note === undefined ? l10n.t('Add Note…') : l10n.t('Edit Note…');
}

/**
 * Credits per km² of the area that the image shows without clouds. The service's cloud cover is that of the whole
 * acquisition.
 *
 * @param share of the area that the image covers, 0 to 1
 * @param cloudCover percent, for example an estimate for the area itself
 * @returns `undefined` unless an order of this image for this area is priced and shows something
 */
export function clearRate(
  { pin, cloudCover: ofService }: Pick<ImageRow, 'pin' | 'cloudCover'>,
  share: number | undefined,
  cloudCover = ofService,
): number | undefined {
  if (pin?.creditsPerKm2 === undefined || share === undefined || cloudCover === undefined) return undefined;
  const clear = share * (1 - cloudCover / 100);
  return clear > 0 ? pin.creditsPerKm2 / clear : undefined;
}
