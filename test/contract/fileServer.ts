import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** How one answer differs from that of a good service. */
export interface Turn {
  /** The connection breaks after so many bytes of the body, once the client has taken them: see `told`. */
  breakAfter?: number;
  /** By then, where it is not all that was sent: a compressed body is counted by what comes of it. */
  breakAt?: number;
  /** No byte comes after so many of the body, and the connection stays. */
  stallAfter?: number;
  /** In place of everything else. */
  answer?: (response: ServerResponse) => void;
}

/** A turn that answers in its own way. */
export function answering(status: number, headers: Record<string, string> = {}, body?: Buffer): Turn {
  return { answer: response => void response.writeHead(status, headers).end(body) };
}

export interface FileServerOptions {
  /** Read at each request, so that a test can change it. */
  file: { bytes: Buffer; headers?: Record<string, string> };
  /** Whether it knows ranges. Default true. */
  ranges?: boolean;
  /** One per request for the file; after the last one it is a good service. */
  turns?: Turn[];
}

/** A request for the file, by its headers. */
export interface FileRequest {
  range: string | undefined;
  ifRange: string | undefined;
  authorization: string | undefined;
  encoding: string | undefined;
}

export interface FileServer {
  origin: string;
  /** The address of the file. */
  link: string;
  requests: FileRequest[];
  /** Tokens that it gave. */
  exchanges: () => number;
  /** To be called with the client's progress: bytes that it has not taken are lost with their connection. */
  onProgress: (received: number) => void;
}

export const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

/** Headers by which deployed services let a file be proved. */
export const checksum = (bytes: Uint8Array) => ({
  'X-Ads-Checksum-Method': 'md5',
  'X-Ads-Checksum-Value': md5Of(bytes),
});

/** Bytes that repeat nowhere, so that a seam in the wrong place shows. */
export function someBytes(length: number, seed = 'file'): Buffer {
  const blocks: Buffer[] = [];
  for (let block = 0; block * 64 < length; block++) {
    blocks.push(createHash('sha512').update(`${seed}/${block}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/**
 * A service of one file and of tokens, on the loopback interface, that can do what the sandbox never does. It compares
 * If-Range with the ETag and Last-Modified among its headers.
 */
export async function serveFile(options: FileServerOptions): Promise<FileServer> {
  const { file, ranges = true, turns = [] } = options;
  const requests: FileRequest[] = [];
  let exchanges = 0;
  /** What breaks as soon as the client has so many bytes. */
  let breaking: { at: number; response: ServerResponse }[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      const token = { access_token: `token-${++exchanges}`, expires_in: 3600 };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(token));
      return;
    }
    const { range, 'if-range': ifRange, authorization, 'accept-encoding': encoding } = request.headers;
    const turn = turns[requests.length] ?? {};
    requests.push({
      range,
      ifRange: ifRange as string | undefined,
      authorization,
      encoding,
    });
    if (turn.answer) turn.answer(response);
    else sendFile(request, response, turn);
  });

  function sendFile({ headers: requestHeaders }: IncomingMessage, response: ServerResponse, turn: Turn) {
    const { bytes, headers = {} } = file;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const isSame = [headers.ETag, headers['Last-Modified'], undefined].includes(
      requestHeaders['if-range'] as string,
    );
    const from =
      ranges && isSame
        ? Number(/^bytes=(\d+)-$/.exec(requestHeaders.range ?? '')?.[1] ?? Number.NaN)
        : Number.NaN;
    if (from >= bytes.length) {
      response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}` }).end();
      return;
    }
    const body = Number.isNaN(from) ? bytes : bytes.subarray(from);
    if (!Number.isNaN(from)) {
      response.statusCode = 206;
      response.setHeader('Content-Range', `bytes ${from}-${bytes.length - 1}/${bytes.length}`);
    }
    response.setHeader('Content-Length', body.length);
    const { breakAfter, breakAt, stallAfter } = turn;
    if (breakAfter === undefined && stallAfter === undefined) {
      response.end(body);
      return;
    }
    response.flushHeaders();
    response.write(body.subarray(0, breakAfter ?? stallAfter));
    if (breakAfter === 0) response.destroy();
    else if (breakAfter !== undefined)
      breaking.push({ at: breakAt ?? (Number.isNaN(from) ? 0 : from) + breakAfter, response });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    link: `${origin}/api/v1/items/i1/download`,
    requests,
    exchanges: () => exchanges,
    onProgress(received) {
      for (const { at, response } of breaking) if (received >= at) response.destroy();
      breaking = breaking.filter(({ at }) => received < at);
    },
  };
}
