import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { onChange } from '../../editor/onChange.ts';
import { UserError } from '../../editor/userError.ts';
import type { Catalog } from '../catalog.ts';
import { numberText } from '../../model/words/displayLanguage.ts';
import { withProgress } from '../../editor/window.ts';

/**
 * Loads all matches of the search in hand, or of the one that `begin` starts, while the user sees how far it has come
 * and can end it.
 *
 * @param begin its first step starts the search
 * @returns whether all are there; `false` when the user has ended it, and what has come stays. Throws what it failed
 *   with, and {@link UserError} when another search took its place
 */
export async function searchToEnd(
  catalog: Catalog,
  title: string,
  begin?: () => Promise<void>,
): Promise<boolean> {
  return withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, cancel) => {
      const begun = begin?.();
      const { searchId } = catalog.current.peek();
      const isInHand = () => catalog.current.peek().searchId === searchId;
      const ended = new AbortController();
      let shown = 0;
      const listening = cancel.onCancellationRequested(() => {
        ended.abort();
        if (isInHand()) catalog.cancel();
      });
      const watching = onChange([catalog.current], () => {
        const { phase, images } = catalog.current.peek();
        if (!isInHand() || phase.kind !== 'searching') return;
        const percent = Math.max(shown, (phase.covered ?? 0) * 100);
        const message = l10n.t('{0} images', numberText(images.length));
        progress.report({ increment: percent - shown, message });
        shown = percent;
      });
      try {
        await begun;
        if (isInHand() && !ended.signal.aborted) await catalog.all();
      } finally {
        listening.dispose();
        watching.dispose();
      }
      if (!isInHand()) {
        throw new UserError(l10n.t('Another search replaced this one before it finished. Run it again.'));
      }
      const { phase, hasMore } = catalog.current.peek();
      if (phase.kind === 'failed') throw phase.error;
      return !ended.signal.aborted && phase.kind === 'done' && !hasMore;
    },
  );
}
