import { createClient, type Client } from '../../../src/api/client.ts';
import { connection, fakeService, type FakeService, type Reply, type Seen } from './fakeFetch.ts';

export { failure } from '../../failure.ts';

export interface Bench {
  client: Client;
  service: FakeService;
  /** What was wrong and did not stop the call. */
  warnings: string[];
  log: string[];
  /** Epoch ms. */
  clock: { now: number };
}

/** A client whose service gives these replies, one after another; the last one stays. */
export function bench(...replies: Reply[]): Bench {
  const service = fakeService(replies);
  const warnings: string[] = [];
  const log: string[] = [];
  const clock = { now: Date.UTC(2026, 2, 31, 12) };
  const client = createClient({
    connection,
    apiKey: 'AAECAwQFBgcICQoLDA0ODw==',
    fetch: service.fetch,
    log: line => log.push(line),
    warn: line => warnings.push(line),
    onRefused: () => undefined,
    now: () => clock.now,
    retryDelayMs: 1,
    orderPaceMs: 0,
  });
  return { client, service, warnings, log, clock };
}

/** Method, path and query of a request. */
export function asked({ method, url }: Seen): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
}
