import { readFileSync } from 'node:fs';
import { type Connection, parseConnection } from '../../src/service/rules/connection.ts';
import type { Fetch } from '../../src/service/wire/http.ts';
import { createClient, pathOf, routeOf } from './recording.ts';
import type { Service } from './service.ts';
import { keyVariable, serviceVariable } from './serviceVariables.ts';

/** Routes that change nothing and spend nothing. A revoke is a GET, and tiles spend the streaming allowance. */
const reads: readonly string[] = [
  'POST /auth/realms/IDP/protocol/openid-connect/token',
  'GET /api/v1/me',
  'GET /api/v1/me/services',
  'GET /api/v1/contracts/{contractId}',
  'GET /api/v1/contracts/{contractId}/subscriptions',
  'GET /api/v1/contracts/{contractId}/subscriptions/{subscriptionId}',
  'GET /api/v1/contracts/{contractId}/payments',
  'GET /api/v1/contracts/{contractId}/payments/{paymentId}',
  'GET /api/v1/subscriptions',
  'GET /api/v1/subscriptions/{subscriptionId}/payments',
  'GET /api/v1/orders',
  'GET /api/v1/orders/{orderId}',
  'GET /api/v1/analytics',
  'GET /api/v1/apikeys',
  'GET /api/v1/items/{item_id}/download',
  'GET /api/v1/opensearch',
  'GET /api/v2/opensearch',
  'POST /api/v1/opensearch',
  'POST /api/v2/opensearch',
  'POST /api/v1/prices',
];

/** More than one run of the statements ever needs. */
const maxRequests = 500;

/** The service that the environment points to; made once, so that one token and one pace serve all statements. */
let made: Service | undefined;

export function otherService(): Service {
  return (made ??= makeService(readConnection()));
}

function makeService(connection: Connection): Service {
  const apiKey = process.env[keyVariable];
  if (apiKey === undefined || apiKey === '')
    throw new Error(`${keyVariable} must hold an API key of the service.`);
  const clientAt = (at: Connection) =>
    createClient({
      connection: at,
      apiKey,
      fetch: guarded,
      log: () => undefined,
      warn: line => console.warn(line),
      onRefused: () => undefined,
    });
  const guarded = readsOnly(transportOf(connection), connection);
  return {
    client: clientAt(connection),
    clientAt: searchPath => clientAt({ ...connection, searchPath }),
    now: Date.now,
    dialect: undefined,
  };
}

/** With the certificates and the proxy that the connection names, if any. */
function transportOf(connection: Connection): Fetch {
  if (!connection.transport) return (url, init) => fetch(url, init);
  const made = import('../../src/service/wire/ownTransport.ts').then(loaded =>
    loaded.createOwnTransport(connection),
  );
  return async (url, init) => {
    const transport = await made;
    if (typeof transport === 'string') throw new Error(transport);
    return transport(url, init);
  };
}

function readConnection(): Connection {
  const file = process.env[serviceVariable] ?? '';
  const connection = parseConnection(parseFile(file));
  if (typeof connection === 'string') throw new Error(`${file}: ${connection}`);
  return connection;
}

function parseFile(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}, which ${serviceVariable} names, is no JSON: ${String(error)}`, {
      cause: error,
    });
  }
}

/** Lets nothing leave but reads, and those in bounds; whatever a statement tries. */
export function readsOnly(fetch: Fetch, connection: Connection): Fetch {
  const addresses = [connection.baseUrl, connection.searchUrl, connection.authUrl, connection.accessUrl];
  let sent = 0;
  return async (url, init) => {
    const method = init.method ?? 'GET';
    const path = pathOf(url, connection);
    const isOwn = addresses.some(address => url.startsWith(`${address}/`));
    // A download may lead to another host, which gets no token.
    const isRead = isOwn ? reads.includes(routeOf(method, path) ?? '') : method === 'GET';
    if (!isRead) throw new Error(`${method} ${path} does not only read: it was not sent.`);
    if (++sent > maxRequests)
      throw new Error(`More than ${maxRequests} requests: ${method} ${path} was not sent.`);
    return fetch(url, init);
  };
}
