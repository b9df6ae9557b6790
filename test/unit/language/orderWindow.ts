import { signal } from '@preact/signals-core';
import type * as vscode from 'vscode';
import type { OrderContext } from '../../../src/model/order/checkOrder.ts';
import type { OrderFacts } from '../../../src/state/orderFacts.ts';
import { context } from '../model/order/orderFixtures.ts';
import { FakeDocument, vscodeOf, type FakeEditor } from './fakeEditor.ts';

/** The providers that an order document has. */
export interface OrderWindow {
  completions: vscode.CompletionItemProvider | undefined;
  hover: vscode.HoverProvider | undefined;
}

class FakeMarkdown {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

/** The module `vscode` as far as orders need it. */
export function vscodeForOrders(editor: FakeEditor, window: OrderWindow): object {
  const base = vscodeOf(editor) as { languages: object; Disposable: object };
  class FakeDisposable {
    static from = (base.Disposable as { from: unknown }).from;
    readonly dispose: () => void;
    constructor(dispose: () => void) {
      this.dispose = dispose;
    }
  }
  return {
    ...base,
    Disposable: FakeDisposable,
    CompletionItemKind: { Property: 'property', Value: 'value', Reference: 'reference' },
    CompletionItemTag: { Deprecated: 'deprecated' },
    CompletionItem: class {
      readonly label: string;
      readonly kind: unknown;
      constructor(label: string, kind: unknown) {
        this.label = label;
        this.kind = kind;
      }
    },
    SnippetString: class {
      readonly value: string;
      constructor(value: string) {
        this.value = value;
      }
    },
    MarkdownString: FakeMarkdown,
    Hover: class {
      readonly contents: FakeMarkdown;
      readonly range: unknown;
      constructor(contents: FakeMarkdown, range: unknown) {
        this.contents = contents;
        this.range = range;
      }
    },
    languages: {
      ...base.languages,
      registerCompletionItemProvider: (_selector: unknown, provider: vscode.CompletionItemProvider) => {
        window.completions = provider;
        return { dispose: () => undefined };
      },
      registerHoverProvider: (_selector: unknown, provider: vscode.HoverProvider) => {
        window.hover = provider;
        return { dispose: () => undefined };
      },
    },
  };
}

/** Facts that a test changes. */
export function fakeFacts() {
  const current = signal(0);
  const wanted: (readonly string[])[] = [];
  let known: OrderContext = context;
  const facts: OrderFacts = {
    current,
    context: () => known,
    analytics: { current: signal({ kind: 'none' }), need: () => undefined, refresh: () => Promise.resolve() },
    need: () => undefined,
    want: ids => void wanted.push(ids),
    lookedUp: () => Promise.resolve(),
  };
  return {
    facts,
    wanted,
    learn(more: OrderContext) {
      known = more;
      current.value++;
    },
  };
}

export function orderDocument(body: object | string, name = 'a.order.json'): FakeDocument {
  return new FakeDocument(`/${name}`, typeof body === 'string' ? body : JSON.stringify(body, undefined, 2));
}
