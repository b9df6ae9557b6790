import * as l10n from '@vscode/l10n';
import { element } from '../ui/element.ts';
import { choice, type ChoiceOptions } from '../ui/toolkit.ts';
import { bareInput, labelled } from './inputField.ts';

/** A labelled drop-down that can also show a value which it does not offer: criteria come from elsewhere as well. */
export interface ChoiceField {
  element: HTMLElement;
  value(): string;
  set(value: string): void;
  offer(options: ChoiceOptions): void;
}

/** @param nameOf what a value is called that is not offered */
export function choiceField(
  id: string,
  label: string,
  offered: ChoiceOptions,
  onChange: () => void,
  nameOf: (value: string) => string = value => value,
): ChoiceField {
  const labelId = `${id}-label`;
  const dropdown = choice(labelId, offered, onChange);
  dropdown.element.id = id;
  let own = offered;
  let shown = offered;

  function show(value: string): void {
    const options: ChoiceOptions = own.some(([known]) => known === value)
      ? own
      : [...own, [value, nameOf(value)]];
    if (JSON.stringify(options) !== JSON.stringify(shown)) dropdown.offer(options);
    shown = options;
    dropdown.set(value);
  }

  return {
    element: labelled(labelId, label, dropdown.element),
    value: () => dropdown.value(),
    set: show,
    offer: options => {
      own = options;
      show(dropdown.value());
    },
  };
}

export interface ChoiceOrText extends ChoiceField {
  /** Where its problem is told; the field that it belongs to comes into view. */
  showProblem(problem: string | undefined): void;
}

const other = 'other';

/** A drop-down whose last option opens a field for a text of one's own. */
export function choiceOrText(
  id: string,
  label: string,
  options: ChoiceOptions,
  onChange: () => void,
): ChoiceOrText {
  const withOther: ChoiceOptions = [...options, [other, l10n.t('Other…')]];
  const text = bareInput(
    `${id}-text`,
    { type: 'text', autocomplete: 'off', 'aria-label': l10n.t('{0}: your own', label) },
    onChange,
  );
  const field = choiceField(id, label, withOther, () => {
    const opens = field.value() === other;
    showText(opens);
    if (opens) text.element.focus();
    onChange();
  });

  function showText(isShown: boolean): void {
    text.element.hidden = !isShown;
    if (!isShown) text.showProblem(undefined);
  }

  showText(false);
  const whole = element('div', { class: 'choice-or-text' }, field.element, text.element, text.message);
  return {
    element: whole,
    value: () => (field.value() === other ? text.value() : field.value()),
    set: value => {
      const isOwn = !options.some(([known]) => known === value);
      field.set(isOwn ? other : value);
      text.set(isOwn ? value : '');
      showText(isOwn);
    },
    offer: options => field.offer(options),
    showProblem: problem => text.showProblem(problem),
  };
}
