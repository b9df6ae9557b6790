import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element, icon, setText } from '../../ui/element.ts';
import { measureHint, type MeasureTool } from './measureTool.ts';

export function createMeasureButton(measure: MeasureTool): HTMLElement {
  const label = l10n.t('Measure distance and area');
  const button = element(
    'button',
    {
      type: 'button',
      class: 'tool-button',
      title: l10n.t('{0} ({1})', label, 'M'),
      'aria-label': label,
      'aria-keyshortcuts': 'M',
    },
    icon('M1.5 11L11 1.5l3.5 3.5L5 14.5zM4 8.5l1.5 1.5M6.5 6l2 2M9 3.5l1.5 1.5'),
  );
  button.addEventListener('click', () => {
    measure.toggle();
    // Space would press the button again, and is to put a point.
    if (measure.isOn.peek()) button.closest<HTMLElement>('.map')?.focus();
  });
  effect(() => button.setAttribute('aria-pressed', String(measure.isOn.value)));
  return element('div', { class: 'tool-bar measure-bar' }, button);
}

/** What is measured so far, and how to go on. */
export function createMeasureStrip(measure: MeasureTool): HTMLElement {
  const figure = element('strong', { class: 'measure-figure' });
  const pointer = element('span', { class: 'pointer-hint quiet' }, measureHint(false));
  const keyboard = element('span', { class: 'keyboard-hint quiet' }, measureHint(true));
  const label = l10n.t('End measuring');
  const close = element(
    'button',
    { type: 'button', class: 'step-button', title: label, 'aria-label': label },
    icon('M4 4l8 8M12 4l-8 8'),
  );
  close.addEventListener('click', () => {
    strip.closest<HTMLElement>('.map')?.focus();
    measure.toggle();
  });
  const strip = element('div', { class: 'map-strip measure-strip' }, figure, pointer, keyboard, close);
  effect(() => {
    strip.hidden = !measure.isOn.value;
    setText(figure, measure.figure.value ?? '');
    figure.hidden = measure.figure.value === undefined;
  });
  return strip;
}
