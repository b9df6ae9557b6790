// A service with one search, in its own process: `fork` it, and it sends its origin. Each page has the same bytes as
// the sandbox's answer, whoever the client is.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { sandboxConnection } from '../../src/service/rules/connection.ts';
import { createClient } from '../../src/service/wire/client.ts';
import { searchPages } from './searchPages.ts';

const sandbox = createSandbox({ now: () => Date.parse('2026-03-20T12:00:00Z') });
const bodies: Buffer[] = [];
const client = createClient({
  connection: sandboxConnection,
  apiKey: sandbox.apiKey,
  async fetch(url, init) {
    const response = await sandbox.fetch(new Request(url, init));
    if (url.includes('opensearch')) bodies.push(Buffer.from(await response.clone().arrayBuffer()));
    return response;
  },
  log: () => undefined,
  warn: () => undefined,
  onRefused: error => {
    throw error;
  },
});
const { pages, pageSize, criteria } = searchPages;
for (let page = 1; page <= pages; page += 1) await client.search(criteria, page, pageSize);

const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  if (request.method === 'POST') {
    response.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }));
    return;
  }
  const page = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('startPage'));
  response.end(bodies[page - 1]);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
