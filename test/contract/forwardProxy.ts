import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Authority } from '../certificates.ts';

export interface ForwardProxy {
  /** 'http://127.0.0.1:…', or 'https://localhost:…' with an authority. */
  origin: string;
  /** `host:port` of each CONNECT. */
  tunnels: string[];
  /** Whole address of each request for plain http. */
  forwarded: string[];
  /** All that went through the tunnels, to the hosts. */
  carried: () => Buffer;
  /** How many callers showed a certificate. */
  certificates: () => number;
  close(): Promise<void>;
}

/** A proxy as RFC 9110 (9.3.6) and RFC 9112 (3.2.2) have it; with a status, one that refuses everything so. */
export async function startForwardProxy({
  authority,
  refusal,
}: { authority?: Authority; refusal?: number } = {}): Promise<ForwardProxy> {
  const tunnels: string[] = [];
  const forwarded: string[] = [];
  const carried: Buffer[] = [];
  const sockets = new Set<Duplex>();
  let certificates = 0;

  const server = authority
    ? createTlsServer({ ...(await authority.server()), requestCert: true, rejectUnauthorized: false })
    : createServer();
  const track = (socket: Duplex) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A side that ends the tunnel hard is no fault of the proxy.
    socket.on('error', () => socket.destroy());
  };
  server.on('secureConnection', (socket: TLSSocket) => {
    if ('subject' in socket.getPeerCertificate()) certificates += 1;
  });
  server.on('connection', track);
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url = '', method, headers } = incoming;
    forwarded.push(url);
    incoming.pipe(
      request(url, { method, headers }, answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  });
  server.on('connect', ({ url = '' }: IncomingMessage, caller: Socket) => {
    tunnels.push(url);
    if (refusal !== undefined) {
      caller.end(`HTTP/1.1 ${refusal} Refused\r\nProxy-Authenticate: Basic realm="proxy"\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${url}`);
    const host = connect(Number(port), hostname, () => {
      caller.write('HTTP/1.1 200 Connected\r\n\r\n');
      caller.on('data', (chunk: Buffer) => carried.push(chunk));
      caller.pipe(host).pipe(caller);
    });
    track(host);
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: authority ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    tunnels,
    forwarded,
    carried: () => Buffer.concat(carried),
    certificates: () => certificates,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
