import type { Fetch } from '../../../../src/service/wire/http.ts';

export { connection } from '../../fakes.ts';

export interface Seen {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** What the fake service answers, or how the network fails. */
export type Reply =
  | Response
  | Error
  | ((seen: Seen, signal: AbortSignal | undefined) => Response | Promise<Response>);

export interface FakeService {
  fetch: Fetch;
  seen: Seen[];
  /** Requests other than token exchanges. */
  calls(): Seen[];
  exchanges(): Seen[];
}

const isExchange = (seen: Seen) => seen.url.endsWith('/openid-connect/token');

/**
 * A service that answers the token exchange by itself and everything else by the replies, one after another; the last
 * one stays.
 */
export function fakeService(replies: Reply[], exchange?: Reply): FakeService {
  const seen: Seen[] = [];
  let next = 0;
  let tokens = 0;
  const play = async (reply: Reply | undefined, request: Seen, signal: AbortSignal | undefined) => {
    if (reply === undefined) throw new Error('The fake has no reply.');
    if (reply instanceof Error) throw reply;
    return typeof reply === 'function' ? reply(request, signal) : reply.clone();
  };
  return {
    seen,
    calls: () => seen.filter(request => !isExchange(request)),
    exchanges: () => seen.filter(isExchange),
    fetch: async (url, init) => {
      const request: Seen = {
        url,
        method: init.method ?? 'GET',
        headers: { ...(init.headers as Record<string, string>) },
        body: init.body as string | undefined,
      };
      seen.push(request);
      const signal = init.signal ?? undefined;
      if (isExchange(request)) {
        return play(
          exchange ?? json({ access_token: `token-${++tokens}`, expires_in: 3600 }),
          request,
          signal,
        );
      }
      return play(replies[Math.min(next++, replies.length - 1)], request, signal);
    },
  };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

export function resetByPeer(): Error {
  return new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
}
