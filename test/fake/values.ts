/** The values of `vscode` without window state: locations, texts, actions, constants. */
import type * as vscode from 'vscode';
import { URI, Utils } from 'vscode-uri';

/** The editor's own class, with a function that is next to it in its package. */
export const Uri = Object.assign(URI, { joinPath: Utils.joinPath });
export type Uri = URI;

/** A class of the editor that stores its constructor arguments under these names. */
function keeping<T extends object>(...names: (keyof T)[]): new (...args: unknown[]) => T {
  const Kept = function (this: Partial<Record<keyof T, unknown>>, ...args: unknown[]) {
    names.forEach((name, place) => (this[name] = args[place]));
  };
  return Kept as unknown as new (...args: unknown[]) => T;
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    if (line < 0 || character < 0) throw new Error('illegal argument: a position is not negative');
    this.line = line;
    this.character = character;
  }
  compareTo(other: Position): number {
    return this.line - other.line || this.character - other.character;
  }
  isEqual(other: Position): boolean {
    return this.compareTo(other) === 0;
  }
  isBefore(other: Position): boolean {
    return this.compareTo(other) < 0;
  }
  isBeforeOrEqual(other: Position): boolean {
    return this.compareTo(other) <= 0;
  }
  isAfter(other: Position): boolean {
    return this.compareTo(other) > 0;
  }
  isAfterOrEqual(other: Position): boolean {
    return this.compareTo(other) >= 0;
  }
  with(change: number | { line?: number; character?: number } = {}, character = this.character): Position {
    const { line, character: at } = typeof change === 'number' ? { line: change, character } : change;
    return new Position(line ?? this.line, at ?? this.character);
  }
  translate(change: number | { lineDelta?: number; characterDelta?: number } = 0, by = 0): Position {
    const { lineDelta = 0, characterDelta = 0 } =
      typeof change === 'number' ? { lineDelta: change, characterDelta: by } : change;
    return new Position(this.line + lineDelta, this.character + characterDelta);
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position);
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number);
  constructor(...args: [Position, Position] | [number, number, number, number]) {
    const [a, b] =
      args.length === 2 ? args : [new Position(args[0], args[1]), new Position(args[2], args[3])];
    [this.start, this.end] = a.isAfter(b) ? [b, a] : [a, b];
  }
  get isEmpty(): boolean {
    return this.start.isEqual(this.end);
  }
  get isSingleLine(): boolean {
    return this.start.line === this.end.line;
  }
  isEqual(other: Range): boolean {
    return this.start.isEqual(other.start) && this.end.isEqual(other.end);
  }
  contains(value: Position | Range): boolean {
    const [start, end] = value instanceof Range ? [value.start, value.end] : [value, value];
    return !start.isBefore(this.start) && !end.isAfter(this.end);
  }
  intersection(other: Range): Range | undefined {
    if (this.start.isAfter(other.end) || other.start.isAfter(this.end)) return undefined;
    return new Range(
      this.start.isAfter(other.start) ? this.start : other.start,
      this.end.isAfter(other.end) ? other.end : this.end,
    );
  }
  union(other: Range): Range {
    return new Range(
      this.start.isAfter(other.start) ? other.start : this.start,
      this.end.isAfter(other.end) ? this.end : other.end,
    );
  }
  with(change: Position | { start?: Position; end?: Position } = {}, last = this.end): Range {
    const { start = this.start, end = this.end } =
      change instanceof Position ? { start: change, end: last } : change;
    return new Range(start, end);
  }
}

export class Selection extends Range {
  readonly anchor: Position;
  readonly active: Position;
  constructor(anchor: Position, active: Position) {
    super(anchor, active);
    this.anchor = anchor;
    this.active = active;
  }
}

/** Called with everything created that must be disposed of; the returned function is called on disposal. */
export const lifetimes: { begin: (what: string) => () => void } = { begin: () => () => undefined };

export class Disposable {
  static from(...parts: { dispose: () => unknown }[]): Disposable {
    return new Disposable(() => parts.forEach(part => part.dispose()));
  }
  private end: (() => unknown) | undefined;
  private readonly over: () => void;
  constructor(end: () => unknown, what = 'Disposable') {
    this.end = end;
    this.over = lifetimes.begin(what);
  }
  dispose(): void {
    this.over();
    this.end?.();
    this.end = undefined;
  }
}

export class EventEmitter<T> {
  /** For a test that counts them. */
  readonly listeners = new Map<(data: T) => unknown, Disposable>();
  readonly event = (
    listener: (data: T) => unknown,
    self?: unknown,
    disposables?: { dispose: () => unknown }[],
  ) => {
    // Each subscription is separate, as in the editor.
    const handler = (data: T) => listener.call(self, data);
    const stop = new Disposable(() => this.listeners.delete(handler), 'listening');
    this.listeners.set(handler, stop);
    disposables?.push(stop);
    return stop;
  };
  fire(data: T): void {
    for (const listener of [...this.listeners.keys()]) listener(data);
  }
  dispose(): void {
    this.listeners.clear();
  }
  /** Called when its owner is gone, so that nobody has to unsubscribe. */
  end(): void {
    for (const stop of [...this.listeners.values()]) stop.dispose();
  }
}

