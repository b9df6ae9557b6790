import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode } from 'fast-png';

/** A tile server on this machine. Its tiles have one color that nothing else on the screen has. */
export interface TileServer {
  /** For example 'http://127.0.0.1:4000'; the same after `stop` and `start`. */
  origin: string;
  host: string;
  /** All requests, oldest first. */
  requests: readonly { path: string; headers: IncomingHttpHeaders }[];
  start(): Promise<void>;
  /** Requests are accepted but not answered until the server is started again. */
  hang(): void;
  stop(): Promise<void>;
}

export const tileColor = [201, 31, 161] as const;

export async function serveTiles(): Promise<TileServer> {
  const size = 256;
  const data = new Uint8Array(size * size * 3).map((_, index) => tileColor[index % 3] ?? 0);
  const tile = encode({ width: size, height: size, data, channels: 3, depth: 8 });
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  let server: Server | undefined;
  let answers = true;

  async function listen(port: number): Promise<number> {
    answers = true;
    server = createServer(({ url = '', headers }, response) => {
      requests.push({ path: url, headers });
      if (!answers) return;
      const isTile = /^\/base\/\d+\/\d+\/\d+\.png$/.test(url);
      response.writeHead(isTile ? 200 : 404, { 'content-type': 'image/png', 'cache-control': 'no-store' });
      response.end(isTile ? tile : undefined);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const port = await listen(0);
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    hang: () => void (answers = false),
    start: () => listen(port).then(() => undefined),
    async stop() {
      if (!server?.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
