import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { MapState, ToHost } from '../../src/shared/protocol.ts';
import { element, icon, setAttribute, setText, setTitle } from '../ui/element.ts';
import { countText, coveredText } from '../ui/format.ts';
import type { PageModel } from '../app/pageModel.ts';
import { pushButton } from '../ui/toolkit.ts';
import { menuButton, putBeside } from '../ui/menuButton.ts';
import { whyNoOrder } from './orderObstacle.ts';
import type { ResultsModel } from './resultsModel.ts';

/** How many images are chosen, what they cover together and why they were chosen, and the step to an order. */
export function createSelectionBar(
  model: PageModel,
  results: ResultsModel,
  post: (message: ToHost) => void,
): HTMLElement {
  const count = element('span', { class: 'selection-number' });
  const cover = element('span', { class: 'selection-cover quiet' });
  const reasons = createReasons();
  const draft = pushButton(l10n.t('Draft Order'), true, () => post({ kind: 'draftOrder' }));
  let obstacle: string | undefined;
  const kinds = menuButton(l10n.t('Choose what to order'), { iconPath: 'M4 6l4 4 4-4' }, () => [
    {
      items: [
        {
          label: l10n.t('Analytic report…'),
          does: () => post({ kind: 'draftOrder' }),
          disabledBecause: obstacle,
        },
        {
          label: l10n.t('Image product…'),
          does: () => post({ kind: 'draftProduct' }),
          disabledBecause: obstacle,
        },
      ],
    },
  ]);
  kinds.classList.add('draft-kinds');
  const words = element('span', { class: 'selection-count' }, count, cover);
  const orders = element('span', { class: 'draft' }, draft.element, kinds);
  const bar = element('div', { class: 'selection-bar' }, reasons.element, words, orders);

  effect(() => {
    const selected = model.selected.value;
    const state = model.state.value;
    const { rows } = results.images.value;
    obstacle = whyNoOrder(selected, rows);
    const hidden = selected.filter(id => model.hidden.value.has(id)).length;
    setText(count, selected.length === 0 ? (obstacle ?? '') : countedText(selected.length, hidden));
    const share = model.cover.value?.share;
    setText(cover, selected.length === 0 || share === undefined ? '' : coveredText(share, selected.length));
    setTitle(cover, l10n.t('How much of the area the selected images cover together.'));
    reasons.set(selected.length === 0 ? undefined : state?.suggestion);
    draft.set({ label: l10n.t('Draft Order'), primary: true, disabledBecause: obstacle });
    bar.hidden = selected.length === 0 && rows.length === 0;
  });

  return bar;
}

function countedText(count: number, hidden: number): string {
  return hidden === 0
    ? l10n.t('{0} selected', countText(count))
    : l10n.t('{0} selected, {1} of them hidden', countText(count), countText(hidden));
}

/** Why these images: a small button that opens the reasons. */
function createReasons(): { element: HTMLElement; set: (suggestion: MapState['suggestion']) => void } {
  const button = element('button', {
    type: 'button',
    class: 'link reasons-button',
    popovertarget: 'selection-reasons',
  });
  const label = element('span', { class: 'ellipsis' });
  button.append(icon('M8 7.5v4M8 4.5h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z'), label);
  const panel = element('div', {
    class: 'results-menu reasons',
    id: 'selection-reasons',
    popover: 'auto',
    role: 'dialog',
  });
  panel.addEventListener('toggle', event => {
    if (event.newState === 'open') putBeside(panel, button);
  });
  const view = element('span', { class: 'reasons-place' }, button, panel);
  let shown = '';
  return {
    element: view,
    set: suggestion => {
      view.hidden = suggestion === undefined;
      const text = JSON.stringify(suggestion ?? '');
      if (!suggestion || text === shown) return;
      shown = text;
      setText(label, suggestion.title);
      setTitle(button, l10n.t('Show why these images were chosen'));
      setAttribute(panel, 'aria-label', suggestion.title);
      panel.replaceChildren(
        element('h2', {}, suggestion.title),
        element('ul', {}, ...suggestion.reasons.map(reason => element('li', {}, reason))),
      );
    },
  };
}
