import { computed, effect, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ToHost } from '../../src/shared/protocol.ts';
import { element, setText } from '../ui/element.ts';
import { imageCount } from '../ui/format.ts';
import type { PageModel } from '../app/pageModel.ts';
import { pushButton, progressRing } from '../ui/toolkit.ts';
import { createArrangeBar } from './arrangeBar.ts';
import { createAvailabilityView } from './availabilityView.ts';
import { createChips } from './chips.ts';
import { createResultsHead, type Fold } from './resultsHead.ts';
import { createResultsList } from './resultsList.ts';
import { createResultsModel, type ResultsModel } from './resultsModel.ts';
import { createResultsStatus } from './resultsStatus.ts';
import { createSelectionBar } from './selectionBar.ts';
import { noticeFor, withoutFilters, type Notice, type NoticeAction } from './notice.ts';

/** A panel as high as this has room for what can be folded away, CSS pixels. */
const leastHeight = { showsAvailability: 400, showsTools: 640 };

type Part = keyof typeof leastHeight;

/** The side column, or the lower part of a narrow page: total, images or what stands for them, and the selection. */
export function createResultsPanel(model: PageModel): HTMLElement {
  const { post, savedView: saved, saveView } = model;
  const results = createResultsModel(model, post, saved, saveView);
  const list = createResultsList(model, results, post, saved, saveView);
  const focusList = () => (list.hidden ? panel : list).focus({ preventScroll: true });
  const height = signal(0);
  const isOpen = (part: Part) => results.look.value[part] ?? height.value >= leastHeight[part];
  const fold = (id: string, part: Part, other: Part): Fold => ({
    id,
    isOpen: computed(() => isOpen(part)),
    set: opens => {
      // A low panel has room for one.
      const takesRoom = opens && height.peek() < leastHeight.showsAvailability;
      results.change({ [part]: opens, ...(takesRoom ? { [other]: false } : {}) });
    },
  });
  const availabilityFold = fold('results-availability', 'showsAvailability', 'showsTools');
  const arrangeFold = fold('results-arrange', 'showsTools', 'showsAvailability');
  const availability = createAvailabilityView(results, availabilityFold.id);
  const arranging = createArrangeBar(model, results, arrangeFold.id);
  const head = element(
    'div',
    { class: 'results-top' },
    createResultsHead(model, results, post, availabilityFold, arrangeFold),
    createResultsStatus(model, results, post, focusList),
    createChips(model, results, focusList),
  );
  const folds = element('div', { class: 'results-folds' }, availability, arranging);
  const noneShown = createNoneShown(results, focusList);
  const panel = element(
    'section',
    { class: 'results', 'aria-label': l10n.t('Results'), tabindex: '-1' },
    head,
    folds,
    createNoticeView(model, post),
    noneShown,
    list,
    createSelectionBar(model, results, post),
  );

  effect(() => {
    const state = model.state.value;
    const count = results.images.value.rows.length;
    const hasResults = count > 0 && state?.connection !== undefined;
    // Of a saved search nothing may be new: the way back to all of its images stays.
    const isNarrowed = state?.only !== undefined && state.connection !== undefined;
    const shown = results.arrangement.value.rows.length;
    head.hidden = !hasResults && !isNarrowed;
    folds.hidden = !hasResults;
    noneShown.hidden = !hasResults || shown > 0;
    const isListHidden = !hasResults || shown === 0;
    if (isListHidden && list.contains(document.activeElement)) panel.focus({ preventScroll: true });
    list.hidden = isListHidden;
    // The panel held it until there was a list.
    if (!isListHidden && document.activeElement === panel) list.focus({ preventScroll: true });
    list.setAttribute('aria-busy', String(state?.phase.kind === 'searching'));
    panel.classList.toggle('stale', model.stale.value);
    panel.classList.toggle('wide', hasResults && results.look.value.layout === 'table');
    availability.hidden = !availabilityFold.isOpen.value;
    arranging.hidden = !arrangeFold.isOpen.value;
  });
  new ResizeObserver(() => (height.value = panel.clientHeight)).observe(panel);

  return panel;
}

/** Stands in place of the list when the filters leave none of its images. */
function createNoneShown(results: ResultsModel, focusList: () => void): HTMLElement {
  const title = element('h2', {});
  const clear = pushButton(l10n.t('Show All'), true, () => {
    results.clearFilters();
    results.change({ showsTwins: true });
    focusList();
  });
  effect(() => {
    const { length } = results.images.value.rows;
    setText(title, l10n.t('Your filters hide {0}', imageCount(length)));
  });
  return element('div', { class: 'notice plain' }, title, clear.element);
}

function createNoticeView(model: PageModel, post: (message: ToHost) => void): HTMLElement {
  const view = element('div', { class: 'notice', tabindex: '-1' });
  let shown = '';

  function act(does: NoticeAction): void {
    // The button goes away with its notice: the focus stays in this place.
    view.focus({ preventScroll: true });
    const filters = model.state.peek()?.filters ?? {};
    switch (does) {
      case 'searchAgain':
        post({ kind: 'search', filters });
        return;
      case 'takeOffFilters':
        post({ kind: 'search', filters: withoutFilters(filters) });
        return;
      default:
        post({ kind: does });
    }
  }

  effect(() => {
    const state = model.state.value;
    const stale = model.stale.value;
    const loaded = stale ? 0 : model.images.value.rows.length;
    const notice = state && noticeFor(state, loaded, stale);
    view.hidden = notice === undefined;
    // The same notice is not built anew: a state that changes something else must not take the focus from its button.
    const text = notice ? JSON.stringify(notice) : '';
    if (text === shown) return;
    shown = text;
    view.className = `notice ${notice?.tone ?? ''}`;
    view.replaceChildren(...(notice ? contents(notice, act) : []));
  });

  return view;
}

function contents(notice: Notice, act: (does: NoticeAction) => void): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (notice.tone === 'busy') parts.push(progressRing());
  parts.push(element('h2', {}, notice.title));
  if (notice.text !== undefined) parts.push(element('p', {}, notice.text));
  if (notice.hints && notice.hints.length > 0)
    parts.push(element('ul', {}, ...notice.hints.map(hint => element('li', {}, hint))));
  notice.actions?.forEach(({ label, does }, index) =>
    parts.push(pushButton(label, index === 0, () => act(does)).element),
  );
  return parts;
}
