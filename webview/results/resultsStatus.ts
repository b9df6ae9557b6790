import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ToHost } from '../../src/shared/protocol.ts';
import { element, setText, setTitle } from '../ui/element.ts';
import { percentText, shownText, unreadableText } from '../ui/format.ts';
import type { PageModel } from '../app/pageModel.ts';
import { pushButton } from '../ui/toolkit.ts';
import { isGettingAll } from './resultsHead.ts';
import type { ResultsModel } from './resultsModel.ts';

/** What is hidden of the images, and the way to all of them. */
export function createResultsStatus(
  model: PageModel,
  results: ResultsModel,
  post: (message: ToHost) => void,
  focusNext: () => void,
): HTMLElement {
  const text = element('span', { class: 'quiet ellipsis' });
  const progress = element('progress', { max: '1', 'aria-label': l10n.t('Getting all images') });
  const showAll = element('button', { type: 'button', class: 'link' }, l10n.t('Show all'));
  showAll.addEventListener('click', () => {
    focusNext();
    results.clearFilters();
  });
  const isUnderWay = isGettingAll(model);
  const all = pushButton(l10n.t('Get all'), false, () => {
    if (isUnderWay.peek()) post({ kind: 'cancelSearch' });
    else results.all();
  });
  all.element.classList.add('small-button');
  const status = element('div', { class: 'results-status' }, text, showAll, progress, all.element);

  effect(() => {
    const state = model.state.value;
    const { rows, filteredCount, twinCount } = results.arrangement.value;
    const underWay = isUnderWay.value;
    const covered = state?.phase.kind === 'searching' ? state.phase.covered : undefined;
    const unreadable = (!model.stale.value && state?.unreadable) || 0;
    const hidden = shownText(rows.length, { filtered: filteredCount, duplicates: twinCount, unreadable });
    setText(text, underWay ? l10n.t('Getting all: {0}', percentText((covered ?? 0) * 100)) : (hidden ?? ''));
    setTitle(text, [hidden, ...(unreadable > 0 ? [unreadableText(unreadable)] : [])].join('\n'));
    progress.hidden = !underWay;
    progress.value = covered ?? 0;
    showAll.hidden = underWay || filteredCount === 0;

    const hasMore = state?.hasMore === true && !model.stale.value;
    const offersAll = underWay || hasMore;
    if (!offersAll && all.element.contains(document.activeElement)) focusNext();
    all.element.hidden = !offersAll;
    const isBusy = state?.phase.kind === 'searching' && !underWay;
    all.set({
      label: underWay ? l10n.t('Cancel') : l10n.t('Get all'),
      primary: false,
      disabledBecause: isBusy ? l10n.t('More images are on their way.') : undefined,
    });
    if (!isBusy && !underWay)
      setTitle(all.element, l10n.t('Gets every match, also beyond the 10,000 that one search reaches.'));
    status.hidden = !offersAll && hidden === undefined;
  });

  return status;
}