export class CancellationTokenSource {
  private readonly cancelled = new EventEmitter<void>();
  private isCancelled = false;
  readonly token: vscode.CancellationToken;
  constructor() {
    const isCancelled = () => this.isCancelled;
    this.token = {
      get isCancellationRequested() {
        return isCancelled();
      },
      onCancellationRequested: this.cancelled.event,
    };
  }
  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    this.cancelled.fire();
  }
  dispose(): void {
    this.cancelled.end();
  }
}

export class CancellationError extends Error {
  constructor() {
    super('Canceled');
    this.name = 'Canceled';
  }
}

export class FileSystemError extends Error {
  readonly code: string;
  static FileNotFound(uri?: string | URI): FileSystemError {
    return new FileSystemError(String(uri), 'FileNotFound');
  }
  static FileExists(uri?: string | URI): FileSystemError {
    return new FileSystemError(String(uri), 'FileExists');
  }
  constructor(message: string, code = 'Unknown') {
    super(message);
    this.code = code;
  }
}

export class MarkdownString {
  value: string;
  isTrusted: boolean | { enabledCommands: readonly string[] } | undefined;
  constructor(value = '') {
    this.value = value;
  }
}

export const ThemeColor = keeping<{ id: string }>('id');
export type ThemeColor = InstanceType<typeof ThemeColor>;

export const FileDecoration = keeping<Partial<vscode.FileDecoration>>('badge', 'tooltip', 'color');

export const ThemeIcon = keeping<{ id: string; color: ThemeColor | undefined }>('id', 'color');
export type ThemeIcon = InstanceType<typeof ThemeIcon>;

export class SnippetString {
  value: string;
  constructor(value = '') {
    this.value = value;
  }
}

