import * as l10n from '@vscode/l10n';
import { element, icon, setTitle } from '../element.ts';
import type { FilterChip } from './filterChips.ts';

export interface ChipList {
  element: HTMLElement;
  /** @param fixed why they cannot be taken off for now, by the key of the chip */
  show(chips: readonly FilterChip[], fixed: ReadonlyMap<string, string>): void;
}

/** @param goOn takes the focus when the last chip is gone */
export function createChipList(onRemove: (chip: FilterChip) => void, goOn: () => void): ChipList {
  const list = element('ul', { class: 'filter-chips', 'aria-label': l10n.t('Filters in force') });
  let shown = '';

  function chipElement(chip: FilterChip, why: string | undefined): HTMLElement {
    const name = l10n.t('Remove: {0}', chip.label);
    const button = element(
      'button',
      { type: 'button', class: 'filter-chip-remove', 'aria-label': name, title: why ?? name },
      icon('M4.5 4.5l7 7M11.5 4.5l-7 7'),
    );
    if (why !== undefined) button.setAttribute('aria-disabled', 'true');
    const remove = () => {
      if (why === undefined) onRemove(chip);
    };
    button.addEventListener('click', remove);
    button.addEventListener('keydown', event => {
      const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
      // A key held down must not take off the chips that come into its place.
      if (isRemoval || event.repeat) event.preventDefault();
      if (isRemoval && !event.repeat) remove();
    });
    const label = element('span', { class: 'filter-chip-label ellipsis' }, chip.label);
    setTitle(label, [chip.label, chip.title].filter(part => part !== undefined).join('\n'));
    return element('li', { class: 'filter-chip', 'data-filter': chip.key }, label, button);
  }

  return {
    element: list,
    show: (chips, fixed) => {
      const text = JSON.stringify([chips, [...fixed]]);
      if (text === shown) return;
      shown = text;
      const buttons = () => [...list.querySelectorAll('button')];
      const at = buttons().findIndex(button => button === document.activeElement);
      list.replaceChildren(...chips.map(chip => chipElement(chip, fixed.get(chip.key))));
      list.hidden = chips.length === 0;
      if (at < 0) return;
      // The focus stays in its place: on the chip that came there, else on the last.
      const next = buttons()[at] ?? buttons().at(-1);
      if (next) next.focus();
      else goOn();
    },
  };
}
