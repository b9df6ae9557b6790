import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type SecureVersion, TLSSocket } from 'node:tls';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';
import type { Authority } from '../certificates.ts';

export interface TlsSandbox {
  sandbox: Sandbox;
  /** 'https://127.0.0.1:…': the address of all four hosts. */
  origin: string;
  /** The common name of each caller's certificate, once per request. */
  callers: unknown[];
  close(): Promise<void>;
}

/** Serves a sandbox at https://, to holders of a certificate of this authority and to nobody else. */
export async function serveTlsSandbox(
  authority: Authority,
  options: SandboxOptions & { maxVersion?: SecureVersion },
): Promise<TlsSandbox> {
  const callers: unknown[] = [];
  let answer: Sandbox['fetch'] = () => Promise.reject(new Error('The server has no address yet'));
  const server = createAdaptorServer({
    fetch: (request, bindings) => {
      callers.push(callerOf((bindings as HttpBindings).incoming.socket));
      return answer(request);
    },
    createServer,
    serverOptions: {
      ...(await authority.server()),
      ca: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
      ...(options.maxVersion ? { maxVersion: options.maxVersion } : {}),
    },
    overrideGlobalObjects: false,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = createSandbox({ ...options, origin });
  answer = request => sandbox.fetch(request);
  return {
    sandbox,
    origin,
    callers,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

/** The common name of the certificate that a caller showed. */
export function callerOf(socket: Socket): unknown {
  if (!(socket instanceof TLSSocket)) throw new Error('The connection is not secure.');
  const certificate = socket.getPeerCertificate();
  return 'subject' in certificate ? certificate.subject.CN : undefined;
}
