import { type Client, type ClientOptions, createClient } from '../../../../src/service/wire/client.ts';
import { connection, type FakeService, fakeService, type Reply, type Seen } from './fakeFetch.ts';

export { failure } from '../../../failure.ts';

export interface Setup {
  client: Client;
  service: FakeService;
  /** What was wrong and did not stop the call. */
  warnings: string[];
  log: string[];
  /** Once for each time that the key was refused. */
  refusals: unknown[];
  /** Epoch ms. */
  clock: { now: number };
}

/** A client whose service gives these replies, one after another; the last one stays. */
export function setUp(...replies: Reply[]): Setup {
  return setupOf({}, ...replies);
}

/** @param options `exchange` is the reply to each exchange of the key */
export function setupOf(
  { exchange, ...options }: Partial<ClientOptions> & { exchange?: Reply | undefined },
  ...replies: Reply[]
): Setup {
  const service = fakeService(replies, exchange);
  const warnings: string[] = [];
  const log: string[] = [];
  const refusals: unknown[] = [];
  const clock = { now: Date.UTC(2026, 2, 31, 12) };
  const client = createClient({
    connection,
    apiKey: 'AAECAwQFBgcICQoLDA0ODw==',
    fetch: service.fetch,
    log: line => log.push(line),
    warn: line => warnings.push(line),
    onRefused: error => refusals.push(error),
    now: () => clock.now,
    retryDelayMs: 1,
    orderPaceMs: 0,
    ...options,
  });
  return { client, service, warnings, log, refusals, clock };
}

/** Method, path and query of a request. */
export function requestLine({ method, url }: Seen): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
}
