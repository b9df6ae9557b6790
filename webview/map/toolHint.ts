import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { AreaModel } from '../areas/areaModel.ts';
import { keyboardHint, toolHint } from '../areas/areaTexts.ts';
import { element, icon, setText } from '../element.ts';

/** What to do with the tool in hand, at the bottom of the map; by keyboard it is something else. */
export function createToolHint(areas: AreaModel): HTMLElement {
  const pointer = element('span', { class: 'pointer-hint' });
  const keyboard = element('span', { class: 'keyboard-hint' });
  const hint = element('div', { class: 'tool-hint' }, pointer, keyboard);
  effect(() => {
    const { tool } = areas.editing.value;
    const text = toolHint(tool);
    hint.hidden = text === undefined;
    setText(pointer, text ?? '');
    setText(keyboard, keyboardHint(tool) ?? '');
  });
  return hint;
}

/** Why the last change on the map was not made. */
export function createAreaProblem(areas: AreaModel): HTMLElement {
  const text = element('span', { class: 'area-problem-text' });
  const label = l10n.t('Close the message');
  const close = element(
    'button',
    { type: 'button', class: 'step-button', title: label, 'aria-label': label },
    icon('M4 4l8 8M12 4l-8 8'),
  );
  close.addEventListener('click', () => (areas.problem.value = undefined));
  const strip = element('div', { class: 'area-problem' }, text, close);
  effect(() => {
    const problem = areas.problem.value;
    strip.hidden = problem === undefined;
    setText(text, problem ?? '');
  });
  return strip;
}
