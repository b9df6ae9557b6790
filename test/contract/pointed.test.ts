import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/serve.ts';
import { createAuthority, type Identity } from '../certificates.ts';
import { repository } from '../editor/repository.ts';
import type { Lacking } from './describeService.ts';
import { carsOrder } from './ordersOfQuay.ts';
import { otherService, readsOnly } from './otherService.ts';
import { orderOf, productOf } from './productOrder.ts';
import { createClient } from './recording.ts';
import { serveTlsSandbox } from './tlsSandbox.ts';
import { keyVariable, serviceVariable } from './serviceVariables.ts';
import { placeOrder } from './placeOrder.ts';

interface Run {
  code: number;
  output: string;
  statuses: string[];
}

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-pointed-'));
  file = join(folder, 'service.json');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const connectionAt = (origin: string) => ({
  name: 'Another',
  baseUrl: origin,
  searchUrl: origin,
  authUrl: origin,
  accessUrl: origin,
});

/** The suite in a process of its own, pointed at a service. */
async function runPointed(connection: object, apiKey: string): Promise<Run> {
  await writeFile(file, JSON.stringify(connection));
  const report = join(folder, 'report.json');
  // What this run of vitest tells its own workers is not for the other one.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|VITE_|NODE_ENV|TEST$)/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), [serviceVariable]: file, [keyVariable]: apiKey };
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'contract', ...reporters], {
    cwd: repository,
    env,
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(String(chunk)));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', end => resolve(end ?? 1));
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: { assertionResults: { status: string }[] }[];
  };
  const statuses = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  );
  return { code, output: output.join(''), statuses };
}

/** The files that a connection with a private authority names. */
async function keepFiles(authority: string, { cert, key }: Identity) {
  const keep = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  return {
    certificateAuthority: await keep('authority.pem', authority),
    clientCertificate: await keep('analyst.pem', cert),
    clientKey: await keep('analyst.key', key),
  };
}

/** An account that has used the service: a report and an image are delivered to it. */
async function useAccount({ origin, sandbox }: ServedSandbox): Promise<void> {
  const client = createClient({
    connection: connectionAt(origin),
    apiKey: sandbox.apiKey,
    fetch: (url, init) => fetch(url, init),
    log: () => undefined,
    warn: () => undefined,
    onRefused: () => undefined,
    orderPaceMs: 0,
  });
  const lacking: Lacking = reason => expect.fail(reason);
  await placeOrder(client, await carsOrder(client, lacking));
  await placeOrder(client, orderOf(await productOf(client, 'SPOT', lacking)));
  await client.orders({ status: 'delivered' });
}

/** Told by itself, not by the list that the guard goes by. */
function isRead({ method, path }: { method: string; path: string }): boolean {
  if (method === 'GET') return !/revoke|wmts|wms|wcs|buffer/i.test(path);
  return method === 'POST' && /\/(token|prices|opensearch)$/.test(path);
}

describe('the suite, pointed at another service', () => {
  it('sends nothing but reads, changes nothing, and shows no key', async () => {
    const served = await serveSandbox({ dialect: 'deployed', productionSeconds: 0 });
    try {
      const { sandbox, origin } = served;
      await useAccount(served);
      const [before, state] = [sandbox.requests.length, sandbox.snapshot()];
      const { code, output, statuses } = await runPointed(connectionAt(origin), sandbox.apiKey);
      const sent = sandbox.requests.slice(before);
      expect(sent.filter(request => !isRead(request))).toEqual([]);
      expect(sandbox.snapshot()).toEqual(state);
      expect([code, statuses.filter(status => status !== 'passed')], output).toEqual([0, []]);
      expect(statuses.length).toBeGreaterThan(40);
      // One for each client id, and one for the older search path.
      expect(sent.filter(({ path }) => path.endsWith('/token'))).toHaveLength(3);
      expect(sent.filter(({ status }) => status >= 400)).toEqual([]);
      expect(sent.length).toBeLessThan(250);
      expect(output).not.toContain(sandbox.apiKey);
    } finally {
      await served.close();
    }
  }, 180_000);

  it('leaves out, with the reason, what an account does not have, and goes the way that the connection names', async () => {
    const authority = await createAuthority('Private authority');
    const files = await keepFiles(authority.cert, await authority.client('Analyst'));
    const served = await serveTlsSandbox(authority, { dialect: 'specification', productionSeconds: 0 });
    try {
      const { sandbox, origin, callers } = served;
      const apiKey = sandbox.evaluationKey;
      const state = sandbox.snapshot();
      const { code, output, statuses } = await runPointed({ ...connectionAt(origin), ...files }, apiKey);
      expect(sandbox.snapshot()).toEqual(state);
      expect([code, statuses.filter(status => status === 'failed')], output).toEqual([0, []]);
      expect(statuses.filter(status => status !== 'passed')).toHaveLength(2);
      expect(output).toContain('The account has no order.');
      expect(new Set(callers)).toEqual(new Set(['Analyst']));
    } finally {
      await served.close();
    }
  }, 180_000);

  it('lets nothing leave that could change anything', async () => {
    const connection = {
      ...connectionAt('https://service.invalid'),
      baseUrl: 'https://service.invalid/base',
    };
    const sent: string[] = [];
    const guarded = readsOnly((url, init) => {
      sent.push(`${init.method ?? ''} ${url}`);
      return Promise.resolve(new Response());
    }, connection);
    const at = (method: string, url: string) => guarded(url, { method });
    const base = 'https://service.invalid/base/api/v1';
    for (const [method, url] of [
      ['POST', `${base}/orders`],
      ['GET', `${base}/subscriptions/s1/revoke`],
      ['GET', `${base}/s1/revoke`],
      ['PUT', `${base}/subscriptions/s1/revoke`],
      ['POST', 'https://service.invalid/api/v1/apikeys'],
      ['DELETE', 'https://service.invalid/api/v1/apikeys/k1'],
      ['GET', 'https://service.invalid/api/v1/items/i1/wmts/tiles/1.0.0/default/rgb/EPSG3857/0/0/0.png'],
      ['GET', `${base}/unheard/of`],
      ['POST', 'https://elsewhere.invalid/file'],
    ] as const)
      await expect(at(method, url)).rejects.toThrow('it was not sent');
    expect(sent).toEqual([]);
    await at('GET', `${base}/orders/o1`);
    await at('POST', `${base}/prices`);
    await at('GET', 'https://elsewhere.invalid/file');
    expect(sent).toHaveLength(3);
    for (let left = 500 - sent.length; left > 0; left--) await at('GET', `${base}/me`);
    await expect(at('GET', `${base}/me`)).rejects.toThrow('More than 500 requests');
  });

  it('says what is wrong with where it is pointed', async () => {
    vi.stubEnv(serviceVariable, file);
    expect(otherService).toThrow(file);
    await writeFile(file, '{"name":');
    expect(otherService).toThrow(/service\.json, which SWATH_CONTRACT_SERVICE names, is no JSON/);
    await writeFile(file, JSON.stringify(connectionAt('http://elsewhere.invalid')));
    expect(otherService).toThrow(/service\.json: .*"baseUrl" must begin with https/);
    await writeFile(file, JSON.stringify(connectionAt('https://service.invalid')));
    vi.stubEnv(keyVariable, '');
    expect(otherService).toThrow(keyVariable);
  });
});
