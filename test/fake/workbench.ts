/** What is open in the window: columns of tabs with texts and web pages. */
import type * as vscode from 'vscode';
import type { Document } from './documents.ts';
import { loud } from './loud.ts';
import type { Panel } from './panel.ts';
import {
  EventEmitter,
  Position,
  Range,
  Selection,
  TabInputCustom,
  TabInputText,
  TabInputWebview,
  TextEdit,
} from './values.ts';

export class Tab {
  readonly label: string;
  readonly input: TabInputText | TabInputCustom | TabInputWebview;
  readonly group: Group;
  readonly editor: TextEditor | undefined;
  readonly panel: Panel | undefined;
  constructor(
    group: Group,
    label: string,
    input: Tab['input'],
    shows: { editor?: TextEditor; panel?: Panel },
  ) {
    this.group = group;
    this.label = label;
    this.input = input;
    this.editor = shows.editor;
    this.panel = shows.panel;
  }
  get isActive(): boolean {
    return this.group.activeTab === this;
  }
  get isDirty(): boolean {
    return this.editor?.document.isDirty === true;
  }
}

/** A column of the window. */
export class Group {
  readonly viewColumn: number;
  tabs: Tab[] = [];
  activeTab: Tab | undefined;
  private readonly isFront: () => boolean;
  constructor(viewColumn: number, isFront: (group: Group) => boolean) {
    this.viewColumn = viewColumn;
    this.isFront = () => isFront(this);
  }
  get isActive(): boolean {
    return this.isFront();
  }
}

/** A text in a column, as `vscode.TextEditor`. */
export class TextEditor {
  readonly document: Document;
  readonly viewColumn: number;
  options: unknown = {};
  /** Ranges that were brought into view. */
  readonly revealed: Range[] = [];
  private cursors: readonly Selection[] = [new Selection(new Position(0, 0), new Position(0, 0))];
  private readonly moved: (editor: TextEditor, kind: number | undefined) => void;
  private readonly change: (document: Document, edits: readonly TextEdit[]) => boolean;

  constructor(
    document: Document,
    viewColumn: number,
    moved: (editor: TextEditor, kind: number | undefined) => void,
    change: (document: Document, edits: readonly TextEdit[]) => boolean,
  ) {
    this.document = document;
    this.viewColumn = viewColumn;
    this.moved = moved;
    this.change = change;
  }
  get selections(): readonly Selection[] {
    return this.cursors;
  }
  set selections(selections: readonly Selection[]) {
    this.select(selections, 3);
  }
  get selection(): Selection {
    return this.cursors[0] as Selection;
  }
  set selection(selection: Selection) {
    this.selections = [selection];
  }
  /** @param kind the cause: a `TextEditorSelectionChangeKind` */
  select(selections: readonly Selection[], kind: number | undefined): void {
    this.cursors = selections;
    this.moved(this, kind);
  }
  revealRange(range: Range): void {
    this.revealed.push(range);
  }
  /** Inserts the snippet's text without placeholders: `${1:name}` and every other `$1` become `name`. */
  insertSnippet({ value }: { value: string }, place?: Position | Range): Promise<boolean> {
    if (place) {
      const range = place instanceof Range ? place : new Range(place, place);
      this.cursors = [new Selection(range.start, range.end)];
    }
    const names = new Map(
      [...value.matchAll(/\$\{(\d+):([^}]*)\}/g)].map(([, stop, name = '']) => [stop, name]),
    );
    const text = value.replaceAll(
      /\$\{(\d+):[^}]*\}|\$(\d+)|\\([$}\\])/g,
      (_all, named?: string, bare?: string, sign?: string) => sign ?? names.get(named ?? bare) ?? '',
    );
    return Promise.resolve(this.change(this.document, [TextEdit.replace(this.selection, text)]));
  }
  /** As in VS Code, a read-only editor does nothing and doesn't say so. */
  edit(build: (builder: { replace(range: Range, text: string): void }) => void): Promise<boolean> {
    const edits: TextEdit[] = [];
    build({ replace: (range, text) => edits.push(TextEdit.replace(range, text)) });
    return Promise.resolve(this.document.isReadOnly || this.change(this.document, edits));
  }
}

