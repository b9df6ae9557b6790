import { applyEdits } from '../../../src/model/edits/geojsonEdit.ts';

export class FakePosition {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
  isAfter(other: FakePosition): boolean {
    return this.line > other.line || (this.line === other.line && this.character > other.character);
  }
}

export class FakeRange {
  readonly start: FakePosition;
  readonly end: FakePosition;
  constructor(start: FakePosition, end: FakePosition) {
    this.start = start;
    this.end = end;
  }
  intersection(other: FakeRange): FakeRange | undefined {
    if (this.start.isAfter(other.end) || other.start.isAfter(this.end)) return undefined;
    return new FakeRange(
      this.start.isAfter(other.start) ? this.start : other.start,
      this.end.isAfter(other.end) ? other.end : this.end,
    );
  }
  isEqual(other: FakeRange): boolean {
    return this.key === other.key;
  }
  get key(): string {
    return [this.start.line, this.start.character, this.end.line, this.end.character].join(' ');
  }
}

export interface FakeUri {
  path: string;
  toString(): string;
}

/** A text document as far as AOIs need one. */
export class FakeDocument {
  readonly uri: FakeUri;
  readonly languageId: string;
  version = 1;
  isClosed = false;
  text: string;
  constructor(path: string, text: string, languageId = 'json') {
    this.uri = { path, toString: () => `file://${path}` };
    this.text = text;
    this.languageId = languageId;
  }
  getText(): string {
    return this.text;
  }
  positionAt(offset: number): FakePosition {
    const before = this.text.slice(0, offset).split('\n');
    return new FakePosition(before.length - 1, before.at(-1)?.length ?? 0);
  }
  get lineCount(): number {
    return this.text.split('\n').length;
  }
  offsetAt({ line, character }: FakePosition): number {
    const before = this.text.split('\n').slice(0, line);
    const offset = before.reduce((sum, one) => sum + one.length + 1, 0) + character;
    return Math.min(offset, this.text.length);
  }
  textIn({ start, end }: FakeRange): string {
    return this.text.slice(this.offsetAt(start), this.offsetAt(end));
  }
}

type Listener<T> = (given: T) => unknown;

/** One event of the editor, fired by the test. */
export class FakeEvent<T> {
  readonly listeners = new Set<Listener<T>>();
  readonly listen = (listener: Listener<T>) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(given: T): void {
    for (const listener of this.listeners) listener(given);
  }
}

export class FakeDiagnostic {
  readonly range: FakeRange;
  readonly message: string;
  readonly severity: number;
  code?: string;
  relatedInformation?: FakeRelated[];
  constructor(range: FakeRange, message: string, severity: number) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

class FakeLocation {
  readonly uri: FakeUri;
  readonly range: FakeRange;
  constructor(uri: FakeUri, range: FakeRange) {
    this.uri = uri;
    this.range = range;
  }
}

class FakeRelated {
  readonly location: FakeLocation;
  readonly message: string;
  constructor(location: FakeLocation, message: string) {
    this.location = location;
    this.message = message;
  }
}

/** What the editor was told and can be made to say. */
export class FakeEditor {
  readonly opened = new FakeEvent<FakeDocument>();
  readonly changed = new FakeEvent<{ document: FakeDocument; contentChanges: object[] }>();
  readonly closed = new FakeEvent<FakeDocument>();
  readonly documents: FakeDocument[] = [];
  readonly diagnostics = new Map<string, FakeDiagnostic[]>();
  provider: { provideCodeActions: (...given: unknown[]) => unknown } | undefined;
  lenses: FakeLensProvider | undefined;

