/**
 * The module `vscode` in tests: everything that Swath uses of it, on top of the editor in `editor.ts`. Missing members
 * throw, so that no test relies on something the editor doesn't do.
 */
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { glob } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import type * as real from 'vscode';
import { URI } from 'vscode-uri';
import type { Document } from './documents.ts';
import { editor, uriOf } from './editor.ts';
import { askPick, askText } from './inputs.ts';
import { loud } from './loud.ts';
import type { MessageKind } from './messages.ts';
import {
  CancellationTokenSource,
  Disposable,
  EventEmitter as OwnEmitter,
  FilePermission,
  FileSystemError,
  Range,
  Selection,
  Uri,
  type WorkspaceEdit,
} from './values.ts';

export * from './values.ts';

/** One created by the extension. */
export class EventEmitter<T> extends OwnEmitter<T> {
  private readonly life = new Disposable(() => undefined, 'EventEmitter');
  override fire(data: T): void {
    editor.firings += 1;
    super.fire(data);
  }
  override dispose(): void {
    super.dispose();
    this.life.dispose();
  }
}

export const version = '1.105.0';

/** Texts come only from `@vscode/l10n`, whose language is set once. */
export const l10n = loud('vscode.l10n', {
  get bundle() {
    return editor.bundle;
  },
});

const uiKind = { Desktop: 1, Web: 2 };

export const env = loud('vscode.env', {
  appName: 'Code',
  uriScheme: 'vscode',
  get language() {
    return editor.language;
  },
  get remoteName() {
    return editor.remoteName;
  },
  get uiKind() {
    return editor.isWeb ? uiKind.Web : uiKind.Desktop;
  },
  openExternal(uri: real.Uri) {
    editor.openedOutside.push(uri.fsPath);
    return Promise.resolve(!editor.opensNothing);
  },
  clipboard: loud('vscode.env.clipboard', {
    readText: () =>
      editor.clipboardWaits ? new Promise<string>(() => undefined) : Promise.resolve(editor.clipboard),
    writeText(text: string) {
      if (editor.clipboardFails) return Promise.reject(new Error('No clipboard'));
      editor.clipboard = text;
      return Promise.resolve();
    },
  }),
});

export const commands = loud('vscode.commands', {
  registerCommand(id: string, run: (...args: unknown[]) => unknown) {
    if (editor.commands.has(id)) throw new Error(`command '${id}' already exists`);
    editor.commands.set(id, run);
    return new Disposable(() => editor.commands.delete(id));
  },
  executeCommand: (id: string, ...args: unknown[]) => editor.run(id, ...args),
});

/** The `dispose` of an object that lives until then. */
function disposal(what: string, end: () => unknown): () => void {
  const life = new Disposable(end, what);
  return () => life.dispose();
}

/** Adds an object to a list of the editor until it is disposed of. */
function taken<T>(list: T[], item: T): Disposable {
  list.push(item);
  return new Disposable(() => list.splice(list.indexOf(item), 1));
}

