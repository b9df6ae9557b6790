import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element, icon, setAttribute, setText, setTitle } from '../ui/element.ts';
import type { PageModel } from '../app/pageModel.ts';
import { spanText } from './availability.ts';
import type { ResultsModel } from './resultsModel.ts';

/** What the list is narrowed to, each to be taken off. */
export function createChips(
  { state }: PageModel,
  { span, widen }: ResultsModel,
  focusNext: () => void,
): HTMLElement {
  const goOn = (other: () => Chip) => () => {
    if (!other().focus()) focusNext();
  };
  const only: Chip = chip(
    widen,
    goOn(() => time),
  );
  const time: Chip = chip(
    () => (span.value = undefined),
    goOn(() => only),
  );
  const chips = element('div', { class: 'result-chips' }, only.element, time.element);
  effect(() => {
    only.set(state.value?.only);
    time.set(span.value && spanText(span.value));
    chips.hidden = only.element.hidden && time.element.hidden;
  });
  return chips;
}

interface Chip {
  element: HTMLElement;
  set: (text: string | undefined) => void;
  /** Whether it is there to take the focus. */
  focus: () => boolean;
}

/** @param goOn takes the focus when the chip is gone */
function chip(takeOff: () => void, goOn: () => void): Chip {
  const label = element('span', { class: 'ellipsis' });
  const button = element(
    'button',
    { type: 'button', class: 'chip-remove' },
    icon('M4.5 4.5l7 7M11.5 4.5l-7 7'),
  );
  const made = element('span', { class: 'result-chip' }, label, button);
  const remove = () => {
    // The button goes away with its chip.
    goOn();
    takeOff();
  };
  button.addEventListener('click', remove);
  button.addEventListener('keydown', event => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove();
  });
  return {
    element: made,
    set: text => {
      made.hidden = text === undefined;
      if (text === undefined) return;
      setText(label, text);
      setTitle(label, text);
      setAttribute(button, 'aria-label', l10n.t('Remove: {0}', text));
    },
    focus: () => {
      if (!made.hidden) button.focus();
      return !made.hidden;
    },
  };
}
