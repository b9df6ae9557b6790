import { FakeDocument, FakeEvent, FakePosition, FakeRange } from '../language/fakeEditor.ts';

interface Change {
  rangeOffset: number;
  rangeLength: number;
  text: string;
}

interface Edit {
  uri: { toString(): string };
  range: FakeRange;
  text: string;
}

/** Documents, tabs and events of the editor, as far as the document on the map needs them. */
export class DocumentEditor {
  readonly changed = new FakeEvent<{ document: FakeDocument; contentChanges: Change[] }>();
  readonly opened = new FakeEvent<FakeDocument>();
  readonly closed = new FakeEvent<FakeDocument>();
  readonly renamed = new FakeEvent<{ files: { oldUri: object; newUri: object }[] }>();
  readonly selected = new FakeEvent<{ textEditor: object }>();
  readonly activated = new FakeEvent<object | undefined>();
  readonly documents: FakeDocument[] = [];
  readonly shown: string[] = [];
  /** Of them, those that left the focus where it was. */
  readonly shownQuietly: string[] = [];
  active: { document: FakeDocument; selection: { active: object } } | undefined;
  /** Called with each edit of ours before it is made; false refuses it. */
  beforeEdit: () => boolean = () => true;

  /** As by the keyboard. */
  type(document: FakeDocument, ...changes: Change[]): void {
    for (const { rangeOffset, rangeLength, text } of changes) {
      document.text =
        document.text.slice(0, rangeOffset) + text + document.text.slice(rangeOffset + rangeLength);
    }
    document.version++;
    this.changed.fire({ document, contentChanges: changes });
  }
  open(path: string, text: string): FakeDocument {
    const document = new FakeDocument(path, text);
    this.documents.push(document);
    return document;
  }
  apply(edits: readonly Edit[]): boolean {
    if (!this.beforeEdit()) return false;
    const document = this.documents.find(one => one.uri.toString() === edits[0]?.uri.toString());
    if (!document) return false;
    const changes = edits
      .map(({ range, text }) => {
        const rangeOffset = document.offsetAt(range.start);
        return { rangeOffset, rangeLength: document.offsetAt(range.end) - rangeOffset, text };
      })
      .toSorted((a, b) => b.rangeOffset - a.rangeOffset);
    this.type(document, ...changes);
    return true;
  }
}

/** From the line and character of its start to those of its end. */
class LineRange extends FakeRange {
  constructor(...given: [FakePosition, FakePosition] | [number, number, number, number]) {
    if (given.length === 2) super(...given);
    else super(new FakePosition(given[0], given[1]), new FakePosition(given[2], given[3]));
  }
}

class WorkspaceEdit {
  readonly made: Edit[] = [];
  replace(uri: Edit['uri'], range: FakeRange, text: string): void {
    this.made.push({ uri, range, text });
  }
}

/** The module `vscode` over such an editor. */
export function vscodeOver(editor: DocumentEditor) {
  const disposable = (...all: { dispose(): unknown }[]) => ({
    dispose: () => {
      for (const one of all) one.dispose();
    },
  });
  return {
    Range: LineRange,
    WorkspaceEdit,
    // No tab is any of these.
    TabInputText: Date,
    TabInputWebview: Date,
    ViewColumn: { Beside: -2 },
    Disposable: { from: disposable },
    Uri: {
      parse: (text: string) => ({ scheme: text.split(':')[0], toString: () => text }),
      from: ({ scheme, path }: { scheme: string; path: string }) => ({
        scheme,
        path,
        toString: () => `${scheme}:${path}`,
      }),
    },
    l10n: {
      t: (text: string, ...values: unknown[]) =>
        text.replaceAll(/\{(\d)\}/g, (_, index) => String(values[Number(index)])),
    },
    window: {
      tabGroups: { all: [] },
      visibleTextEditors: [],
      get activeTextEditor() {
        return editor.active;
      },
      showTextDocument: (document: FakeDocument, { preserveFocus }: { preserveFocus?: boolean }) => {
        editor.shown.push(document.uri.path);
        if (preserveFocus) editor.shownQuietly.push(document.uri.path);
        return Promise.resolve({ document });
      },
      onDidChangeTextEditorSelection: editor.selected.listen,
      onDidChangeActiveTextEditor: editor.activated.listen,
    },
    workspace: {
      get textDocuments() {
        return editor.documents;
      },
      fs: { isWritableFileSystem: () => true },
      workspaceFolders: [{ uri: { path: '/survey' } }],
      openTextDocument(uri: { scheme: string; path: string }) {
        if (uri.scheme !== 'untitled') return Promise.reject(new Error('no such file'));
        const document = editor.open(uri.path, '');
        Object.assign(document.uri, uri);
        return Promise.resolve(document);
      },
      applyEdit: ({ made }: WorkspaceEdit) => Promise.resolve(editor.apply(made)),
      onDidChangeTextDocument: editor.changed.listen,
      onDidOpenTextDocument: editor.opened.listen,
      onDidCloseTextDocument: editor.closed.listen,
      onDidRenameFiles: editor.renamed.listen,
    },
  };
}
