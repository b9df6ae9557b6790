import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element, setText, setTitle } from '../../ui/element.ts';
import { createPictureChip, type PictureChip } from './pictureChip.ts';
import type { PictureModel } from './pictureModel.ts';
import type { PageModel } from '../../app/pageModel.ts';

/** The pictures that are on the map, one chip each, the topmost first. */
export function createPictureBar(model: PageModel, pictures: PictureModel): HTMLElement {
  const chips = new Map<string, PictureChip>();
  const list = element('ul', { class: 'picture-chips', 'aria-label': l10n.t('Pictures on the map') });
  const swipe = element('button', { type: 'button', class: 'card-button' }, l10n.t('Swipe'));
  swipe.addEventListener('click', () => pictures.toggleSwipe());
  const spends = element('span', { class: 'quiet picture-spends' });
  const foot = element('div', { class: 'picture-foot' }, swipe, spends);
  const bar = element('div', { class: 'map-strip picture-bar' }, list, foot);

  effect(() => {
    const shown = pictures.shown.value.toReversed();
    const ids = new Set(shown.map(({ id }) => id));
    for (const [id, chip] of chips) {
      if (ids.has(id)) continue;
      const hadFocus = chip.element.contains(document.activeElement);
      chip.dispose();
      chips.delete(id);
      // The focus would fall to the page.
      if (hadFocus) bar.closest<HTMLElement>('.map')?.focus();
    }
    const made = shown.map(({ id }) => {
      const chip = chips.get(id) ?? createPictureChip(id, model, pictures);
      chips.set(id, chip);
      return chip.element;
    });
    // An element that is put anew where it is would lose the focus.
    const isSame = made.length === list.children.length;
    if (!isSame || made.some((chip, index) => list.children[index] !== chip)) list.replaceChildren(...made);
    bar.hidden = shown.length === 0;
  });
  effect(() => {
    swipe.hidden = !pictures.canSwipe.value;
    swipe.setAttribute('aria-pressed', String(pictures.swipe.value !== undefined));
    setTitle(swipe, l10n.t('Compares the two pictures on top, left and right of a line.'));
  });
  effect(() => {
    const isSpending = pictures.shown.value.some(({ streaming }) => streaming);
    bar.classList.toggle('spending', isSpending);
    setText(
      spends,
      isSpending
        ? l10n.t('Every tile that is streamed spends the allowance.')
        : l10n.t('Streaming spends the allowance.'),
    );
    foot.hidden = !pictures.canSwipe.value && !pictures.canStream.value;
  });
  return bar;
}
