/** Faults on request: what a service does on a bad day, for tests and for people. */
import { setTimeout } from 'node:timers/promises';
import { isRecord } from '../../base/fields.ts';
import { accessDenied, type Bindings } from '../http/service.ts';

export type FaultEffect =
  /** Answers later: before the request takes effect, which is the default, or after. */
  | { kind: 'delay'; milliseconds: number; when?: 'before' | 'after' }
  /** The connection breaks before the request is read, or after it took effect. */
  | { kind: 'reset'; when: 'before' | 'after' }
  /** Refuses, with a body of the service. */
  | {
      kind: 'status';
      status: 400 | 401 | 403 | 404 | 405 | 429 | 500 | 502 | 503 | 504;
      retryAfterSeconds?: number;
    }
  /** The answer breaks off in the middle, or says another thing than it should. */
  | { kind: 'body'; as: 'truncated' | 'halfJson' | 'otherJson' | 'html' | 'empty' }
  /** Token exchange: the token is honoured for so long only, whatever `expires_in` says. */
  | { kind: 'shortToken'; seconds: number }
  | { kind: 'slow'; bytesPerSecond: number }
  /** Download: the checksum in the headers is another one. */
  | { kind: 'checksum' }
  | { kind: 'redirect'; location: string }
  /** Order: production will fail. */
  | { kind: 'production'; message: string };

export type Fault = FaultEffect & {
  /** Path to which it applies; `*` stands for anything. Default: every path. */
  path?: string;
  method?: string;
  /** So many requests pass first. Default 0. */
  skip?: number;
  /** So many requests are hit. Default: all. */
  count?: number;
};

export interface Faults {
  /** Adds a fault; returns how to take it away. */
  add(fault: Fault): () => void;
  clear(): void;
  /** Faults that have not spent themselves. */
  readonly active: readonly Fault[];
}

export interface FaultBook extends Faults {
  /** The faults that hit this request, oldest first; each counts it. */
  hit(method: string, path: string): Fault[];
}

export function createFaults(): FaultBook {
  let entries: { fault: Fault; skip: number; left: number }[] = [];
  return {
    add: fault => {
      const entry = { fault, skip: fault.skip ?? 0, left: fault.count ?? Infinity };
      entries.push(entry);
      return () => {
        entries = entries.filter(candidate => candidate !== entry);
      };
    },
    clear: () => {
      entries = [];
    },
    get active() {
      return entries.filter(({ left }) => left > 0).map(({ fault }) => fault);
    },
    hit: (method, path) =>
      entries.flatMap(entry => {
        if (entry.left <= 0 || !applies(entry.fault, method, path)) return [];
        if (entry.skip > 0) {
          entry.skip--;
          return [];
        }
        entry.left--;
        return [entry.fault];
      }),
  };
}

function applies({ method: faultMethod, path: pattern }: Fault, method: string, path: string): boolean {
  if (faultMethod !== undefined && faultMethod.toUpperCase() !== method) return false;
  if (pattern === undefined) return true;
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  // Each part where it comes first leaves most for the others.
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

const kinds: readonly unknown[] = [
  'delay',
  'reset',
  'status',
  'body',
  'shortToken',
  'slow',
  'checksum',
  'redirect',
  'production',
] satisfies FaultEffect['kind'][];

/** Reads a list of faults from JSON text. Throws an Error that says which one is wrong. */
export function readFaults(text: string): Fault[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error('A faults file holds an array of faults');
  return value.map((fault: unknown, index) => {
    if (!isRecord(fault) || !kinds.includes(fault['kind']))
      throw new Error(`Fault ${index}: kind must be one of ${kinds.join(', ')}`);
    return fault as unknown as Fault;
  });
}

// Lets faults act around the service's own answer.

type Answer = (request: Request, bindings: Bindings) => Promise<Response>;

export async function faultyFetch(faults: FaultBook, request: Request, answer: Answer): Promise<Response> {
  const { pathname } = new URL(request.url);
  const hits = faults.hit(request.method, pathname);
  const bindings: Bindings = {};
  for (const fault of hits) {
    if (fault.kind === 'delay' && fault.when !== 'after') await pause(fault.milliseconds, request.signal);
    if (fault.kind === 'reset' && fault.when === 'before') throw connectionReset();
    if (fault.kind === 'status') return refusal(fault);
    if (fault.kind === 'redirect')
      return new Response(null, { status: 302, headers: { Location: fault.location } });
    if (fault.kind === 'shortToken') bindings.tokenSeconds = fault.seconds;
    if (fault.kind === 'production') bindings.productionFailure = fault.message;
  }
  let response = await answer(request, bindings);
  for (const fault of hits) {
    const next = await changed(fault, response, request.signal);
    // What breaks off goes on breaking off, whatever else happens to it.
    if (breaksOff(response)) brokenResponses.add(next);
    response = next;
  }
  return response;
}

/** How a broken connection looks to a caller of `fetch`. */
function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  return new TypeError('fetch failed', { cause });
}

