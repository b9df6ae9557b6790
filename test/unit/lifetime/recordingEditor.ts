import { RecordedUri } from './recordedUri.ts';

/** Something of the editor that has to be disposed of. */
interface Made {
  what: string;
  isDisposed: boolean;
}

type Listener = (...given: unknown[]) => unknown;

/** A document of the editor. */
export interface RecordedDocument {
  uri: RecordedUri;
  version: number;
  isClosed: boolean;
  languageId: string;
  lineCount: number;
  getText(): string;
  positionAt(offset: number): object;
}

/** One call of a function that the fake knows nothing of. */
export interface Call {
  path: string;
  given: readonly unknown[];
}

/**
 * An editor that knows as little as possible and writes everything down. What it knows by name stands in `known`; all
 * else is made up on demand by its name: `on…` is an event, `register…` and `create…` give something to be disposed of,
 * anything else can be called, constructed and looked into. So a new part of the interface needs no new code here.
 */
export class RecordingEditor {
  readonly made: Made[] = [];
  readonly calls: Call[] = [];
  readonly commands = new Map<string, Listener>();
  readonly documents: RecordedDocument[] = [];
  /** Answers to whatever is shown: by the text, or the choices. */
  answer: (call: Call) => unknown = () => undefined;
  /** Listeners of each event, by its path. */
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly firings: string[] = [];
  private count = 0;

  reset(): void {
    this.made.length = 0;
    this.calls.length = 0;
    this.documents.length = 0;
    this.commands.clear();
    this.listeners.clear();
    this.answer = () => undefined;
  }

  /** What was made and not disposed of. */
  left(): string[] {
    return this.made.filter(({ isDisposed }) => !isDisposed).map(({ what }) => what);
  }

  /** What was given to calls of a function whose path ends so. */
  given(end: string): (readonly unknown[])[] {
    return this.calls.filter(({ path }) => path.endsWith(end)).map(({ given }) => given);
  }

  /** Fires every event whose path ends so, and tells how many heard of it. */
  fire(end: string, ...given: unknown[]): number {
    this.firings.push(end);
    const heard = [...this.listeners].flatMap(([path, all]) => (path.endsWith(end) ? [...all] : []));
    for (const listener of heard) listener(...given);
    return heard.length;
  }

  /** How often events were fired whose path begins so. */
  fired(begin: string): number {
    return this.firings.filter(path => path.startsWith(begin)).length;
  }

