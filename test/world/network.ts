import { createHash } from 'node:crypto';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Fetch, FetchInit } from '../../src/service/wire/http.ts';
import { activity } from './activity.ts';
import type { Chance } from './chance.ts';
import type { VirtualClock } from './virtualClock.ts';

export interface NetworkOptions {
  clock: VirtualClock;
  chance: Chance;
  sandbox: Sandbox;
  count: (fault: string) => void;
  trace: (line: string) => void;
  /** Called when a request leaves a window, before anything can happen to it. */
  onLeaving: (method: string, path: string, body: string) => void;
  /** Called when the service has answered, whether or not anybody hears of it. */
  onAnswer: (method: string, path: string, answer: Answer) => void;
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** What happens to one request. */
const fates = {
  fine: 0,
  /** Lost on its way, with an error or in silence. */
  lostBefore: 3,
  /** The service did what was requested, and its answer is lost. */
  lostAfter: 4,
  /** A gateway answers in place of the service, before or after it. */
  gatewayBefore: 3,
  gatewayAfter: 3,
  refused: 2,
  tokenDead: 3,
  rateLimited: 2,
  slow: 4,
  brokenBody: 4,
  shortBody: 2,
  /** Something on the way sends it again: only what fetch may send again. */
  twice: 3,
} as const;

/**
 * How long a request can be on its way after it left, milliseconds. With the time until the client gives up, no order
 * is booked later than `settlingMs` after it left.
 */
const longestWayMs = 25_000;

export class Network {
  /** Share of the requests that go wrong. */
  trouble = 0;
  private readonly options: NetworkOptions;

  constructor(options: NetworkOptions) {
    this.options = options;
  }

  readonly fetch: Fetch = async (url, init) => {
    const { clock, chance, trace, count, onLeaving } = this.options;
    const { method = 'GET' } = init;
    const { pathname } = new URL(url);
    init.signal?.throwIfAborted();
    const body = typeof init.body === 'string' ? init.body : '';
    const owner = activity.getStore();
    onLeaving(method, pathname, body);
    const fate = chance.is(this.trouble) ? chance.weighted(fates) : 'fine';
    trace(`${owner?.process.name ?? ''} ${method} ${pathname} ${fate}`);
    if (fate !== 'fine') count(`network: ${fate}`);
    const wait = () => clock.pass(chance.number() * 150);
    switch (fate) {
      case 'lostBefore':
        await unlessAborted(init, chance.is(0.5) ? wait() : never());
        throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
      case 'gatewayBefore':
        await unlessAborted(init, wait());
        return failed(chance.of([500, 502, 503, 504]));
      case 'refused':
        await unlessAborted(init, wait());
        return failed(400);
      case 'tokenDead':
        await unlessAborted(init, wait());
        return failed(pathname.startsWith('/auth/') ? 503 : 401);
      case 'rateLimited':
        await unlessAborted(init, wait());
        return failed(429, { 'Retry-After': String(chance.between(0, 20)) });
      default:
    }
    const way = fate === 'slow' ? chance.number() * longestWayMs : chance.number() * 100;
    const request = () =>
      new Request(url, { method, headers: init.headers ?? {}, ...(body === '' ? {} : { body }) });
    const served = this.serve(request(), way);
    if (fate === 'twice' && init.once !== true) void this.serve(request(), way + chance.number() * 5000);
    const answer = await unlessAborted(init, served);
    await unlessAborted(init, wait());
    switch (fate) {
      case 'lostAfter':
        await unlessAborted(init, chance.is(0.5) ? wait() : never());
        throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
      case 'gatewayAfter':
        return failed(chance.of([500, 502, 504, 409]));
      default:
        return this.responseOf(answer, fate);
    }
  };

  /** Runs at the service, whatever becomes of the window meanwhile. */
  private async serve(request: Request, wayMs: number): Promise<Answer> {
    const { clock, sandbox, onAnswer } = this.options;
    const { method } = request;
    const { pathname } = new URL(request.url);
    const owner = activity.getStore();
    return activity.exit(async () => {
      await clock.pass(wayMs);
      const response = await sandbox.fetch(request);
      const answer = {
        status: response.status,
        headers: response.headers,
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
      const note = () => onAnswer(method, pathname, answer);
      if (owner) activity.run(owner, note);
      else note();
      return answer;
    });
  }

  private responseOf({ status, headers, bytes }: Answer, fate: string): Response {
    if (status === 204 || status === 304) return new Response(null, { status, headers });
    const { clock, chance } = this.options;
    const owner = activity.getStore();
    const end =
      fate === 'brokenBody' || fate === 'shortBody' ? chance.between(0, bytes.length) : bytes.length;
    let at = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const next = at < end ? Math.min(end, at + Math.max(1, chance.between(1, bytes.length))) : end;
          if (owner) await activity.run(owner, () => clock.pass(chance.number() * 30));
          if (next > at) controller.enqueue(bytes.slice(at, next));
          at = next;
          if (at < end) return;
          if (fate === 'brokenBody') controller.error(new TypeError('terminated'));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status, headers });
  }
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function failed(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ message: 'Something on the way went wrong' }, { status, headers });
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** As fetch, gives up as soon as its caller does. */
async function unlessAborted<T>({ signal }: FetchInit, promise: Promise<T>): Promise<T> {
  if (!signal) return promise;
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
