/** As much of the editor as making an area touches: documents that edits change, and a person who answers. */
import { scripted, scriptedVscode } from './scriptedWindow.ts';

export class FakeUri {
  readonly scheme: string;
  readonly path: string;
  constructor(scheme: string, path: string) {
    this.scheme = scheme;
    this.path = path;
  }
  static from({ scheme, path }: { scheme: string; path: string }): FakeUri {
    return new FakeUri(scheme, path);
  }
  static parse(text: string): FakeUri {
    const colon = text.indexOf(':');
    return new FakeUri(text.slice(0, colon), text.slice(colon + 1));
  }
  static file(path: string): FakeUri {
    return new FakeUri('file', path);
  }
  get fsPath(): string {
    return this.path;
  }
  static joinPath(base: FakeUri, part: string): FakeUri {
    const folder = base.path.slice(0, base.path.lastIndexOf('/'));
    return new FakeUri(base.scheme, part === '..' ? folder : `${base.path}/${part}`);
  }
  toString(): string {
    return `${this.scheme}:${this.path}`;
  }
}

/** A place in a document, counted in characters from its start. */
class FakePosition {
  readonly offset: number;
  constructor(line: number, offset: number) {
    if (line !== 0) throw new Error('Places are counted from the start.');
    this.offset = offset;
  }
}

class FakeRange {
  readonly start: FakePosition;
  readonly end: FakePosition;
  /** Of two places, or of the lines and characters of two; a document has one line here. */
  constructor(...given: [FakePosition, FakePosition] | [number, number, number, number]) {
    if (given.length === 2) {
      [this.start, this.end] = given;
    } else {
      this.start = new FakePosition(given[0], given[1]);
      this.end = new FakePosition(0, given[3]);
    }
  }
}