export const languages = loud('vscode.languages', {
  registerCodeLensProvider: (_selector: unknown, provider: real.CodeLensProvider) =>
    taken(editor.lensProviders, provider),
  registerCodeActionsProvider: (_selector: unknown, provider: real.CodeActionProvider) =>
    taken(editor.actionProviders, provider),
  registerHoverProvider: (_selector: unknown, provider: real.HoverProvider) =>
    taken(editor.hoverProviders, provider),
  registerCompletionItemProvider(
    _selector: unknown,
    provider: real.CompletionItemProvider,
    ...triggers: string[]
  ) {
    editor.completionTriggers.push(...triggers);
    return taken(editor.completionProviders, provider);
  },
  registerDocumentPasteEditProvider: (_selector: unknown, provider: real.DocumentPasteEditProvider) =>
    taken(editor.pasteProviders, provider),
  createDiagnosticCollection(name: string) {
    const found = new Map<string, readonly never[]>();
    editor.diagnostics.set(name, found);
    return loud('DiagnosticCollection', {
      name,
      set: (uri: URI, problems: readonly never[]) => void found.set(uri.toString(), problems),
      get: (uri: URI) => found.get(uri.toString()),
      delete: (uri: URI) => void found.delete(uri.toString()),
      clear: () => found.clear(),
      dispose: disposal('DiagnosticCollection', () => editor.diagnostics.delete(name)),
    });
  },
  getDiagnostics: (uri: URI) =>
    [...editor.diagnostics.values()].flatMap(found => found.get(uri.toString()) ?? []),
  match(selector: real.DocumentSelector, { languageId, uri }: Document): number {
    const filters = (Array.isArray(selector) ? selector : [selector]) as (string | real.DocumentFilter)[];
    const fits = filters.some(filter => {
      if (typeof filter === 'string') return filter === languageId;
      const { language = languageId, scheme = uri.scheme, pattern } = filter;
      const isNamed = pattern === undefined || uri.path.endsWith((pattern as string).replace(/^.*\*/, ''));
      return language === languageId && scheme === uri.scheme && isNamed;
    });
    return fits ? 10 : 0;
  },
  createLanguageStatusItem(id: string, selector: real.DocumentSelector) {
    const dispose = disposal('LanguageStatusItem', () => (editor.languageStatus = undefined));
    const initial = { name: undefined, text: '', detail: '', severity: 0, busy: false, command: undefined };
    return (editor.languageStatus = loud('LanguageStatusItem', { id, selector, ...initial, dispose }));
  },
  setTextDocumentLanguage(document: Document, language: string) {
    document.languageId = language;
    return Promise.resolve(document);
  },
});

const showMessage =
  (kind: MessageKind) =>
  (text: string, ...args: (real.MessageOptions | string | real.MessageItem)[]) => {
    const message = editor.addMessage(kind, text, args);
    return editor.answerTo(message, message.answered);
  };

function showFileDialog(
  kind: 'open' | 'save',
  options: real.OpenDialogOptions & real.SaveDialogOptions = {},
) {
  editor.fileDialogs.push({ kind, options });
  if (editor.fileAnswers.length === 0) throw new Error(`Nobody answers the dialog "${options.title}".`);
  const answer = editor.fileAnswers.shift();
  return typeof answer === 'string' ? Uri.file(answer) : answer;
}

