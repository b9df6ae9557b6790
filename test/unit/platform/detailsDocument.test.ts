import { describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';

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
          { isActive: true, viewColumn: 1, activeTab: { input: new TabInputWebview() } },
          { isActive: false, viewColumn: 2, activeTab: undefined },
        ],
      },
      showTextDocument: ({ uri }: { uri: FakeUri }, { viewColumn }: { viewColumn: number }) => {
        editor.columns.push(viewColumn);
        editor.shown.push(uri);
        return Promise.resolve();
      },
    },
    TabInputWebview,
    ViewColumn: { Beside: -2 },
  };
});

const { registerDetailsDocuments } = await import('../../../src/platform/detailsDocument.ts');

function bench() {
  editor.open.clear();
  editor.shown.length = 0;
  const documents = registerDetailsDocuments();
  const last = () => editor.shown.at(-1) ?? expect.fail('nothing is shown');
  return { documents, last, text: () => JSON.parse(editor.open.get(last().toString()) ?? '') as unknown };
}

describe('a document of details', () => {
  it('is named after its title, as JSON', async () => {
    const { documents, last, text } = bench();
    await documents.show('order/o1', 'Order Quay', { id: 'o1' });
    expect(last()).toMatchObject({ scheme: 'swath', path: '/Order Quay.json', query: 'order/o1' });
    expect(text()).toEqual({ id: 'o1' });
  });

  it('leaves the map in sight', async () => {
    const { documents } = bench();
    await documents.show('order/o1', 'Order Quay', {});
    expect(editor.columns.at(-1)).toBe(2);
  });

  it.each([
    ['a/b\\c: "d"', '/a b c d.json'],
    [' a ', '/a.json'],
  ])('has a path whatever the title %j holds', async (title, path) => {
    const { documents, last } = bench();
    await documents.show('x', title, {});
    expect(last().path).toBe(path);
  });

  it('is shown anew with what is known now', async () => {
    const { documents, text } = bench();
    await documents.show('order/o1', 'Order Quay', { status: 'ordered' });
    await documents.show('order/o1', 'Order Quay', { status: 'delivered' });
    expect(text()).toEqual({ status: 'delivered' });
    expect(editor.open.size).toBe(1);
  });

  it('is another one for another row of the same title', async () => {
    const { documents } = bench();
    await documents.show('order/o1', 'Order Quay', { id: 'o1' });
    await documents.show('order/o2', 'Order Quay', { id: 'o2' });
    expect([...editor.open.values()].map(text => JSON.parse(text) as unknown)).toEqual([
      { id: 'o1' },
      { id: 'o2' },
    ]);
  });

  it('is forgotten with its tab, and says so in one that comes back', async () => {
    const { documents, last } = bench();
    await documents.show('order/o1', 'Order Quay', { id: 'o1' });
    const uri = last();
    editor.close({ uri });
    expect(editor.provide(uri)).toMatch(/^"These details are gone/);
  });
});
