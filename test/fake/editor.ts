/**
 * The single fake editor of a test: what the extension did to it, and what a user does in it. `vscode.ts` is the module
 * that the extension imports; this is the test's side.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type * as vscode from 'vscode';
import type { URI } from 'vscode-uri';
import { repository } from '../editor/repository.ts';
import { patient } from '../runSpeed.ts';
import { Document, Documents } from './documents.ts';
import { type Input, newInput } from './inputs.ts';
import { loud } from './loud.ts';
import { Message, type MessageKind } from './messages.ts';
import { Panel } from './panel.ts';
import {
  CancellationTokenSource,
  type CodeAction,
  type CodeLens,
  type Diagnostic,
  Disposable,
  EventEmitter,
  Position,
  Range,
  Selection,
  TextEdit,
  TextEditorSelectionChangeKind,
  TreeItemCollapsibleState,
  Uri,
  type WorkspaceEdit,
} from './values.ts';
import { type Tab, type TextEditor, Workbench } from './workbench.ts';

interface Manifest {
  publisher: string;
  name: string;
  contributes: {
    configuration: { properties: Record<string, { default?: unknown }> };
    views: Record<string, { id: string }[]>;
  };
}

const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Manifest;

/** Commands of the editor that the extension runs. */
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
  'workbench.action.openSettings',
  'workbench.action.openWalkthrough',
]);

export interface Progress {
  title: string;
  location: unknown;
  messages: string[];
  /** Percentage reported so far. */
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
  /** Whoever fires it also sets the selection of the view. */
  readonly selected: EventEmitter<{ selection: readonly unknown[] }>;
  /** Rows that the extension revealed. */
  readonly revealed: unknown[];
}

export interface ActionsAsked {
  only?: vscode.CodeActionKind;
  trigger?: number;
  token?: vscode.CancellationToken;
}

/** @param place a URI, or the path of a file */
export const uriOf = (place: string) => (place.startsWith('/') ? Uri.file(place) : Uri.parse(place));

type Handler = (...args: unknown[]) => unknown;

/** A turn of the event loop, even if a test uses fake timers. */
const { setImmediate: atNextTurn } = globalThis;

/** Runs an action, and lets the extension react to it. */
async function acting(act: () => void): Promise<void> {
  act();
  await new Promise<void>(resolve => atNextTurn(resolve));
}

export class FakeEditor {
  readonly documents = new Documents();
  readonly workbench = new Workbench((uri, edits) => this.documents.edit(uri, edits));

  notebook: { notebook: { uri: vscode.Uri; cellCount: number } } | undefined;

  // What the extension registered.
  readonly commands = new Map<string, Handler>();
  readonly lensProviders: vscode.CodeLensProvider[] = [];
  readonly actionProviders: vscode.CodeActionProvider[] = [];
  readonly hoverProviders: vscode.HoverProvider[] = [];
  readonly completionProviders: vscode.CompletionItemProvider[] = [];
  readonly pasteProviders: vscode.DocumentPasteEditProvider[] = [];
  /** Characters that trigger completions while the user types. */
  readonly completionTriggers: string[] = [];
  readonly serializers = new Map<string, vscode.WebviewPanelSerializer>();
  readonly trees = new Map<string, Tree>();
  readonly tools = new Map<string, vscode.LanguageModelTool<object>>();
  readonly mcpProviders = new Map<string, vscode.McpServerDefinitionProvider>();
  readonly diagnostics = new Map<string, Map<string, readonly Diagnostic[]>>();
  readonly statusItems: { id: string; text: string; tooltip: unknown; isShown: boolean }[] = [];
  readonly decorationProviders: vscode.FileDecorationProvider[] = [];
  languageStatus: (Omit<vscode.LanguageStatusItem, 'severity'> & { severity: number }) | undefined;
  authentication: vscode.AuthenticationProvider | undefined;

  // What it did.
  readonly messages: Message[] = [];
  readonly inputs: Input[] = [];
  readonly panels: Panel[] = [];
  readonly progress: Progress[] = [];
  /** Texts shown temporarily in the status bar. */
  readonly statusTexts: string[] = [];
  /** Commands of the editor that it ran, with their arguments. */
  readonly ran: [id: string, ...args: unknown[]][] = [];
  readonly contexts = new Map<string, unknown>();
  readonly log: string[] = [];
  /** How often it fired its own events. */
  firings = 0;
  /** Editors that it showed. */
  readonly openedEditors: TextEditor[] = [];
  /** Files that it opened in other programs. */
  readonly openedOutside: string[] = [];
  /** Where file dialogs started. */
  readonly fileDialogs: {
    kind: 'open' | 'save';
    options: vscode.OpenDialogOptions & vscode.SaveDialogOptions;
  }[] = [];

