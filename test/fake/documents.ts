import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type * as vscode from 'vscode';
import { loud } from './loud.ts';
import { EventEmitter, Position, Range, TextEdit } from './values.ts';

export interface Change {
  document: Document;
  contentChanges: { range: vscode.Range; rangeOffset: number; rangeLength: number; text: string }[];
  reason: number | undefined;
}

/** A text in the editor, as `vscode.TextDocument`. */
export class Document implements vscode.TextDocument {
  readonly uri: vscode.Uri;
  languageId: string;
  version = 1;
  isClosed = false;
  /** As the user sets it in the session: editors take no edits, and those of the workspace don't make it dirty. */
  isReadOnly = false;
  readonly encoding = 'utf8';
  eol: vscode.EndOfLine;
  /** The text on disk; `undefined` for a document that was never saved. */
  savedText: string | undefined;
  private text: string;
  private undone: string[] = [];
  private undoStack: string[] = [];

  constructor(uri: vscode.Uri, text: string, languageId = languageOf(uri.path)) {
    this.uri = uri;
    this.text = text;
    this.languageId = languageId;
    this.eol = text.includes('\r\n') ? 2 : 1;
    this.savedText = uri.scheme === 'untitled' ? undefined : text;
  }
  get fileName(): string {
    return this.uri.fsPath;
  }
  get isUntitled(): boolean {
    return this.uri.scheme === 'untitled';
  }
  get isDirty(): boolean {
    return !this.isReadOnly && this.text !== (this.savedText ?? '');
  }
  get lineCount(): number {
    return this.lines().length;
  }
  getText(range?: vscode.Range): string {
    if (!range) return this.text;
    return this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end));
  }
  positionAt(offset: number): vscode.Position {
    const before = this.text.slice(0, Math.max(0, offset)).split('\n');
    const line = before.length - 1;
    const character = Math.min(before[line]?.length ?? 0, this.lines()[line]?.length ?? 0);
    return new Position(line, character);
  }
  offsetAt(position: vscode.Position): number {
    const { line, character } = this.validatePosition(position);
    let start = 0;
    for (let at = 0; at < line; at++) start = this.text.indexOf('\n', start) + 1;
    return start + character;
  }
  lineAt(lineOrPosition: number | vscode.Position): vscode.TextLine {
    const line = typeof lineOrPosition === 'number' ? lineOrPosition : lineOrPosition.line;
    const text = this.lines()[line];
    if (text === undefined) throw new Error('Illegal value for `line`');
    const range = new Range(line, 0, line, text.length);
    const firstNonWhitespaceCharacterIndex = text.search(/\S|$/);
    return {
      lineNumber: line,
      text,
      range,
      rangeIncludingLineBreak: this.validateRange(new Range(line, 0, line + 1, 0)),
      firstNonWhitespaceCharacterIndex,
      isEmptyOrWhitespace: !/\S/.test(text),
    };
  }
  getWordRangeAtPosition(): never {
    throw new Error('The fake of vscode knows no words. Add them in test/fake.');
  }
  validatePosition(position: vscode.Position): vscode.Position {
    const lines = this.lines();
    if (position.line >= lines.length) return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
    return new Position(position.line, Math.min(position.character, lines[position.line]?.length ?? 0));
  }
  validateRange(range: vscode.Range): vscode.Range {
    return new Range(this.validatePosition(range.start), this.validatePosition(range.end));
  }
  async save(): Promise<boolean> {
    if (this.uri.scheme !== 'file') return false;
    await writeFile(this.uri.fsPath, this.text);
    this.savedText = this.text;
    return true;
  }

  /** Makes edits whose positions all refer to the current text. */
  change(edits: readonly TextEdit[]): Change {
    const places = edits.map(({ range, newText: text }) => {
      const rangeOffset = this.offsetAt(range.start);
      return { range, rangeOffset, rangeLength: this.offsetAt(range.end) - rangeOffset, text };
    });
    const backwards = places.toSorted((a, b) => b.rangeOffset - a.rangeOffset);
    let { text } = this;
    for (const { rangeOffset, rangeLength, text: put } of backwards)
      text = text.slice(0, rangeOffset) + put + text.slice(rangeOffset + rangeLength);
    this.undoStack.push(this.text);
    this.undone = [];
    return this.become(text, backwards, undefined);
  }
  /** Like the editor's undo and redo; `undefined` if there is nothing to undo or redo. */
  step(way: 'undo' | 'redo'): Change | undefined {
    const [from, to] = way === 'undo' ? [this.undoStack, this.undone] : [this.undone, this.undoStack];
    const text = from.pop();
    if (text === undefined) return undefined;
    to.push(this.text);
    const all = { range: this.validateRange(new Range(0, 0, Infinity, 0)), rangeOffset: 0 };
    return this.become(text, [{ ...all, rangeLength: this.text.length, text }], way === 'undo' ? 1 : 2);
  }

  private become(text: string, contentChanges: Change['contentChanges'], reason: number | undefined): Change {
    this.text = text;
    this.version += 1;
    return { document: this, contentChanges, reason };
  }
  private lines(): string[] {
    return this.text.split(/\r?\n/);
  }
}

