/**
 * The only access to messages, prompts, lists and progress. The editor turns `[label](command:…)` in them into a link
 * that runs the command, and `$(name)` into an icon. Titles, names and answers come from files and from the service:
 * here, such markup is neutralized, along with characters that reorder or hide the text next to them. The functions
 * have the same names as the editor's; a lint rule keeps other code from calling those.
 */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { safeText } from '../../base/words/safeText.ts';
import { toAbortSignal } from '../host/abortSignal.ts';

type Button = string | vscode.MessageItem;

/** Like the editor's message functions: returns the chosen button as it was given. */
export interface ShowMessage {
  <T extends Button>(message: string, ...buttons: T[]): Promise<T | undefined>;
  <T extends Button>(
    message: string,
    options: vscode.MessageOptions,
    ...buttons: T[]
  ): Promise<T | undefined>;
}

// The editor's functions are resolved at each call, because tests replace them.
export const showInformationMessage = showing(() => vscode.window.showInformationMessage);
export const showWarningMessage = showing(() => vscode.window.showWarningMessage);
export const showErrorMessage = showing(() => vscode.window.showErrorMessage);

function showing(show: () => typeof vscode.window.showInformationMessage): ShowMessage {
  return async <T extends Button>(message: string, ...args: (vscode.MessageOptions | T)[]) => {
    const sanitized = args.map(arg => (typeof arg === 'string' ? safeText(arg) : safeTexts(arg)));
    // Of the editor's four overloads, the one with strings stands for all: options and buttons are passed on unchanged.
    const answer: unknown = await show()(safeText(message), ...(sanitized as string[]));
    return answer === undefined ? undefined : (args[sanitized.indexOf(answer as string)] as T);
  };
}

/** Like the editor's `showQuickPick`. Its items are sanitized for display in place. */
export async function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions & { canPickMany: true },
): Promise<T[] | undefined>;
export async function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T | undefined>;
export async function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T | T[] | undefined> {
  items.forEach(makeItemFit);
  return vscode.window.showQuickPick([...items], safeTexts({ placeHolder: filterHint(), ...options }));
}

/** The placeholder of a list whose question is in its title. */
export function filterHint(): string {
  return l10n.t('Type to filter');
}

/** Swath's own icons are in `iconPath`. */
function makeItemFit(item: vscode.QuickPickItem): void {
  Object.assign(item, safeTexts(item));
}

/** Like the editor's `showInputBox`. What was typed isn't lost when the focus is. */
export function showInputBox(options: vscode.InputBoxOptions): Thenable<string | undefined> {
  const validate = options.validateInput?.bind(options);
  return vscode.window.showInputBox({
    ignoreFocusOut: true,
    ...safeTexts(options),
    validateInput: validate ? text => safeWhenReady(validate(text)) : undefined,
  });
}

/** Like the editor's `createQuickPick`. */
export function createQuickPick<T extends vscode.QuickPickItem>(): vscode.QuickPick<T> {
  return withShownTexts(vscode.window.createQuickPick<T>());
}

/** Like the editor's `createInputBox`. */
export function createInputBox(): vscode.InputBox {
  return withShownTexts(vscode.window.createInputBox());
}

/** The input, with every text that is set on it sanitized for display. */
function withShownTexts<T extends vscode.QuickInput>(input: T): T {
  return new Proxy(input, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set(target, name, value: unknown) {
      if (name === 'items') (value as vscode.QuickPickItem[]).forEach(makeItemFit);
      const sanitized =
        name === 'validationMessage' ? safeValidation(value as Validation) : safeMember(name, value);
      return Reflect.set(target, name, sanitized, target);
    },
  });
}

type Validation = string | vscode.InputBoxValidationMessage | undefined | null;

function safeWhenReady(found: Validation | Thenable<Validation>): Validation | Thenable<Validation> {
  const isLater = typeof found === 'object' && found !== null && 'then' in found;
  return isLater ? found.then(safeValidation) : safeValidation(found);
}

function safeValidation(validation: Validation): Validation {
  if (typeof validation === 'string') return safeText(validation);
  return validation ? safeTexts(validation) : validation;
}

/** What the user typed, `value`, stays as it is. */
const textNames = [
  'title',
  'message',
  'prompt',
  'placeHolder',
  'placeholder',
  'label',
  'description',
  'detail',
] as const;

function safeMember(name: string | symbol, value: unknown): unknown {
  return typeof value === 'string' && textNames.some(textName => textName === name) ? safeText(value) : value;
}

function safeTexts<T extends object>(texts: T): T {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]: [string, unknown]) => [name, safeMember(name, value)]),
  ) as T;
}

type ProgressTask<R> = Parameters<typeof vscode.window.withProgress<R>>[1];

/** Like the editor's `withProgress`. */
export function withProgress<R>(options: vscode.ProgressOptions, task: ProgressTask<R>): Thenable<R> {
  return vscode.window.withProgress(safeTexts(options), (progress, cancel) =>
    task(
      {
        report: value => progress.report(safeTexts(value)),
      },
      cancel,
    ),
  );
}

/** Runs a short task, with a title in the status bar. */
export async function inStatusBar<R>(title: string, run: () => Promise<R>): Promise<R> {
  return withProgress({ location: vscode.ProgressLocation.Window, title }, run);
}

/** Runs a task that the user waits for, with its title in a notification. */
export async function inNotification<R>(title: string, run: () => Promise<R>): Promise<R> {
  return withProgress({ location: vscode.ProgressLocation.Notification, title }, run);
}

/** The same for a task that can be canceled there, through the signal; `report` shows a message below the title. */
export async function inCancellableNotification<R>(
  title: string,
  run: (cancelled: AbortSignal, report: (message: string) => void) => Promise<R>,
): Promise<R> {
  const location = vscode.ProgressLocation.Notification;
  return withProgress({ location, title, cancellable: true }, (progress, cancel) =>
    run(toAbortSignal(cancel), message => progress.report({ message })),
  );
}

/**
 * Like the editor's `setStatusBarMessage`.
 *
 * @param icon of the editor, such as `check`
 */
export function setStatusBarMessage(icon: string, text: string, hideAfterMs?: number): vscode.Disposable {
  const label = `$(${icon}) ${safeText(text)}`;
  return hideAfterMs === undefined
    ? vscode.window.setStatusBarMessage(label)
    : vscode.window.setStatusBarMessage(label, hideAfterMs);
}
