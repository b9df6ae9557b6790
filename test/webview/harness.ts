/**
 * The extension in a simulated editor: all of it runs in the test's process, on the fake of `vscode`, and its page is
 * shown in a plain Chromium as the editor would show it. It starts in a second.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import type { SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/serve.ts';
import * as extension from '../../src/extension.ts';
import { coastFile } from '../build/coastFile.mjs';
import type { Theme } from '../editor/browser.ts';
import { collectProblems, type Problem, shiftClock } from '../editor/browser.ts';
import { repository } from '../editor/repository.ts';
import { waitFor } from '../editor/waitFor.ts';
import { coarse, patience } from '../editor/workbench.ts';
import { contextOf, Kept } from '../fake/context.ts';
import { type FakeEditor, newEditor } from '../fake/editor.ts';
import type { Panel } from '../fake/panel.ts';
import { browserOfWorker } from './browserOfWorker.ts';
import { checkThemes, themeOf } from './themes.ts';
import { framedHtml, windowHtml } from './windowPage.ts';

export interface HarnessOptions {
  time?: Pick<SandboxOptions, 'now' | 'productionSeconds'>;
  /** User settings, in addition to the connection. */
  settings?: Record<string, unknown>;
  theme?: Theme;
  /** Size of the page, CSS px. */
  size?: { width: number; height: number };
  /** Device pixels per CSS px; small for tests that ignore pixels. */
  scale?: number;
  /** Whether the page animates. Drawing that takes CPU time here, so it is off by default. */
  moves?: boolean;
  /** Whether the map shows land and names of places. Reading them is a quarter of what a page computes, so it is sea by default. */
  hasLand?: boolean;
}

export interface Harness {
  editor: FakeEditor;
  /** The window around the page. */
  page: Page;
  /** The service behind the connection "Local". */
  service: ServedSandbox;
  /** A folder of samples, open in the editor. */
  folder: string;
  /** Where the page is served from. */
  origin: string;
  /** Console errors, content security policy violations and uncaught exceptions of the page. Grows. */
  problems: Problem[];
  /** Messages from the extension to the page and back, as JSON. Grows. */
  messages: { toPage: string[]; fromPage: string[] };
  /** The document of the map page, once it is there. */
  map(): Promise<Frame>;
  setTheme(theme: Theme): Promise<void>;
  /** Whether the editor is set to reduced motion; applies to pages created afterwards. */
  setReducedMotion(reducedMotion: boolean): void;
  /** Disposes the page, as the editor does with a hidden one. */
  hidePage(): Promise<void>;
  /** Shows it again: a new page with the state that the old one saved. */
  showPage(): Promise<void>;
  /**
   * Stops the extension and restarts it with its stored state, as reloading the window does.
   *
   * @param keepsSecrets whether the editor has a place to store them
   */
  reload(options?: { keepsSecrets: boolean }): Promise<void>;
  stop(): Promise<void>;
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.ttf': 'font/ttf',
  '.svg': 'image/svg+xml',
};

const nothing = { type: 'GeometryCollection' as const, geometries: [] };

/** Outlines of no land and no names of places, by the file that they take the place of. */
const allSea: Readonly<Record<string, Uint8Array | string>> = {
  'land.json': JSON.stringify({ type: 'Topology', arcs: [], objects: { land: nothing, countries: nothing } }),
  'coast.bin': coastFile({
    type: 'Topology',
    transform: { scale: [1, 1], translate: [0, 0] },
    arcs: [],
    objects: { land: nothing },
  }),
  // One that no map shows.
  'places.txt': 'Nowhere\tAQ\t-89.999\t0',
};

/** The address without a page. */
const noPage = '/page/none';

let current: Harness | undefined;

/** The current harness, if there is one. */
export function currentHarness(): Harness | undefined {
  return current;
}

