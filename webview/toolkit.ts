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
import { element } from './element.ts';

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
    if (button.textContent !== look.label) button.textContent = look.label;
    button.setAttribute('appearance', look.primary ? 'primary' : 'secondary');
    button.disabled = look.disabledBecause !== undefined;
    button.title = look.disabledBecause ?? '';
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
}

/** A drop-down; `labelledBy` is the id of its visible label. */
export function choice(
  labelledBy: string,
  options: readonly (readonly [value: string, label: string])[],
  onChange: () => void,
): Choice {
  const dropdown = document.createElement('vscode-dropdown') as HTMLElement & { value: string };
  dropdown.setAttribute('aria-labelledby', labelledBy);
  for (const [value, label] of options)
    dropdown.append(element('vscode-option' as 'option', { value }, label));
  dropdown.addEventListener('change', onChange);
  let wanted = '';
  return {
    element: dropdown,
    value: () => dropdown.value,
    set: value => {
      wanted = value;
      dropdown.value = value;
      // The control learns its options after it is connected, and until then forgets a value.
      queueMicrotask(() => {
        if (dropdown.value !== wanted) dropdown.value = wanted;
      });
    },
  };
}

/** An endless ring; it says nothing by itself, the text beside it does. */
export function progressRing(): HTMLElement {
  const ring = document.createElement('vscode-progress-ring');
  ring.setAttribute('aria-hidden', 'true');
  return ring;
}
