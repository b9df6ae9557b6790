import { setTimeout as sleep } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import pRetry from 'p-retry';
import type * as z from 'zod';
import { isDeeperThan } from '../../base/json/nesting.ts';
import { safeLine } from '../../base/words/safeText.ts';
import { withoutSecrets } from '../../base/words/secretFields.ts';
import { type Connection, sandboxConnection, trustedOrigins } from '../rules/connection.ts';
import { type LinkKind, tokenOrigins, whyNotFollowed } from '../rules/linkRule.ts';
import { ApiError, type ApiErrorDetails, kindOfStatus, readRetryAfter } from './errors.ts';
import { addressAdvice, failureCause, isProxyRefusal } from './failureCause.ts';
import { bodyForm, readServerMessage } from './failureWords.ts';

/** Maximum bytes of an answer that is read as a whole, uncompressed; a page of 500 images has about 1 MB. */
const longestAnswer = 50_000_000;
/**
 * Levels of nesting. More take seconds to parse, and code that compares or shows fields runs out of stack at several
 * thousand. Not `deepestNesting`: one deep field leaves the rest of a list readable.
 */
const deepestAnswer = 2000;

/** Of an answer that reports a failure: its text is short. */
const longestFailure = 64_000;

/**
 * The body of an answer as text. Reads no further than the limit, however small the compressed body is.
 *
 * @param maxBytes bytes
 * @param came called with each part
 * @returns `undefined` if there are more
 */
async function readLimited(
  response: Response,
  maxBytes: number,
  came: () => void,
): Promise<string | undefined> {
  const { body, headers } = response;
  if (!body) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  // For a compressed body the header counts other bytes than those that are read, but not more.
  let size = 0;
  let isTooLong = Number(headers.get('content-length') ?? 0) > maxBytes;
  while (!isTooLong) {
    const next = await reader.read();
    if (next.done) return new TextDecoder().decode(Buffer.concat(chunks, size));
    came();
    const chunk = next.value as Uint8Array;
    chunks.push(chunk);
    size += chunk.byteLength;
    isTooLong = size > maxBytes;
  }
  // The body is not needed, so its end isn't awaited.
  reader.cancel().catch(() => undefined);
  return undefined;
}

export interface FetchInit extends RequestInit {
  /**
   * The request must be sent only once. fetch itself repeats some, as after a 421 (Fetch Standard,
   * HTTP-network-or-cache fetch), so a transport sends this one in another way.
   */
  once?: boolean;
}

/** The client's transport: the editor's own fetch, or the sandbox. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

/** One line per answered or failed request. Never contains a query, a key or a token. */
export type HttpLog = (line: string) => void;

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute address. */
  url: URL;
  /**
   * Whether sending it again is harmless. Only safe calls are repeated. Not derived from the method,
   * because revoking a subscription is a GET that changes state.
   */
  safe: boolean;
  headers?: Record<string, string>;
  body?: string;
  /** Sent to the host of the call, and along links and redirects only to `tokenOrigins`. */
  bearer?: string;
  /** Each try waits for its turn: see `HttpOptions`. */
  paced?: boolean;
  /** Until it is aborted, other paced calls come first: no person waits for this one. */
  patience?: AbortSignal | undefined;
  /** Set if the address is a link from the service: what it should lead to. */
  link?: LinkKind;
}

export interface HttpOptions {
  connection: Connection;
  fetch: Fetch;
  log: HttpLog;
  /** Texts that must never appear in an error or the log; a function because tokens change. */
  secrets: () => readonly string[];
  /** Address of the proxy that the editor sends requests through, if there is one and it is known. */
  proxy?: string;
  /**
   * Aborted when the window closes: nothing more is sent, and pending requests end. An unsafe call that was sent is
   * still awaited, because its answer says what was done.
   */
  lifetime?: AbortSignal;
  /** Maximum time without a byte, before an answer and within JSON. Milliseconds; shortened by tests. */
  timeoutMs?: number;
  /** Waits between attempts, milliseconds; shortened by tests. */
  retryDelayMs?: number;
  /** Called with the failure, if any, when a call to the service and its repeats have ended, unless aborted. */
  onEnd?: (origin: string, failure: ApiError | undefined) => void;
  /**
   * Runs each attempt of a paced call with a pause after the previous one; rejects if the signal is aborted.
   *
   * @param patience see `HttpCall`
   */
  inTurn: <T>(run: () => Promise<T>, signal?: AbortSignal, patience?: AbortSignal) => Promise<T>;
}

interface Sent {
  response: Response;
  /** Whether the server that answered received the token. */
  hadToken: boolean;
}

const defaultTimeoutMs = 30_000;
const retries = 3;
const maxRedirects = 5;
/** Characters of an address in an error or the log. */
const longestShown = 300;
/** Characters of a value that can't be read, in an error. */
const longestReceived = 120;
/** Maximum Retry-After that is waited for without asking the user, milliseconds. */
const longestPauseMs = 60_000;
/** What a status refuses of a request that had a token. */
const refusals: Partial<Record<number, ApiErrorDetails['refused']>> = { 401: 'token', 403: 'right' };
/** Statuses after which a safe request is sent again. */
const temporaryStatuses: readonly (number | undefined)[] = [408, 429, 500, 502, 503, 504];

