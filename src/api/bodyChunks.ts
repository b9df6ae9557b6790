import * as l10n from '@vscode/l10n';
import { ApiError } from './errors.ts';

/** The body broke off, stalled or ended early. What arrived before is good, and can be gone on from. */
export class BrokenOff extends ApiError {}

/**
 * The body of an answer as it comes. Throws {@link BrokenOff} for a fault of the connection, and when no byte comes
 * for `stallMs`; an error of whoever takes the chunks is never taken for one. A chunk is there until the next one is
 * asked for.
 */
export async function* chunksOf(
  response: Response,
  request: string,
  stallMs: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const { status } = response;
  let hasStalled = false;
  /** A read that waits is answered at once; nobody waits for the other end. */
  const end = () => void reader.cancel().catch(() => undefined);
  const ended = () => {
    if (signal?.aborted) return new ApiError('aborted', { request, status });
    const reason = l10n.t('No byte came for {0} s.', Math.round(stallMs / 1000));
    return hasStalled ? new BrokenOff('timeout', { request, status, reason }) : undefined;
  };
  const stalled = () => {
    hasStalled = true;
    end();
  };
  signal?.addEventListener('abort', end);
  try {
    for (;;) {
      const timer = setTimeout(stalled, stallMs);
      const next = await reader
        .read()
        .catch((cause: unknown) => {
          throw ended() ?? new BrokenOff('network', { request, status }, { cause });
        })
        .finally(() => clearTimeout(timer));
      const reason = ended();
      if (reason) throw reason;
      if (next.done) return;
      const chunk = next.value as Uint8Array;
      yield chunk;
      free(chunk);
    }
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

/** Bytes of a body belong to whoever reads them. Left to be collected, they pile up to tens of megabytes. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
