import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ToHost } from '../../src/shared/protocol.ts';
import { element, setText } from '../element.ts';
import { totalText } from '../format.ts';
import type { PageModel } from '../pageModel.ts';
import type { SavedView } from '../savedView.ts';
import { progressRing, pushButton } from '../toolkit.ts';
import { createNoticeView } from './noticeView.ts';
import { createResultsList } from './resultsList.ts';
import { createSelectionBar } from './selectionBar.ts';

/** The side column, or the lower part of a narrow page: total, images or what stands for them, and the selection. */
export function createResultsPanel(
  model: PageModel,
  post: (message: ToHost) => void,
  saved: SavedView,
  saveView: (change: Partial<SavedView>) => void,
): HTMLElement {
  const total = element('span', { class: 'total' });
  const busy = progressRing();
  const list = createResultsList(model, saved, saveView);
  const more = pushButton(l10n.t('Load more'), false, () => {
    if (model.state.peek()?.phase.kind !== 'searching') post({ kind: 'more' });
  });
  more.element.classList.add('small-button');
  const head = element(
    'div',
    { class: 'results-head' },
    total,
    busy,
    element(
      'span',
      { class: 'hint', title: l10n.t('Acquisition times are UTC; hover over one for your own.') },
      'UTC',
    ),
    more.element,
  );
  const panel = element(
    'section',
    { class: 'results', 'aria-label': l10n.t('Results') },
    head,
    createNoticeView(model, post),
    list,
    createSelectionBar(model, post),
  );

  effect(() => {
    const state = model.state.value;
    const { rows } = model.images.value;
    const stale = model.stale.value;
    const searching = state?.phase.kind === 'searching';
    const signedIn = state?.connection !== undefined;
    list.hidden = rows.length === 0 || !signedIn;
    list.setAttribute('aria-busy', String(searching));
    panel.classList.toggle('stale', stale);
    head.hidden = list.hidden;
    busy.hidden = !searching && !stale;
    setText(total, state && !stale ? totalText(rows.length, state) : l10n.t('Searching…'));

    const hasMore = state !== undefined && state.hasMore && !stale;
    if (!hasMore && more.element.contains(document.activeElement)) list.focus();
    more.element.hidden = !hasMore;
    more.set({ label: searching ? l10n.t('Loading…') : l10n.t('Load more'), primary: false });
  });

  return panel;
}
