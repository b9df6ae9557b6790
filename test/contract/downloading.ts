import { type Client, type ClientOptions, createClient } from '../../src/service/wire/client.ts';
import type { DownloadPart } from '../../src/service/wire/deliveries.ts';
import { localConnection } from './localConnection.ts';
import { memoryTarget } from './memoryTarget.ts';

/** A client of a service whose four hosts share one origin, with waits that suit a test. */
export function clientAt(origin: string, options: Partial<ClientOptions> = {}): Client {
  return createClient({
    connection: localConnection(origin),
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

/** A target in memory that can be begun anew, and that keeps what is left of a download for the next one. */
export function keepingTarget() {
  const { target, steps, bytes, clear } = memoryTarget();
  const part: DownloadPart = {
    size: 0,
    note: undefined,
    read: () => (async function* () {})(),
    restart() {
      clear();
      return Promise.resolve(void steps.push('restart'));
    },
    keep: () => Promise.resolve(void steps.push('keep')),
  };
  return { target: { ...target, part }, steps, bytes };
}
