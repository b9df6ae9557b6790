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
  private readonly given: readonly (string | vscode.MessageItem)[];
  readonly answered: Promise<unknown>;

  constructor(
    kind: MessageKind,
    text: string,
    given: readonly (vscode.MessageOptions | string | vscode.MessageItem)[],
  ) {
    const [first, ...rest] = given;
    const hasOptions = typeof first === 'object' && !('title' in first);
    const options = hasOptions ? first : {};
    this.given = (hasOptions ? rest : given) as (string | vscode.MessageItem)[];
    this.kind = kind;
    this.text = text;
    this.detail = options.detail ?? '';
    this.isModal = options.modal === true;
    this.choices = this.given.map(one => (typeof one === 'string' ? one : one.title));
    this.answered = new Promise(resolve => (this.end = resolve));
  }
  press(choice: string | RegExp): void {
    const at = this.choices.findIndex(one =>
      typeof choice === 'string' ? one === choice : choice.test(one),
    );
    if (at < 0) throw new Error(`"${this.text}" has no "${choice}", but ${this.choices.join(', ')}`);
    if (!this.isOpen) throw new Error(`"${this.text}" is closed.`);
    this.isOpen = false;
    this.answer = this.choices[at];
    this.end(this.given[at]);
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