function refusal({ status, retryAfterSeconds }: Extract<Fault, { kind: 'status' }>): Response {
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer realm="IDP"');
  const body =
    status === 401 || status === 403
      ? accessDenied
      : { message: `The sandbox was asked to answer ${status}`, internalCode: `FAULT_${status}` };
  return Response.json(body, { status, headers });
}

async function changed(fault: Fault, response: Response, signal: AbortSignal): Promise<Response> {
  switch (fault.kind) {
    case 'reset':
      throw connectionReset();
    case 'body':
      return withBody(fault.as, response);
    case 'slow':
      return slowed(response, fault.bytesPerSecond, signal);
    case 'checksum': {
      const headers = new Headers(response.headers);
      if (headers.has('x-ads-checksum-value')) headers.set('X-Ads-Checksum-Value', '0'.repeat(32));
      return new Response(response.body, { status: response.status, headers });
    }
    case 'delay':
      if (fault.when === 'after') await pause(fault.milliseconds, signal);
      return response;
    default:
      return response;
  }
}

async function withBody(as: Extract<Fault, { kind: 'body' }>['as'], response: Response): Promise<Response> {
  const { status } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const half = bytes.slice(0, Math.floor(bytes.length / 2));
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  switch (as) {
    case 'truncated': {
      // The length that was promised stays: over HTTP, the connection breaks before it is reached.
      const headers = new Headers(response.headers);
      headers.set('Content-Length', String(bytes.length));
      const broken = new Response(brokenOff(half), { status, headers });
      brokenResponses.add(broken);
      return broken;
    }
    case 'halfJson':
      return new Response(half, { status, headers: { 'Content-Type': type } });
    case 'otherJson':
      return Response.json({ unexpected: [1, 'two', null] }, { status });
    case 'html':
      return new Response('<!doctype html><title>Busy</title><h1>We will be back soon</h1>', {
        status,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'empty':
      return new Response(null, { status, headers: { 'Content-Type': type } });
  }
}

const brokenResponses = new WeakSet<Response>();

/** True if the body breaks off on purpose, so that a server breaks the connection and reports no fault of its own. */
export function breaksOff(response: Response): boolean {
  return brokenResponses.has(response);
}

/** Long enough for the first half, and the status before it, to leave the process. */
const breakAfterMs = 20;

function brokenOff(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream<Uint8Array>({
    pull: async controller => {
      if (sent) await setTimeout(breakAfterMs);
      if (sent || bytes.length === 0)
        controller.error(new TypeError('terminated', { cause: connectionReset().cause }));
      else controller.enqueue(bytes);
      sent = true;
    },
  });
}

function slowed(response: Response, bytesPerSecond: number, signal: AbortSignal): Response {
  if (!response.body) return response;
  // Ten portions a second look steady to a progress bar.
  const portion = Math.max(1, Math.floor(bytesPerSecond / 10));
  const slow = new TransformStream<Uint8Array, Uint8Array>({
    transform: async (chunk, controller) => {
      for (let start = 0; start < chunk.length; start += portion) {
        const part = chunk.subarray(start, start + portion);
        await pause((part.length / bytesPerSecond) * 1000, signal);
        controller.enqueue(part);
      }
    },
  });
  return new Response(response.body.pipeThrough(slow), {
    status: response.status,
    headers: response.headers,
  });
}

/** Waits; rejects with the signal's reason when that is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
