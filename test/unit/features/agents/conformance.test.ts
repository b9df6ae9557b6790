import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { repository } from '../../../editor/repository.ts';
import { newUser } from '../../../fake/user.ts';
import { patient } from '../../../runSpeed.ts';
import { tempFolder } from '../../tempFolder.ts';
import { type Connection, copiedConnection } from './mcpClients.ts';
import { toolSetup } from './toolSetup.ts';

beforeEach(newUser);

const run = promisify(execFile);
const suite = join(repository, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** The suite can't be given a token: this address adds it, and changes nothing else. */
async function addressWithToken(connection: Connection): Promise<string> {
  const target = new URL(connection.url);
  const server = createServer((incoming, outgoing) => {
    const { port } = server.address() as AddressInfo;
    const host = incoming.headers.host?.replace(String(port), target.port);
    const headers = { ...incoming.headers, ...connection.headers, host };
    const forwarded = request(target, { method: incoming.method, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/mcp`;
}

it.each(['2025-11-25', '2026-07-28'])(
  'the server does what revision %s requires, except for what conformance.yml explains',
  async revision => {
    const { tools } = await toolSetup();
    onTestFinished(() => {
      tools.dispose();
    });
    const url = await addressWithToken(await copiedConnection(tools));
    const output = await run(process.execPath, [
      suite,
      'server',
      ...['--url', url],
      ...['--requirements', revision],
      ...['--expected-failures', join(import.meta.dirname, 'conformance.yml')],
      ...['--output-dir', await tempFolder()],
    ]).then(
      ({ stdout }) => stdout,
      (error: unknown): string => expect.fail((error as { stdout: string }).stdout),
    );
    expect(output).toContain('✓ tools-list');
  },
  patient(60_000),
);
