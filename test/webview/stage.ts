/**
 * The extension in an editor that is not there: the whole of it runs in the process of the test, on the fake of
 * `vscode`, and its page in a plain Chromium, where it is shown as the editor would show it. It starts in a second.
 */
import { createServer, type Server } from 'node:http';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Frame, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Theme } from '../editor/browser.ts';
import { collectProblems, type Problem } from '../editor/browser.ts';
import { coarse, patience } from '../editor/workbench.ts';
import { repository } from '../editor/repository.ts';
import { waitFor } from '../editor/waitFor.ts';
import { contextOf, Kept } from '../fake/context.ts';
import { newEditor, type FakeEditor } from '../fake/editor.ts';
import type { Panel } from '../fake/panel.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/serve.ts';
import type { SandboxOptions } from '../../src/sandbox/sandbox.ts';
import * as extension from '../../src/extension.ts';
import { framedHtml, windowHtml } from './windowPage.ts';
import { checkThemes, themeOf } from './themes.ts';

export interface StageOptions {
  time?: Pick<SandboxOptions, 'now' | 'productionSeconds'>;
  /** User settings, beside the connection. */
  settings?: Record<string, unknown>;
  theme?: Theme;
  /** Of the page, in CSS px. */
  size?: { width: number; height: number };
  /** Device pixels to a CSS px; few of them where a test looks at none. */
  scale?: number;
  /** Whether the page moves things by itself, which the processor draws here; not where it is not asked for. */
  moves?: boolean;
}

