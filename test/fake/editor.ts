/**
 * The one editor of a test: what the extension did to it, and what a person does in it. `vscode.ts` is the module that
 * the extension imports; this is the side of the test.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type * as vscode from 'vscode';
import type { URI } from 'vscode-uri';
import { repository } from '../editor/repository.ts';
import { Document, Documents } from './documents.ts';
import { type Input, newInput } from './inputs.ts';
import { loud } from './loud.ts';
import { Message, type MessageKind } from './messages.ts';
import { Panel } from './panel.ts';
import {
  CancellationTokenSource,
  Disposable,
  EventEmitter,
  Position,
  Range,
  Selection,
  TextEdit,
  TreeItemCollapsibleState,
  Uri,
  type CodeAction,
  type CodeLens,
  type Diagnostic,
  type WorkspaceEdit,
} from './values.ts';
import { Workbench, type Tab, type TextEditor } from './workbench.ts';

interface Manifest {
  publisher: string;
  name: string;
  contributes: {
    configuration: { properties: Record<string, { default?: unknown }> };
    views: Record<string, { id: string }[]>;
  };
}

const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Manifest;

/** Commands of the editor itself that the extension runs. */
const ownCommands = new Set([
  'revealFileInOS',
  'revealInExplorer',
  'setContext',
  'vscode.open',
  'vscode.openFolder',
  'vscode.openWith',
  'workbench.action.focusNextPart',
  'workbench.action.focusStatusBar',
  'workbench.action.openApplicationSettingsJson',
  'workbench.action.openWalkthrough',
]);

export interface Progress {
  title: string;
  location: unknown;
  messages: string[];
  /** Percent that was told so far. */
  percent: number;
  isOpen: boolean;
  cancel: () => void;
}

export interface Tree {
  readonly options: vscode.TreeViewOptions<unknown>;
  readonly view: {
    visible: boolean;
    badge: vscode.ViewBadge | undefined;
    description: string | undefined;
    message: string | undefined;
    title: string | undefined;
    selection: unknown[];
  };
  readonly visibility: EventEmitter<{ visible: boolean }>;
  /** Rows that the extension brought into view. */
  readonly revealed: unknown[];
}

export interface ActionsAsked {
  only?: vscode.CodeActionKind;
  trigger?: number;
  token?: vscode.CancellationToken;
}

/** @param place an address, or a path of a file */
export const uriOf = (place: string) => (place.startsWith('/') ? Uri.file(place) : Uri.parse(place));

type Handler = (...given: unknown[]) => unknown;

/** A turn of the event loop, also where a test has a clock of its own. */
const { setImmediate: atNextTurn } = globalThis;

/** Does something, and lets the extension do what it makes of it. */
async function acting(act: () => void): Promise<void> {
  act();
  await new Promise<void>(resolve => atNextTurn(resolve));
}

export class FakeEditor {
  readonly documents = new Documents();
  readonly workbench = new Workbench((uri, range, text) =>
    this.documents.edit(uri, [TextEdit.replace(range, text)]),
  );

  // What the extension registered.
  readonly commands = new Map<string, Handler>();
  readonly lensProviders: vscode.CodeLensProvider[] = [];
  readonly actionProviders: vscode.CodeActionProvider[] = [];
  readonly hoverProviders: vscode.HoverProvider[] = [];
  readonly completionProviders: vscode.CompletionItemProvider[] = [];
  /** Characters at which completions come up while somebody types. */
  readonly completionTriggers: string[] = [];
  readonly serializers = new Map<string, vscode.WebviewPanelSerializer>();
  readonly trees = new Map<string, Tree>();
  readonly tools = new Map<string, vscode.LanguageModelTool<object>>();
  readonly diagnostics = new Map<string, Map<string, readonly Diagnostic[]>>();
  readonly statusItems: { id: string; text: string; tooltip: unknown; isShown: boolean }[] = [];
  authentication: vscode.AuthenticationProvider | undefined;

