import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ToHost } from '../../src/shared/protocol.ts';
import { element, icon, setAttribute, setText, setTitle } from '../ui/element.ts';
import { totalText } from '../ui/format.ts';
import type { PageModel } from '../app/pageModel.ts';
import { progressRing } from '../ui/toolkit.ts';
import { createChooseMenu, createMoreMenu } from './resultsMenus.ts';
import type { ResultsModel } from './resultsModel.ts';

/** A part above the list that can be folded away. */
export interface Fold {
  /** Of the element that is folded. */
  id: string;
  isOpen: ReadonlySignal<boolean>;
  set: (isOpen: boolean) => void;
}

/** How many images there are, and what can be done with them as a whole. */
export function createResultsHead(
  model: PageModel,
  results: ResultsModel,
  post: (message: ToHost) => void,
  availability: Fold,
  arranging: Fold,
): HTMLElement {
  const total = element('span', { class: 'total ellipsis' });
  const busy = progressRing();
  effect(() => {
    const state = model.state.value;
    const stale = model.stale.value;
    busy.hidden = state?.phase.kind !== 'searching' && !stale;
    setText(
      total,
      state && !stale ? totalText(results.images.value.rows.length, state) : l10n.t('Searching…'),
    );
    setTitle(
      total,
      state?.totalIsCap
        ? l10n.t('The service counts no further than this, and there may be more: choose “Get all” to know.')
        : total.textContent,
    );
  });
  return element(
    'div',
    { class: 'results-head' },
    total,
    busy,
    element(
      'span',
      { class: 'bar-buttons' },
      createChooseMenu(model, post),
      foldButton(
        l10n.t('Availability over time'),
        'M2.5 13.5h11M4 13V9M7 13V4M10 13V7M13 13v-3',
        availability,
      ),
      foldButton(l10n.t('Sort, group and filter'), 'M2.5 4h11M4.5 8h7M6.5 12h3', arranging),
      createMoreMenu(model, results, post),
    ),
  );
}

function foldButton(name: string, path: string, { id, isOpen, set }: Fold): HTMLElement {
  const button = element(
    'button',
    { type: 'button', class: 'bar-button', 'aria-label': name, title: name, 'aria-controls': id },
    icon(path),
  );
  button.addEventListener('click', () => set(!isOpen.peek()));
  effect(() => setAttribute(button, 'aria-expanded', String(isOpen.value)));
  return button;
}

/** Whether all matches are being fetched, beyond a page. */
export function isGettingAll({ state }: PageModel): ReadonlySignal<boolean> {
  return computed(() => {
    const phase = state.value?.phase;
    return phase?.kind === 'searching' && phase.covered !== undefined;
  });
}