export type Http = ReturnType<typeof createHttp>;

export function createHttp({ connection, fetch, log, secrets, proxy, lifetime, ...timing }: HttpOptions) {
  const { timeoutMs = defaultTimeoutMs, retryDelayMs = 400, onEnd = () => undefined, inTurn } = timing;
  const trusted = trustedOrigins(connection);

  const proxyUrl = URL.parse(connection.transport?.proxy ?? proxy ?? '');
  /** A user name is no secret, and may be a word. */
  const proxyPassword = proxyUrl ? [proxyUrl.password, decodedText(proxyUrl.password)] : [];
  const proxyName = proxyUrl ? { proxy: proxyUrl.host } : {};

  const redact = (text: string) => withoutSecrets(text, [...secrets(), ...proxyPassword]);

  /** A proxy refuses what has no password (RFC 9110, 15.5.8), so nothing was sent on. */
  function proxyRefusal(details: ApiErrorDetails): ApiError {
    return new ApiError('invalid', { ...details, status: 407, refused: 'proxy', ...proxyName });
  }

  /** An address may be as long as the answer that it came with. */
  function forDisplay(address: string): string {
    const text = redact(address);
    return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  }

  const callName = ({ method, url }: Pick<HttpCall, 'method' | 'url'>) =>
    forDisplay(`${method} ${url.pathname}`);

  /** @returns the answer, and whether the server that gave it received the token */
  async function send(call: HttpCall, correlationId: string, signal: AbortSignal): Promise<Sent> {
    const kind = call.link ?? 'answer';
    const refuse = (reason: string) =>
      new ApiError('shape', { request: callName(call), correlationId, reason });
    const check = (url: URL) => {
      const reason = whyNotFollowed(connection, kind, url, forDisplay(url.origin + url.pathname));
      if (reason !== undefined) throw refuse(reason);
    };
    const carriers = tokenOrigins(connection, kind, call.url);
    let { url, bearer } = call;
    if (call.link) check(url);
    for (let hops = 0; ; hops++) {
      // Not on the way back either: another host has chosen that address.
      if (!carriers.has(url.origin)) bearer = undefined;
      const headers: Record<string, string> = { ...call.headers };
      if (trusted.has(url.origin)) headers['X-Ads-Correlation-Id'] = correlationId;
      if (bearer !== undefined) headers.Authorization = `Bearer ${bearer}`;
      const response = await fetch(url.href, {
        method: call.method,
        headers,
        redirect: 'manual',
        signal,
        once: call.safe ? undefined : true,
        body: call.body,
      });
      const location = response.headers.get('location');
      const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
      // A redirected write could happen twice or somewhere else: the caller gets the 3xx as a failure.
      if (!isRedirect || call.method !== 'GET' || !call.safe || hops === maxRedirects)
        return { response, hadToken: bearer !== undefined };
      await response.body?.cancel();
      const target = URL.parse(location, url.href);
      if (!target) throw refuse(l10n.t('The link is not a valid address.'));
      url = target;
      check(url);
    }
  }

  /** What ends a call early: its caller, or the window closing. */
  function callEnd(call: HttpCall, signal: AbortSignal | undefined): AbortSignal | undefined {
    if (!call.safe || !lifetime) return signal;
    return signal ? AbortSignal.any([signal, lifetime]) : lifetime;
  }

  /** Sends once. `take` has the same time-out, which restarts whenever something arrives. */
  async function attempt<T>(
    call: HttpCall,
    signal: AbortSignal | undefined,
    take: (response: Response, came: () => void) => T | Promise<T>,
  ): Promise<T> {
    const request = callName(call);
    if (lifetime?.aborted) throw new ApiError('aborted', { request });
    const correlationId = crypto.randomUUID();
    const started = performance.now();
    const tell = (outcome: string | number) =>
      log(`${request} ${outcome} ${Math.round(performance.now() - started)} ms ${correlationId}`);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const came = () => void timer.refresh();
    try {
      const both = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
      const { response, hadToken } = await send(call, correlationId, both);
      tell(response.status);
      came();
      if (response.ok) return await take(response, came);
      const failure = (await readLimited(response, longestFailure, came)) ?? '';
      const serverMessage = readServerMessage(failure, redact);
      if (serverMessage !== undefined)
        log(`${request} ${response.status} ${correlationId}: ${serverMessage}`);
      const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), Date.now());
      const body = bodyForm(failure);
      const details: ApiErrorDetails = {
        request,
        correlationId,
        status: response.status,
        body,
        ...(body === 'json' ? {} : proxyName),
        serverMessage,
        retryAfterMs,
      };
      if (response.status === 407) throw proxyRefusal(details);
      throw new ApiError(kindOfStatus(response.status), {
        ...details,
        // If the host received no token, neither says anything about the token.
        refused: hadToken ? refusals[response.status] : undefined,
      });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const kind = signal?.aborted ? 'aborted' : timeout.signal.aborted ? 'timeout' : 'network';
      tell(kind);
      if (isProxyRefusal(error)) throw proxyRefusal({ request, correlationId });
      const host = shownHost(connection, call.url);
      const isLate = kind === 'timeout';
      const advice = isLate
        ? l10n.t("{0} didn't answer in time. Try again.", host)
        : addressAdvice(error, host);
      throw new ApiError(kind, {
        request,
        correlationId,
        reason: isLate ? undefined : redact(failureCause(error)),
        advice: advice === undefined ? undefined : redact(advice),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Repeats a safe call until it succeeds or the failure isn't temporary; an unsafe call runs once. */
  function repeat<T>(call: HttpCall, signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
    if (!call.safe) return run();
    return pRetry(() => (call.paced ? inTurn(run, signal, call.patience) : run()), {
      retries,
      minTimeout: retryDelayMs,
      randomize: true,
      shouldRetry: ({ error }) => error instanceof ApiError && isTemporary(error) && !isLong(error),
      onFailedAttempt: async ({ error, retriesLeft }) => {
        const wait = error instanceof ApiError ? error.details.retryAfterMs : undefined;
        if (wait !== undefined && wait > 0 && wait <= longestPauseMs && retriesLeft > 0)
          await sleep(wait, undefined, signal ? { signal } : {}).catch(() => undefined);
      },
      signal,
    }).catch((error: unknown) => {
      if (error instanceof ApiError || !signal?.aborted) throw error;
      throw new ApiError('aborted', { request: callName(call) });
    });
  }

  /** The same, and reports the result. Other hosts say nothing about the service. */
  async function withOutcome<T>(
    call: HttpCall,
    signal: AbortSignal | undefined,
    run: () => Promise<T>,
  ): Promise<T> {
    const { origin } = call.url;
    const end = (failure?: ApiError) => {
      if (trusted.has(origin) && failure?.kind !== 'aborted') onEnd(origin, failure);
    };
    try {
      const value = await repeat(call, signal, run);
      end();
      return value;
    } catch (error) {
      if (error instanceof ApiError) {
        if (call.safe && isTemporary(error)) error.details.canRepeat = true;
        end(error);
      }
      throw error;
    }
  }

  return {
    /** How a call is named in errors and the log: method and path, without a query and without secrets. */
    callName,
    /** The same text without keys and tokens. */
    redact,
    /** Sends and returns the answer unread, for downloads. Throws {@link ApiError} unless it is a success. */
    open(call: HttpCall, callerSignal?: AbortSignal): Promise<Response> {
      // The time-out ends with the header: the reader of a long body has its own.
      const signal = callEnd(call, callerSignal);
      return withOutcome(call, signal, () => attempt(call, signal, response => response));
    },
    /** Sends and reads JSON. Throws {@link ApiError}. */
    async json<T>(httpCall: HttpCall, schema: z.ZodType<T>, callerSignal?: AbortSignal): Promise<T> {
      const call = { ...httpCall, headers: { Accept: 'application/json', ...httpCall.headers } };
      const signal = callEnd(call, callerSignal);
      const { status, text } = await withOutcome(call, signal, () =>
        attempt(call, signal, async (response, came) => ({
          status: response.status,
          text: await readLimited(response, longestAnswer, came),
        })),
      );
      const request = callName(call);
      const shapeError = (reason: string) => new ApiError('shape', { request, status, reason });
      if (text === undefined)
        throw shapeError(l10n.t('The answer is larger than {0} MB.', longestAnswer / 1_000_000));
      if (isDeeperThan(text, deepestAnswer)) throw shapeError(l10n.t('The answer is nested too deep.'));
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        const words = bodyForm(text) === 'page' ? readServerMessage(text, redact) : undefined;
        throw shapeError(
          words === undefined
            ? l10n.t('The answer is not JSON.')
            : l10n.t('The answer is a web page, perhaps of a proxy: "{0}"', words),
        );
      }
      const read = schema.safeParse(body);
      if (!read.success) {
        const issue = read.error.issues[0];
        const place = safeLine(redact(issue?.path.join('.') ?? ''));
        const received: unknown = issue?.code === 'custom' ? issue.params?.received : undefined;
        throw shapeError(
          typeof received === 'string'
            ? l10n.t(
                'The answer has no valid "{0}". Received: {1}',
                place,
                safeLine(redact(received), longestReceived),
              )
            : l10n.t('The answer has no valid "{0}".', place),
        );
      }
      return read.data;
    },
  };
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isTemporary(error: ApiError): boolean {
  return (
    error.kind === 'network' || error.kind === 'timeout' || temporaryStatuses.includes(error.details.status)
  );
}

/** Whether the service asks for a pause that is too long to wait without asking the user. */
function isLong({ details }: ApiError): boolean {
  return (details.retryAfterMs ?? 0) > longestPauseMs;
}

/** The host of an address as people know it: the sandbox is inside of the window, and has a name only. */
function shownHost({ name }: Connection, { origin, host }: URL): string {
  return origin === sandboxConnection.baseUrl ? name : host;
}
