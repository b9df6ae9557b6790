import { describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';

interface FakeUri {
  scheme: string;
  path: string;
  query: string;
  toString(): string;
}

/** The editor as far as read-only documents need it: texts come from the provider, and anew when it says so. */
const editor = vi.hoisted(() => ({
  provide: undefined as unknown as (uri: unknown) => unknown,
  close: undefined as unknown as (document: unknown) => unknown,
  open: new Map<string, string>(),
  shown: [] as FakeUri[],
  columns: [] as (number | undefined)[],
  /** Tabs of the second column. */
  tabs: [] as { input: unknown }[],
  hasReader: true,
  read: [] as unknown[][],
}));

vi.mock('vscode', () => {
  class EventEmitter {
    listeners: ((given: unknown) => void)[] = [];
    event = (listener: (given: unknown) => void) => void this.listeners.push(listener);
    fire = (given: unknown) => this.listeners.forEach(listener => listener(given));
    dispose = () => undefined;
  }
  class TabInputWebview {
    readonly viewType = 'mainThreadWebview-swath.map';
  }
  class TabInputCustom {
    uri: unknown;
    constructor(uri: unknown) {
      this.uri = uri;
    }
  }
  return {
    EventEmitter,
    Disposable: { from: () => ({ dispose: () => undefined }) },
    l10n: { t: (text: string) => text },
    Uri: {
      from: (parts: { scheme: string; path: string; query: string }) => ({
        ...parts,
        toString: () => `${parts.scheme}:${parts.path}?${parts.query}`,
      }),
    },
    workspace: {
      registerTextDocumentContentProvider: (
        _scheme: string,
        provider: vscode.TextDocumentContentProvider & { onDidChange: (run: (uri: unknown) => void) => void },
      ) => {
        editor.provide = uri => provider.provideTextDocumentContent(uri as vscode.Uri, undefined as never);
        provider.onDidChange(uri => {
          const name = String(uri);
          if (editor.open.has(name)) editor.open.set(name, String(editor.provide(uri)));
        });
      },
      onDidCloseTextDocument: (listener: (document: unknown) => void) => {
        editor.close = listener;
      },
      openTextDocument: (uri: FakeUri) => {
        if (!editor.open.has(uri.toString())) editor.open.set(uri.toString(), String(editor.provide(uri)));
        return Promise.resolve({ uri });
      },
    },
    window: {
      visibleTextEditors: [],
      // The map is in front of the first column.
      tabGroups: {
        all: [
          { isActive: true, viewColumn: 1, activeTab: { input: new TabInputWebview() }, tabs: [] },
          { isActive: false, viewColumn: 2, activeTab: undefined, tabs: [] },
          { isActive: false, viewColumn: 3, activeTab: undefined, tabs: editor.tabs },
        ],
      },
      showTextDocument: ({ uri }: { uri: FakeUri }, { viewColumn }: { viewColumn: number }) => {
        editor.columns.push(viewColumn);
        editor.shown.push(uri);
        return Promise.resolve();
      },
    },
    extensions: { getExtension: () => (editor.hasReader ? {} : undefined) },
    commands: {
      executeCommand: (...given: unknown[]) => {
        editor.read.push(given);
        return Promise.resolve();
      },
    },
    TabInputWebview,
    TabInputCustom,
    ViewColumn: { Beside: -2 },
  };
});

const { registerDetailsDocuments } = await import('../../../src/platform/detailsDocument.ts');

function bench() {
  editor.open.clear();
  for (const list of [editor.shown, editor.read, editor.tabs]) list.length = 0;
  editor.hasReader = true;
  const documents = registerDetailsDocuments();
  const last = () => editor.shown.at(-1) ?? expect.fail('nothing is shown');
  return { documents, last, text: () => JSON.parse(editor.open.get(last().toString()) ?? '') as unknown };
}

describe('a document of details', () => {
  it('is named after its title, as JSON', async () => {
    const { documents, last, text } = bench();
    await documents.show('order/o1', 'Order Quay', { id: 'o1' }, []);
    expect(last()).toMatchObject({ scheme: 'swath', path: '/Order Quay.json', query: 'order/o1' });
    expect(text()).toEqual({ id: 'o1' });
  });

  it('leaves the map in sight', async () => {
    const { documents } = bench();
    await documents.show('order/o1', 'Order Quay', {}, []);
    expect(editor.columns.at(-1)).toBe(2);
  });

  it.each([
    ['a/b\\c: "d"', '/a b c d.json'],
    [' a ', '/a.json'],
  ])('has a path whatever the title %j holds', async (title, path) => {
    const { documents, last } = bench();
    await documents.show('x', title, {}, []);
    expect(last().path).toBe(path);
  });

  it('is shown anew with what is known now', async () => {
    const { documents, text } = bench();
    await documents.show('order/o1', 'Order Quay', { status: 'ordered' }, []);
    await documents.show('order/o1', 'Order Quay', { status: 'delivered' }, []);
    expect(text()).toEqual({ status: 'delivered' });
    expect(editor.open.size).toBe(1);
  });

  it('is another one for another row of the same title', async () => {
    const { documents } = bench();
    await documents.show('order/o1', 'Order Quay', { id: 'o1' }, []);
    await documents.show('order/o2', 'Order Quay', { id: 'o2' }, []);
    expect([...editor.open.values()].map(text => JSON.parse(text) as unknown)).toEqual([
      { id: 'o1' },
      { id: 'o2' },
    ]);
  });

  it('is forgotten with its tab, and says so in one that comes back', async () => {
    const { documents, last } = bench();
    await documents.show('order/o1', 'Order Quay', { id: 'o1' }, []);
    const uri = last();
    editor.close({ uri });
    expect(editor.provide(uri)).toMatch(/^"These details are gone/);
  });
});

describe('a document about several things', () => {
  const uri = 'swath:/Prices of a b.md?';

  it('is opened to be read, away from the map', async () => {
    const { documents } = bench();
    await documents.showMarkdown('Prices of a/b', '# Prices');
    expect(editor.open.get(uri)).toBe('# Prices');
    expect(editor.read.map(([command, which, ...rest]) => [command, String(which), ...rest])).toEqual([
      ['vscode.openWith', uri, 'vscode.markdown.preview.editor', { preview: true, viewColumn: 2 }],
    ]);
    expect(editor.shown).toEqual([]);
  });

  it('is shown anew where it is', async () => {
    const { documents } = bench();
    editor.tabs.push({ input: new vscode.TabInputCustom(uri as never, '') });
    await documents.showMarkdown('Prices of a/b', '# Prices');
    expect(editor.read.at(-1)?.at(-1)).toEqual({ preview: true, viewColumn: 3 });
  });

  it('is a text where the editor has nothing to read Markdown with', async () => {
    const { documents, last } = bench();
    editor.hasReader = false;
    await documents.showMarkdown('Prices', '# Prices');
    expect(last().path).toBe('/Prices.md');
    expect(editor.read).toEqual([]);
  });

  it('is a text where it is to be sent on', async () => {
    const { documents, last } = bench();
    await documents.showSource('Diagnosis', '# Diagnosis');
    expect(last().path).toBe('/Diagnosis.md');
    expect(editor.read).toEqual([]);
  });

  it('says in a tab that comes back that it is gone, as a sentence', () => {
    bench();
    expect(editor.provide({ path: '/Prices.md' })).toMatch(/^These details are gone/);
  });
});
