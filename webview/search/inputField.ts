import { element, setText } from '../ui/element.ts';

/** A native input; the toolkit has no dates, and ties no message to its text fields. */
export interface Input {
  element: HTMLInputElement;
  /** Where its problem is told. */
  message: HTMLElement;
  value(): string;
  set(value: string): void;
  /** Whether the control holds something that is not a value yet, such as half a date. */
  isUnfinished(): boolean;
  showProblem(problem: string | undefined): void;
}

/** An input with its label above and its problem below. */
export interface InputField extends Omit<Input, 'element'> {
  element: HTMLElement;
}

export function inputField(
  id: string,
  label: string,
  attributes: Readonly<Record<string, string>>,
  onInput: () => void,
): InputField {
  const input = bareInput(id, attributes, onInput);
  const name = element('label', { for: id, title: label }, label);
  return { ...input, element: element('div', { class: 'field' }, name, input.element, input.message) };
}

/** An input that stands in a frame with others, and is named by `aria-label`. */
export function bareInput(
  id: string,
  attributes: Readonly<Record<string, string>>,
  onInput: () => void,
): Input {
  const input = element('input', { id, class: 'input', spellcheck: 'false', ...attributes });
  const message = element('span', { id: `${id}-problem`, class: 'problem', role: 'alert' });

  function showProblem(problem: string | undefined): void {
    setText(message, problem ?? '');
    if (problem === undefined) {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    } else {
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', message.id);
    }
  }

  input.addEventListener('input', () => {
    showProblem(undefined);
    onInput();
  });

  return {
    element: input,
    message,
    value: () => input.value,
    set: value => {
      // Also where it is the same: half a date has no value, and goes.
      input.value = value;
      showProblem(undefined);
    },
    isUnfinished: () => input.validity.badInput,
    showProblem,
  };
}

/** The same frame around a control that brings no label of its own. */
export function labelled(labelId: string, label: string, ...controls: readonly HTMLElement[]): HTMLElement {
  const name = element('span', { id: labelId, class: 'label', title: label }, label);
  return element('div', { class: 'field' }, name, ...controls);
}