export class TreeItem {
  label: string | vscode.TreeItemLabel | undefined;
  collapsibleState: number;
  id: string | undefined;
  description: string | boolean | undefined;
  tooltip: string | MarkdownString | undefined;
  iconPath: unknown;
  contextValue: string | undefined;
  command: vscode.Command | undefined;
  accessibilityInformation: vscode.AccessibilityInformation | undefined;
  constructor(label: string | vscode.TreeItemLabel, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class Location {
  readonly uri: URI;
  readonly range: vscode.Range;
  constructor(uri: URI, place: Range | Position) {
    this.uri = uri;
    this.range = place instanceof Range ? place : new Range(place, place);
  }
}

export const DiagnosticRelatedInformation = keeping<{ location: Location; message: string }>(
  'location',
  'message',
);
export type DiagnosticRelatedInformation = InstanceType<typeof DiagnosticRelatedInformation>;

export class Diagnostic {
  range: vscode.Range;
  message: string;
  severity: number;
  source: string | undefined;
  code: string | number | { value: string | number; target: URI } | undefined;
  relatedInformation: DiagnosticRelatedInformation[] | undefined;
  constructor(range: vscode.Range, message: string, severity = 0) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

export class CodeLens {
  range: vscode.Range;
  command: vscode.Command | undefined;
  constructor(range: vscode.Range, command?: vscode.Command) {
    this.range = range;
    this.command = command;
  }
}

export class CodeActionKind {
  static readonly Empty = new CodeActionKind('');
  static readonly QuickFix = new CodeActionKind('quickfix');
  static readonly RefactorRewrite = new CodeActionKind('refactor.rewrite');
  static readonly Source = new CodeActionKind('source');
  static readonly SourceFixAll = new CodeActionKind('source.fixAll');

  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
  append(part: string): CodeActionKind {
    return new CodeActionKind(this.value === '' ? part : `${this.value}.${part}`);
  }
  contains(other: CodeActionKind): boolean {
    return this.value === '' || other.value === this.value || other.value.startsWith(`${this.value}.`);
  }
}

export const DocumentDropOrPasteEditKind = { Empty: CodeActionKind.Empty, Text: new CodeActionKind('text') };

export const DocumentPasteEdit = keeping<vscode.DocumentPasteEdit>('insertText', 'title', 'kind');

export const DataTransfer = Map<string, DataTransferItem>;

export class DataTransferItem {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
  asString = () => Promise.resolve(String(this.value));
}

export class CodeAction {
  title: string;
  kind: CodeActionKind | undefined;
  isPreferred: boolean | undefined;
  diagnostics: Diagnostic[] | undefined;
  command: vscode.Command | undefined;
  edit: WorkspaceEdit | undefined;
  disabled: { reason: string } | undefined;
  constructor(title: string, kind?: CodeActionKind) {
    this.title = title;
    this.kind = kind;
  }
}

export class Hover {
  contents: unknown[];
  range: Range | undefined;
  constructor(contents: unknown, range?: Range) {
    this.contents = Array.isArray(contents) ? contents : [contents];
    this.range = range;
  }
}

export class CompletionItem {
  label: string | vscode.CompletionItemLabel;
  kind: number | undefined;
  detail: string | undefined;
  documentation: string | MarkdownString | undefined;
  sortText: string | undefined;
  filterText: string | undefined;
  insertText: string | SnippetString | undefined;
  range: unknown;
  tags: readonly number[] | undefined;
  preselect: boolean | undefined;
  command: vscode.Command | undefined;
  constructor(label: string | vscode.CompletionItemLabel, kind?: number) {
    this.label = label;
    this.kind = kind;
  }
}

/** A replacement in a text. */
export class TextEdit {
  static replace(range: Range, newText: string): TextEdit {
    return new TextEdit(range, newText);
  }
  static insert(at: Position, newText: string): TextEdit {
    return new TextEdit(new Range(at, at), newText);
  }
  readonly range: Range;
  readonly newText: string;
  constructor(range: Range, newText: string) {
    this.range = range;
    this.newText = newText;
  }
}

export const NotebookCellKind = { Markup: 1, Code: 2 };

export class NotebookCellData {
  readonly kind: number;
  readonly value: string;
  readonly languageId: string;
  constructor(kind: number, value: string, languageId: string) {
    this.kind = kind;
    this.value = value;
    this.languageId = languageId;
  }
}

export const NotebookEdit = {
  insertCells: (index: number, cells: readonly NotebookCellData[]) => ({ index, cells }),
};

export class WorkspaceEdit {
  private readonly edits = new Map<string, [URI, TextEdit[]]>();
  get size(): number {
    return this.edits.size;
  }
  entries(): [URI, TextEdit[]][] {
    return [...this.edits.values()];
  }
  get(uri: URI): TextEdit[] {
    return this.edits.get(uri.toString())?.[1] ?? [];
  }
  set(uri: URI, edits: TextEdit[]): void {
    this.edits.set(uri.toString(), [uri, [...edits]]);
  }
  replace(uri: URI, range: Range, newText: string): void {
    this.set(uri, [...this.get(uri), new TextEdit(range, newText)]);
  }
  insert(uri: URI, at: Position, newText: string): void {
    this.replace(uri, new Range(at, at), newText);
  }
  delete(uri: URI, range: Range): void {
    this.replace(uri, range, '');
  }
}

export const TabInputText = keeping<{ uri: URI }>('uri');
export type TabInputText = InstanceType<typeof TabInputText>;

export const TabInputCustom = keeping<{ uri: URI; viewType: string }>('uri', 'viewType');
export type TabInputCustom = InstanceType<typeof TabInputCustom>;

export const TabInputWebview = keeping<{ viewType: string }>('viewType');
export type TabInputWebview = InstanceType<typeof TabInputWebview>;

export const LanguageModelTextPart = keeping<{ value: string }>('value');
export type LanguageModelTextPart = InstanceType<typeof LanguageModelTextPart>;

export const LanguageModelToolResult = keeping<{ content: unknown[] }>('content');
export type LanguageModelToolResult = InstanceType<typeof LanguageModelToolResult>;

// The editor's numeric values.
export const CodeActionTriggerKind = { Invoke: 1, Automatic: 2 } as const;
export const LanguageStatusSeverity = { Information: 0, Warning: 1, Error: 2 } as const;
export const CompletionItemKind = {
  Text: 0,
  Property: 9,
  Value: 11,
  Snippet: 14,
  Reference: 17,
  Struct: 21,
} as const;
export const CompletionTriggerKind = { Invoke: 0, TriggerCharacter: 1 } as const;
export const CompletionItemTag = { Deprecated: 1 } as const;
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 } as const;
export const EndOfLine = { LF: 1, CRLF: 2 } as const;
export const FilePermission = { Readonly: 1 } as const;
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 } as const;
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 } as const;
export const ProgressLocation = { Window: 10, Notification: 15 } as const;
export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;
export const StatusBarAlignment = { Left: 1, Right: 2 } as const;
export const TextEditorRevealType = { InCenterIfOutsideViewport: 2 } as const;
export const TextDocumentChangeReason = { Undo: 1, Redo: 2 } as const;
export const TextEditorSelectionChangeKind = { Keyboard: 1, Mouse: 2, Command: 3 } as const;
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const;
export const UIKind = { Desktop: 1, Web: 2 } as const;
export const ViewColumn = { Beside: -2, Active: -1, One: 1, Two: 2, Three: 3 } as const;
export const QuickInputButtons = { Back: { iconPath: new ThemeIcon('quick-input-back'), tooltip: 'Back' } };
