import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Transport } from '../../src/service/rules/transport.ts';
import type { ApiError } from '../../src/service/wire/errors.ts';
import type { Fetch } from '../../src/service/wire/http.ts';
import { createAuthority } from '../certificates.ts';
import { failure } from '../failure.ts';
import { startForwardProxy } from './forwardProxy.ts';
import { createCredentials, type Setup, setUp, transportTo } from './transportSetup.ts';

const { authority, files, keep } = await createCredentials();
const { clientCertificate, clientKey, certificateAuthority } = files;

const noAuthority =
  'the certificate is not trusted; choose the authority of the connection if it is a private one (SELF_SIGNED_CERT_IN_CHAIN)';

async function ownSetup(options: Parameters<typeof setUp>[1] = {}): Promise<Setup> {
  const service = await setUp(authority, options);
  onTestFinished(() => service.close());
  return service;
}

/** What the user is told when signing in that way fails before the service sees anything. */
async function reasonOf(service: Setup, send: Fetch): Promise<string | undefined> {
  const error = await failure(service.clientOf(send).signIn());
  expect(error.kind).toBe('network');
  expect(service.sandbox.requests).toEqual([]);
  expectNoSecrets(service, error);
  return error.details.reason;
}

function expectNoSecrets({ sandbox, tokens, lines }: Setup, error: ApiError) {
  const text = [error.message, error.stack, JSON.stringify(error.details), ...lines].join('\n');
  for (const secret of [sandbox.apiKey, encodeURIComponent(sandbox.apiKey), 'PRIVATE KEY', ...tokens])
    expect(text).not.toContain(secret);
}

describe('a service that asks for a certificate of its own authority', () => {
  it("is out of reach of the editor's own fetch", async () => {
    const service = await ownSetup();
    expect(await reasonOf(service, (url, init) => fetch(url, init))).toBe(noAuthority);
  });

  it('is not believed without its authority', async () => {
    const service = await ownSetup();
    const send = await transportTo(service.origin, { clientCertificate, clientKey });
    expect(await reasonOf(service, send)).toBe(noAuthority);
  });

  it('is believed without it where the machine trusts the authority', async () => {
    const service = await ownSetup();
    const trusted = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, authority.cert]);
    const send = await transportTo(service.origin, { clientCertificate, clientKey });
    await service.clientOf(send).signIn();
    expect(service.callers).toEqual(['Analyst']);
  });

  it('is not believed under another name', async () => {
    const service = await ownSetup();
    const otherOrigin = service.origin.replace('127.0.0.1', '127.0.0.2');
    const send = await transportTo(otherOrigin, files);
    const reason = await reasonOf(service, (url, init) =>
      send(url.replace(service.origin, otherOrigin), init),
    );
    expect(reason).toMatch(/127\.0\.0\.2/);
  });

  it.each([
    [
      'TLSv1.3',
      'a client certificate is required; choose one for the connection (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
    ],
    [
      'TLSv1.2',
      expect.stringMatching(
        /^the secure connection was refused; the connection may need a client certificate \(ERR_SSL_.*_ALERT_HANDSHAKE_FAILURE\)$/,
      ) as unknown,
    ],
  ] as const)('refuses whoever has none, by %s', async (maxVersion, reason) => {
    const service = await ownSetup({ maxVersion });
    const send = await transportTo(service.origin, { certificateAuthority });
    expect(await reasonOf(service, send)).toEqual(reason);
  });

  it("refuses the certificate of somebody else's authority", async () => {
    const service = await ownSetup();
    const stranger = await keep('stranger', await (await createAuthority('Other')).client('Stranger'));
    const send = await transportTo(service.origin, { ...stranger, certificateAuthority });
    expect(await reasonOf(service, send)).toBeTypeOf('string');
    expect(service.callers).toEqual([]);
  });

  it('may break a connection: neither token nor key is in the error', async () => {
    const service = await ownSetup();
    const send = await transportTo(service.origin, files);
    const client = service.clientOf(send);
    await client.signIn();
    service.sandbox.faults.add({ kind: 'status', status: 503 });
    const error = await failure(client.profile());
    await service.close();
    const nextError = await failure(client.profile());
    expect([error.kind, nextError.kind]).toEqual(['server', 'network']);
    expect(service.tokens.size).toBe(1);
    expectNoSecrets(service, error);
    expectNoSecrets(service, nextError);
  });
});

describe('a proxy', () => {
  async function reasonThrough(proxy: string, transport: Transport = files): Promise<string | undefined> {
    const service = await ownSetup();
    const send = await transportTo(service.origin, { ...transport, proxy });
    return reasonOf(service, send);
  }

  /** A port of this machine that nobody listens at. */
  async function deadPort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return port;
  }

  it('that is not there is named', async () => {
    const proxy = `http://127.0.0.1:${await deadPort()}`;
    expect(await reasonThrough(proxy)).toBe(
      `Through the proxy ${proxy}: connect ECONNREFUSED ${proxy.slice('http://'.length)}`,
    );
  });

  it('that refuses is named, with its answer', async () => {
    const proxy = await startForwardProxy({ refusal: 403 });
    onTestFinished(() => proxy.close());
    const reason = await reasonThrough(proxy.origin);
    const start = `Through the proxy ${proxy.origin}: `;
    expect(reason?.slice(0, start.length)).toBe(start);
    expect(reason?.slice(start.length)).toContain('403');
    expect(proxy.tunnels).toHaveLength(1);
  });

  it("that requires a password isn't taken for the service", async () => {
    const proxy = await startForwardProxy({ refusal: 407 });
    onTestFinished(() => proxy.close());
    const service = await ownSetup();
    const send = await transportTo(service.origin, { ...files, proxy: proxy.origin });
    const error = await failure(service.clientOf(send).signIn());
    expect(error.details).toMatchObject({ status: 407, refused: 'proxy' });
    expectNoSecrets(service, error);
    expect(proxy.tunnels).toHaveLength(1);
  });

  it('that nobody vouches for is not believed', async () => {
    const proxy = await startForwardProxy({ authority: await createAuthority('Other') });
    onTestFinished(() => proxy.close());
    expect(await reasonThrough(proxy.origin)).toMatch(
      /^Through the proxy https:\/\/localhost:\d+: the certificate is not trusted/,
    );
    expect(proxy.tunnels).toEqual([]);
  });

  it('does not make a service trusted, nor stand in for its caller', async () => {
    const proxy = await startForwardProxy();
    onTestFinished(() => proxy.close());
    const start = `Through the proxy ${proxy.origin}: `;
    expect(await reasonThrough(proxy.origin, { clientCertificate, clientKey })).toBe(start + noAuthority);
    expect(await reasonThrough(proxy.origin, { certificateAuthority })).toMatch(
      /: a client certificate is required; .* \(ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED\)$/,
    );
  });
});
