/**
 * A server of the Model Context Protocol, over Streamable HTTP without streams: every request gets one JSON answer. It
 * listens on this machine only, and answers only whoever has its token. https://modelcontextprotocol.io/specification
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord } from '../model/fields.ts';

export interface McpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  /** Whether it leaves the editor as it is. */
  isReadOnly: boolean;
}

export interface McpSource {
  version: string;
  tools: readonly McpTool[];
  /** Rejects with a message in words that a model can act on. */
  call: (name: string, input: unknown, signal: AbortSignal) => Promise<object>;
}

export interface McpServer {
  url: string;
  /** For this server only; not the API key. */
  token: string;
  close(): void;
}

const path = '/mcp';
/** The latest first. */
const versions = ['2025-06-18', '2025-03-26'] as const;
/** Of a request: an area of some 20,000 vertices. Bytes. */
const longestBody = 1_000_000;

const instructions =
  "Finds satellite images, measures what they cover of an area, and drafts and prices orders for the person at the editor. Nothing is ordered by these tools: only the person can place an order, in the editor. Name areas by GeoJSON files of the open folder where there are any. Don't ask for an API key.";

/** What a client that kept the configuration of another window reads. */
const wrongToken =
  'The token is not of this window. Run "Swath: Copy MCP Configuration" in the editor, and replace the configuration.';

const codes = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  parameters: -32_602,
  canceled: -32_800,
} as const;

class RpcError extends Error {
  readonly code: number;
  constructor(kind: keyof typeof codes, message: string) {
    super(message);
    this.code = codes[kind];
  }
}

/** Listens on a free port of the loopback interface. */
export async function startMcpServer(source: McpSource): Promise<McpServer> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  // A client that sends nothing must not hold a connection.
  server.requestTimeout = 30_000;

  /** Calls in progress. Each client counts its own IDs. */
  const running = new Set<RunningCall>();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { port } = server.address() as AddressInfo;
    const refusal = refusalOf(request, token, port);
    if (refusal !== undefined) {
      response.writeHead(refusal, refusal === 405 ? { Allow: 'POST' } : {});
      response.end(refusal === 401 ? wrongToken : undefined);
      return;
    }
    const body = await bodyOf(request);
    if (body === undefined) {
      response.writeHead(413, { Connection: 'close' }).end();
      return;
    }
    const ended = new AbortController();
    response.on('close', () => ended.abort());
    const reply = await replyTo(body, source, running, ended.signal);
    // Notifications and answers get no reply.
    if (!reply) response.writeHead(202).end();
    else {
      const status = 'error' in reply && reply.id === null ? 400 : 200;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    token,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The status of a request that isn't answered. */
function refusalOf(
  { method, url, headers }: IncomingMessage,
  token: string,
  port: number,
): number | undefined {
  // Pages of a browser send an origin, or reach this machine by a name of their own.
  const host = headers.host?.toLowerCase() ?? '';
  const isLocal = [`127.0.0.1:${port}`, `localhost:${port}`].includes(host);
  if (!isLocal || headers.origin !== undefined) return 403;
  // The name of the scheme has no case (RFC 9110, 11.1).
  const authorization = (headers.authorization ?? '').replace(/^bearer +/i, 'Bearer ');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))) return 401;
  if (url !== path && url !== `${path}/`) return 404;
  if (method !== 'POST') return 405;
  return /^application\/json\b/i.test(headers['content-type'] ?? '') ? undefined : 415;
}

/** `undefined` if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

type Reply = { jsonrpc: '2.0'; id: string | number | null } & (
  { result: object } | { error: { code: number; message: string } }
);

interface RunningCall {
  id: string | number;
  cancel: () => void;
}

async function replyTo(
  body: string,
  source: McpSource,
  running: Set<RunningCall>,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  let id: string | number | null = null;
  try {
    const message = parsed(body);
    if (!isRecord(message) || message.jsonrpc !== '2.0')
      throw new RpcError('request', 'Send one JSON-RPC 2.0 message per request.');
    const { method, params } = message;
    if (typeof message.id === 'string' || typeof message.id === 'number')
      ({ id } = message as { id: string });
    if (typeof method !== 'string') {
      if ('result' in message || 'error' in message) return undefined;
      throw new RpcError('request', 'The message has no method. Send tools/list to see what there is.');
    }
    const input = isRecord(params) ? params : {};
    if (id === null) {
      if (method === 'notifications/cancelled') cancelCall(running, input.requestId);
      return undefined;
    }
    const run = (either: AbortSignal) => resultOf(method, input, source, either);
    return { jsonrpc: '2.0', id, result: await cancelable(running, id, signal, run) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
  }
}

/** If several clients have a call with this ID, it isn't known which one is meant. */
function cancelCall(running: ReadonlySet<RunningCall>, id: unknown): void {
  const meant = [...running].filter(call => call.id === id);
  if (meant.length === 1) meant[0]?.cancel();
}

/** Ends when its client cancels it, whatever the call waits for. */
async function cancelable<T>(
  running: Set<RunningCall>,
  id: string | number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const canceled = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const call: RunningCall = {
    id,
    cancel() {
      canceled.abort();
      reject(new RpcError('canceled', 'The call was canceled.'));
    },
  };
  running.add(call);
  try {
    return await Promise.race([run(AbortSignal.any([signal, canceled.signal])), promise]);
  } finally {
    running.delete(call);
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new RpcError('parse', 'The body is not JSON. Send one JSON-RPC 2.0 message per request.');
  }
}

async function resultOf(
  method: string,
  params: Record<string, unknown>,
  { version, tools, call }: McpSource,
  signal: AbortSignal,
): Promise<object> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: versions.find(candidate => candidate === params.protocolVersion) ?? versions[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'swath', title: 'Swath', version },
        instructions,
      };
    case 'ping':
      return {};
    case 'tools/list':
      return {
        tools: tools.map(({ isReadOnly, ...tool }) => ({
          ...tool,
          annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: true },
        })),
      };
    case 'tools/call': {
      const { name, arguments: input = {} } = params;
      if (!tools.some(tool => tool.name === name))
        throw new RpcError(
          'parameters',
          `There is no such tool. Available: ${tools.map(tool => tool.name).join(', ')}.`,
        );
      try {
        const result = await call(String(name), input, signal);
        return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        return { content: [{ type: 'text', text }], isError: true };
      }
    }
    default:
      throw new RpcError(
        'method',
        `There is no method ${method.slice(0, 100)}. Available: initialize, ping, tools/list, tools/call.`,
      );
  }
}
