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
