import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import type { Dialect, Sandbox } from '../../src/sandbox/sandbox.ts';
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { ApiError, type ApiErrorKind } from '../../src/service/wire/errors.ts';
import type { Fetch } from '../../src/service/wire/http.ts';
import { isFull, runs } from '../randomRuns.ts';
import { patient } from '../runSpeed.ts';
import { createGateway, type Gust } from './gusts.ts';
import { learntForms } from './learntForms.ts';

export const noon = Date.UTC(2025, 5, 15, 12);
export const tokenPath = '/auth/realms/IDP/protocol/openid-connect/token';

/** Longest time that one storm may take, milliseconds. */
export const stormMs = isFull ? 900_000 : patient(60_000);

/** How long a storm lasts. */
export function stormParameters(counts: { quick: number; full: number }) {
  // Ends before the test does, so that a failure is told however far it was made smaller by then.
  return { ...runs(counts), interruptAfterTimeLimit: 0.8 * stormMs };
}

/** A request that left the client. */
export interface Sent {
  method: string;
  path: string;
  /** Where a redirect led to. */
  isHop: boolean;
  /** Of its answer; 0 where none came. */
  status: number;
}

export interface Weather {
  sandbox: Sandbox;
  origin: string;
  clock: { now: number };
  fetch: Fetch;
  sent: Sent[];
  /** What was logged or warned of. */
  lines: string[];
  add: (gust: Gust) => void;
  /** From now on nothing goes wrong. */
  clearUp: () => void;
  /** To be called before each thing that a user does. */
  begin: () => void;
  /** To be called before each new client: what others exchanged is not repeated to it. */
  beginClient: (apiKey: string) => void;
  /** Looks an error over: of a known kind, and without a secret anywhere in it. */
  inspectError: (error: unknown) => void;
  /** Resolves when the service has nothing under way: a client that gave up does not stop it at once. */
  settled: () => Promise<void>;
  /** Fails with what was found wrong so far. */
  expectNoProblem: () => void;
  close: () => Promise<void>;
}

const kinds: Readonly<Record<ApiErrorKind, true>> = {
  denied: true,
  suspended: true,
  notFound: true,
  invalid: true,
  rateLimited: true,
  server: true,
  network: true,
  timeout: true,
  shape: true,
  damaged: true,
  aborted: true,
};

/**
 * A served sandbox, another host beside it, and everything that passes between them and a client, watched.
 *
 * @param echo failures repeat every secret that the client exchanged before, as a careless service might
 */
export async function weather(
  dialect: Dialect,
  { echo = false, moreSecrets = [] }: { echo?: boolean; moreSecrets?: readonly string[] } = {},
): Promise<Weather> {
  const clock = { now: noon };
  const served = await serveSandbox({
    dialect,
    forms: learntForms,
    now: () => clock.now,
    productionSeconds: 20,
  });
  const { sandbox, origin } = served;
  const abroad = createServer((_request, response) => void response.end('{"from":"another host"}'));
  abroad.listen(0, '127.0.0.1');
  await once(abroad, 'listening');
  const foreign = `http://127.0.0.1:${(abroad.address() as AddressInfo).port}`;

  const underWay = new Set<Promise<unknown>>();
  const gateway = createGateway();
  const serve = sandbox.fetch.bind(sandbox);
  sandbox.fetch = request => {
    const answer = serve(request).then(response => gateway.answerTo(request) ?? response);
    underWay.add(answer);
    const done = () => underWay.delete(answer);
    answer.then(done, done);
    return answer;
  };

  const secrets = new Set([sandbox.apiKey, sandbox.evaluationKey, ...moreSecrets]);
  /** Those of them that the client in use has sent or read. */
  const exchanged = new Set<string>();
  const sent: Sent[] = [];
  const lines: string[] = [];
  const problems: string[] = [];
  let linesRead = 0;
  /** Whether the last answer leads elsewhere. */
  let isLed = false;

  /** Notes a secret in the text, plain or as it stands in a form or an address. */
  function lookForSecrets(text: string, where: string) {
    const forms = [...secrets].flatMap(secret => [secret, encodeURIComponent(secret)]);
    if (forms.some(form => text.includes(form))) problems.push(`A secret is in ${where}.`);
  }

  function watchRequest(url: URL, { headers, body }: RequestInit) {
    lookForSecrets(`${url.href} ${decodeURIComponent(url.href)}`, 'an address');
    if (url.pathname !== tokenPath) lookForSecrets(JSON.stringify(body ?? ''), 'a body');
    if (url.origin !== origin) lookForSecrets(JSON.stringify(headers), 'a request to another host');
  }

  /** Learns what must be kept secret from now on. */
  async function learn(path: string, response: Response) {
    if (path !== tokenPath && path !== '/api/v1/apikeys') return;
    const text = await response
      .clone()
      .text()
      .catch(() => '');
    for (const [, secret = ''] of text.matchAll(/"(?:access_token|secret)":"([^"]+)"/g)) secrets.add(secret);
    try {
      const { access_token, secret } = JSON.parse(text) as Record<string, unknown>;
      for (const value of [access_token, secret]) if (typeof value === 'string') exchanged.add(value);
    } catch {
      // Broken off: the client could read no more of it.
    }
  }

  return {
    sandbox,
    origin,
    clock,
    sent,
    lines,
    async fetch(address, init) {
      const url = new URL(address);
      watchRequest(url, init);
      const entry: Sent = { method: init.method ?? 'GET', path: url.pathname, isHop: isLed, status: 0 };
      sent.push(entry);
      isLed = false;
      const response = await fetch(address, init);
      entry.status = response.status;
      isLed = response.headers.has('location');
      if (response.ok) await learn(url.pathname, response);
      if (response.ok || isLed || !echo) return response;
      const { status, headers } = response;
      await response.body?.cancel();
      const body = {
        message: [...exchanged].join(' '),
        hint: [...exchanged].map(encodeURIComponent).join(' '),
      };
      return Response.json(body, { status, headers: { 'Retry-After': headers.get('retry-after') ?? '0' } });
    },
    add(gust) {
      const places: Record<string, string> = { abroad: `${foreign}/file`, round: '' };
      if (gust.kind === 'gateway') gateway.add(gust);
      else if (gust.kind !== 'redirect') sandbox.faults.add(gust);
      else sandbox.faults.add({ ...gust, location: places[gust.location] ?? gust.location });
    },
    clearUp() {
      sandbox.faults.clear();
      gateway.clear();
    },
    begin() {
      isLed = false;
    },
    beginClient(apiKey) {
      exchanged.clear();
      exchanged.add(apiKey);
    },
    inspectError(error) {
      if (!(error instanceof ApiError)) problems.push(`Not an ApiError: ${inspect(error)}`);
      else if (!Object.hasOwn(kinds, error.kind)) problems.push(`Of no known kind: ${error.kind}`);
      // The whole chain of causes, with what no enumeration shows.
      const all = inspect(error, { depth: Infinity, showHidden: true, maxStringLength: Infinity });
      lookForSecrets(`${all} ${String(error)} ${JSON.stringify(error)}`, `an error: ${String(error)}`);
    },
    expectNoProblem() {
      lookForSecrets(lines.slice(linesRead).join('\n'), 'a line of the log');
      linesRead = lines.length;
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    async close() {
      abroad.closeAllConnections();
      abroad.close();
      await served.close();
    },
  };
}