export const window = loud('vscode.window', {
  showInformationMessage: showMessage('information'),
  showWarningMessage: showMessage('warning'),
  showErrorMessage: showMessage('error'),
  showQuickPick(items: real.QuickPickItem[], options: real.QuickPickOptions) {
    const input = editor.newInput('pick');
    return editor.answerTo(input, askPick(input, items, options));
  },
  showInputBox(options: real.InputBoxOptions) {
    const input = editor.newInput('box');
    return editor.answerTo(input, askText(input, options));
  },
  createQuickPick: () => editor.newInput('pick', true),
  createInputBox: () => editor.newInput('box'),
  showOpenDialog(options?: real.OpenDialogOptions) {
    const uri = showFileDialog('open', options);
    return Promise.resolve(uri && [uri]);
  },
  showSaveDialog: (options?: real.SaveDialogOptions) => Promise.resolve(showFileDialog('save', options)),
  async withProgress<R>(
    { title = '', location }: real.ProgressOptions,
    task: (progress: object, cancel: real.CancellationToken) => Thenable<R>,
  ): Promise<R> {
    const cancelling = new CancellationTokenSource();
    const progress = {
      title,
      location,
      messages: [] as string[],
      percent: 0,
      isOpen: true,
      cancel: () => cancelling.cancel(),
    };
    editor.progress.push(progress);
    const report = ({ message, increment = 0 }: { message?: string; increment?: number }) => {
      if (message !== undefined) {
        progress.messages.push(message);
        editor.progressed?.(message);
      }
      progress.percent += increment;
    };
    try {
      return await task({ report }, cancelling.token);
    } finally {
      progress.isOpen = false;
      cancelling.dispose();
    }
  },
  setStatusBarMessage(text: string, hideAfterMs?: number) {
    const { statusTexts } = editor;
    statusTexts.push(text);
    const item = new Disposable(() => statusTexts.splice(statusTexts.indexOf(text), 1));
    if (hideAfterMs !== undefined) setTimeout(() => item.dispose(), hideAfterMs).unref();
    return item;
  },
  createStatusBarItem(id: string, alignment: number, priority: number) {
    const item = loud('StatusBarItem', {
      id,
      alignment,
      priority,
      name: '',
      text: '',
      isShown: false,
      tooltip: undefined,
      command: undefined,
      color: undefined,
      backgroundColor: undefined,
      accessibilityInformation: undefined,
      show: () => void (item.isShown = true),
      hide: () => void (item.isShown = false),
      dispose: disposal('StatusBarItem', (): void => {
        editor.statusItems.splice(editor.statusItems.indexOf(item), 1);
      }),
    });
    editor.statusItems.push(item);
    return item;
  },
  createOutputChannel(name: string) {
    const write =
      (level: string) =>
      (...parts: unknown[]) =>
        void editor.log.push(
          `[${level}] ${parts.map(part => (part instanceof Error ? part.stack : String(part))).join(' ')}`,
        );
    return loud('LogOutputChannel', {
      name,
      logLevel: 2,
      trace: write('trace'),
      debug: write('debug'),
      info: write('info'),
      warn: write('warning'),
      error: write('error'),
      append: write('text'),
      appendLine: write('text'),
      show: () => void editor.ran.push(['showLog']),
      dispose: disposal('LogOutputChannel', () => undefined),
    });
  },
  createTreeView(viewId: string, options: real.TreeViewOptions<unknown>) {
    const visibility = new OwnEmitter<{ visible: boolean }>();
    const selected = new OwnEmitter<{ selection: readonly unknown[] }>();
    const revealed: unknown[] = [];
    const view = loud('TreeView', {
      visible: true,
      badge: undefined as real.ViewBadge | undefined,
      description: undefined as string | undefined,
      message: undefined as string | undefined,
      title: undefined as string | undefined,
      selection: [] as unknown[],
      onDidChangeVisibility: visibility.event,
      onDidChangeSelection: selected.event,
      reveal(element: unknown) {
        revealed.push(element);
        return Promise.resolve();
      },
      dispose: disposal('TreeView', () => editor.trees.delete(viewId)),
    });
    editor.trees.set(viewId, { options, view, visibility, selected, revealed });
    return view;
  },
  registerFileDecorationProvider: (provider: real.FileDecorationProvider) =>
    taken(editor.decorationProviders, provider),
  registerUriHandler(handler: { handleUri(uri: Uri): unknown }) {
    editor.uriHandler = handler;
    return new Disposable(() => (editor.uriHandler = undefined));
  },
  createWebviewPanel(
    viewType: string,
    title: string,
    where: number | { viewColumn: number; preserveFocus?: boolean },
    options: unknown,
  ) {
    const { viewColumn, preserveFocus = false } = typeof where === 'number' ? { viewColumn: where } : where;
    const panel = editor.newPanel(viewType, title);
    panel.webview.options = options;
    panel.reveal(viewColumn, preserveFocus);
    return panel;
  },
  registerWebviewPanelSerializer(viewType: string, serializer: real.WebviewPanelSerializer) {
    editor.serializers.set(viewType, serializer);
    return new Disposable(() => editor.serializers.delete(viewType));
  },
  async showTextDocument(
    target: Document | URI,
    how: number | real.TextDocumentShowOptions = {},
    preserveFocus = false,
  ) {
    const document = target instanceof URI ? await editor.documents.read(target) : target;
    const options: real.TextDocumentShowOptions =
      typeof how === 'number' ? { viewColumn: how, preserveFocus } : how;
    const textEditor = editor.workbench.showText(document, {
      column: options.viewColumn,
      takesFocus: options.preserveFocus !== true,
    });
    editor.openedEditors.push(textEditor);
    const { selection } = options;
    if (selection) textEditor.select([new Selection(selection.start, selection.end)], 3);
    return textEditor;
  },
  get activeTextEditor() {
    return editor.workbench.activeEditor;
  },
  /** The notebook that is open, if any. It takes no edits. */
  get activeNotebookEditor() {
    return editor.notebook;
  },
  get visibleTextEditors() {
    return editor.workbench.visibleEditors;
  },
  get state() {
    const focused = editor.workbench.isFocused;
    return { focused, active: focused };
  },
  tabGroups: loud('vscode.window.tabGroups', {
    get all() {
      return editor.workbench.groups;
    },
    get onDidChangeTabs() {
      return editor.tabsChanged.event;
    },
    get activeTabGroup() {
      return editor.workbench.group();
    },
    close(tabs: never) {
      for (const tab of [tabs].flat()) editor.closeTab(tab);
      return Promise.resolve(true);
    },
  }),
  // Events come from the editor that is current at the time of subscription.
  get onDidChangeActiveTextEditor() {
    return editor.workbench.activeEditorChanged.event;
  },
  get onDidChangeTextEditorSelection() {
    return editor.workbench.selectionChanged.event;
  },
  get onDidChangeActiveTerminal() {
    return editor.terminalChanged.event;
  },
  get onDidChangeWindowState() {
    return editor.windowChanged.event;
  },
});

