import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lensTitles, openText, waitForLens } from './documents.ts';

const quay = {
  type: 'Feature',
  properties: { name: 'Quay' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [4.47, 51.89],
        [4.5, 51.89],
        [4.5, 51.91],
        [4.47, 51.91],
        [4.47, 51.89],
      ],
    ],
  },
};

async function call(name: string, input: object): Promise<Record<string, unknown>> {
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(`swath_${name}`, options);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value) as Record<string, unknown>;
}

/** What an MCP client states in each request. */
const statement = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'host test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The calls that the skill shows, in its order; words in capitals stand for what is known by then. */
async function callsOfSkill(): Promise<string[]> {
  const extension = vscode.extensions.getExtension('swath.swath');
  assert.ok(extension);
  const { contributes } = extension.packageJSON as { contributes: { chatSkills: { path: string }[] } };
  const [{ path } = { path: '' }] = contributes.chatSkills;
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension.extensionUri, path));
  const calls = [...new TextDecoder().decode(bytes).matchAll(/```json\n(.*?)\n```/gs)];
  assert.equal(calls.length, 5);
  return calls.map(([, text]) => text ?? '');
}

describe('language models', () => {
  it('are offered what reads and drafts, with descriptions', async () => {
    await vscode.extensions.getExtension('swath.swath')?.activate();
    const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('swath_'));
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      'swath_draftOrder',
      'swath_listAnalytics',
      'swath_listOrders',
      'swath_listShortlist',
      'swath_measureCoverage',
      'swath_priceOrder',
      'swath_readAccount',
      'swath_reportSummary',
      'swath_searchImages',
    ]);
    for (const { description, inputSchema } of tools) {
      assert.ok(description.length > 50);
      assert.ok(inputSchema);
    }
  });

  it('find images, draft a report of one, and price it, by the calls of the skill', async () => {
    await vscode.commands.executeCommand('swath.useSandbox');
    await openText('quay.json', quay);
    const known: Record<string, unknown> = {
      AREA_FILE: 'quay.json',
      FIRST_DAY: new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10),
      LAST_DAY: new Date().toISOString().slice(0, 10),
      TITLE: 'Quay by a model',
    };
    const answers: Record<string, Record<string, unknown>> = {};
    for (const text of await callsOfSkill()) {
      const { tool, input } = JSON.parse(
        text.replaceAll(/[A-Z]+_[A-Z]+|TITLE/g, word => String(known[word])),
      ) as { tool: string; input: object };
      const answer = (answers[tool] = await call(tool.replace('swath_', ''), input));
      if (tool === 'swath_searchImages') {
        const images = answer.images as { id: string; shareOfAreaCovered: number }[];
        known.IMAGE_ID = images.find(({ shareOfAreaCovered }) => shareOfAreaCovered === 1)?.id;
      }
      if (tool === 'swath_listAnalytics') {
        const analytics = answer.analytics as { code: string; images: number; constellations: string[] }[];
        known.ANALYTIC_CODE = analytics.find(
          ({ images, constellations }) => images === 1 && constellations.includes('PHR'),
        )?.code;
      }
      if (tool === 'swath_draftOrder') known.DRAFT_FILE = answer.file;
    }
    assert.equal(answers.swath_measureCoverage?.shareCoveredTogether, 1);
    assert.equal(answers.swath_draftOrder?.opened, true);
    assert.equal(answers.swath_priceOrder?.priced, true);
    const price = String(answers.swath_priceOrder.price);
    assert.match(price, /credits?$/);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document?.isUntitled);
    await waitForLens(document, /Order/);
    // The price that the model requested is shown above the text, and nothing was ordered.
    assert.ok((await lensTitles(document)).some(title => title.includes(price)));
  });

  it('are offered by MCP, where every tool answers a client and nothing is ordered', async () => {
    await vscode.commands.executeCommand('swath.copyMcpConfiguration');
    const { mcpServers } = JSON.parse(await vscode.env.clipboard.readText()) as {
      mcpServers: { swath: { url: string; headers: Record<string, string> } };
    };
    const { url, headers } = mcpServers.swath;
    const ask = async (method: string, params: object) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...headers,
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': method,
          ...('name' in params ? { 'Mcp-Name': String(params.name) } : {}),
          ...('uri' in params ? { 'Mcp-Name': String(params.uri) } : {}),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: statement } }),
      });
      const { result } = (await response.json()) as { result: Record<string, unknown> };
      return result;
    };
    const called = async (name: string, input: object) =>
      (await ask('tools/call', { name: `swath_${name}`, arguments: input })).structuredContent as never;

    const { tools } = (await ask('tools/list', {})) as unknown as {
      tools: { name: string; title: string }[];
    };
    // Nine for models, and one for the map.
    assert.equal(tools.length, 10);
    const { contents } = (await ask('resources/read', { uri: 'ui://swath/map.html' })) as unknown as {
      contents: { text: string }[];
    };
    assert.match(contents[0]?.text ?? '', /^<!DOCTYPE html>/);
    assert.equal(tools[0]?.title, 'Search Satellite Images');
    const { total: before } = (await called('listOrders', {})) as { total: number };
    const { images } = (await called('searchImages', {
      polygon: quay.geometry,
      constellation: 'PHR',
      processingLevel: 'SENSOR',
      relation: 'contains',
      limit: 1,
    })) as { images: { id: string }[] };
    const imageIds = images.map(({ id }) => id);
    assert.equal(imageIds.length, 1);
    const { shareCoveredTogether } = (await called('measureCoverage', {
      polygon: quay.geometry,
      imageIds,
    })) as { shareCoveredTogether: number };
    assert.equal(shareCoveredTogether, 1);
    const { analytics } = (await called('listAnalytics', {})) as { analytics: object[] };
    assert.ok(analytics.length > 0);
    const { file } = (await called('draftOrder', {
      kind: 'order.data.product',
      title: 'Quay by MCP',
      imageIds,
      polygon: quay.geometry,
    })) as { file: string };
    const { price } = (await called('priceOrder', { file })) as { price: string };
    assert.match(price, /credits?$/);
    const { balance } = (await called('readAccount', {})) as { balance: string };
    assert.match(balance, /credits$/);
    const { isError } = await ask('tools/call', {
      name: 'swath_reportSummary',
      arguments: { orderId: 'none' },
    });
    assert.equal(isError, true);
    const { total: after } = (await called('listOrders', {})) as { total: number };
    assert.equal(after, before);
  });

  it('cannot leave the workspace', async () => {
    await assert.rejects(call('searchImages', { file: '/etc/hosts' }), /not a file of the workspace/);
  });
});