export async function startHarness({
  time = {},
  settings = {},
  theme = 'dark',
  size = { width: 750, height: 860 },
  scale = coarse,
  moves = false,
  hasLand = false,
}: HarnessOptions = {}): Promise<Harness> {
  checkThemes();
  const temporary = await mkdtemp(join(tmpdir(), 'swath-stage-'));
  const folder = join(temporary, 'samples');
  await cp(join(repository, 'media/samples'), folder, { recursive: true });
  const service = await serveSandbox(time);
  const kept = new Kept(join(temporary, 'kept'));
  const documents = new Map<string, string>();
  const { server, origin } = await serve(documents, hasLand ? {} : allSea);
  const browser = await browserOfWorker();
  const state = {
    theme,
    reducedMotion: false,
    isOver: false,
    address: noPage,
    panel: undefined as Panel | undefined,
  };
  const problems: Problem[] = [];
  const messages: Harness['messages'] = { toPage: [], fromPage: [] };

  const window = await browser.newContext({
    viewport: size,
    deviceScaleFactor: scale,
    reducedMotion: moves ? 'no-preference' : 'reduce',
  });
  const page = await window.newPage();
  collectProblems(page, problem => problems.push(problem));
  await shiftClock(page);
  page.setDefaultTimeout(patience);
  await page.exposeFunction('fromPage', (text: string) => {
    messages.fromPage.push(text);
    state.panel?.webview.receive(JSON.parse(text, unpacked));
  });
  await page.goto(`${origin}/`);

  function start(): FakeEditor {
    const editor = newEditor();
    editor.folders = [folder];
    editor.webviewOrigin = origin;
    editor.settings = {
      ...settings,
      'swath.connections': [
        {
          name: 'Local',
          baseUrl: service.origin,
          searchUrl: service.origin,
          authUrl: service.origin,
          accessUrl: service.origin,
        },
      ],
    };
    editor.panelOpened = follow;
    context = contextOf(kept);
    extension.activate(context);
    return editor;
  }
  let context = contextOf(kept);

  /** Shows the HTML that the extension sets, and passes on its messages. */
  function follow(panel: Panel): void {
    state.panel = panel;
    let waiting: string[] = [];
    panel.webview.written.event(html => {
      state.address = `/page/${documents.size + 1}`;
      documents.set(state.address, framedHtml(html, state.theme, state.reducedMotion));
      void tell('showPage', state.address);
    });
    panel.webview.posted.event(message => {
      const text = JSON.stringify(message, packed);
      messages.toPage.push(text);
      waiting.push(text);
      if (waiting.length > 1) return;
      // Messages sent together arrive together.
      setImmediate(() => {
        const texts = waiting;
        waiting = [];
        void tell('toPage', texts);
      });
    });
    panel.onDidDispose(() => {
      if (state.panel !== panel) return;
      state.panel = undefined;
      void tell('forgetPage');
    });
  }
  /** For calls that nobody awaits: at the end the window is already closed. */
  async function tell(name: string, ...args: unknown[]): Promise<void> {
    try {
      if (!state.isOver) await inWindow(page, name, ...args);
    } catch (error) {
      if (!state.isOver) throw error;
    }
  }
  const showPage = () => inWindow(page, 'showPage', state.address);

  const harness: Harness = {
    page,
    service,
    folder,
    origin,
    problems,
    messages,
    editor: start(),
    map: () =>
      waitFor(
        'the map page',
        async () => {
          const frame = page.frames().find(candidate => candidate.url().endsWith(state.address));
          return (await frame?.locator('.map').first().isVisible()) ? frame : undefined;
        },
        { timeout: patience, interval: 20 },
      ),
    async setTheme(next) {
      state.theme = next;
      const text = JSON.stringify({ kind: '$theme', ...themeOf(next) });
      await inWindow(page, 'toPage', [text]);
    },
    setReducedMotion: reducedMotion => void (state.reducedMotion = reducedMotion),
    hidePage: () => inWindow(page, 'hidePage'),
    showPage,
    async reload({ keepsSecrets } = { keepsSecrets: true }) {
      const hadPage = state.panel !== undefined;
      // The window keeps the saved state for the next page.
      state.panel = undefined;
      state.address = noPage;
      await inWindow(page, 'hidePage');
      await end();
      if (!keepsSecrets) kept.secrets.clear();
      harness.editor = start();
      const serializer = harness.editor.serializers.get('swath.map');
      if (!hadPage || !serializer) return;
      const panel = harness.editor.newPanel('swath.map', 'Swath Map');
      harness.editor.workbench.showPanel(panel, 2, false);
      await serializer.deserializeWebviewPanel(panel as never, undefined);
    },
    async stop() {
      current = undefined;
      state.isOver = true;
      await end();
      await window.close();
      server.closeAllConnections();
      server.close();
      await service.close();
      await rm(temporary, { recursive: true, force: true });
    },
  };
  const end = async () => {
    await extension.deactivate();
    for (const part of context.subscriptions.toReversed()) part.dispose();
  };
  current = harness;
  return harness;
}

/** Calls a function of the window's document. */
async function inWindow(page: Page, name: string, ...values: unknown[]): Promise<void> {
  await page.evaluate(
    ([call, args]) => {
      (Reflect.get(globalThis, call) as (...all: unknown[]) => void)(...args);
    },
    [name, values] as const,
  );
}

const arrays = { Uint8Array, Uint32Array, Float64Array } as const;

/** Encodes an array of bytes or numbers for the window to decode. */
function packed(_key: string, value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return { $bytes: bytes.toString('base64'), $type: value.constructor.name };
}

/** What the page sent, as it was before it was encoded. */
export function unpacked(_key: string, value: unknown): unknown {
  const { $bytes: text, $type: type } = (value ?? {}) as { $bytes?: string; $type?: keyof typeof arrays };
  if (text === undefined || type === undefined) return value;
  return new arrays[type](Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}

/**
 * Serves the window, the pages that the extension wrote, and the extension's files by path.
 *
 * @param replaced by name, what is served in place of a file
 */
async function serve(
  documents: ReadonlyMap<string, string>,
  replaced: Readonly<Record<string, Uint8Array | string>>,
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    // The browser requests it automatically.
    if (pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const html = pathname === '/' ? windowHtml : documents.get(pathname);
    if (html !== undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
      return;
    }
    // The extension gives its page only files from its own folder.
    const isOwn = pathname.startsWith(`${repository}/dist/`);
    const content = isOwn
      ? (replaced[basename(pathname)] ?? readFile(pathname))
      : Promise.reject(new Error('not of the extension'));
    Promise.resolve(content).then(
      bytes => response.setHeader('content-type', types[extname(pathname)] ?? 'text/plain').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
