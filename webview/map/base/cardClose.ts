import * as l10n from '@vscode/l10n';
import { element, icon } from '../../ui/element.ts';

/** The button that closes a card of the map; Escape in the card does the same. The focus goes from it to the map. */
export function cardClose(card: HTMLElement, close: () => void): HTMLButtonElement {
  const label = l10n.t('Close the card');
  const button = element(
    'button',
    { type: 'button', class: 'step-button card-close', title: label, 'aria-label': label },
    icon('M4 4l8 8M12 4l-8 8'),
  );
  function put(): void {
    const around = card.closest<HTMLElement>('.map');
    const hadFocus = card.contains(document.activeElement);
    close();
    if (hadFocus) around?.focus();
  }
  button.addEventListener('click', put);
  card.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    put();
  });
  return button;
}