export interface Stage {
  editor: FakeEditor;
  /** The window around the page. */
  page: Page;
  /** The service behind the connection "Local". */
  service: ServedSandbox;
  /** Of samples, open in the editor. */
  folder: string;
  /** Where the page is served from. */
  origin: string;
  /** Console errors, refusals of a content security policy and uncaught exceptions of the page. Grows. */
  problems: Problem[];
  /** What the extension told the page and what the page told it, as JSON. Grows. */
  messages: { toPage: string[]; fromPage: string[] };
  /** The document of the map page, once it is there. */
  map(): Promise<Frame>;
  setTheme(theme: Theme): Promise<void>;
  /** Whether the editor is set to move nothing by itself; for pages that come from then on. */
  setReducedMotion(reducedMotion: boolean): void;
  /** Throws the page away, as the editor does with one that nobody sees. */
  hidePage(): Promise<void>;
  /** Brings it back: it begins anew, with the state that it left. */
  showPage(): Promise<void>;
  /** Ends the extension and starts it again with what it has kept, as a reload of the window does. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.ttf': 'font/ttf',
  '.svg': 'image/svg+xml',
};

/** Where no page is. */
const noPage = '/page/none';

let current: Stage | undefined;

/** The stage that is up, if there is one. */
export function stageNow(): Stage | undefined {
  return current;
}

export async function startStage({
  time = {},
  settings = {},
  theme = 'dark',
  size = { width: 750, height: 860 },
  scale = coarse,
  moves = false,
}: StageOptions = {}): Promise<Stage> {
  checkThemes();
  const temporary = await mkdtemp(join(tmpdir(), 'swath-stage-'));
  const folder = join(temporary, 'samples');
  await cp(join(repository, 'media/samples'), folder, { recursive: true });
  const service = await serveSandbox(time);
  const kept = new Kept(join(temporary, 'kept'));
  const documents = new Map<string, string>();
  const { server, origin } = await serve(documents);
  const browser = await chromium.connect(inject('browser'));
  const shown = {
    theme,
    reducedMotion: false,
    isOver: false,
    address: noPage,
    panel: undefined as Panel | undefined,
  };
  const problems: Problem[] = [];
  const messages: Stage['messages'] = { toPage: [], fromPage: [] };

  const page = await openWindow(browser, {
    viewport: size,
    deviceScaleFactor: scale,
    reducedMotion: moves ? 'no-preference' : 'reduce',
  });
  collectProblems(page, problem => problems.push(problem));
  page.setDefaultTimeout(patience);
  await page.exposeFunction('fromPage', (text: string) => {
    messages.fromPage.push(text);
    shown.panel?.webview.receive(JSON.parse(text));
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
          ...{ name: 'Local', baseUrl: service.origin, searchUrl: service.origin },
          ...{ authUrl: service.origin, accessUrl: service.origin },
        },
      ],
    };
    editor.panelOpened = follow;
    context = contextOf(kept);
    extension.activate(context);
    return editor;
  }
  let context = contextOf(kept);

  /** Shows what the extension writes, and passes on what it says. */
  function follow(panel: Panel): void {
    shown.panel = panel;
    let waiting: string[] = [];
    panel.webview.written.event(html => {
      shown.address = `/page/${documents.size + 1}`;
      documents.set(shown.address, framedHtml(html, shown.theme, shown.reducedMotion));
      void tell('showPage', shown.address);
    });
    panel.webview.posted.event(message => {
      const text = JSON.stringify(message, packed);
      messages.toPage.push(text);
      waiting.push(text);
      if (waiting.length > 1) return;
      // All that is said in one go goes in one go.
      setImmediate(() => {
        const texts = waiting;
        waiting = [];
        void tell('toPage', texts);
      });
    });
    panel.onDidDispose(() => {
      if (shown.panel !== panel) return;
      shown.panel = undefined;
      void tell('forgetPage');
    });
  }
  /** For what nobody waits for. At the end there is no window any more. */
  async function tell(name: string, ...given: unknown[]): Promise<void> {
    try {
      if (!shown.isOver) await inWindow(page, name, ...given);
    } catch (error) {
      if (!shown.isOver) throw error;
    }
  }
  const showPage = () => inWindow(page, 'showPage', shown.address);

  const stage: Stage = {
    ...{ page, service, folder, origin, problems, messages },
    editor: start(),
    map: () =>
      waitFor(
        'the map page',
        async () => {
          const frame = page.frames().find(one => one.url().endsWith(shown.address));
          return (await frame?.locator('.map').first().isVisible()) ? frame : undefined;
        },
        { timeout: patience, interval: 20 },
      ),
    async setTheme(next) {
      shown.theme = next;
      const text = JSON.stringify({ kind: '$theme', ...themeOf(next) });
      await inWindow(page, 'toPage', [text]);
    },
    setReducedMotion: reducedMotion => void (shown.reducedMotion = reducedMotion),
    hidePage: () => inWindow(page, 'hidePage'),
    showPage,
    async reload() {
      const hadPage = shown.panel !== undefined;
      // The window keeps what the page has left for the next one.
      shown.panel = undefined;
      shown.address = noPage;
      await inWindow(page, 'hidePage');
      await end();
      stage.editor = start();
      const serializer = stage.editor.serializers.get('swath.map');
      if (!hadPage || !serializer) return;
      const panel = stage.editor.newPanel('swath.map', 'Swath Map');
      stage.editor.workbench.showPanel(panel, 2, false);
      await serializer.deserializeWebviewPanel(panel as never, undefined);
    },
    async stop() {
      current = undefined;
      shown.isOver = true;
      await end();
      await browser.close();
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
  current = stage;
  return stage;
}

async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  return context.newPage();
}

/** Calls one of the functions of the window's document. */
async function inWindow(page: Page, name: string, ...given: unknown[]): Promise<void> {
  await page.evaluate(
    ([call, args]) => {
      (Reflect.get(globalThis, call) as (...all: unknown[]) => void)(...args);
    },
    [name, given] as const,
  );
}

/** Bytes as the window unpacks them. */
function packed(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { $bytes: Buffer.from(value).toString('base64') } : value;
}

/** Serves the window, the pages that the extension wrote, and the files of the extension by their paths. */
async function serve(documents: ReadonlyMap<string, string>): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    // Asked for by the browser itself.
    if (pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const html = pathname === '/' ? windowHtml : documents.get(pathname);
    if (html !== undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
      return;
    }
    // The extension gives its page files of its own folder alone.
    const isOwn = pathname.startsWith(`${repository}/dist/`);
    const content = isOwn ? readFile(pathname) : Promise.reject(new Error('not of the extension'));
    content.then(
      bytes => response.setHeader('content-type', types[extname(pathname)] ?? 'text/plain').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
