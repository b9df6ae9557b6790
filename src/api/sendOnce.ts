// Whole, because the editor has put functions into them that know its proxy and its certificates.
import http from 'node:http';
import https from 'node:https';
import type { FetchInit } from './http.ts';
import { headersOf, responseOf, textOf } from './onceMessage.ts';

/**
 * Sends a request as fetch does, with a connection of its own: one that was kept could have died meanwhile. Nothing
 * here sends it a second time and nothing follows a redirect, whatever the answer is. Rejects where none comes.
 */
export function sendOnce(url: string, init: FetchInit): Promise<Response> {
  const body = textOf(init);
  return new Promise((resolve, reject) => {
    const { request: begin } = url.startsWith('https:') ? https : http;
    const request = begin(
      url,
      {
        method: init.method ?? 'GET',
        headers: headersOf(init),
        ...(init.signal ? { signal: init.signal } : {}),
      },
      message => {
        // At once: an error event without a listener would end the process.
        try {
          const headers = new Headers();
          for (const [name, values = []] of Object.entries(message.headersDistinct))
            for (const value of values) headers.append(name, value);
          resolve(responseOf(message.statusCode ?? 0, headers, message));
        } catch (error) {
          message.destroy();
          reject(new Error('The answer is not valid.', { cause: error }));
        }
      },
    );
    request.on('error', reject);
    // Has no effect where there was an answer.
    request.on('close', () => reject(new Error('The connection was closed before an answer came.')));
    request.end(body);
  });
}
