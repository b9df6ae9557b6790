import { request } from 'node:http';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as vscode from 'vscode';
import { toolInputs } from '../../../src/tools/toolInputs.ts';
import { editor } from '../../fake/editor.ts';
import { newPerson } from '../../fake/person.ts';
import { runs } from '../../randomRuns.ts';
import { patient } from '../../runSpeed.ts';
import { toolBench } from './toolBench.ts';

beforeEach(newPerson);
let end: () => void = () => undefined;
afterEach(() => end());

interface Configuration {
  mcpServers: { swath: { type: string; url: string; headers: { Authorization: string } } };
}
interface Answer {
  id: number | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

/** A client with the configuration that was copied. */
async function client() {
  const bench = await toolBench();
  const { tools } = bench;
  end = () => {
    tools.dispose();
  };
  await tools.copyMcpConfiguration();
  const { swath } = (JSON.parse(editor.clipboard) as Configuration).mcpServers;
  const post = (body: string, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(swath.url, {
      method,
      headers: { 'Content-Type': 'application/json', ...swath.headers, ...headers },
      ...(method === 'POST' ? { body } : {}),
    });
  const ask = async (method: string, params: unknown = {}) => {
    const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    expect(response.headers.get('content-type')).toBe('application/json');
    return (await response.json()) as Answer;
  };
  return { ...bench, ...swath, post, ask };
}

describe('the MCP server', () => {
  it('listens on this machine from when it is wanted until the window closes', async () => {
    const { url, type, tools, post } = await client();
    expect([type, url]).toEqual(['http', expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)]);
    const provider = editor.mcpProviders.get('swath.tools');
    const cancel = new vscode.CancellationTokenSource().token;
    const definition = new vscode.McpHttpServerDefinition('Swath', vscode.Uri.parse('http://127.0.0.1'));
    // The editor's own chat gets the same server.
    await provider?.resolveMcpServerDefinition?.(definition, cancel);
    expect(definition.uri.toString(true)).toBe(url);
    tools.dispose();
    await expect
      .poll(() =>
        post('{}').then(
          () => 'answered',
          () => 'closed',
        ),
      )
      .toBe('closed');
  });

  it('introduces itself in the version that the client speaks', async () => {
    const { ask } = await client();
    for (const protocolVersion of ['2025-03-26', '2025-06-18']) {
      const { result } = await ask('initialize', { protocolVersion, capabilities: {}, clientInfo: {} });
      expect(result).toMatchObject({
        protocolVersion,
        serverInfo: { name: 'swath' },
        capabilities: { tools: {} },
      });
    }
    expect((await ask('initialize', { protocolVersion: '2099-01-01' })).result?.protocolVersion).toBe(
      '2025-06-18',
    );
    expect((await ask('ping')).result).toEqual({});
  });

  it('lists all tools, and none that could spend', async () => {
    const { ask } = await client();
    const { result } = await ask('tools/list');
    const listed = result?.tools as { name: string; inputSchema: object; annotations: object }[];
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(toolInputs));
    for (const { inputSchema, annotations } of listed) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations).toMatchObject({ destructiveHint: false });
    }
  });

  it('answers calls, and says what is wrong with those that it refuses', async () => {
    const { ask, recorded, log } = await client();
    const found = await ask('tools/call', {
      name: 'swath_searchImages',
      arguments: { file: 'areas.geojson', area: 'Airport' },
    });
    expect(found.result?.structuredContent).toMatchObject({ total: 5, area: 'Airport' });
    const drafted = await ask('tools/call', {
      name: 'swath_draftOrder',
      arguments: {
        kind: 'order.data.product',
        title: 'Quay',
        imageIds: ['a', 'p'],
        file: 'areas.geojson',
        area: 'Harbour',
      },
    });
    expect(drafted.result?.structuredContent).toMatchObject({ opened: true });
    const { file } = drafted.result?.structuredContent as { file: string };
    await ask('tools/call', { name: 'swath_priceOrder', arguments: { file } });
    expect(recorded).toEqual([expect.objectContaining({ action: 'price', requestedBy: 'agent' })]);
    const refused = await ask('tools/call', { name: 'swath_reportSummary', arguments: { orderId: 'o2' } });
    expect(refused.result).toEqual({
      content: [{ type: 'text', text: expect.stringContaining('The user can do so') as string }],
      isError: true,
    });
    // What was asked is seen: in the log, and in the status bar.
    const lines = log.info.mock.calls.map(([line]) => String(line)).filter(line => line.startsWith('MCP: '));
    expect(lines.at(-1)).toMatch(/^MCP: swath_reportSummary · \d+ ms · refused$/);
    const [item] = editor.statusItems.filter(({ id }) => id === 'swath.mcp');
    expect(item).toMatchObject({ text: '$(plug) MCP: 4', isShown: true, command: 'swath.showLog' });
  });

  it.each<[string, string, Record<string, string>, string, number]>([
    ['no token', '{}', { Authorization: '' }, 'POST', 401],
    ['another token', '{}', { Authorization: 'Bearer x' }, 'POST', 401],
    ['a page of a browser', '{}', { Origin: 'https://example.com' }, 'POST', 403],
    ['a page of this machine', '{}', { Origin: 'http://localhost:3000' }, 'POST', 403],
    ['a stream', '', {}, 'GET', 405],
    ['the end of a session', '', {}, 'DELETE', 405],
    ['a form', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'POST', 415],
    ['a megabyte and more', JSON.stringify('x'.repeat(1_000_001)), {}, 'POST', 413],
    ['no JSON', '{', {}, 'POST', 400],
    ['several messages', '[]', {}, 'POST', 400],
    ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}', {}, 'POST', 202],
    ['an answer', '{"jsonrpc":"2.0","id":1,"result":{}}', {}, 'POST', 202],
  ])('gets %s, and has status', async (_what, body, headers, method, status) => {
    const { post } = await client();
    expect((await post(body, headers, method)).status).toBe(status);
  });

  it('is in the status bar when an agent calls, and for a minute afterwards', async () => {
    const { ask } = await client();
    const item = editor.statusItems.find(({ id }) => id === 'swath.mcp') ?? expect.fail('There is no item.');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const shownAfter = (ms: number) => {
      vi.advanceTimersByTime(ms);
      return item.isShown;
    };
    await ask('tools/list');
    expect(shownAfter(0)).toBe(false);
    await ask('tools/call', { name: 'swath_listOrders', arguments: {} });
    expect(shownAfter(59_000)).toBe(true);
    await ask('tools/call', { name: 'swath_listOrders', arguments: {} });
    expect(shownAfter(59_000)).toBe(true);
    expect(shownAfter(1_000)).toBe(false);
  });

  it('says what to do about a token of another window, and a method that it lacks', async () => {
    const { post, ask } = await client();
    const refused = await post('{}', { Authorization: 'Bearer x' });
    expect(await refused.text()).toContain('Swath: Copy MCP Configuration');
    expect((await ask('resources/list')).error?.message).toContain('tools/list, tools/call');
  });

  it('is found by a scheme, name and path in another spelling', async () => {
    const { url, headers } = await client();
    const { port } = new URL(url);
    const authorization = headers.Authorization.replace('Bearer', 'bearer');
    const options = {
      method: 'POST',
      headers: { authorization, Host: `LOCALHOST:${port}`, 'Content-Type': 'application/json' },
    };
    const status = await new Promise(resolve => {
      const outgoing = request(`${url}/`, options, response => {
        resolve(response.statusCode);
        response.resume();
      });
      outgoing.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    });
    expect(status).toBe(200);
  });

  it('refuses a name that leads to this machine', async () => {
    const { url, headers } = await client();
    const status = await new Promise(resolve => {
      const outgoing = request(
        url,
        { method: 'POST', headers: { ...headers, Host: 'attacker.example' } },
        response => {
          resolve(response.statusCode);
          response.resume();
        },
      );
      outgoing.end('{}');
    });
    expect(status).toBe(403);
  });

  it.each<[string, unknown, number]>([
    ['resources/list', {}, -32_601],
    ['tools/call', { name: 'swath_placeOrder' }, -32_602],
    ['tools/call', { name: '__proto__' }, -32_602],
    ['tools/call', {}, -32_602],
  ])('has no %s of %j', async (method, params, code) => {
    const { ask } = await client();
    expect((await ask(method, params)).error?.code).toBe(code);
  });

  it(
    'orders nothing, whatever it is called with',
    async () => {
      const { ask, forbidden, pricing } = await client();
      const text = fc.constantFrom(
        'a',
        'o1',
        'areas.geojson',
        '../x',
        '/etc/passwd',
        '',
        '__proto__',
        'x'.repeat(300),
      );
      const value: fc.Arbitrary<unknown> = fc.oneof(
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(text),
        fc.object({ maxDepth: 2 }),
      );
      const names = fc.constantFrom(...Object.keys(toolInputs));
      const known = [
        'file',
        'area',
        'polygon',
        'imageIds',
        'kind',
        'title',
        'limit',
        'orderId',
        'id',
        'place',
        'order',
        'bounds',
      ];
      const input = fc.oneof(fc.dictionary(fc.constantFrom(...known), value), value);
      await fc.assert(
        fc.asyncProperty(names, input, async (name, args) => {
          const { result, error } = await ask('tools/call', { name, arguments: args });
          expect(result ?? error).toBeDefined();
          expect(JSON.stringify(result)).not.toContain('at Object.');
        }),
        runs({ quick: 1000, full: 5000 }),
      );
      expect(forbidden).toEqual([]);
      expect(pricing.bodies).toEqual([]);
      expect(editor.ran.filter(([id]) => /place|revoke|key/i.test(id))).toEqual([]);
    },
    patient(60_000),
  );
});
