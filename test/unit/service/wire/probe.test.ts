import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { probe, readCertificate } from '../../../../src/service/wire/probe.ts';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a probe', () => {
  it('takes any answer for a sign of life, and sends no credential', async () => {
    const seen: unknown[] = [];
    const address = await serve((request, response) => {
      seen.push([request.method, request.url, request.headers.authorization]);
      response.writeHead(404).end('nothing here');
    });
    const found = await probe(fetch, address);
    expect(found).toMatchObject({ address, status: 404, failure: undefined });
    expect(found.milliseconds).toBeGreaterThanOrEqual(0);
    expect(seen).toEqual([['GET', '/', undefined]]);
  });

  it('follows no redirect', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    });
    expect(await probe(fetch, address)).toMatchObject({ status: 302, failure: undefined });
  });

  it.each([-3600, 0, 3600])('reads how far the service’s clock is ahead: %d s', async ahead => {
    const address = await serve((_request, response) => {
      response.sendDate = false;
      response.setHeader('date', new Date(Date.now() + ahead * 1000).toUTCString());
      response.end();
    });
    const { clockAheadMs } = await probe(fetch, address);
    expect(Math.abs((clockAheadMs ?? Number.NaN) - ahead * 1000)).toBeLessThan(2000);
  });

  it('says nothing about a clock that the service does not tell', async () => {
    const address = await serve((_request, response) => {
      response.sendDate = false;
      response.end();
    });
    expect((await probe(fetch, address)).clockAheadMs).toBeUndefined();
  });
});

describe('a look at a certificate', () => {
  it('fails where nothing speaks TLS', async () => {
    const address = await serve(() => undefined);
    await expect(readCertificate(address.replace('http:', 'https:'))).rejects.toThrow();
  });
});