  // What it did.
  readonly messages: Message[] = [];
  readonly inputs: Input[] = [];
  readonly panels: Panel[] = [];
  readonly progress: Progress[] = [];
  /** Texts that stood in the status bar for a while. */
  readonly statusTexts: string[] = [];
  /** Commands of the editor that it ran, with what it gave them. */
  readonly ran: [id: string, ...given: unknown[]][] = [];
  readonly contexts = new Map<string, unknown>();
  readonly log: string[] = [];
  /** How often it fired events of its own. */
  firings = 0;
  /** Texts that it showed. */
  readonly shown: TextEditor[] = [];
  /** Where dialogs for files began. */
  readonly fileDialogs: {
    kind: 'open' | 'save';
    options: vscode.OpenDialogOptions & vscode.SaveDialogOptions;
  }[] = [];

  // What a test says of it.
  clipboard = '';
  clipboardFails = false;
  isWeb = false;
  remoteName: string | undefined;
  language = 'en';
  bundle: Record<string, string> | undefined;
  /** Open folders: paths, or addresses. */
  folders: string[] = [];
  /** User settings. */
  settings: Record<string, unknown> = {};
  workspaceSettings: Record<string, unknown> = {};
  readonly extensions = new Map<string, object>();
  /** Answers to the dialogs for files: paths, addresses, or `undefined` for Cancel. */
  fileAnswers: (string | vscode.Uri | undefined)[] = [];
  /** Is told of each text below the title of a progress. */
  progressed: ((message: string) => void) | undefined;
  /** Is told of each page that comes into the window. */
  panelOpened: ((panel: Panel) => void) | undefined;
  /** At which the pages of the extension find its files. */
  webviewOrigin = 'https://webview.invalid';
  /** Answers messages, lists and boxes in the place of the test; what it fails with, the extension gets. */
  answerer: ((shown: Message | Input) => Promise<void>) | undefined;

  readonly settingsChanged = new EventEmitter<vscode.ConfigurationChangeEvent>();
  readonly windowChanged = new EventEmitter<{ focused: boolean; active: boolean }>();
  readonly terminalChanged = new EventEmitter<undefined>();
  readonly filesRenamed = new EventEmitter<{ files: { oldUri: URI; newUri: URI }[] }>();

  // Documents

