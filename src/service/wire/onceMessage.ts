/** The parts of a request that is sent once, and of its answer, for every transport. */
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { FetchInit } from './http.ts';

/** The headers of a request that is sent once: its own, and those that fetch would add. */
export function onceHeaders({ headers }: FetchInit): Record<string, string> {
  const all = new Headers({
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    Connection: 'close',
    // Some gateways refuse requests without one.
    'User-Agent': 'node',
  });
  new Headers(headers).forEach((value, name) => all.set(name, value));
  return Object.fromEntries(all);
}

/** The client sends only texts. */
export function bodyText({ body }: FetchInit): string {
  if (typeof body === 'string') return body;
  if (body === undefined || body === null) return '';
  throw new TypeError('A request that is sent once has a text as its body.');
}

/** Answers with these statuses have no body (Fetch Standard, 2.2.3). */
const emptyStatuses: readonly number[] = [204, 205, 304];

/** The answer as fetch would return it. Throws RangeError if its status isn't one. */
export function toResponse(status: number, headers: Headers, body: Readable): Response {
  if (emptyStatuses.includes(status)) {
    body.resume();
    return new Response(null, { status, headers });
  }
  const unpacked = unpackedBody(body, headers.get('content-encoding'));
  // Node's types of a stream and those of a page do not agree.
  const stream: unknown = Readable.toWeb(unpacked);
  return new Response(stream as ConstructorParameters<typeof Response>[0], { status, headers });
}

/** Gateways compress answers even if that wasn't requested, and the answer to an order must be readable. */
function unpackedBody(body: Readable, encoding: string | null): Readable {
  switch (encoding?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      // The error reaches the reader of the body.
      return pipeline(body, createUnzip(), () => undefined);
    case 'br':
      return pipeline(body, createBrotliDecompress(), () => undefined);
    default:
      return body;
  }
}
