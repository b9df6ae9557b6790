import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { DomEvent, type Map as LeafletMap } from 'leaflet';
import { element, setAttribute, setText } from '../../ui/element.ts';
import type { PictureModel } from './pictureModel.ts';
import { pictureName } from './pictureTexts.ts';

/** Shares of the map's width. */
const shortStep = 0.02;
const longStep = 0.1;

/** The line between two pictures: left of it one is seen, right of it the other. Dragged, or moved by arrow keys. */
export function addSwipeDivider(map: LeafletMap, pictures: PictureModel): void {
  const left = element('span', { class: 'swipe-name swipe-left' });
  const right = element('span', { class: 'swipe-name swipe-right' });
  const divider = element(
    'div',
    {
      class: 'swipe-divider',
      role: 'separator',
      tabindex: '0',
      'aria-orientation': 'vertical',
      'aria-valuemin': '0',
      'aria-valuemax': '100',
    },
    left,
    element('span', { class: 'swipe-grip', 'aria-hidden': 'true' }),
    right,
  );
  const container = map.getContainer();
  DomEvent.disableClickPropagation(divider);
  container.append(divider);

  const shareAt = (event: PointerEvent) => {
    const box = container.getBoundingClientRect();
    return (event.clientX - box.left) / box.width;
  };
  divider.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    divider.setPointerCapture(event.pointerId);
    divider.focus();
    event.preventDefault();
  });
  divider.addEventListener('pointermove', event => {
    if (divider.hasPointerCapture(event.pointerId)) pictures.moveSwipe(shareAt(event));
  });
  divider.addEventListener('keydown', event => {
    const at = pictures.swipe.peek()?.at;
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = moved(at, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    pictures.moveSwipe(next);
  });

  effect(() => {
    const { value: swipe } = pictures.swipe;
    const hadFocus = document.activeElement === divider;
    divider.hidden = swipe === undefined;
    if (!swipe) {
      if (hadFocus) container.focus();
      return;
    }
    const nameOf = (id: string) => pictureName(pictures.rows.value.get(id), id);
    divider.style.left = `${swipe.at * 100}%`;
    divider.setAttribute('aria-valuenow', String(Math.round(swipe.at * 100)));
    setAttribute(divider, 'aria-valuetext', l10n.t('{0} % from the left', Math.round(swipe.at * 100)));
    const label = l10n.t(
      'Divider between {0} on the left and {1} on the right',
      nameOf(swipe.left),
      nameOf(swipe.right),
    );
    if (divider.getAttribute('aria-label') !== label) setAttribute(divider, 'aria-label', label);
    setText(left, nameOf(swipe.left));
    setText(right, nameOf(swipe.right));
  });
}

function moved(at: number, key: string, isLong: boolean): number | undefined {
  const step = isLong ? longStep : shortStep;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return at - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return at + step;
    case 'Home':
      return 0;
    case 'End':
      return 1;
    default:
      return undefined;
  }
}