  /** Opens a text in a column, as a person does. */
  async openFile(path: string, column?: number): Promise<TextEditor> {
    return this.show(await this.documents.read(Uri.file(path)), column);
  }
  /** Opens a text that is nowhere on the disk. @param place an address, or a path of a file */
  open(place: string, text: string, languageId?: string): Document {
    return this.documents.add(new Document(uriOf(place), text, languageId));
  }
  show(document: Document, column?: number): TextEditor {
    return this.workbench.showText(document, { column, takesFocus: true });
  }
  /** The document that is open under a name of a file. */
  document(name: string): Document {
    const found = this.documents.open.find(({ uri }) => basename(uri.path) === name);
    if (found) return found;
    throw new Error(`${name} is not open, but ${this.documents.open.map(one => one.uri.path).join(', ')}`);
  }
  /** Waits until a text of this name is in front. */
  front(name: string | RegExp): Promise<Document> {
    return this.wait(`${name} in front`, () => {
      const { document } = this.workbench.activeEditor ?? {};
      const shown = basename(document?.uri.path ?? '');
      return (typeof name === 'string' ? shown === name : name.test(shown)) ? document : undefined;
    });
  }
  /** The editor of such a document. */
  editorOf(name: string): TextEditor {
    const found = this.workbench.tabs.find(
      ({ editor }) => basename(editor?.document.uri.path ?? '') === name,
    );
    if (!found?.editor) throw new Error(`${name} has no editor.`);
    return found.editor;
  }
  /** Puts a text or the map in front of each column, and goes to one of them. */
  arrange(fronts: readonly ('text' | 'map')[], active: number): void {
    fronts.forEach((front, index) => {
      if (front === 'text') this.show(this.open(`untitled:/text-${index + 1}`, ''), index + 1);
      else this.workbench.showPanel(this.newPanel('swath.map', 'Swath Map'), index + 1, true);
    });
    const tab = this.workbench.group(active).activeTab;
    if (tab) this.workbench.bringForward(tab, true);
  }
  /** Puts the cursor somewhere. @param line from 1, as the editor shows it */
  putCursor(editor: TextEditor, line: number, character: number): void {
    const at = new Position(line - 1, character);
    this.workbench.bringForward(this.tabOf(editor), true);
    editor.select([new Selection(at, at)], 1);
  }
  /** Types at the cursor. */
  type(editor: TextEditor, text: string): void {
    const { document, selection } = editor;
    const start = document.offsetAt(selection.start);
    this.documents.edit(document.uri, [TextEdit.replace(selection, text)]);
    const at = document.positionAt(start + text.length);
    editor.select([new Selection(at, at)], 1);
  }
  /** Puts a text in the place of so many characters. */
  edit(document: Document, offset: number, length: number, text: string): void {
    const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
    this.documents.edit(document.uri, [TextEdit.replace(range, text)]);
  }
  tabOf(editor: TextEditor): Tab {
    const found = this.workbench.tabs.find(tab => tab.editor === editor);
    if (!found) throw new Error('The editor is closed.');
    return found;
  }
  /** Closes a tab; a text that nothing shows any more is closed with it, and a page that is shown. */
  closeTab(tab: Tab): void {
    this.workbench.close(tab);
    tab.panel?.dispose();
    const document = tab.editor?.document;
    if (document && !this.workbench.tabs.some(({ editor }) => editor?.document === document))
      this.documents.close(document);
  }
  closeAll(): void {
    for (const tab of this.workbench.tabs) this.closeTab(tab);
  }
  /** Lenses of a text, by their titles. */
  async lenses(document: Document, token = new CancellationTokenSource().token): Promise<CodeLens[]> {
    const all = await Promise.all(
      this.lensProviders.map(async provider => provider.provideCodeLenses(document, token)),
    );
    return all.flatMap(found => (found ?? []) as unknown as CodeLens[]);
  }
  /** Waits for a lens of a text. */
  lensOf(document: Document, title: string | RegExp): Promise<CodeLens> {
    return this.wait(`the lens ${title}`, async () =>
      (await this.lenses(document)).find(({ command }) =>
        typeof title === 'string' ? command?.title.includes(title) : title.test(command?.title ?? ''),
      ),
    );
  }
  /** Presses a lens once it is there. */
  async pressLens(document: Document, title: string | RegExp): Promise<void> {
    const lens = await this.lensOf(document, title);
    const { command, arguments: given = [] } = lens.command as vscode.Command;
    await this.run(command, ...(given as unknown[]));
  }
  /** What is underlined; `undefined` where nobody has looked for problems. */
  problemsOf(document: Document): readonly Diagnostic[] | undefined {
    const uri = document.uri.toString();
    const found = [...this.diagnostics.values()].flatMap(collection => {
      const problems = collection.get(uri);
      return problems ? [problems] : [];
    });
    return found.length === 0 ? undefined : found.flat();
  }
  /** What can be done at a place. @param trigger `vscode.CodeActionTriggerKind`; on its own where it is not given */
  async actions(
    document: Document,
    place: vscode.Range,
    { only, trigger = 2, token = new CancellationTokenSource().token }: ActionsAsked = {},
  ): Promise<CodeAction[]> {
    const context = { only, triggerKind: trigger, diagnostics: [] } as unknown as vscode.CodeActionContext;
    const all = await Promise.all(
      this.actionProviders.map(async provider =>
        provider.provideCodeActions(document, place, context, token),
      ),
    );
    return all.flatMap(found => (found ?? []) as unknown as CodeAction[]);
  }
  /** What a text would become. */
  textAfter(edit: WorkspaceEdit | undefined, document: Document): string {
    const copy = new Document(document.uri, document.getText());
    copy.change(edit?.get(document.uri) ?? []);
    return copy.getText();
  }

