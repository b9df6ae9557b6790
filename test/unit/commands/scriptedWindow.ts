import type * as vscode from 'vscode';

/** Something that a person was asked or told. */
export interface Shown {
  kind: 'pick' | 'input' | 'modal' | 'message';
  /** Title or message. */
  text: string;
  /** Of a modal dialog or an input box: what is said below. */
  detail: string;
  /** Labels of what can be chosen. */
  choices: string[];
  /** Of an input box. */
  value?: string;
  validate?: (text: string) => unknown;
}

/** What a person does with it: the label or text they answer with; `undefined` is Escape. */
export type Answer = (shown: Shown) => string | undefined | Promise<string | undefined>;

/** A window in which a script answers; whatever is asked beyond the script fails the test. */
export const scripted = {
  shown: [] as Shown[],
  answers: [] as Answer[],
  /** Commands that were run by their id. */
  ran: [] as string[],
  clipboard: '',
  clipboardFails: false,
  /** The editor runs in a browser. */
  isWeb: false,
  statusBar: [] as string[],
  reset(): void {
    scripted.shown = [];
    scripted.answers = [];
    scripted.ran = [];
    scripted.clipboard = '';
    scripted.clipboardFails = false;
    scripted.isWeb = false;
    scripted.statusBar = [];
  },
};

/** Everything that was ever on the screen, in one text. */
export function screenText(): string {
  return JSON.stringify([scripted.shown, scripted.statusBar]);
}

async function ask(shown: Shown): Promise<string | undefined> {
  scripted.shown.push(shown);
  const answer = scripted.answers.shift();
  if (!answer) throw new Error(`Nobody answers "${shown.text}" (${shown.choices.join(', ')})`);
  const given = await answer(shown);
  if (given !== undefined && shown.kind !== 'input' && !shown.choices.includes(given)) {
    throw new Error(`"${given}" is not among ${shown.choices.join(', ')}`);
  }
  return given;
}

async function showMessage(
  text: string,
  ...rest: (vscode.MessageOptions | string)[]
): Promise<string | undefined> {
  const [first, ...others] = rest;
  const options = typeof first === 'object' ? first : {};
  const choices = (typeof first === 'string' ? [first, ...others] : others) as string[];
  const shown: Shown = { kind: 'message', text, detail: options.detail ?? '', choices };
  if (options.modal || choices.length > 0)
    return ask({ ...shown, kind: options.modal ? 'modal' : 'message' });
  scripted.shown.push(shown);
  return undefined;
}

const clipboard = {
  readText: () => Promise.resolve(scripted.clipboard),
  writeText(text: string) {
    if (scripted.clipboardFails) return Promise.reject(new Error('No clipboard'));
    scripted.clipboard = text;
    return Promise.resolve();
  },
};

const uiKind = { Desktop: 1, Web: 2 };

/** As much of the editor as the commands of the keys touch; for `vi.mock('vscode', …)`. */
export const scriptedVscode = {
  l10n: {
    t: (text: string, ...given: unknown[]) =>
      text.replace(/\{(\d)\}/g, (_all, index) => String(given[Number(index)])),
  },
  ThemeIcon: class {
    readonly id: string;
    constructor(id: string) {
      this.id = id;
    }
  },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  InputBoxValidationSeverity: { Info: 1, Warning: 2, Error: 3 },
  ProgressLocation: { Window: 10, Notification: 15 },
  env: {
    clipboard,
    get uiKind() {
      return scripted.isWeb ? uiKind.Web : uiKind.Desktop;
    },
  },
  UIKind: uiKind,
  commands: {
    executeCommand(id: string) {
      scripted.ran.push(id);
      return Promise.resolve();
    },
  },
  window: {
    async showQuickPick(items: vscode.QuickPickItem[], options: vscode.QuickPickOptions) {
      const choices = items.map(({ label }) => label).filter(label => label !== '');
      const chosen = await ask({ kind: 'pick', text: options.title ?? '', detail: '', choices });
      return items.find(({ label }) => label === chosen);
    },
    showInputBox: (options: vscode.InputBoxOptions) =>
      ask({
        kind: 'input',
        text: options.title ?? '',
        detail: options.prompt ?? '',
        choices: [],
        value: options.value ?? '',
        validate: text => options.validateInput?.(text),
      }),
    showWarningMessage: showMessage,
    showInformationMessage: showMessage,
    showErrorMessage: showMessage,
    withProgress: (options: vscode.ProgressOptions, run: (progress: object) => unknown) => {
      scripted.statusBar.push(options.title ?? '');
      return run({ report: ({ message }: { message: string }) => scripted.statusBar.push(message) });
    },
    setStatusBarMessage(text: string) {
      scripted.statusBar.push(text);
      return { dispose: () => void scripted.statusBar.splice(scripted.statusBar.indexOf(text), 1) };
    },
  },
};

/** Answers with one of the choices or a text, whatever is asked. */
export function say(text: string | undefined): Answer {
  return () => text;
}

/** The same, after a look at what is asked. */
export function read(look: RegExp, text: string | undefined): Answer {
  return shown => {
    const asked = `${shown.text}\n${shown.detail}`;
    if (!look.test(asked)) throw new Error(`${asked} does not match ${String(look)}`);
    return text;
  };
}