  uriHandler: { handleUri(uri: Uri): unknown } | undefined;

  // Set by the test.
  clipboard = '';
  clipboardFails = false;
  /** Whether reading the clipboard waits for the user, as in some browsers. */
  clipboardWaits = false;
  /** Paths of files that their file system reports as read-only. */
  readonly protectedPaths = new Set<string>();
  /** Other file systems than that of the disk, by scheme: whether they can be written to. */
  readonly fileSystems = new Map<string, boolean>();
  readonly notebooks: { uri: vscode.Uri; getCells: () => { document: Document }[] }[] = [];
  /** No program opens files. */
  opensNothing = false;
  isWeb = false;
  remoteName: string | undefined;
  language = 'en';
  bundle: Record<string, string> | undefined;
  /** Open folders: paths or URIs. */
  folders: string[] = [];
  /** User settings. */
  settings: Record<string, unknown> = {};
  /** Why the user settings can't be written. */
  settingsFailure: string | undefined;
  workspaceSettings: Record<string, unknown> = {};
  readonly extensions = new Map<string, object>();
  /** Answers to file dialogs: paths, URIs, or `undefined` for Cancel. */
  fileAnswers: (string | vscode.Uri | undefined)[] = [];
  /** Called with each message below a progress title. */
  progressed: ((message: string) => void) | undefined;
  /** Called with each webview panel that opens. */
  panelOpened: ((panel: Panel) => void) | undefined;
  /** The origin at which the extension's pages find its files. */
  webviewOrigin = 'https://webview.invalid';
  /** Answers messages, lists and boxes on behalf of the test; the extension receives its errors. */
  answerer: ((prompt: Message | Input) => Promise<void>) | undefined;
  /** Whether it also answers the lists that the extension creates itself; otherwise, they wait for the test. */
  answersCreated = false;

  readonly settingsChanged = new EventEmitter<vscode.ConfigurationChangeEvent>();
  readonly windowChanged = new EventEmitter<{ focused: boolean; active: boolean }>();
  readonly tabsChanged = new EventEmitter<{
    opened: readonly { input: unknown }[];
    changed: readonly { input: unknown }[];
    closed: readonly { input: unknown }[];
  }>();
  readonly terminalChanged = new EventEmitter<undefined>();
  /** Of files that a watcher follows. */
  readonly filesChanged = new EventEmitter<URI>();
  readonly filesRenamed = new EventEmitter<{ files: { oldUri: URI; newUri: URI }[] }>();

  // Documents

