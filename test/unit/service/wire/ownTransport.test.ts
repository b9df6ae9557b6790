import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Fetch } from '../../../../src/service/wire/http.ts';
import { createOwnTransport } from '../../../../src/service/wire/ownTransport.ts';
import { connection } from './fakeFetch.ts';

describe('the fetch of a transport', () => {
  let ownFetch: Fetch;

  beforeAll(async () => {
    const made = await createOwnTransport(connection);
    if (typeof made === 'string') throw new Error(made);
    ownFetch = made;
  });

  /** The address of a server that answers so; gone when the test ends. */
  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  /** What both fetches make of the same request; they must not differ. */
  async function both<T>(request: (send: Fetch) => Promise<T>): Promise<T> {
    const ofOwn = await request(ownFetch);
    expect(ofOwn).toEqual(await request((url, init) => fetch(url, init)));
    return ofOwn;
  }

  it('shows a redirect instead of following it', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(307, { location: '/on' }).end('moved'),
    );
    const seen = await both(async send => {
      const response = await send(url, { redirect: 'manual' });
      await response.body?.cancel();
      return [response.status, response.ok, response.headers.get('location'), response.type];
    });
    expect(seen).toEqual([307, false, '/on', 'basic']);
  });
});