/** Like the editor's `workspace.fs`, on disk. */
const fs = loud('vscode.workspace.fs', {
  async stat({ fsPath }: URI) {
    const found = await orNotFound(stat(fsPath), fsPath);
    const { size, mtimeMs: mtime, birthtimeMs: ctime } = found;
    const permissions = editor.protectedPaths.has(fsPath) ? { permissions: FilePermission.Readonly } : {};
    return { type: found.isDirectory() ? 2 : Number(found.isFile()), size, mtime, ctime, ...permissions };
  },
  async readFile({ fsPath }: URI) {
    return new Uint8Array(await orNotFound(readFile(fsPath), fsPath));
  },
  async writeFile({ fsPath }: URI, bytes: Uint8Array) {
    await mkdir(join(fsPath, '..'), { recursive: true });
    await writeFile(fsPath, bytes);
  },
  async readDirectory({ fsPath }: URI) {
    const entries = await orNotFound(readdir(fsPath, { withFileTypes: true }), fsPath);
    return entries.map(entry => [entry.name, entry.isDirectory() ? 2 : 1]);
  },
  async createDirectory({ fsPath }: URI) {
    await mkdir(fsPath, { recursive: true });
  },
  async copy(from: URI, to: URI, { overwrite = false }: { overwrite?: boolean } = {}) {
    await cp(from.fsPath, to.fsPath, { recursive: true, force: overwrite, errorOnExist: !overwrite }).catch(
      (error: unknown) => {
        throw (error as NodeJS.ErrnoException).code === 'ERR_FS_CP_EEXIST'
          ? FileSystemError.FileExists(to)
          : error;
      },
    );
  },
  isWritableFileSystem: (scheme: string) => (scheme === 'file' ? true : editor.fileSystems.get(scheme)),
});

async function orNotFound<T>(work: Promise<T>, path: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw FileSystemError.FileNotFound(path);
    throw error;
  }
}

function folderOf(path: string): string | undefined {
  return editor.folders.find(folder => {
    const way = relative(folder, path);
    return !way.startsWith('..') && !isAbsolute(way);
  });
}

const asFolder = (path: string, index: number) => ({
  uri: uriOf(path),
  name: path.slice(path.lastIndexOf('/') + 1),
  index,
});