export class Workbench {
  groups: Group[] = [];
  /** The column that has, or last had, the focus. */
  front: Group | undefined;
  isFocused = true;
  readonly activeEditorChanged = new EventEmitter<TextEditor | undefined>();
  readonly selectionChanged = new EventEmitter<{
    textEditor: TextEditor;
    selections: readonly Selection[];
    kind: number | undefined;
  }>();
  private readonly edit: (uri: vscode.Uri, edits: readonly TextEdit[]) => boolean;

  constructor(edit: (uri: vscode.Uri, edits: readonly TextEdit[]) => boolean) {
    this.edit = edit;
  }
  get tabs(): Tab[] {
    return this.groups.flatMap(({ tabs }) => tabs);
  }
  get activeEditor(): TextEditor | undefined {
    return this.front?.activeTab?.editor;
  }
  get visibleEditors(): TextEditor[] {
    return this.groups.flatMap(({ activeTab }) => activeTab?.editor ?? []);
  }

  /** @param column of `vscode.ViewColumn`; negative for the active one and the one beside it */
  group(column = -1): Group {
    const active = this.front?.viewColumn ?? 1;
    const target =
      column === -2 ? (this.groups.length === 0 ? 1 : active + 1) : column === -1 ? active : column;
    const known = this.groups.find(({ viewColumn }) => viewColumn === target);
    if (known) return known;
    const group = loud(
      'TabGroup',
      new Group(this.groups.length + 1, candidate => candidate.viewColumn === this.front?.viewColumn),
    );
    this.groups.push(group);
    return group;
  }
  showText(
    document: Document,
    { column, takesFocus }: { column?: number | undefined; takesFocus: boolean },
  ): TextEditor {
    const group = this.group(column);
    const uri = document.uri.toString();
    let tab = group.tabs.find(({ editor }) => editor?.document.uri.toString() === uri);
    if (!tab) {
      const editor = loud(
        'TextEditor',
        new TextEditor(
          document,
          group.viewColumn,
          (textEditor, kind) =>
            this.selectionChanged.fire({ textEditor, selections: textEditor.selections, kind }),
          (changed, edits) => this.edit(changed.uri, edits),
        ),
      );
      tab = this.add(group, nameOf(document.uri), new TabInputText(document.uri), { editor });
    }
    this.bringForward(tab, takesFocus);
    return tab.editor as TextEditor;
  }
  showPanel(panel: Panel, column: number | undefined, takesFocus: boolean): Tab {
    const known = this.tabs.find(tab => tab.panel === panel);
    // The editor adds a prefix to the view type.
    const input = new TabInputWebview(`mainThreadWebview-${panel.viewType}`);
    const tab = known ?? this.add(this.group(column), panel.title, input, { panel });
    this.bringForward(tab, takesFocus);
    return tab;
  }
  showCustom(uri: vscode.Uri, viewType: string, column: number | undefined): void {
    const group = this.group(column);
    const known = group.tabs.find(
      ({ input }) => input instanceof TabInputCustom && input.uri.toString() === uri.toString(),
    );
    this.bringForward(known ?? this.add(group, nameOf(uri), new TabInputCustom(uri, viewType), {}), true);
  }
  bringForward(tab: Tab, takesFocus: boolean): void {
    const before = this.activeEditor;
    tab.group.activeTab = tab;
    if (takesFocus || !this.front) this.front = tab.group;
    if (this.activeEditor !== before) this.activeEditorChanged.fire(this.activeEditor);
  }
  close(tab: Tab): void {
    const before = this.activeEditor;
    const { group } = tab;
    group.tabs = group.tabs.filter(item => item !== tab);
    if (group.activeTab === tab) group.activeTab = group.tabs.at(-1);
    if (this.activeEditor !== before) this.activeEditorChanged.fire(this.activeEditor);
  }

  private add(
    group: Group,
    label: string,
    input: Tab['input'],
    shows: { editor?: TextEditor; panel?: Panel },
  ): Tab {
    const tab = loud('Tab', new Tab(group, label, input, shows));
    group.tabs.push(tab);
    return tab;
  }
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