class FakeWebviewTab {
  readonly viewType: string;
  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

/** A column of the editor by the tab in front of it. */
export interface FakeGroup {
  viewColumn: number;
  isActive: boolean;
  activeTab: { input: object };
}

/** A column with a text, or with the map, in front. */
export function fakeGroup(viewColumn: number, front: 'text' | 'map', isActive = false): FakeGroup {
  const input = front === 'map' ? new FakeWebviewTab('mainThreadWebview-swath.map') : {};
  return { viewColumn, isActive, activeTab: { input } };
}

/** How a document was shown. */
export interface Showing {
  viewColumn?: number;
  preserveFocus?: boolean;
}

export interface FakeDocument {
  uri: FakeUri;
  text: string;
  version: number;
  getText: () => string;
  positionAt: (offset: number) => FakePosition;
  offsetAt: (position: FakePosition) => number;
}

export function fakeDocument(path: string, text: string, scheme = 'untitled'): FakeDocument {
  const document = {
    uri: new FakeUri(scheme, path),
    text,
    version: 1,
    getText: () => document.text,
    positionAt: (offset: number) => new FakePosition(0, offset),
    offsetAt: ({ offset }: FakePosition) => offset,
  };
  return document;
}

interface Replacement {
  uri: FakeUri;
  range: FakeRange;
  text: string;
}

class FakeWorkspaceEdit {
  readonly replacements: Replacement[] = [];
  replace(uri: FakeUri, range: FakeRange, text: string) {
    this.replacements.push({ uri, range, text });
  }
  insert(uri: FakeUri, at: FakePosition, text: string) {
    this.replace(uri, new FakeRange(at, at), text);
  }
}

/** The editor's side of the desk. */
export const desk = {
  active: undefined as FakeDocument | undefined,
  /** Where the cursor is in it. */
  cursor: 0,
  documents: [] as FakeDocument[],
  shown: [] as FakeDocument[],
  /** For each of them. */
  showings: [] as Showing[],
  groups: [] as FakeGroup[],
  /** Texts in sight, and where. */
  visible: [] as { document: FakeDocument; viewColumn: number }[],
  snippets: [] as string[],
  files: new Map<string, Uint8Array>(),
  /** What `stat` says where it is not the length. */
  sizes: new Map<string, number>(),
  opens: undefined as FakeUri | undefined,
  /** Where the dialog for opening began. */
  opensAt: [] as (string | undefined)[],
  takesEdits: true,
  edits: 0,
  /** Of a list with several choices: the descriptions that were shown, and those that stay picked. */
  many: [] as string[],
  /** Of a list with one choice: what it showed. */
  listed: [] as string[],
  keeps: ((): boolean => true) as (label: string) => boolean,
  reset(): void {
    scripted.reset();
    Object.assign(desk, {
      active: undefined,
      cursor: 0,
      documents: [],
      shown: [],
      showings: [],
      groups: [],
      visible: [],
      snippets: [],
      files: new Map(),
      sizes: new Map(),
      opens: undefined,
      opensAt: [],
      takesEdits: true,
      edits: 0,
      many: [],
      listed: [],
      keeps: () => true,
    });
  },
};

function bytesAt(uri: FakeUri): Uint8Array {
  const bytes = desk.files.get(uri.path);
  if (!bytes) throw new Error(`There is no ${uri.path}`);
  return bytes;
}

interface Item {
  label: string;
  description?: string;
  picked?: boolean;
}

export const areaVscode = {
  ...scriptedVscode,
  Uri: FakeUri,
  Position: FakePosition,
  Range: FakeRange,
  WorkspaceEdit: FakeWorkspaceEdit,
  ViewColumn: { Beside: -2, One: 1 },
  TabInputWebview: FakeWebviewTab,
  SnippetString: class {
    readonly value: string;
    constructor(value: string) {
      this.value = value;
    }
  },
  window: {
    ...scriptedVscode.window,
    get activeTextEditor() {
      return (
        desk.active && { document: desk.active, selection: { active: desk.active.positionAt(desk.cursor) } }
      );
    },
    async showQuickPick(items: Item[], options: { title?: string; canPickMany?: boolean }) {
      if (!options.canPickMany) {
        desk.listed = items.map(({ label, description }) => `${label} | ${description ?? ''}`);
        return scriptedVscode.window.showQuickPick(items, options);
      }
      desk.many = items.map(
        ({ label, description, picked }) => `${picked ? '☑' : '☐'} ${label} | ${description ?? ''}`,
      );
      return items.filter(({ label }) => desk.keeps(label));
    },
    showOpenDialog({ defaultUri }: { defaultUri?: FakeUri }) {
      desk.opensAt.push(defaultUri?.toString());
      return Promise.resolve(desk.opens && [desk.opens]);
    },
    get visibleTextEditors() {
      return desk.visible;
    },
    tabGroups: {
      get all() {
        return desk.groups;
      },
    },
    showTextDocument(document: FakeDocument, showing: Showing) {
      desk.shown.push(document);
      desk.showings.push(showing);
      desk.active = document;
      const insertSnippet = ({ value }: { value: string }) => {
        desk.snippets.push(value);
        return Promise.resolve(true);
      };
      return Promise.resolve({ document, insertSnippet });
    },
  },
  workspace: {
    get textDocuments() {
      return desk.documents;
    },
    workspaceFolders: [{ uri: new FakeUri('file', '/nowhere/project') }],
    fs: {
      stat: (uri: FakeUri) => Promise.resolve({ size: desk.sizes.get(uri.path) ?? bytesAt(uri).length }),
      readFile: (uri: FakeUri) => Promise.resolve(bytesAt(uri)),
      readDirectory: (uri: FakeUri) =>
        Promise.resolve(
          [...desk.files.keys()]
            .filter(path => path.startsWith(`${uri.path}/`))
            .map(path => [path.slice(uri.path.length + 1), 1]),
        ),
    },
    findFiles: () => Promise.resolve([...desk.files.keys()].map(path => new FakeUri('file', path))),
    asRelativePath: ({ path }: FakeUri) => path.replace('/nowhere/project/', ''),
    getWorkspaceFolder: () => undefined,
    openTextDocument(uri: FakeUri) {
      const open = desk.documents.find(one => one.uri.toString() === uri.toString());
      if (open) return Promise.resolve(open);
      const document = fakeDocument(uri.path, '', uri.scheme);
      desk.documents.push(document);
      return Promise.resolve(document);
    },
    applyEdit({ replacements }: FakeWorkspaceEdit) {
      if (!desk.takesEdits) return Promise.resolve(false);
      desk.edits++;
      // They all speak of the text as it was.
      const backwards = replacements.toSorted((a, b) => b.range.start.offset - a.range.start.offset);
      for (const { uri, range, text } of backwards) {
        const document = desk.documents.find(one => one.uri.toString() === uri.toString());
        if (!document) throw new Error(`${uri.toString()} is not open`);
        document.text =
          document.text.slice(0, range.start.offset) + text + document.text.slice(range.end.offset);
        document.version++;
      }
      return Promise.resolve(true);
    },
  },
};
