import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element, setAttribute, setText } from '../ui/element.ts';
import { binsWithin, binText, spanOfBins, unitTitle, type Availability } from './availability.ts';
import type { ResultsModel } from './resultsModel.ts';
import { isoDay } from '../../src/model/words/moment.ts';

/** Bars of how many images there are over time. A bar, or some beside each other, filter the list. */
export function createAvailabilityView({ availability, span }: ResultsModel, id: string): HTMLElement {
  const bars = element('div', { class: 'bars', role: 'group' });
  const from = element('span', {});
  const to = element('span', {});
  const hint = l10n.t('Click or drag to show only images of that time. Escape shows all again.');
  const view = element(
    'div',
    { class: 'availability', id, title: hint },
    bars,
    element('div', { class: 'bars-ends', 'aria-hidden': 'true' }, from, to),
  );
  let drawn: Availability | undefined;
  /** Where a span begins that is drawn with the pointer or with Shift. */
  let anchor = 0;
  let current = 0;
  let dragging: number | undefined;

  const bins = () => availability.peek().bins;
  const buttons = () => [...bars.children].filter(child => child instanceof HTMLElement);

  function moveTo(index: number): void {
    current = index;
    buttons().forEach((button, at) => setAttribute(button, 'tabindex', at === index ? '0' : '-1'));
  }

  function choose(one: number, other: number): void {
    span.value = spanOfBins(bins(), one, other);
  }

  /** The bar under the pointer, or the one nearest to it. */
  function indexAt(event: PointerEvent): number {
    const { left, width } = bars.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * bins().length);
    return Math.max(0, Math.min(bins().length - 1, place));
  }

  bars.addEventListener('pointerdown', event => {
    if (event.button !== 0 || bins().length === 0) return;
    event.preventDefault();
    bars.setPointerCapture(event.pointerId);
    const index = indexAt(event);
    const shown = span.peek();
    const within = shown && binsWithin(bins(), shown);
    const isOnlyOne = within?.[0] === index && within[1] === index;
    anchor = event.shiftKey ? anchor : index;
    moveTo(index);
    buttons()[index]?.focus({ preventScroll: true });
    if (isOnlyOne) span.value = undefined;
    else {
      dragging = index;
      choose(anchor, index);
    }
  });
  bars.addEventListener('pointermove', event => {
    if (dragging === undefined || indexAt(event) === dragging) return;
    dragging = indexAt(event);
    moveTo(dragging);
    choose(anchor, dragging);
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    bars.addEventListener(end, () => (dragging = undefined));

  bars.addEventListener('keydown', event => {
    const last = bins().length - 1;
    const next = destination(event.key, current, last);
    if (next !== undefined) {
      moveTo(next);
      buttons()[next]?.focus();
      if (event.shiftKey) choose(anchor, next);
      else anchor = next;
    } else if (event.key === 'Enter' || event.key === ' ') choose(event.shiftKey ? anchor : current, current);
    else if (event.key === 'Escape' && span.peek()) span.value = undefined;
    else return;
    event.preventDefault();
  });

  effect(() => {
    const shown = availability.value;
    const within = span.value && binsWithin(shown.bins, span.value);
    if (shown !== drawn) draw(shown);
    buttons().forEach((button, index) => {
      const isWithin = within !== undefined && index >= within[0] && index <= within[1];
      setAttribute(button, 'aria-pressed', String(isWithin));
    });
    bars.classList.toggle('filtered', within !== undefined);
  });

  function draw(shown: Availability): void {
    drawn = shown;
    const hadFocus = bars.contains(document.activeElement);
    const most = Math.max(1, ...shown.bins.map(({ count }) => count));
    setAttribute(bars, 'aria-label', unitTitle(shown.unit));
    bars.replaceChildren(
      ...shown.bins.map(bin => {
        const text = binText(shown.unit, bin);
        const bar = element('button', { type: 'button', class: 'bar', 'aria-label': text, title: text });
        bar.style.setProperty('--part', `${(bin.count / most) * 100}%`);
        bar.classList.toggle('none', bin.count === 0);
        return bar;
      }),
    );
    const [first, last] = [shown.bins[0], shown.bins.at(-1)];
    setText(from, first ? isoDay(first.from) : l10n.t('No dates'));
    setText(to, last ? isoDay(last.to - 1) : '');
    anchor = Math.min(anchor, Math.max(0, shown.bins.length - 1));
    moveTo(Math.min(current, Math.max(0, shown.bins.length - 1)));
    if (hadFocus) buttons()[current]?.focus({ preventScroll: true });
  }

  return view;
}

function destination(key: string, current: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, current - 1);
    case 'ArrowRight':
      return Math.min(last, current + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
