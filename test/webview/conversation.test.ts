/** The map in a conversation, in the frame of a client that is made of the official parts. */
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import * as esbuild from 'esbuild';
import type { FrameLocator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mapUri, openLinkTool } from '../../src/protocol/answerMap.ts';
import { readLink } from '../../src/features/links/link.ts';
import { repository } from '../editor/repository.ts';
import { patience } from '../editor/workbench.ts';
import { newUser } from '../fake/user.ts';
import { isFull } from '../randomRuns.ts';
import { type Connection, connectSdk, copiedConnection } from '../unit/features/agents/mcpClients.ts';
import { toolSetup } from '../unit/features/agents/toolSetup.ts';
import { hostileText } from '../unit/hostileText.ts';
import { browserOfWorker } from './browserOfWorker.ts';

/** Shows a page as a client does, and tells what the page asks for. */
const clientSource = `
  import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
  window.showPage = async (html, hostContext, capabilities) => {
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-scripts';
    frame.srcdoc = html;
    const bridge = new AppBridge(null, { name: 'Client', version: '1' }, capabilities, { hostContext });
    const ready = new Promise(resolve => (bridge.oninitialized = resolve));
    bridge.oncalltool = params => window.asked('tools/call', params);
    bridge.onopenlink = params => window.asked('ui/open-link', params);
    bridge.onsizechange = ({ height }) => (frame.style.height = height + 'px');
    document.body.replaceChildren(frame);
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
    await ready;
    window.bridge = bridge;
  };
  window.giveResult = async (input, result) => {
    await window.bridge.sendToolInput({ arguments: input });
    await window.bridge.sendToolResult(result);
  };
  window.setTheme = theme => window.bridge.setHostContext({ theme });
`;
/** What the specification requires of a client where a page declares no domains. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

const browser = await browserOfWorker();
let clientScript: string;
let setup: Awaited<ReturnType<typeof toolSetup>>;
let connection: Connection;
let client: Client;
let page: Page;
let map: FrameLocator;
let asked: [string, Record<string, unknown>][];
let requests: string[];
let complaints: string[];
let answersCalls = true;

beforeAll(async () => {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: clientSource, resolveDir: repository },
    bundle: true,
    write: false,
    format: 'iife',
  });
  clientScript = outputFiles[0]?.text ?? '';
});
beforeEach(async () => {
  newUser();
  setup = await toolSetup(true, undefined, repository);
  connection = await copiedConnection(setup.tools);
  client = await connectSdk(connection, 'auto');
  [asked, requests, complaints, answersCalls] = [[], [], [], true];
  page = await browser.newPage({ viewport: { width: 720, height: 560 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(patience);
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(error.message));
  await page.exposeFunction('asked', (method: string, params: Record<string, unknown>) => {
    asked.push([method, params]);
    return answersCalls ? { content: [] } : { content: [], isError: true };
  });
  await page.route('**/*', async route => {
    requests.push(route.request().url());
    const style = 'body { margin: 16px } iframe { width: 100%; height: 100px; border: 1px solid gray }';
    const body = `<!DOCTYPE html><style>${style}</style><body><script>${clientScript}</script></body>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto('http://client.test/');
  map = page.frameLocator('iframe');
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  expect(requests).toEqual(['http://client.test/']);
  await page.close();
  await client.close();
  setup.tools.dispose();
});

/** Calls a tool as a client does, and gives its answer to the page that the tool names. */
async function ask(name: string, input: Record<string, unknown>, capabilities: object = { serverTools: {} }) {
  const { tools } = await client.listTools();
  const meta = tools.find(tool => tool.name === name)?._meta as { ui: { resourceUri: string } };
  expect(meta.ui.resourceUri).toBe(mapUri);
  const { contents } = await client.readResource({ uri: meta.ui.resourceUri });
  const [content] = contents as { mimeType: string; text: string; _meta: object }[];
  expect(content).toMatchObject({
    mimeType: 'text/html;profile=mcp-app',
    _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } },
  });
  expect(content?.text).not.toContain(connection.headers.Authorization?.slice('Bearer '.length));
  expect(content?.text).not.toContain(new URL(connection.url).host);
  const html = content?.text.replace(
    '<head>',
    `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
  const result = await client.callTool({ name, arguments: input });
  await page.evaluate(
    async ([text, can, args, answer]) => {
      const { showPage, giveResult } = window as unknown as Record<string, (...all: unknown[]) => unknown>;
      await showPage?.(text, { theme: 'light' }, can);
      await giveResult?.(args, answer);
    },
    [html, capabilities, input, result] as const,
  );
}

const airport = { file: 'areas.geojson', area: 'Airport' };

describe('the map in a conversation', () => {
  it('shows the images of a search over the area, with what each covers, in light and dark', async () => {
    await ask('swath_searchImages', airport);
    await map.getByRole('heading', { name: '5 of 5 images' }).waitFor();
    await map.getByText(/^Airport, .* km²$/).waitFor();
    await map.getByText(/^As of .* UTC$/).waitFor();
    await map.getByText('5 features').waitFor();
    await map.locator('.leaflet-tile-loaded').first().waitFor();
    await picture('search-light');
    await page.evaluate(() => (window as unknown as { setTheme: (theme: string) => void }).setTheme('dark'));
    await map.locator('body.vscode-dark').waitFor();
    await picture('search-dark');
    await map.getByRole('button', { name: 'Next feature' }).click();
    await map.getByRole('region', { name: 'Feature' }).getByText('Coverage').waitFor();
    await picture('search-card-dark');
  });

  it.runIf(isFull)('shows what images cover together', async () => {
    await ask('swath_searchImages', airport);
    await ask('swath_measureCoverage', { ...airport, imageIds: ['c'] });
    await map.getByRole('heading', { name: /^\d+ % covered$/ }).waitFor();
    await map.getByText(/ km² left$/).waitFor();
    await picture('coverage-light');
  });

  it('opens in Swath by the server, in the window that answered', async () => {
    await ask('swath_searchImages', airport);
    await map.getByRole('button', { name: 'Open in Swath' }).click();
    await expect.poll(() => asked.length).toBe(1);
    const [[method, params] = []] = asked;
    expect([method, params?.name]).toEqual(['tools/call', openLinkTool]);
    const { link } = params?.arguments as { link: string };
    expect(readLink(link.slice(link.indexOf('?') + 1))).toMatchObject({
      kind: 'search',
      search: { areaName: 'Airport' },
    });
  });

  it.runIf(isFull)(
    'opens by a link in a client that passes on no calls, and says so if it is refused',
    async () => {
      answersCalls = false;
      await ask('swath_searchImages', airport, { openLinks: {} });
      await map.getByRole('button', { name: 'Open in Swath' }).click();
      await map.getByText("This program doesn't open links of the editor.").waitFor();
      expect(asked.map(([method]) => method)).toEqual(['ui/open-link']);
    },
  );

  it('shows foreign texts as texts', async () => {
    setup.orders.replace({ title: hostileText });
    await ask('swath_listOrders', {});
    await map.getByRole('heading', { name: '2 of 2 orders' }).waitFor();
    expect(await map.locator('b, a, img').count()).toBe(0);
  });
});

/** For people: what a run looks like. */
async function picture(name: string): Promise<void> {
  const folder = process.env.SWATH_PICTURES;
  if (folder === undefined) return;
  await expect.poll(() => page.locator('iframe').evaluate(frame => frame.clientHeight)).toBeGreaterThan(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
