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
  const url = new URL(link);
  const request = `GET ${url.pathname}`;
  try {
    const response = await calls.open(url, { method: 'GET', safe: true }, signal);
    const total = numberOf(response.headers.get('content-length'));
    const md5 =
      response.headers.get('x-ads-checksum-method')?.toLowerCase() === 'md5' ? createHash('md5') : undefined;
    let received = 0;
    const body = response.body as unknown as AsyncIterable<Uint8Array> | null;
    try {
      for await (const chunk of body ?? []) {
        signal?.throwIfAborted();
        md5?.update(chunk);
        await target.write(chunk);
        received += chunk.byteLength;
        progress(received, total);
      }
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new ApiError(
        signal?.aborted ? 'aborted' : 'network',
        { request, status: response.status },
        { cause: error },
      );
    }
    const expected = response.headers.get('x-ads-checksum-value');
    if (md5 && expected && md5.digest('hex') !== expected.toLowerCase()) {
      throw new ApiError('shape', {
        request,
        status: response.status,
        serverMessage: 'The checksum does not match.',
      });
    }
    await target.commit();
  } catch (error) {
    await target.discard();
    throw error;
  }
}

function numberOf(header: string | null): number | undefined {
  const value = Number(header ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}
