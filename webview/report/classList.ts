import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element, setAttribute, setTitle } from '../ui/element.ts';
import { countText } from '../ui/format.ts';
import { dependOn } from '../ui/dependOn.ts';
import type { ReportModel } from './reportModel.ts';

/** The classes of the report with their colours and counts: pointed at, one stands out; pressed, it hides and shows. */
export function createClassList(report: ReportModel): HTMLElement {
  const list = element('ul', { class: 'report-classes' });
  let rows: HTMLButtonElement[] = [];

  effect(() => {
    const { classes } = report.classing.value;
    const name = report.colouring.value;
    const focused = rows.findIndex(row => row === document.activeElement);
    rows = classes.map(({ label, count, colour }, place) => {
      const swatch = element('span', { class: `class-swatch class-colour-${colour}`, 'aria-hidden': 'true' });
      const row = element(
        'button',
        { type: 'button', class: 'class-row' },
        swatch,
        element('span', { class: 'class-label' }, label),
        element('span', { class: 'quiet class-count', 'aria-hidden': 'true' }, countText(count)),
        element('span', { class: 'visually-hidden' }, featuresText(count)),
      );
      row.addEventListener('click', () => report.toggle(place));
      for (const kind of ['pointerenter', 'focus'])
        row.addEventListener(kind, () => (report.hoveredClass.value = place));
      for (const kind of ['pointerleave', 'blur'])
        row.addEventListener(kind, () => {
          if (report.hoveredClass.peek() === place) report.hoveredClass.value = undefined;
        });
      return row;
    });
    list.replaceChildren(...rows.map(row => element('li', {}, row)));
    list.hidden = name === undefined;
    if (name !== undefined) setAttribute(list, 'aria-label', l10n.t('Classes by {0}', name));
    // Other classes of another property; the same place is the nearest that there is.
    if (focused >= 0) rows[focused]?.focus();
  });
  effect(() => {
    dependOn(report.classing);
    report.hidden.value.forEach((isHidden, place) => {
      const row = rows[place];
      row?.setAttribute('aria-pressed', String(!isHidden));
      if (row) setTitle(row, isHidden ? l10n.t('Show on the map') : l10n.t('Hide on the map'));
    });
  });
  effect(() => {
    const { classOf } = report.classing.value;
    const hovered = report.hovered.value;
    const lit = hovered === undefined ? undefined : classOf[hovered];
    rows.forEach((row, place) => row.classList.toggle('lit', place === lit));
  });
  return list;
}

function featuresText(count: number): string {
  return count === 1 ? l10n.t('1 feature') : l10n.t('{0} features', countText(count));
}