  /** How many listen to anything. */
  listening(): number {
    return [...this.listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  open(name: string, text: string): RecordedDocument {
    const document: RecordedDocument = {
      uri: RecordedUri.file(`/drafts/${name}`),
      version: 1,
      isClosed: false,
      languageId: 'json',
      lineCount: text.split('\n').length,
      getText: () => text,
      positionAt: offset => ({ line: 0, character: offset }),
    };
    this.documents.push(document);
    this.fire('workspace.onDidOpenTextDocument', document);
    return document;
  }

  /** The module `vscode`. */
  module(): object {
    const parts = new Map<PropertyKey, unknown>(Object.entries(known(this)));
    return new Proxy(
      {},
      {
        has: (_target, key) => key !== 'then',
        get: (_target, key) => {
          if (typeof key === 'symbol' || key === 'then') return undefined;
          if (!parts.has(key)) parts.set(key, this.standIn(key));
          return parts.get(key);
        },
      },
    );
  }

  /** An event by its path: whoever listens has to stop it some time. */
  event(path: string): (listener: Listener) => { dispose(): void } {
    return listener => {
      const all = this.listeners.get(path) ?? new Set();
      this.listeners.set(path, all);
      // The same listener twice is two of them.
      const own: Listener = (...given) => listener(...given);
      all.add(own);
      return this.disposable(path, () => void all.delete(own));
    };
  }

  disposable(what: string, dispose: () => void = () => undefined): { dispose(): void } {
    const made: Made = { what: `${what} ${placeOf(new Error())}`, isDisposed: false };
    this.made.push(made);
    return {
      dispose() {
        made.isDisposed = true;
        dispose();
      },
    };
  }

  /** Anything, known by nothing but where it stands. */
  standIn(path: string, parts: object = {}): object {
    const held = new Map<PropertyKey, unknown>([
      [Symbol.toPrimitive, () => path],
      ['toString', () => path],
      ...Object.entries(parts),
    ]);
    const name = path.split('.').at(-1) ?? '';
    const child = (key: string): unknown => {
      const at = path === '' ? key : `${path}.${key}`;
      if (/^on[A-Z]/.test(key)) return this.event(at);
      return this.standIn(at);
    };
    // A function, so that it can be called and constructed.
    return new Proxy(function standIn() {}, {
      has: (_target, key) => key !== 'then',
      get: (target, key) => {
        if (held.has(key)) return held.get(key);
        if (key === 'then') return undefined;
        if (typeof key === 'symbol' || key === 'prototype') return Reflect.get(target, key) as unknown;
        const found = child(key);
        held.set(key, found);
        return found;
      },
      set: (_target, key, value) => {
        held.set(key, value);
        return true;
      },
      apply: (_target, _self, given: unknown[]) => this.called(path, name, given),
      construct: () => this.thing(`new ${path}`),
    });
  }

  private called(path: string, name: string, given: readonly unknown[]): unknown {
    const call: Call = { path, given };
    this.calls.push(call);
    if (name === 'registerCommand') this.commands.set(String(given[0]), given[1] as Listener);
    if (/^(register|create)[A-Z]/.test(name)) return this.owned(`${path}(${nameIn(given)})`);
    if (name === 'setStatusBarMessage') return this.disposable(path);
    return Promise.resolve(name.startsWith('show') ? this.answer(call) : undefined);
  }

  /** Something that the editor made: it lives until it is disposed of, and tells so. */
  private owned(path: string): object {
    const at = `${path}#${++this.count}`;
    const disposing = new Set<Listener>();
    const one = this.disposable(path, () => {
      for (const listener of disposing) listener();
      disposing.clear();
    });
    return this.standIn(at, {
      dispose: () => one.dispose(),
      visible: true,
      // Once it is gone, so is whoever listened.
      onDidDispose: (listener: Listener) => {
        disposing.add(listener);
        return { dispose: () => disposing.delete(listener) };
      },
    });
  }

  /** A value that is made of parts: its methods give itself. */
  private thing(path: string): object {
    const self: object = new Proxy(
      {},
      {
        get: (target, key) => {
          if (Reflect.has(target, key) || typeof key === 'symbol' || key === 'then')
            return Reflect.get(target, key) as unknown;
          return () => self;
        },
        has: (target, key) => Reflect.has(target, key),
      },
    );
    Object.defineProperty(self, 'madeBy', { value: path });
    return self;
  }
}

/** What the product computes with, and so must be true. */
function known(editor: RecordingEditor): object {
  class Disposable {
    readonly dispose: () => void;
    constructor(run: () => void) {
      const own = editor.disposable('new Disposable', run);
      this.dispose = () => own.dispose();
    }
    static from(...parts: { dispose(): unknown }[]): Disposable {
      return new Disposable(() => parts.forEach(part => void part.dispose()));
    }
  }
  class EventEmitter {
    private readonly path = `emitter ${++emitters}`;
    readonly event = editor.event(this.path);
    private readonly own = editor.disposable('new EventEmitter');
    readonly dispose = () => this.own.dispose();
    fire(...given: unknown[]) {
      editor.fire(this.path, ...given);
    }
  }
  let emitters = 0;
  const call = (id: string, ...given: unknown[]) => {
    editor.calls.push({ path: 'commands.executeCommand', given: [id, ...given] });
    return Promise.resolve(editor.commands.get(id)?.(...given));
  };
  return {
    Disposable,
    EventEmitter,
    Uri: RecordedUri,
    CancellationError: class extends Error {},
    UIKind: { Desktop: 1, Web: 2 },
    l10n: {
      t: (text: string, ...given: unknown[]) =>
        text.replace(/\{(\d)\}/g, (_all, at: string) => String(given[Number(at)])),
    },
    commands: editor.standIn('commands', { executeCommand: call }),
    env: editor.standIn('env', { language: 'en', uiKind: 1, remoteName: undefined }),
    languages: editor.standIn('languages', {
      match: (_selector: unknown, { languageId }: RecordedDocument) => (languageId === 'json' ? 10 : 0),
    }),
    window: editor.standIn('window', {
      state: { focused: true, active: true },
      activeTextEditor: undefined,
      visibleTextEditors: [],
      tabGroups: editor.standIn('window.tabGroups', { all: [] }),
      withProgress: (_options: object, run: (...given: object[]) => unknown) =>
        run(
          { report: () => undefined },
          { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) },
        ),
    }),
    workspace: editor.standIn('workspace', {
      textDocuments: editor.documents,
      workspaceFolders: undefined,
      asRelativePath: (uri: RecordedUri) => uri.path,
      getConfiguration: () => ({
        get: (_name: string, otherwise: unknown) => otherwise,
        inspect: () => undefined,
      }),
      openTextDocument: (uri: RecordedUri) => {
        const found = editor.documents.find(one => one.uri.toString() === uri.toString());
        return found ? Promise.resolve(found) : Promise.reject(new Error(`There is no ${uri.toString()}.`));
      },
    }),
  };
}

function nameIn([first]: readonly unknown[]): string {
  return typeof first === 'string' ? first : '';
}

/** Where in the product something was made. */
export function placeOf({ stack = '' }: Error): string {
  const line = stack.split('\n').find(one => /\/src\/|node_modules\/p-/.test(one));
  return /(?:src|node_modules)\/[^\s)]*/.exec(line ?? '')?.[0] ?? 'somewhere';
}
