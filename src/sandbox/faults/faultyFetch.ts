/** Lets faults act around the service's own answer. */
import { setTimeout } from 'node:timers/promises';
import type { Fault, FaultBook } from './faults.ts';
import { accessDenied } from '../http/refusal.ts';
import type { Bindings } from '../http/service.ts';

type Answer = (request: Request, bindings: Bindings) => Promise<Response>;

/** The service's answer, as the faults that hit the request leave it. */
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
