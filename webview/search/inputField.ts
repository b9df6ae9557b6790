import { element, setText } from '../element.ts';

/** A labelled native input; the toolkit has no dates, and ties no message to its text fields. */
export interface InputField {
  element: HTMLElement;
  value(): string;
  set(value: string): void;
  /** Whether the control holds something that is not a value yet, such as half a date. */
  isUnfinished(): boolean;
  showProblem(problem: string | undefined): void;
  hasProblem(): boolean;
  focus(): void;
}

export function inputField(
  id: string,
  label: string,
  attributes: Readonly<Record<string, string>>,
  onInput: () => void,
): InputField {
  const input = element('input', { id, class: 'input', spellcheck: 'false', ...attributes });
  const message = element('span', { id: `${id}-problem`, class: 'problem', role: 'alert' });
  const field = element('div', { class: 'field' }, element('label', { for: id }, label), input, message);

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
    element: field,
    value: () => input.value,
    set: value => {
      input.value = value;
      showProblem(undefined);
    },
    isUnfinished: () => input.validity.badInput,
    showProblem,
    hasProblem: () => input.hasAttribute('aria-invalid'),
    focus: () => input.focus(),
  };
}

/** The same frame around a control that brings no label of its own. */
export function labelled(labelId: string, label: string, control: HTMLElement): HTMLElement {
  return element('div', { class: 'field' }, element('span', { id: labelId, class: 'label' }, label), control);
}
