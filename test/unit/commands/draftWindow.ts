/** The editor as drafting an order meets it: a desk with documents, steps that a test answers, progress to cancel. */
import { areaVscode, desk, type FakeDocument, type FakeUri } from './areaWindow.ts';
import { fakeInputs } from './fakeInputs.ts';
import { scripted } from './scriptedWindow.ts';

export let inputs = fakeInputs();
export const progress = {
  titles: [] as string[],
  cancel: () => {},
};
/** What commands were run, with what they were given; a test says what they do. */
export const ran = { commands: [] as unknown[][], run: (() => {}) as (id: string) => void | Promise<void> };

export function resetDraftWindow(): void {
  desk.reset();
  inputs = fakeInputs();
  Object.assign(progress, { titles: [], cancel: () => {} });
  Object.assign(ran, { commands: [], run: () => {} });
}

/** Presses a button in the title of the step that is open. */
export async function press(tooltip: string): Promise<void> {
  const input = inputs.shown();
  const buttons = input.buttons as { tooltip?: string }[];
  const wanted = buttons.find(button => button.tooltip === tooltip);
  if (!wanted) throw new Error(`No "${tooltip}" among ${buttons.map(one => one.tooltip).join(', ')}`);
  // The first one is the one that is pressed.
  input.buttons = [wanted, ...buttons.filter(button => button !== wanted)];
  await inputs.back();
}

function cancellation() {
  const listeners = new Set<() => void>();
  const token = { isCancellationRequested: false };
  progress.cancel = () => {
    token.isCancellationRequested = true;
    listeners.forEach(listener => listener());
  };
  return Object.assign(token, {
    onCancellationRequested(listener: () => void) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  });
}

export const draftVscode = {
  ...areaVscode,
  QuickInputButtons: { Back: { tooltip: 'Back' } },
  Disposable: class {
    readonly dispose: () => void;
    constructor(dispose: () => void) {
      this.dispose = dispose;
    }
  },
  commands: {
    async executeCommand(...given: unknown[]) {
      ran.commands.push(given);
      await ran.run(String(given[0]));
    },
  },
  languages: { setTextDocumentLanguage: () => Promise.resolve() },
  window: {
    ...areaVscode.window,
    createQuickPick: () => inputs.window.createQuickPick(),
    createInputBox: () => inputs.window.createInputBox(),
    get activeTextEditor() {
      return desk.active && { document: desk.active, selection: { active: { offset: 0 } } };
    },
    withProgress(options: { title: string }, run: (progress: object, cancel: object) => unknown) {
      progress.titles.push(options.title);
      return run({ report: () => {} }, cancellation());
    },
    showWarningMessage: (text: string, ...choices: string[]) => {
      if (choices.length > 0) return areaVscode.window.showWarningMessage(text, ...choices);
      scripted.statusBar.push(text);
      return Promise.resolve();
    },
  },
  workspace: {
    ...areaVscode.workspace,
    get textDocuments() {
      return desk.documents;
    },
    openTextDocument(uri: FakeUri): Promise<FakeDocument> {
      const open = desk.documents.find(one => one.uri.toString() === uri.toString());
      return open ? Promise.resolve(open) : areaVscode.workspace.openTextDocument(uri);
    },
  },
};
