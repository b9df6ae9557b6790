/**
 * The controls of @vscode/webview-ui-toolkit. The package is archived, so only this file knows it: what a view gets
 * is an element and a few functions, which another library or plain HTML could give as well.
 */
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
} from '@vscode/webview-ui-toolkit';
import { element, setText, setTitle } from './element.ts';

export function registerControls(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeProgressRing(),
  );
}

export interface PushButton {
  element: HTMLElement;
  set(look: { label: string; primary: boolean; disabledBecause?: string | undefined }): void;
}

export function pushButton(
  label: string,
  primary: boolean,
  onPress: (event: MouseEvent) => void,
): PushButton {
  const button = document.createElement('vscode-button') as HTMLElement & { disabled: boolean };
  const set: PushButton['set'] = look => {
    setText(button, look.label);
    button.setAttribute('appearance', look.primary ? 'primary' : 'secondary');
    button.disabled = look.disabledBecause !== undefined;
    setTitle(button, look.disabledBecause ?? '');
  };
  set({ label, primary });
  button.addEventListener('click', event => {
    if (!button.disabled) onPress(event);
  });
  return { element: button, set };
}

export interface Choice {
  element: HTMLElement;
  value(): string;
  set(value: string): void;
  /** Puts other options in place of those it has; its value stays where it is one of them. */
  offer(options: ChoiceOptions): void;
}

export type ChoiceOptions = readonly (readonly [value: string, label: string])[];

/** A drop-down; `labelledBy` is the id of its visible label. */
export function choice(labelledBy: string, options: ChoiceOptions, onChange: () => void): Choice {
  const dropdown = document.createElement('vscode-dropdown') as HTMLElement & { value: string };
  dropdown.setAttribute('aria-labelledby', labelledBy);
  const offer = (offered: ChoiceOptions) =>
    dropdown.replaceChildren(
      ...offered.map(([value, label]) => element('vscode-option' as 'option', { value }, label)),
    );
  offer(options);
  let wanted = options[0]?.[0] ?? '';
  dropdown.addEventListener('change', () => {
    wanted = dropdown.value;
    onChange();
  });

  function show(): void {
    dropdown.value = wanted;
    // The control learns its options after it is connected, and until then forgets a value.
    queueMicrotask(() => {
      if (dropdown.value !== wanted) dropdown.value = wanted;
    });
  }

  return {
    element: dropdown,
    // What was set counts from then on, also while the control has yet to learn it.
    value: () => wanted,
    set: value => {
      wanted = value;
      show();
    },
    offer: offered => {
      offer(offered);
      show();
    },
  };
}

/** An endless ring; it says nothing by itself, the text beside it does. */
export function progressRing(): HTMLElement {
  const ring = document.createElement('vscode-progress-ring');
  ring.setAttribute('aria-hidden', 'true');
  return ring;
}