  // Commands and settings

  /** Runs a command to its end. */
  async run(id: string, ...given: unknown[]): Promise<unknown> {
    const command = this.commands.get(id);
    if (command) return command(...given);
    const isFocus = Object.values(manifest.contributes.views).some(views =>
      views.some(view => id === `${view.id}.focus`),
    );
    if (!ownCommands.has(id) && !isFocus && id !== 'undo' && id !== 'redo')
      throw new Error(`command '${id}' not found`);
    this.ran.push([id, ...given]);
    if (id === 'setContext') this.contexts.set(given[0] as string, given[1]);
    const document = this.workbench.activeEditor?.document;
    if ((id === 'undo' || id === 'redo') && document) this.documents.step(document, id);
    if (id === 'vscode.open') {
      const { viewColumn, preserveFocus } = (given[1] ?? {}) as vscode.TextDocumentShowOptions;
      const opened = await this.documents.read(given[0] as URI);
      this.workbench.showText(opened, { column: viewColumn, takesFocus: preserveFocus !== true });
    }
    if (id === 'vscode.openWith')
      this.workbench.showCustom(
        given[0] as URI,
        given[1] as string,
        (given[2] as { viewColumn?: number }).viewColumn,
      );
    return undefined;
  }
  /** Stands for a command of the extension that the test has not started: it is noted as run. */
  standIn(id: string, run: Handler = () => undefined): void {
    this.commands.set(id, (...given) => {
      this.ran.push([id, ...given]);
      return run(...given);
    });
  }
  /** Begins a command that asks on its way, and answers when its end comes. A failure of it fails the test. */
  start(id: string, ...given: unknown[]): Promise<unknown> {
    return this.run(id, ...given);
  }
  /** Writes user settings. */
  set(settings: Record<string, unknown>): void {
    this.settings = { ...this.settings, ...settings };
    const names = Object.keys(settings);
    this.settingsChanged.fire({
      affectsConfiguration: section => names.some(name => name === section || name.startsWith(`${section}.`)),
    });
  }
  settingOf(name: string): { globalValue: unknown; workspaceValue: unknown; defaultValue: unknown } {
    return {
      globalValue: this.settings[name],
      workspaceValue: this.workspaceSettings[name],
      defaultValue: manifest.contributes.configuration.properties[name]?.default,
    };
  }

  // What is asked and told

  addMessage(kind: MessageKind, text: string, given: ConstructorParameters<typeof Message>[2]): Message {
    const message = new Message(kind, text, given);
    this.messages.push(message);
    return message;
  }
  newInput(kind: 'pick' | 'box'): Input {
    return newInput(kind, input => {
      // One at a time: another one takes its place.
      for (const other of this.inputs) if (other !== input) other.hide();
      if (!this.inputs.includes(input)) this.inputs.push(input);
    });
  }
  /** What the extension gets for what it asked. */
  async answerTo<T>(shown: Message | Input, answer: Promise<T>): Promise<T> {
    await this.answerer?.(shown);
    return answer;
  }
  /** Cancels what shows its progress. */
  cancel(): void {
    const running = this.progress.findLast(({ isOpen }) => isOpen);
    if (!running) throw new Error('Nothing is in progress.');
    running.cancel();
  }
  /** The list or box that waits for an answer. */
  get input(): Input | undefined {
    return this.inputs.findLast(({ isOpen }) => isOpen);
  }
  /** Waits for a list or box. @param title a part of it */
  asked(title: string | RegExp): Promise<Input> {
    return this.wait(`a question "${title}"`, () => {
      const text = this.input?.title ?? '';
      return (typeof title === 'string' ? text.includes(title) : title.test(text)) ? this.input : undefined;
    });
  }
  /** The list or box that waits for an answer; there has to be one. */
  get question(): Input {
    if (!this.input) throw new Error('Nothing is asked.');
    return this.input;
  }
  /** Chooses in the list that is open, once it has the items. */
  async pick(...labels: (string | RegExp)[]): Promise<void> {
    const input = await this.wait(`a list with "${labels.join('", "')}"`, () =>
      labels.every(label => this.input?.find(label)) ? this.input : undefined,
    );
    await acting(() => input.choose(...labels));
  }
  /** Types into the box that is open, and presses Enter. */
  async enter(text: string): Promise<void> {
    const input = await this.wait('a box to type in', () =>
      this.input?.kind === 'box' ? this.input : undefined,
    );
    await acting(() => {
      input.type(text);
      input.accept();
    });
  }
  /** Presses a button in the title of the list or box. */
  press(tooltip: string): Promise<void> {
    return acting(() => this.question.press(tooltip));
  }
  escape(): Promise<void> {
    return acting(() => this.question.hide());
  }
  /** Waits for a message that says this and is still open. */
  message(text: string | RegExp): Promise<Message> {
    return this.wait(`a message "${text}"`, () =>
      this.messages.find(message => {
        const said = `${message.text}\n${message.detail}`;
        return message.isOpen && (typeof text === 'string' ? said.includes(text) : text.test(said));
      }),
    );
  }
  get openMessages(): Message[] {
    return this.messages.filter(({ isOpen }) => isOpen);
  }
  /** Everything that was told, whether it is still open or not. */
  get told(): string[] {
    return this.messages.map(({ text }) => text);
  }