  open(document: FakeDocument): void {
    this.documents.push(document);
    this.opened.fire(document);
  }
  edit(document: FakeDocument, text: string): void {
    document.text = text;
    document.version++;
    this.changed.fire({ document, contentChanges: [{}] });
  }
  close(document: FakeDocument): void {
    document.isClosed = true;
    this.closed.fire(document);
  }
  reset(): void {
    this.documents.length = 0;
    this.diagnostics.clear();
  }
}

/** Stands for `vscode.EventEmitter`. */
export class FakeEmitter<T> extends FakeEvent<T> {
  readonly event = this.listen;
  dispose(): void {
    this.listeners.clear();
  }
}

export class FakeLens {
  readonly range: FakeRange;
  readonly command: { title: string; command: string; arguments?: unknown[] };
  constructor(range: FakeRange, command: FakeLens['command']) {
    this.range = range;
    this.command = command;
  }
}

interface FakeLensProvider {
  onDidChangeCodeLenses: (listener: () => unknown) => unknown;
  provideCodeLenses: (document: unknown, cancel: unknown) => Promise<FakeLens[]>;
}

/** Stands for `vscode.CodeActionKind`. */
export class FakeKind {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
  append(part: string): FakeKind {
    return new FakeKind(`${this.value}.${part}`);
  }
  contains(other: FakeKind): boolean {
    return other.value === this.value || other.value.startsWith(`${this.value}.`);
  }
}

export class FakeAction {
  readonly title: string;
  readonly kind: FakeKind;
  isPreferred?: boolean;
  diagnostics?: FakeDiagnostic[];
  command?: { title: string; command: string; arguments: unknown[] };
  edit = new FakeWorkspaceEdit();
  constructor(title: string, kind: FakeKind) {
    this.title = title;
    this.kind = kind;
  }
}

export class FakeWorkspaceEdit {
  readonly made: { uri: FakeUri; range: FakeRange; text: string }[] = [];
  replace(uri: FakeUri, range: FakeRange, text: string): void {
    this.made.push({ uri, range, text });
  }
  /** The text of the document after the edit. */
  appliedTo(document: FakeDocument): string {
    const edits = this.made.map(({ range, text }) => {
      const offset = document.offsetAt(range.start);
      return { offset, length: document.offsetAt(range.end) - offset, text };
    });
    return applyEdits(document.text, edits);
  }
}

/** The module `vscode` over such an editor. */
export function vscodeOf(editor: FakeEditor): object {
  return {
    Range: FakeRange,
    EventEmitter: FakeEmitter,
    CodeLens: FakeLens,
    Position: FakePosition,
    Diagnostic: FakeDiagnostic,
    Location: FakeLocation,
    DiagnosticRelatedInformation: FakeRelated,
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2 },
    CodeAction: FakeAction,
    CodeActionKind: {
      QuickFix: new FakeKind('quickfix'),
      SourceFixAll: new FakeKind('source.fixAll'),
      RefactorRewrite: new FakeKind('refactor.rewrite'),
    },
    CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
    WorkspaceEdit: FakeWorkspaceEdit,
    Disposable: {
      from: (...parts: { dispose: () => unknown }[]) => ({
        dispose: () => parts.forEach(part => part.dispose()),
      }),
    },
    l10n: {
      t: (text: string, ...given: unknown[]) =>
        text.replace(/\{(\d)\}/g, (_all, at) => String(given[Number(at)])),
    },
    languages: {
      match: (_selector: unknown, document: FakeDocument) => (document.languageId === 'json' ? 10 : 0),
      getDiagnostics: (uri: FakeUri) => editor.diagnostics.get(uri.toString()) ?? [],
      createDiagnosticCollection: () => ({
        set: (uri: FakeUri, found: FakeDiagnostic[]) => editor.diagnostics.set(uri.toString(), found),
        delete: (uri: FakeUri) => editor.diagnostics.delete(uri.toString()),
        dispose: () => editor.diagnostics.clear(),
      }),
      registerCodeLensProvider: (_selector: unknown, provider: FakeEditor['lenses']) => {
        editor.lenses = provider;
        return { dispose: () => (editor.lenses = undefined) };
      },
      registerCodeActionsProvider: (_selector: unknown, provider: FakeEditor['provider']) => {
        editor.provider = provider;
        return { dispose: () => undefined };
      },
    },
    workspace: {
      textDocuments: editor.documents,
      onDidOpenTextDocument: editor.opened.listen,
      onDidChangeTextDocument: editor.changed.listen,
      onDidCloseTextDocument: editor.closed.listen,
    },
  };
}
