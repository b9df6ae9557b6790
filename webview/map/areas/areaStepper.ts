import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element, icon, setAttribute, setText, setTitle } from '../../ui/element.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { areaLabel, leftOutText, placeText } from './areaTexts.ts';

/** Goes through the areas of the document: "‹ Area 2 of 7 ›", and what can be done with the one it is at. */
export function createAreaStepper({ state, areas }: PageModel): HTMLElement {
  const previous = stepButton(l10n.t('Previous area'), 'P', 'M10 3L5 8l5 5', () => areas.step(-1));
  const next = stepButton(l10n.t('Next area'), 'N', 'M6 3l5 5-5 5', () => areas.step(1));
  const place = element('span', { class: 'area-place' });
  const show = element('button', { type: 'button', class: 'link' }, l10n.t('Show text'));
  show.addEventListener('click', () => areas.reveal(areas.acted.peek(), true));
  const use = element('button', { type: 'button', class: 'link' }, l10n.t('Use'));
  use.addEventListener('click', () => {
    // The button goes away with its purpose.
    if (document.activeElement === use) show.focus();
    areas.take();
  });
  const stepper = element('div', { class: 'stepper', role: 'group' }, previous, place, next, show, use);

  effect(() => {
    const shown = state.value?.document;
    const rows = areas.rows.value;
    const acted = areas.acted.value;
    const isOther = acted !== undefined && acted !== areas.inHand.value;
    stepper.hidden = !shown || rows.length === 0 || (rows.length === 1 && !isOther);
    if (!shown || stepper.hidden) return;
    setAttribute(stepper, 'aria-label', l10n.t('Areas of {0}', shown.name));
    previous.hidden = next.hidden = rows.length < 2;
    setText(place, placeText(acted ? rows.indexOf(acted) : -1, rows.length, shown.leftOut));
    setTitle(
      place,
      [acted && areaLabel(acted), leftOutText(shown)].filter(part => part !== undefined).join('\n'),
    );
    show.hidden = acted === undefined;
    use.hidden = !isOther;
    if (!acted) return;
    setTitle(show, l10n.t('Show the text of {0} (Enter)', acted.name));
    setTitle(use, l10n.t('Search and order for {0} (U)', acted.name));
  });

  return stepper;
}

function stepButton(label: string, key: string, path: string, onPress: () => void): HTMLButtonElement {
  const title = l10n.t('{0} ({1})', label, key);
  const button = element(
    'button',
    { type: 'button', class: 'step-button', title, 'aria-label': label, 'aria-keyshortcuts': key },
    icon(path),
  );
  button.addEventListener('click', onPress);
  return button;
}
