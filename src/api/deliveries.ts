import { createHash } from 'node:crypto';
import { ApiError } from './errors.ts';
import type { Calls } from './calls.ts';

/** Where a download goes. `commit` makes the file appear under its name; until then nobody sees it. */
export interface DownloadTarget {
  write(chunk: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Streams a delivery into `target`: never whole in memory, and under its final name only when complete and, where
 * the service sent a checksum, proved by it. Throws {@link ApiError}; the target is discarded then.
 *
 * @param link as the service gave it, `deliveries[]._links.download.href`
 * @param progress bytes so far and, when known, in all
 */
export async function downloadDelivery(
  calls: Calls,
  link: string,
  target: DownloadTarget,
  progress: (received: number, total: number | undefined) => void,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const url = readLink(link);
    const request = `GET ${url.pathname}`;
    const response = await calls.open(url, { method: 'GET', safe: true }, signal);
    const total = numberOf(response.headers.get('content-length'));
    const md5 =
      response.headers.get('x-ads-checksum-method')?.toLowerCase() === 'md5' ? createHash('md5') : undefined;
    let received = 0;
    for await (const chunk of chunksOf(response, request, signal)) {
      md5?.update(chunk);
      await target.write(chunk);
      received += chunk.byteLength;
      progress(received, total);
    }
    const expected = response.headers.get('x-ads-checksum-value');
    if (md5 && expected && md5.digest('hex') !== expected.toLowerCase()) {
      throw new ApiError('shape', {
        request,
        status: response.status,
        reason: 'The checksum does not match.',
      });
    }
    await target.commit();
  } catch (error) {
    await target.discard();
    throw error;
  }
}

function readLink(link: string): URL {
  if (URL.canParse(link)) return new URL(link);
  throw new ApiError('shape', { request: 'GET download', reason: `"${link}" is no address.` });
}

/** The body as it comes. A fault of the connection is told apart from one of whoever takes the chunks. */
async function* chunksOf(response: Response, request: string, signal: AbortSignal | undefined) {
  const reader = response.body?.getReader();
  try {
    for (;;) {
      if (signal?.aborted) throw new ApiError('aborted', { request });
      const next = await reader?.read().catch((error: unknown) => {
        const kind = signal?.aborted ? 'aborted' : 'network';
        throw new ApiError(kind, { request, status: response.status }, { cause: error });
      });
      if (!next || next.done) return;
      yield next.value as Uint8Array;
    }
  } finally {
    // Ends the transfer when the taker stops early; after the last chunk there is nothing left to end.
    await reader?.cancel().catch(() => undefined);
  }
}

function numberOf(header: string | null): number | undefined {
  const value = Number(header ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}
