import { settle } from '../state/fakes.ts';

/** The item of a quick pick as a test looks at it. */
export interface FakeItem {
  label: string;
  description?: string;
}

/** A quick pick or an input box that a test answers. */
export class FakeInput {
  title = '';
  placeholder = '';
  prompt = '';
  value = '';
  canSelectMany = false;
  matchOnDescription = false;
  ignoreFocusOut = false;
  items: readonly FakeItem[] = [];
  selectedItems: readonly FakeItem[] = [];
  activeItems: readonly FakeItem[] = [];
  buttons: readonly unknown[] = [];
  step: number | undefined;
  totalSteps: number | undefined;
  validationMessage: { message: string } | undefined;
  isOpen = false;
  private readonly listeners = new Map<string, (given?: unknown) => void>();

  onDidAccept = (listener: () => void) => void this.listeners.set('accept', listener);
  onDidChangeValue = (listener: (given?: unknown) => void) => void this.listeners.set('change', listener);
  onDidHide = (listener: () => void) => void this.listeners.set('hide', listener);
  onDidTriggerButton = (listener: (button: unknown) => void) => void this.listeners.set('button', listener);
  fire = (event: 'accept' | 'hide' | 'button' | 'change') =>
    this.listeners.get(event)?.(event === 'change' ? this.value : this.buttons[0]);

  show() {
    this.isOpen = true;
  }

  /** As the editor does: what goes away is hidden first. */
  dispose() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.fire('hide');
  }
}

/** The editor's inputs, one after another. */
export function fakeInputs() {
  const inputs: FakeInput[] = [];
  const make = () => {
    const input = new FakeInput();
    inputs.push(input);
    return input;
  };
  /** The one that waits for an answer. */
  const shown = (): FakeInput => {
    const input = inputs.at(-1);
    if (!input?.isOpen) throw new Error('Nothing is asked.');
    return input;
  };
  const after = async (act: () => void) => {
    act();
    await settle();
  };
  return {
    window: { createQuickPick: make, createInputBox: make },
    shown,
    isAsking: () => inputs.at(-1)?.isOpen === true,
    openCount: () => inputs.filter(input => input.isOpen).length,
    lines: () =>
      shown().items.map(({ label, description }) => [label, description].filter(Boolean).join(' | ')),
    choose: (...labels: string[]) =>
      after(() => {
        const input = shown();
        input.selectedItems = labels.map(label => {
          const item = input.items.find(one => one.label === label);
          if (!item)
            throw new Error(`No item "${label}" among ${input.items.map(one => one.label).join(', ')}`);
          return item;
        });
        input.fire('accept');
      }),
    type: (text: string) =>
      after(() => {
        shown().value = text;
        shown().fire('accept');
      }),
    back: () =>
      after(() => {
        if (shown().buttons.length === 0) throw new Error('There is no way back.');
        shown().fire('button');
      }),
    escape: () => after(() => shown().dispose()),
  };
}
