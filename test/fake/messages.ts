import type * as vscode from 'vscode';

export type MessageKind = 'information' | 'warning' | 'error';

/** A message shown to the user, and the user's response. */
export class Message {
  readonly kind: MessageKind;
  readonly text: string;
  /** Of a dialog: shown below the text. */
  readonly detail: string;
  readonly isModal: boolean;
  /** The buttons, without the dialog's own Cancel. */
  readonly choices: readonly string[];
  /** The button that was pressed; `undefined` while it is open, and if it was closed. */
  answer: string | undefined;
  isOpen = true;
  private end: (answer: unknown) => void = () => {};
  private readonly items: readonly (string | vscode.MessageItem)[];
  readonly answered: Promise<unknown>;

  constructor(
    kind: MessageKind,
    text: string,
    args: readonly (vscode.MessageOptions | string | vscode.MessageItem)[],
  ) {
    const [first, ...rest] = args;
    const hasOptions = typeof first === 'object' && !('title' in first);
    const options = hasOptions ? first : {};
    this.items = (hasOptions ? rest : args) as (string | vscode.MessageItem)[];
    this.kind = kind;
    this.text = text;
    this.detail = options.detail ?? '';
    this.isModal = options.modal === true;
    this.choices = this.items.map(item => (typeof item === 'string' ? item : item.title));
    this.answered = new Promise(resolve => (this.end = resolve));
  }
  press(choice: string | RegExp): void {
    const at = this.choices.findIndex(label =>
      typeof choice === 'string' ? label === choice : choice.test(label),
    );
    if (at < 0) throw new Error(`"${this.text}" has no "${choice}", but ${this.choices.join(', ')}`);
    if (!this.isOpen) throw new Error(`"${this.text}" is closed.`);
    this.isOpen = false;
    this.answer = this.choices[at];
    this.end(this.items[at]);
  }
  /** Enter presses the first button. */
  enter(): void {
    this.press(this.choices[0] ?? '');
  }
  close(): void {
    this.isOpen = false;
    this.end(undefined);
  }
}
