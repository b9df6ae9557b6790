// The whole modules, because the editor has replaced functions in them, to use its proxy and certificates.
import http from 'node:http';
import https from 'node:https';
import type { FetchInit } from './http.ts';
import { bodyText, onceHeaders, toResponse } from './onceMessage.ts';

/**
 * Sends a request like fetch, over a new connection: a kept one could have been closed in the meantime. Never sends it
 * again and never follows a redirect, whatever the answer is. Rejects if there is no answer.
 */
export function sendOnce(url: string, init: FetchInit): Promise<Response> {
  const body = bodyText(init);
  return new Promise((resolve, reject) => {
    const { request: begin } = url.startsWith('https:') ? https : http;
    const request = begin(
      url,
      {
        method: init.method ?? 'GET',
        headers: onceHeaders(init),
        signal: init.signal ?? undefined,
      },
      message => {
        // At once: an error event without a listener would end the process.
        try {
          const headers = new Headers();
          for (const [name, values = []] of Object.entries(message.headersDistinct))
            for (const value of values) headers.append(name, value);
          resolve(toResponse(message.statusCode ?? 0, headers, message));
        } catch (error) {
          message.destroy();
          reject(new Error('The answer is not valid.', { cause: error }));
        }
      },
    );
    request.on('error', reject);
    // Has no effect if there was an answer.
    request.on('close', () => reject(new Error('The connection was closed before an answer came.')));
    request.end(body);
  });
}
