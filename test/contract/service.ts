import type { Dialect, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/serve.ts';
import type { SearchPath } from '../../src/service/rules/connection.ts';
import type { Client, ClientOptions } from '../../src/service/wire/client.ts';
import { learntForms } from './learntForms.ts';
import { localConnection } from './localConnection.ts';
import { createClient, noteRequest } from './recording.ts';

/** The client without what changes anything at the service. */
export type ReadingClient = Omit<Client, 'orderSlot' | 'revoke' | 'createKey' | 'deleteKey'>;

/** Any service that speaks the interface. */
export interface Service {
  client: ReadingClient;
  /** A client whose searches go to this path. */
  clientAt: (searchPath: SearchPath) => ReadingClient;
  /** Epoch ms. */
  now: () => number;
  /** Unknown of a service that is not ours. */
  dialect: Dialect | undefined;
}

/** A request by hand, with what a client would never send. */
export interface RawRequest {
  /** Sent as JSON. */
  json?: unknown;
  /** In place of `json`, as it stands. */
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** Whose token goes along; default `IDP`. */
  token?: 'IDP' | 'AAA' | 'none';
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** `undefined` where the text is no JSON. */
  json: unknown;
}

/** The sandbox behind HTTP, with all that a test can do to it. */
export interface SandboxService extends Service, ServedSandbox {
  client: Client;
  dialect: Dialect;
  clock: { now: number };
  clientOf: (apiKey: string, options?: Partial<ClientOptions>) => Client;
  raw: (method: string, path: string, request?: RawRequest) => Promise<RawAnswer>;
  /** What the service saw since it began: method and path. */
  seen: (path?: string) => string[];
  /** What clients logged. */
  lines: string[];
  warnings: string[];
}

export const tokenPath = '/auth/realms/IDP/protocol/openid-connect/token';

/** A fixed moment, so that the newest end of the catalogue never moves under a test. */
export const noon = Date.UTC(2025, 5, 15, 12);

export async function serve(
  dialect: Dialect,
  { start = noon, ...options }: Omit<SandboxOptions, 'now'> & { start?: number },
): Promise<SandboxService> {
  const clock = { now: start };
  const served = await serveSandbox({
    now: () => clock.now,
    productionSeconds: 600,
    dialect,
    forms: learntForms,
    ...options,
  });
  const { origin, sandbox } = served;
  const lines: string[] = [];
  const warnings: string[] = [];
  const connection = localConnection(origin);
  const clientOf: SandboxService['clientOf'] = (apiKey, overrides) =>
    createClient({
      connection,
      apiKey,
      fetch: (url, init) => fetch(url, init),
      log: line => lines.push(line),
      warn: line => warnings.push(line),
      onRefused: () => undefined,
      now: () => clock.now,
      retryDelayMs: 1,
      orderPaceMs: 0,
      ...overrides,
    });
  return {
    ...served,
    client: clientOf(sandbox.apiKey),
    clientAt: searchPath => clientOf(sandbox.apiKey, { connection: { ...connection, searchPath } }),
    clientOf,
    now: () => clock.now,
    dialect,
    clock,
    lines,
    warnings,
    raw: (method, path, request = {}) => sendRaw(served, method, path, request),
    seen: path =>
      sandbox.requests
        .filter(request => path === undefined || request.path === path)
        .map(request => `${request.method} ${request.path}`),
  };
}

async function sendRaw(
  service: ServedSandbox,
  method: string,
  path: string,
  { json, body, headers, token = 'IDP' }: RawRequest,
): Promise<RawAnswer> {
  noteRequest(method, new URL(service.origin + path).pathname);
  const sent = json === undefined ? body : JSON.stringify(json);
  const response = await fetch(service.origin + path, {
    method,
    headers: {
      ...(token === 'none' ? {} : { Authorization: `Bearer ${await tokenOf(service, token)}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

async function tokenOf({ origin, sandbox }: ServedSandbox, client: 'IDP' | 'AAA'): Promise<string> {
  const form = { apikey: sandbox.apiKey, client_id: client, grant_type: 'api_key' };
  const answer = await fetch(origin + tokenPath, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { access_token: string }).access_token;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
