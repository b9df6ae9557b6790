/** Quick picks and input boxes in which the editor asks the user for something. */
import type * as vscode from 'vscode';
import { loud } from './loud.ts';
import { EventEmitter, InputBoxValidationSeverity, QuickPickItemKind } from './values.ts';

/** A list (`vscode.QuickPick`) or a box (`vscode.InputBox`). */
export class Input {
  readonly kind: 'pick' | 'box';
  title: string | undefined;
  placeholder: string | undefined;
  prompt: string | undefined;
  value = '';
  password = false;
  step: number | undefined;
  totalSteps: number | undefined;
  enabled = true;
  busy = false;
  ignoreFocusOut = false;
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  activeItems: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  validationMessage: string | vscode.InputBoxValidationMessage | undefined;
  isOpen = false;
  /** The result of `validateInput` for a text. */
  validate: (text: string) => ReturnType<NonNullable<vscode.InputBoxOptions['validateInput']>> = () =>
    undefined;
  private listed: readonly vscode.QuickPickItem[] = [];
  private readonly accepted = new EventEmitter<void>();
  private readonly changed = new EventEmitter<string>();
  private readonly hidden = new EventEmitter<void>();
  private readonly pressed = new EventEmitter<vscode.QuickInputButton>();
  private readonly itemPressed = new EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  private readonly selected = new EventEmitter<readonly vscode.QuickPickItem[]>();
  private readonly focused = new EventEmitter<readonly vscode.QuickPickItem[]>();
  readonly onDidChangeActive = this.focused.event;
  readonly onDidAccept = this.accepted.event;
  readonly onDidChangeValue = this.changed.event;
  readonly onDidHide = this.hidden.event;
  readonly onDidTriggerButton = this.pressed.event;
  readonly onDidTriggerItemButton = this.itemPressed.event;
  readonly onDidChangeSelection = this.selected.event;
  private readonly open: (input: Input) => void;

  /** @param open replaces the previous question */
  constructor(kind: 'pick' | 'box', open: (input: Input) => void) {
    this.kind = kind;
    this.open = open;
  }
  get items(): readonly vscode.QuickPickItem[] {
    return this.listed;
  }
  set items(items: readonly vscode.QuickPickItem[]) {
    this.listed = items;
    // The first item that can be chosen is active.
    this.activeItems = items.filter(isChoice).slice(0, 1);
    if (this.canSelectMany) this.selectedItems = items.filter(({ picked }) => picked === true);
  }
  show(): void {
    this.isOpen = true;
    this.open(this);
  }
  hide(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.hidden.fire();
  }
  dispose(): void {
    this.hide();
    for (const emitter of [this.accepted, this.changed, this.hidden, this.pressed]) emitter.end();
    this.selected.end();
    this.focused.end();
    this.itemPressed.end();
  }

  // From here on, the user's actions.

  /** Lines as shown: label and description. */
  lines(): string[] {
    return this.listed.map(({ label, description }) => [label, description].filter(Boolean).join(' | '));
  }
  /** The validation message for the text as it is typed. */
  get verdict(): string {
    const found = this.validationMessage;
    return typeof found === 'string' ? found : (found?.message ?? '');
  }
  find(label: string | RegExp): vscode.QuickPickItem | undefined {
    return this.listed.find(
      item => isChoice(item) && (typeof label === 'string' ? item.label === label : label.test(item.label)),
    );
  }
  itemOf(label: string | RegExp): vscode.QuickPickItem {
    const found = this.find(label);
    if (found) return found;
    throw new Error(`"${this.title}" has no item "${label}" among: ${this.lines().join(' · ')}`);
  }
  /** Moves the focus to an item. */
  point(label: string | RegExp): void {
    this.activeItems = [this.itemOf(label)];
    this.focused.fire(this.activeItems);
  }
  choose(...labels: (string | RegExp)[]): void {
    this.selectedItems = labels.map(label => this.itemOf(label));
    this.selected.fire(this.selectedItems);
    this.accepted.fire();
  }
  /** Enter, with the current state. */
  accept(): void {
    if (this.kind === 'pick' && !this.canSelectMany) this.selectedItems = this.activeItems;
    this.accepted.fire();
  }
  type(text: string): void {
    this.value = text;
    this.changed.fire(text);
  }
  /** Why a text isn't accepted. A message that isn't an error doesn't prevent accepting it. */
  async refusal(text: string): Promise<vscode.InputBoxValidationMessage | string | undefined> {
    this.validationMessage = (await this.validate(text)) ?? undefined;
    const found = this.validationMessage;
    const isTold = typeof found === 'object' && found.severity !== InputBoxValidationSeverity.Error;
    return isTold ? undefined : found;
  }
  press(tooltip: string): void {
    const found = this.buttons.find(button => button.tooltip === tooltip);
    if (!found)
      throw new Error(
        `No button "${tooltip}" among ${this.buttons.map(button => button.tooltip).join(', ')}`,
      );
    this.pressed.fire(found);
  }
  /** Presses a button of an item. */
  pressOf(label: string, tooltip: string): void {
    const item = this.itemOf(label);
    const button = item.buttons?.find(candidate => candidate.tooltip === tooltip);
    if (!button) throw new Error(`"${label}" has no button "${tooltip}".`);
    this.itemPressed.fire({ item, button });
  }
}

/** Whether it can be chosen: some items are only separators. */
function isChoice({ kind }: vscode.QuickPickItem): boolean {
  return (kind ?? QuickPickItemKind.Default) !== QuickPickItemKind.Separator;
}

export function newInput(kind: 'pick' | 'box', open: (input: Input) => void): Input {
  return loud(kind === 'pick' ? 'QuickPick' : 'InputBox', new Input(kind, open));
}

/** Like `vscode.window.showQuickPick`. */
export function askPick(
  input: Input,
  items: readonly vscode.QuickPickItem[],
  options: vscode.QuickPickOptions,
): Promise<vscode.QuickPickItem | readonly vscode.QuickPickItem[] | undefined> {
  const { title, placeHolder: placeholder, canPickMany: canSelectMany = false } = options;
  const { ignoreFocusOut = false, matchOnDescription = false, matchOnDetail = false } = options;
  Object.assign(input, {
    title,
    placeholder,
    canSelectMany,
    ignoreFocusOut,
    matchOnDescription,
    matchOnDetail,
  });
  input.items = items;
  return new Promise(resolve => {
    input.onDidAccept(() => {
      resolve(input.canSelectMany ? input.selectedItems : input.selectedItems[0]);
      input.dispose();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

/** Like `vscode.window.showInputBox`. */
export function askText(input: Input, options: vscode.InputBoxOptions): Promise<string | undefined> {
  const { title, prompt, value = '', placeHolder, password = false } = options;
  Object.assign(input, { title, prompt, value, placeholder: placeHolder, password });
  input.ignoreFocusOut = options.ignoreFocusOut === true;
  if (options.validateInput) input.validate = options.validateInput.bind(options);
  return new Promise(resolve => {
    input.onDidChangeValue(text => void input.refusal(text));
    input.onDidAccept(async () => {
      if (await input.refusal(input.value)) return;
      resolve(input.value);
      input.dispose();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}