export const workspace = loud('vscode.workspace', {
  fs,
  get workspaceFolders() {
    return editor.folders.length === 0 ? undefined : editor.folders.map(asFolder);
  },
  getWorkspaceFolder(uri: URI) {
    const folder = folderOf(uri.fsPath);
    return folder === undefined ? undefined : asFolder(folder, editor.folders.indexOf(folder));
  },
  asRelativePath(pathOrUri: URI | string) {
    const path = typeof pathOrUri === 'string' ? pathOrUri : pathOrUri.fsPath;
    const folder = folderOf(path);
    return folder === undefined ? path : relative(folder, path);
  },
  async findFiles(pattern: string, exclude?: string | null, maxResults = Infinity) {
    const found: URI[] = [];
    for (const folder of editor.folders)
      for await (const path of glob(pattern, { cwd: folder, exclude: exclude ? [exclude] : [] }))
        if (found.length < maxResults) found.push(Uri.file(join(folder, path)));
    return found;
  },
  get notebookDocuments() {
    return editor.notebooks;
  },
  get textDocuments() {
    return editor.documents.open;
  },
  openTextDocument(source: URI | string | { content?: string; language?: string }) {
    if (typeof source === 'string') return editor.documents.read(Uri.file(source));
    if (source instanceof URI) return editor.documents.read(source);
    const { content = '', language = 'plaintext' } = source;
    const uriOf = (path: string) => Uri.from({ scheme: 'untitled', path });
    return Promise.resolve(editor.documents.begin(content, language, uriOf));
  },
  applyEdit(edit: WorkspaceEdit) {
    const done = edit.entries().map(([uri, edits]) => editor.documents.edit(uri, edits));
    return Promise.resolve(done.every(Boolean));
  },
  getConfiguration(section?: string) {
    const nameOf = (name: string) => (section === undefined ? name : `${section}.${name}`);
    const inspect = (name: string) => ({ key: nameOf(name), ...editor.settingOf(nameOf(name)) });
    return loud('WorkspaceConfiguration', {
      inspect,
      get(name: string, fallback?: unknown) {
        const { globalValue, workspaceValue, defaultValue } = inspect(name);
        return workspaceValue ?? globalValue ?? defaultValue ?? fallback;
      },
      has: (name: string) => Object.values(inspect(name)).some(value => value !== undefined),
      update(name: string, value: unknown) {
        if (editor.settingsFailure !== undefined) return Promise.reject(new Error(editor.settingsFailure));
        editor.set({ [nameOf(name)]: value });
        return Promise.resolve();
      },
    });
  },
  registerTextDocumentContentProvider(scheme: string, provider: real.TextDocumentContentProvider) {
    const textOf = async (uri: URI) =>
      (await provider.provideTextDocumentContent(uri, new CancellationTokenSource().token)) ?? undefined;
    editor.documents.providers.set(scheme, textOf);
    const following = provider.onDidChange?.(async uri => {
      const document = editor.documents.find(uri);
      const text = document && (await textOf(uri));
      if (text !== undefined && text !== document?.getText())
        editor.documents.replace(document as Document, text);
    });
    return new Disposable(() => {
      editor.documents.providers.delete(scheme);
      following?.dispose();
    });
  },
  createFileSystemWatcher(pattern: string) {
    const { event } = editor.filesChanged;
    const dispose = disposal('FileSystemWatcher', () => undefined);
    return loud('FileSystemWatcher', { pattern, onDidChange: event, onDidCreate: event, dispose });
  },
  get onDidOpenTextDocument() {
    return editor.documents.opened.event;
  },
  get onDidChangeTextDocument() {
    return editor.documents.changed.event;
  },
  get onDidCloseTextDocument() {
    return editor.documents.closed.event;
  },
  get onDidChangeConfiguration() {
    return editor.settingsChanged.event;
  },
  get onDidRenameFiles() {
    return editor.filesRenamed.event;
  },
});

export const extensions = loud('vscode.extensions', {
  getExtension: (id: string) => editor.extensions.get(id),
});

export const authentication = loud('vscode.authentication', {
  registerAuthenticationProvider(_id: string, _label: string, provider: real.AuthenticationProvider) {
    editor.authentication = provider;
    return new Disposable(() => (editor.authentication = undefined));
  },
});

export class McpHttpServerDefinition {
  label: string;
  uri: Uri;
  headers: Record<string, string>;
  version: string | undefined;
  constructor(label: string, uri: Uri, headers: Record<string, string> = {}, version?: string) {
    this.label = label;
    this.uri = uri;
    this.headers = headers;
    this.version = version;
  }
}

export const lm = loud('vscode.lm', {
  registerTool(name: string, tool: real.LanguageModelTool<object>) {
    editor.tools.set(name, tool);
    return new Disposable(() => editor.tools.delete(name));
  },
  registerMcpServerDefinitionProvider(id: string, provider: real.McpServerDefinitionProvider) {
    editor.mcpProviders.set(id, provider);
    return new Disposable(() => editor.mcpProviders.delete(id));
  },
});

export { Range };
