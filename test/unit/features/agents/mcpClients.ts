/** Clients of the MCP server: a plain one for each era, and that of the official SDK. */
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import type { RegisteredTools } from '../../../../src/features/agents/registerTools.ts';
import { editor } from '../../../fake/editor.ts';

export interface Connection {
  url: string;
  headers: Record<string, string>;
}

interface Configuration {
  mcpServers: { swath: Connection & { type: string } };
}

/** The configuration that a user pastes into a client. */
export async function copiedConnection(tools: RegisteredTools): Promise<Connection & { type: string }> {
  await tools.copyMcpConfiguration();
  return (JSON.parse(editor.clipboard) as Configuration).mcpServers.swath;
}

export interface Answer {
  status: number;
  id?: number | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

export const statelessRevision = '2026-07-28';

/** Sends one request that states its revision, without a session. */
export function askStateless(
  connection: Connection,
  method: string,
  params: Record<string, unknown> = {},
  revision = statelessRevision,
  signal?: AbortSignal,
): Promise<Answer> {
  const name = params.name ?? params.uri;
  return send(
    connection,
    method,
    {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientInfo': { name: 'plain', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
    {
      'MCP-Protocol-Version': revision,
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
    },
    signal,
  );
}

/** Sends one request as a client that began with `initialize`. */
export function askInitialized(
  connection: Connection,
  method: string,
  params: unknown = {},
  revision = '2025-11-25',
): Promise<Answer> {
  return send(
    connection,
    method,
    params,
    method === 'initialize' ? {} : { 'MCP-Protocol-Version': revision },
  );
}

async function send(
  { url, headers }: Connection,
  method: string,
  params: unknown,
  revisionHeaders: Record<string, string>,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...acceptsBoth, ...headers, ...revisionHeaders },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, ...(await messageOf(response)) };
}

/** What each client has to accept. */
export const acceptsBoth = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

/** The message of an answer, which is its body or the only event of a stream. */
async function messageOf(response: Response): Promise<Omit<Answer, 'status'>> {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const json = isStream ? /^data: (.*)$/m.exec(text)?.[1] : text;
  return JSON.parse(json ?? '') as Omit<Answer, 'status'>;
}

/** The client of the official SDK, connected. */
export async function connectSdk(connection: Connection, mode: VersionNegotiationMode): Promise<Client> {
  const client = new Client({ name: 'official', version: '1' }, { versionNegotiation: { mode } });
  const { headers } = connection;
  await client.connect(
    new StreamableHTTPClientTransport(new URL(connection.url), { requestInit: { headers } }),
  );
  return client;
}
