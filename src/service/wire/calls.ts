import type * as z from 'zod';
import { safeLine } from '../../base/words/safeText.ts';
import type { Connection } from '../rules/connection.ts';
import type { LinkKind } from '../rules/linkRule.ts';
import { requestUrl, type ServiceRequest } from '../rules/serviceRequest.ts';
import { ApiError } from './errors.ts';
import type { Http, HttpCall } from './http.ts';
import type { ClientId, Tokens } from './token.ts';

export interface Call
  extends ServiceRequest, Omit<HttpCall, 'url' | 'bearer' | 'body' | 'method' | 'link' | 'paced'> {
  clientId?: ClientId;
}

/** Reads from the account and ordering host with a GET that may be repeated. */
export function read<T>(
  calls: Calls,
  path: string,
  schema: z.ZodType<T>,
  signal?: AbortSignal,
  query: Readonly<Record<string, string>> = {},
): Promise<T> {
  return calls.json({ host: 'baseUrl', method: 'GET', path, query, safe: true }, schema, signal);
}

/** Characters. */
const longestWarning = 500;

/** Prices and orders, also where they are only read: sister services count both. */
const pacedPath = /^\/api\/v1\/(prices|orders)(\/|$)/;

export type Calls = ReturnType<typeof createCalls>;

/** Calls with a token in place. Every function of the client is written against this. */
export function createCalls(
  connection: Connection,
  http: Http,
  tokens: Tokens,
  warn: (message: string) => void,
) {
  /**
   * A token can become invalid before it expires. A safe call is then sent again with a new one. An unsafe call isn't,
   * so that no write is ever sent twice: the user's next attempt gets the new token. A 401 means that the token is
   * invalid, a 403 only that it may be (specification: Authentication, 6). So a 403 costs at most one exchange per
   * token, and none for a request that a new token didn't help before. If the exchange is refused, access is suspended
   * and nothing more is sent.
   */
  async function withToken<T>(
    { safe, clientId = 'IDP' }: Pick<Call, 'safe' | 'clientId'>,
    signal: AbortSignal | undefined,
    run: (token: string) => Promise<T>,
  ) {
    const token = await tokens.get(clientId, signal);
    try {
      return await run(token);
    } catch (error) {
      if (!isOfToken(error, clientId, token) || !safe) throw error;
      return run(await tokens.get(clientId, signal)).catch((second: unknown) => {
        if (second instanceof ApiError && second.details.status === 403)
          forbidden.add(second.details.request);
        throw second;
      });
    }
  }

  /** Requests that got a 403 with a new token as well: a right is missing. */
  const forbidden = new Set<string>();

  /** Whether another token may help; if so, this one isn't used again. */
  function isOfToken(error: unknown, clientId: ClientId, token: string): boolean {
    if (!(error instanceof ApiError)) return false;
    // Absent if the server that answered did not receive the token.
    if (error.details.refused === undefined) return false;
    const { status, request } = error.details;
    if (status === 403) return !forbidden.has(request) && tokens.doubt(clientId, token);
    if (status !== 401) return false;
    tokens.discard(clientId, token);
    return true;
  }

  function toHttpCall(call: Call, bearer: string): HttpCall {
    const url = requestUrl(connection, call);
    const paced = pacedPath.test(call.path);
    if (call.json === undefined) return { ...call, url, bearer, paced };
    const headers = { 'Content-Type': 'application/json', ...call.headers };
    return { ...call, url, bearer, paced, headers, body: JSON.stringify(call.json) };
  }

  return {
    /** A problem that didn't stop the call, such as a broken item in a page. */
    warn: (message: string) =>
      // Fields of the service are in it, such as IDs.
      warn(safeLine(http.redact(message), longestWarning)),
    json<T>(call: Call, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
      return withToken(call, signal, bearer => http.json(toHttpCall(call, bearer), schema, signal));
    },
    /** For a call of which only the status counts: the body is not read. */
    send(call: Call, signal?: AbortSignal): Promise<void> {
      return withToken(call, signal, async bearer => {
        const response = await http.open(toHttpCall(call, bearer), signal);
        // The body is not needed, so its end isn't awaited.
        response.body?.cancel().catch(() => undefined);
      });
    },
    /** Follows a link from the service if `whyNotFollowed` allows it; a GET that may be repeated. */
    follow(
      url: URL,
      link: LinkKind,
      headers: Record<string, string>,
      signal?: AbortSignal,
    ): Promise<Response> {
      const call = { method: 'GET', url, link, headers, safe: true } as const;
      return withToken(call, signal, bearer => http.open({ ...call, bearer }, signal));
    },
    /** How a call to an address is named in errors: without a query and without secrets. */
    callName: (url: URL) => http.callName({ method: 'GET', url }),
  };
}
