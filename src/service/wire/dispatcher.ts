// Before undici: see there.
import './processDispatcher.ts';
import type { SecureContext } from 'node:tls';
import type { buildConnector as connectors, Dispatcher, RequestInit as UndiciRequestInit } from 'undici';
import openTunnel from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { fetch } from 'undici/lib/web/fetch/index.js';
import type { Fetch } from './http.ts';
import { bodyText, onceHeaders, toResponse } from './onceMessage.ts';
import { releaseDispatcher } from './processDispatcher.ts';

releaseDispatcher();

export interface Tls {
  /** Made once for all connections, because it takes about 20 ms. */
  secureContext: SecureContext;
  /** The PEM texts of the trusted authorities: the editor doesn't add its own to a connection that has some. */
  ca: string[];
}

/** Only HTTP/1.1, as in Node's own fetch. */
const allowH2 = false;

/**
 * What carries the requests: connections to the hosts, or to a proxy and through it.
 *
 * @param proxy origin of the proxy
 * @param proxyTls for the connection to a proxy at https://
 */
export function createDispatcher(tls: Tls, proxy?: string, proxyTls = tls): Dispatcher {
  if (proxy === undefined)
    return new Agent({ allowH2, connect: keepingReason(buildConnector({ ...tls, allowH2 })) });
  return new ProxyAgent({
    uri: proxy,
    allowH2,
    requestTls: { ...tls, allowH2 },
    proxyTls: { ...proxyTls, allowH2 },
    factory: (origin, options) => {
      const { connect, ...others } = options as { connect: connectors.connector };
      return new Pool(origin, { ...others, connect: keepingReason(connect) });
    },
    // Only the whole package of undici adds this function.
    clientFactory: (proxyOrigin, options) =>
      Object.assign(new Pool(proxyOrigin, options), { connect: openTunnel }),
  });
}

/** Like the global fetch, which doesn't accept a dispatcher of this version. */
export async function fetchThrough(
  dispatcher: Dispatcher,
  ...[url, init]: Parameters<Fetch>
): Promise<Response> {
  return (await fetch(url, { ...(init as unknown as UndiciRequestInit), dispatcher })) as unknown as Response;
}

/** Like `sendOnce`. The dispatcher is new, and only for this request. */
export async function sendOnceThrough(
  dispatcher: Dispatcher,
  ...[url, init]: Parameters<Fetch>
): Promise<Response> {
  const { origin, pathname, search } = new URL(url);
  const answer = await request.call(dispatcher, {
    origin,
    path: pathname + search,
    method: init.method ?? 'GET',
    headers: onceHeaders(init),
    body: bodyText(init) || null,
    signal: init.signal,
  });
  try {
    const headers = new Headers();
    for (const [name, sent = []] of Object.entries(answer.headers))
      for (const value of [sent].flat()) headers.append(name, value);
    return toResponse(answer.statusCode, headers, answer.body);
  } catch (error) {
    answer.body.destroy();
    throw error;
  }
}

/**
 * A service that speaks TLS 1.3 refuses a certificate only after the connection is established, and undici forgets
 * why it ended. A connection that is destroyed with the reason keeps it.
 */
function keepingReason(connect: connectors.connector): connectors.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      socket?.once('error', (reason: Error) => socket.destroy(reason));
      callback(...result);
    });
}