/** As the manifest and the editor define it. */
function languageOf(path: string): string {
  if (path.endsWith('.search.json') || path.endsWith('.order.json')) return 'json';
  switch (extname(path)) {
    case '.json':
    case '.geojson':
    case '.topojson':
      return 'json';
    case '.md':
      return 'markdown';
    default:
      return 'plaintext';
  }
}

type Provider = (uri: vscode.Uri) => Promise<string | undefined>;

/** All documents in the window, in editors or not. */
export class Documents {
  readonly open: Document[] = [];
  readonly opened = new EventEmitter<Document>();
  readonly changed = new EventEmitter<Change>();
  readonly closed = new EventEmitter<Document>();
  /** By scheme: providers of documents that aren't on disk. */
  readonly providers = new Map<string, Provider>();
  /** Whether edits are accepted; a read-only document accepts none. */
  takesEdits = true;
  private untitled = 0;

  find(uri: vscode.Uri): Document | undefined {
    return this.open.find(document => document.uri.toString() === uri.toString());
  }
  async read(uri: vscode.Uri): Promise<Document> {
    const known = this.find(uri);
    if (known) return known;
    const text = await this.textOf(uri);
    // It may have been opened in the meantime.
    return this.find(uri) ?? this.add(new Document(uri, text));
  }
  begin(content: string, language: string, uriOf: (name: string) => vscode.Uri): Document {
    this.untitled += 1;
    return this.add(new Document(uriOf(`Untitled-${this.untitled}`), content, language));
  }
  add(document: Document): Document {
    const wrapped = loud('TextDocument', document);
    this.open.push(wrapped);
    this.opened.fire(wrapped);
    return wrapped;
  }
  /** @returns whether the edits were made */
  edit(uri: vscode.Uri, edits: readonly TextEdit[]): boolean {
    const document = this.find(uri);
    if (!this.takesEdits || !document) return false;
    if (edits.length > 0) this.changed.fire({ ...document.change(edits), document });
    return true;
  }
  /** Replaces the text of a document. */
  replace(document: Document, newText: string): void {
    const range = document.validateRange(new Range(0, 0, Infinity, 0));
    this.changed.fire({ ...document.change([TextEdit.replace(range, newText)]), document });
  }
  step(document: Document, way: 'undo' | 'redo'): void {
    const change = document.step(way);
    if (change) this.changed.fire({ ...change, document });
  }
  close(document: Document): void {
    const at = this.open.indexOf(document);
    if (at < 0) return;
    this.open.splice(at, 1);
    document.isClosed = true;
    this.closed.fire(document);
  }

  private async textOf(uri: vscode.Uri): Promise<string> {
    if (uri.scheme === 'file') return readFile(uri.fsPath, 'utf8');
    if (uri.scheme === 'untitled') return '';
    const text = await this.providers.get(uri.scheme)?.(uri);
    if (text === undefined) throw new Error(`cannot open ${uri.toString()}`);
    return text;
  }
}
