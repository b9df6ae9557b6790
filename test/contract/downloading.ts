import { type Client, type ClientOptions, createClient } from '../../src/service/wire/client.ts';
import type { DownloadTarget } from '../../src/service/wire/deliveries.ts';

/** A client of a service whose four hosts share one origin, with waits that suit a test. */
export function clientAt(origin: string, options: Partial<ClientOptions> = {}): Client {
  return createClient({
    connection: { name: 'Local', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin },
    apiKey: 'AAECAwQFBgcICQoLDA0ODw==',
    fetch: (url, init) => fetch(url, init),
    log: () => undefined,
    warn: () => undefined,
    onRefused: () => undefined,
    retryDelayMs: 1,
    orderPaceMs: 0,
    ...options,
  });
}

export interface MemoryTarget {
  target: DownloadTarget;
  /** What became of it, in order. */
  steps: string[];
  bytes: () => Buffer;
}

/** Keeps a download in memory, and what is left of it for the next one. */
export function memoryTarget(): MemoryTarget {
  let chunks: Uint8Array[] = [];
  const steps: string[] = [];
  const step = (name: string) => () => Promise.resolve(void steps.push(name));
  return {
    steps,
    bytes: () => Buffer.concat(chunks),
    target: {
      write: chunk => Promise.resolve(void chunks.push(chunk.slice())),
      commit: step('commit'),
      discard: step('discard'),
      part: {
        size: 0,
        note: undefined,
        read: () => (async function* () {})(),
        restart() {
          chunks = [];
          return step('restart')();
        },
        keep: step('keep'),
      },
    },
  };
}