  // Views

  newPanel(viewType: string, title: string): Panel {
    const panel: Panel = loud(
      'WebviewPanel',
      new Panel(
        viewType,
        title,
        () => this.webviewOrigin,
        (_own, column, takesFocus) => this.workbench.showPanel(panel, column, takesFocus),
      ),
    );
    this.panels.push(panel);
    this.panelOpened?.(panel);
    const life = new Disposable(() => undefined, 'WebviewPanel');
    panel.onDidDispose(() => {
      life.dispose();
      this.panels.splice(this.panels.indexOf(panel), 1);
      const tab = this.workbench.tabs.find(one => one.panel === panel);
      if (tab) this.workbench.close(tab);
    });
    return panel;
  }
  /** A view of the side bar as a picture in text: a row a line, two spaces for each level below the top. */
  async tree(viewId: string): Promise<string> {
    const tree = this.trees.get(viewId);
    if (!tree) throw new Error(`There is no view ${viewId}.`);
    const provider = tree.options.treeDataProvider;
    const lines = async (element: unknown, indent: string): Promise<string[]> => {
      const children = (await provider.getChildren(element)) ?? [];
      const found: string[] = [];
      for (const child of children) {
        const item = await provider.getTreeItem(child);
        const label = typeof item.label === 'string' ? item.label : (item.label?.label ?? '');
        found.push(
          `${indent}${label}${typeof item.description === 'string' ? ` · ${item.description}` : ''}`,
        );
        if (Number(item.collapsibleState) === TreeItemCollapsibleState.Expanded)
          found.push(...(await lines(child, `${indent}  `)));
      }
      return found;
    };
    return (await lines(undefined, '')).join('\n');
  }
  /** What the status bar shows of Swath. */
  get statusBar(): string[] {
    return this.statusItems.filter(({ isShown }) => isShown).map(({ text }) => text);
  }

  /** Waits for something, and says what it was when it does not come. */
  async wait<T>(
    what: string,
    find: () => T | undefined | Promise<T | undefined>,
    timeout = 10_000,
  ): Promise<T> {
    const end = performance.now() + timeout;
    for (;;) {
      const found = await find();
      if (found !== undefined && found !== false) return found;
      if (performance.now() > end) throw new Error(`There was no ${what} within ${timeout} ms.`);
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  }
}

export let editor = new FakeEditor();

/** Another editor, in which nothing is open or registered. */
export function newEditor(): FakeEditor {
  editor = new FakeEditor();
  return editor;
}

export { Range };
