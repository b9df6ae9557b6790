import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { breaksOff } from './faults/faults.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

export interface ServedSandbox {
  sandbox: Sandbox;
  /** For example 'http://127.0.0.1:4000': the address of all four hosts. */
  origin: string;
  close(): Promise<void>;
}

/**
 * Runs a sandbox as a server on the loopback interface. Port 0, the default, takes a free one.
 * Rejects if the port is taken.
 */
export async function serveSandbox(options: SandboxOptions & { port?: number } = {}): Promise<ServedSandbox> {
  let answer: Sandbox['fetch'] = () => Promise.reject(new Error('The server has no address yet'));
  const server = createAdaptorServer({
    fetch: async (request, bindings) => {
      const { socket, headers } = (bindings as HttpBindings).incoming;
      if (!isLoopback(headers.host)) return new Response('Only loopback names are served.', { status: 421 });
      try {
        const response = await answer(request);
        return breaksOff(response) ? breakingConnection(response, socket) : response;
      } catch (error) {
        // What rejects in-process is a connection that breaks over HTTP.
        socket.destroy();
        throw error;
      }
    },
    // Whoever runs the sandbox in a process of its own work keeps its Request and Response.
    overrideGlobalObjects: false,
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = createSandbox({ origin, ...options });
  answer = request => movedClock(sandbox, request) ?? sandbox.fetch(request);
  return {
    sandbox,
    origin,
    close: () =>
      new Promise((resolve, reject) => {
        server.close(error => {
          if (error) reject(error);
          else resolve();
        });
        // Connections that clients keep open would hold the server for a minute.
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/** Whether a request was sent to this machine by name: a web page can have its own name lead here. */
function isLoopback(host: string | undefined): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host ?? '');
}

/**
 * Answers a script that moves the clock, which is no part of the service: a POST with `forward` in seconds. It must come
 * from outside of a browser, so that no web page moves it.
 */
function movedClock(sandbox: Sandbox, { method, url, headers }: Request): Promise<Response> | undefined {
  const { pathname, searchParams } = new URL(url);
  if (method !== 'POST' || pathname !== '/sandbox/clock' || headers.has('origin')) return undefined;
  try {
    sandbox.moveClock(Number(searchParams.get('forward')) * 1000);
    return Promise.resolve(Response.json({ aheadSeconds: sandbox.aheadMs / 1000 }));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return Promise.resolve(Response.json({ message: error.message }, { status: 400 }));
  }
}

/** The same answer, whose body breaks the connection where it breaks off. */
function breakingConnection(response: Response, socket: Socket): Response {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: async controller => {
      try {
        const read = await reader?.read();
        if (!read || read.done) controller.close();
        else controller.enqueue(read.value);
      } catch {
        socket.destroy();
        controller.close();
      }
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
