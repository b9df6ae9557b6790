import * as l10n from '@vscode/l10n';
import type { ImageRow } from '../../src/shared/protocol.ts';

/** Why no order can be made of a selection, in a sentence; `undefined` when one can. */
export function whyNoOrder(selected: readonly string[], rows: readonly ImageRow[]): string | undefined {
  if (selected.length === 0) return l10n.t('Select an image first.');
  const chosen = new Set(selected);
  const delivered = rows.filter(row => row.isDelivered && chosen.has(row.id)).length;
  if (delivered === 0) return undefined;
  return delivered === selected.length
    ? l10n.t('What was delivered cannot be ordered again: select an image of the catalogue.')
    : l10n.t('Take the delivered items out of the selection first: no order can be made of them.');
}