  /** Opens a document in a column, as a user does. */
  async openFile(path: string, column?: number): Promise<TextEditor> {
    return this.show(await this.documents.read(Uri.file(path)), column);
  }
  /**
   * Opens a document that isn't on disk.
   *
   * @param place a URI, or the path of a file
   */
  open(place: string, text: string, languageId?: string): Document {
    return this.documents.add(new Document(uriOf(place), text, languageId));
  }
  show(document: Document, column?: number): TextEditor {
    return this.workbench.showText(document, { column, takesFocus: true });
  }
  /** The open document with this file name. */
  document(name: string): Document {
    const found = this.documents.open.find(({ uri }) => basename(uri.path) === name);
    if (found) return found;
    throw new Error(
      `${name} is not open, but ${this.documents.open.map(document => document.uri.path).join(', ')}`,
    );
  }
  /** Waits until a document with this name is in front. */
  front(name: string | RegExp): Promise<Document> {
    return this.wait(`${name} in front`, () => {
      const { document } = this.workbench.activeEditor ?? {};
      const fileName = basename(document?.uri.path ?? '');
      return (typeof name === 'string' ? fileName === name : name.test(fileName)) ? document : undefined;
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
  /** Puts a text or the map in front in each column, and focuses one of them. */
  arrange(fronts: readonly ('text' | 'map')[], active: number): void {
    fronts.forEach((front, index) => {
      if (front === 'text') this.show(this.open(`untitled:/text-${index + 1}`, ''), index + 1);
      else this.workbench.showPanel(this.newPanel('swath.map', 'Swath Map'), index + 1, true);
    });
    const tab = this.workbench.group(active).activeTab;
    if (tab) this.workbench.bringForward(tab, true);
  }
  /**
   * Moves the cursor.
   *
   * @param line from 1, as the editor shows it
   * @param kind how: a `TextEditorSelectionChangeKind`
   */
  putCursor(
    editor: TextEditor,
    line: number,
    character: number,
    kind: number = TextEditorSelectionChangeKind.Mouse,
  ): void {
    const at = new Position(line - 1, character);
    this.workbench.bringForward(this.tabOf(editor), true);
    editor.select([new Selection(at, at)], kind);
  }
  /** Types at the cursor. */
  type(editor: TextEditor, text: string): void {
    const { document, selection } = editor;
    const start = document.offsetAt(selection.start);
    this.documents.edit(document.uri, [TextEdit.replace(selection, text)]);
    const at = document.positionAt(start + text.length);
    editor.select([new Selection(at, at)], 1);
  }
  /** Replaces this many characters. */
  edit(document: Document, offset: number, length: number, text: string): void {
    const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
    this.documents.edit(document.uri, [TextEdit.replace(range, text)]);
  }
  tabOf(editor: TextEditor): Tab {
    const found = this.workbench.tabs.find(tab => tab.editor === editor);
    if (!found) throw new Error('The editor is closed.');
    return found;
  }
  /** Closes a tab, along with the document that nothing shows anymore, or the page in it. */
  closeTab(tab: Tab): void {
    this.workbench.close(tab);
    tab.panel?.dispose();
    const document = tab.editor?.document;
    if (document && !this.workbench.tabs.some(({ editor }) => editor?.document === document))
      this.documents.close(document);
  }
  /** Documents without a tab close too, as they do in the editor after a while. */
  closeAll(): void {
    for (const tab of [...this.workbench.tabs]) this.closeTab(tab);
    for (const document of [...this.documents.open]) this.documents.close(document);
  }
  /** The same, except that pages stay. */
  closeTexts(): void {
    for (const tab of this.workbench.tabs.filter(({ editor }) => editor)) this.closeTab(tab);
    for (const document of [...this.documents.open]) this.documents.close(document);
  }
  /** Lenses of a document, by title. */
  async lenses(document: Document, token = new CancellationTokenSource().token): Promise<CodeLens[]> {
    const all = await Promise.all(
      this.lensProviders.map(async provider => provider.provideCodeLenses(document, token)),
    );
    return all.flatMap(found => (found ?? []) as unknown as CodeLens[]);
  }
  /** Waits for a lens in a document. */
  lensOf(document: Document, title: string | RegExp): Promise<CodeLens> {
    return this.wait(`the lens ${title}`, async () =>
      (await this.lenses(document)).find(({ command }) =>
        typeof title === 'string' ? command?.title.includes(title) : title.test(command?.title ?? ''),
      ),
    );
  }
  /** Clicks a lens once it is there. */
  async pressLens(document: Document, title: string | RegExp): Promise<void> {
    const lens = await this.lensOf(document, title);
    const { command, arguments: args = [] } = lens.command as vscode.Command;
    await this.run(command, ...(args as unknown[]));
  }
  /** The reported problems; `undefined` if none were ever set. */
  problemsOf(document: Document): readonly Diagnostic[] | undefined {
    const uri = document.uri.toString();
    const found = [...this.diagnostics.values()].flatMap(collection => {
      const problems = collection.get(uri);
      return problems ? [problems] : [];
    });
    return found.length === 0 ? undefined : found.flat();
  }
  /**
   * The code actions at a position.
   *
   * @param trigger `vscode.CodeActionTriggerKind`; automatic by default
   */
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
  async run(id: string, ...args: unknown[]): Promise<unknown> {
    const command = this.commands.get(id);
    if (command) return command(...args);
    if (id === 'noop') return undefined;
    const isFocus = Object.values(manifest.contributes.views).some(views =>
      views.some(view => id === `${view.id}.focus`),
    );
    if (!ownCommands.has(id) && !isFocus && id !== 'undo' && id !== 'redo')
      throw new Error(`command '${id}' not found`);
    this.ran.push([id, ...args]);
    if (id === 'setContext') this.contexts.set(args[0] as string, args[1]);
    const document = this.workbench.activeEditor?.document;
    if ((id === 'undo' || id === 'redo') && document) this.documents.step(document, id);
    if (id === 'vscode.open') {
      const { viewColumn, preserveFocus } = (args[1] ?? {}) as vscode.TextDocumentShowOptions;
      const opened = await this.documents.read(args[0] as URI);
      this.workbench.showText(opened, { column: viewColumn, takesFocus: preserveFocus !== true });
    }
    if (id === 'vscode.openWith')
      this.workbench.showCustom(
        args[0] as URI,
        args[1] as string,
        (args[2] as { viewColumn?: number }).viewColumn,
      );
    return undefined;
  }
  /** Replaces a command of the extension that the test hasn't started: it is recorded as run. */
  standIn(id: string, run: Handler = () => undefined): void {
    this.commands.set(id, (...args) => {
      this.ran.push([id, ...args]);
      return run(...args);
    });
  }
  /** Starts a command that asks questions, and resolves when it ends. If it fails, the test fails. */
  start(id: string, ...args: unknown[]): Promise<unknown> {
    return this.run(id, ...args);
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

  // Questions and messages

  addMessage(kind: MessageKind, text: string, args: ConstructorParameters<typeof Message>[2]): Message {
    const message = new Message(kind, text, args);
    this.messages.push(message);
    return message;
  }
  newInput(kind: 'pick' | 'box', isCreated = false): Input {
    return newInput(kind, input => {
      // One at a time: a new one replaces it.
      for (const previous of this.inputs) if (previous !== input) previous.hide();
      if (!this.inputs.includes(input)) this.inputs.push(input);
      if (isCreated && this.answersCreated) void this.answerer?.(input);
    });
  }
  /** What the extension receives for its question. */
  async answerTo<T>(prompt: Message | Input, answer: Promise<T>): Promise<T> {
    await this.answerer?.(prompt);
    return answer;
  }
  /** Cancels the task that shows its progress. */
  cancel(): void {
    const running = this.progress.findLast(({ isOpen }) => isOpen);
    if (!running) throw new Error('Nothing is in progress.');
    running.cancel();
  }
  /** The open list or box. */
  get input(): Input | undefined {
    return this.inputs.findLast(({ isOpen }) => isOpen);
  }
  /**
   * Waits for a list or box.
   *
   * @param title a part of it
   */
  prompt(title: string | RegExp): Promise<Input> {
    return this.wait(`a question "${title}"`, () => {
      const text = this.input?.title ?? '';
      return (typeof title === 'string' ? text.includes(title) : title.test(text)) ? this.input : undefined;
    });
  }
  /** The open list or box; there must be one. */
  get question(): Input {
    if (!this.input) throw new Error('Nothing is asked.');
    return this.input;
  }
  /** Chooses in the open list, once it has the items. */
  async pick(...labels: (string | RegExp)[]): Promise<void> {
    const input = await this.wait(`a list with "${labels.join('", "')}"`, () =>
      labels.every(label => this.input?.find(label)) ? this.input : undefined,
    );
    await acting(() => input.choose(...labels));
  }
  /** Types into the open box, and presses Enter. */
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
  /** Waits for a message with this text that is still open. */
  message(text: string | RegExp): Promise<Message> {
    return this.wait(`a message "${text}"`, () =>
      this.messages.find(message => {
        const content = `${message.text}\n${message.detail}`;
        return message.isOpen && (typeof text === 'string' ? content.includes(text) : text.test(content));
      }),
    );
  }
  get openMessages(): Message[] {
    return this.messages.filter(({ isOpen }) => isOpen);
  }
  /** All messages, whether still open or not. */
  get messageTexts(): string[] {
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
      const tab = this.workbench.tabs.find(candidate => candidate.panel === panel);
      if (tab) this.workbench.close(tab);
    });
    return panel;
  }
  /** A side bar view as text: one row per line, indented by two spaces per level. */
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
  /** Badge, color and tooltip of a file, by the first provider. */
  async decoration(uri: vscode.Uri): Promise<string | undefined> {
    const { token } = new CancellationTokenSource();
    const found = await this.decorationProviders[0]?.provideFileDecoration(uri, token);
    return found ? `${found.badge} ${found.color?.id} ${found.tooltip}` : undefined;
  }
  /** Swath's items in the status bar. */
  get statusBar(): string[] {
    return this.statusItems.filter(({ isShown }) => isShown).map(({ text }) => text);
  }

  /** Waits for something, and names it in the error if it doesn't happen. */
  async wait<T>(
    what: string,
    find: () => T | undefined | Promise<T | undefined>,
    timeout = patient(10_000),
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

/** A new editor, in which nothing is open or registered. */
export function newEditor(): FakeEditor {
  editor = new FakeEditor();
  return editor;
}

export { Range };
