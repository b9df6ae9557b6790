import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fault, readFaults } from '../../../src/sandbox/faults/faults.ts';
import { type Sandbox, sandboxOrigin } from '../../../src/sandbox/sandbox.ts';
import { type ServedSandbox, serveSandbox } from '../../../src/sandbox/serve.ts';
import { eventually } from '../../eventually.ts';
import { patient } from '../../runSpeed.ts';
import { find, harbour, harness, type Image, product, productOrder, sure, wkt } from './harness.ts';

// Worlds are searched and pictures painted here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: patient(30_000) });

/** The same sandbox in-process or over HTTP. */
interface Side {
  sandbox: Sandbox;
  origin: string;
  send: (path: string, init?: RequestInit) => Promise<Response>;
}

let served: ServedSandbox;
beforeAll(async () => {
  served = await serveSandbox();
});
afterAll(() => served.close());
beforeEach(() => served.sandbox.faults.clear());

async function sideOf(name: 'in-process' | 'HTTP'): Promise<Side> {
  const sandbox = name === 'HTTP' ? served.sandbox : harness().sandbox;
  const origin = name === 'HTTP' ? served.origin : sandboxOrigin;
  const raw = (path: string, init?: RequestInit): Promise<Response> =>
    name === 'HTTP' ? fetch(origin + path, init) : sandbox.fetch(new Request(origin + path, init));
  const form = new URLSearchParams({ apikey: sandbox.apiKey, client_id: 'IDP', grant_type: 'api_key' });
  const answer = await raw('/auth/realms/IDP/protocol/openid-connect/token', { method: 'POST', body: form });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return {
    sandbox,
    origin,
    send: (path, init = {}) =>
      raw(path, {
        ...init,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(init.headers as Record<string, string> | undefined),
        },
      }),
  };
}

describe.each(['in-process', 'HTTP'] as const)('faults, %s', name => {
  test('an order before the break or the delay is not booked, after it is', async () => {
    const { sandbox, send } = await sideOf(name);
    const found = await send(
      `/api/v2/opensearch?${new URLSearchParams({ geometry: wkt(harbour), relation: 'contains', constellation: 'SPOT', processingLevel: 'SENSOR', productType: 'mono,bundle' })}`,
    );
    const { features } = (await found.json()) as { features: Image[] };
    const post = (signal?: AbortSignal): Promise<Response> =>
      send('/api/v1/orders', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(productOrder(product(sure(features[0])))),
        ...(signal ? { signal } : {}),
      });
    const count = async (): Promise<number> =>
      ((await (await send('/api/v1/orders')).json()) as { totalResults: number }).totalResults;
    const before = await count();
    for (const [when, more] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      sandbox.faults.add({ kind: 'reset', when, method: 'POST', path: '/api/v1/orders', count: 1 });
      await expect(post()).rejects.toThrow(TypeError);
      expect(await count()).toBe(before + more);
    }
    for (const [when, more] of [
      ['before', 1],
      ['after', 2],
    ] as const) {
      sandbox.faults.add({
        kind: 'delay',
        milliseconds: 60_000,
        when,
        method: 'POST',
        path: '/api/v1/orders',
        count: 1,
      });
      await expect(post(AbortSignal.timeout(500))).rejects.toThrow(/timeout|aborted/i);
      await eventually(async () => expect(await count()).toBe(before + more));
    }
  });

  test('a body that breaks off rejects its reader', async () => {
    const { sandbox, send } = await sideOf(name);
    sandbox.faults.add({ kind: 'body', as: 'truncated', count: 1 });
    const response = await send('/api/v1/me');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  test('a delay, which an abort ends', async () => {
    const { sandbox, send } = await sideOf(name);
    sandbox.faults.add({ kind: 'delay', milliseconds: 80 });
    const start = performance.now();
    await send('/api/v1/me');
    expect(performance.now() - start).toBeGreaterThan(75);
    sandbox.faults.clear();
    sandbox.faults.add({ kind: 'delay', milliseconds: 60_000, count: 1 });
    const late = performance.now();
    await expect(send('/api/v1/me', { signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout|aborted/i);
    expect(performance.now() - late).toBeLessThan(5000);
  });
});

describe('faults', () => {
  test.each([401, 403, 404, 429, 500, 503] as const)(
    'a request is answered by status %d, once',
    async status => {
      const { sandbox, send } = await sideOf('in-process');
      sandbox.faults.add({ kind: 'status', status, retryAfterSeconds: 2, count: 1 });
      const response = await send('/api/v1/me');
      expect(response.status).toBe(status);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.json()).toBeTypeOf('object');
      expect((await send('/api/v1/me')).status).toBe(200);
    },
  );

  test('a body is cut in half, another, HTML or missing', async () => {
    const { sandbox, send } = await sideOf('in-process');
    const body = async (as: Extract<Fault, { kind: 'body' }>['as']): Promise<string> => {
      sandbox.faults.add({ kind: 'body', as, count: 1 });
      const response = await send('/api/v1/me');
      expect(response.status).toBe(200);
      return response.text();
    };
    const half = await body('halfJson');
    expect(() => JSON.parse(half) as unknown).toThrow(SyntaxError);
    expect(half.length).toBeGreaterThan(50);
    expect(JSON.parse(await body('otherJson'))).toHaveProperty('unexpected');
    expect(await body('html')).toContain('<!doctype html>');
    expect(await body('empty')).toBe('');
  });

  test('hit their path and method alone, after some requests and for some', async () => {
    const h = harness();
    const remove = h.sandbox.faults.add({
      kind: 'status',
      status: 503,
      path: '/api/v1/orders*',
      method: 'get',
      skip: 1,
      count: 2,
    });
    const statuses: number[] = [];
    for (const path of [
      '/api/v1/orders',
      '/api/v1/me',
      '/api/v1/orders',
      '/api/v1/orders/x',
      '/api/v1/orders',
    ]) {
      statuses.push((await h.call('GET', path)).status);
    }
    expect(statuses).toEqual([200, 200, 503, 503, 200]);
    expect(h.sandbox.faults.active).toEqual([]);
    remove();
    const away = h.sandbox.faults.add({ kind: 'status', status: 500 });
    expect(h.sandbox.faults.active.length).toBe(1);
    away();
    expect((await h.call('GET', '/api/v1/me')).status).toBe(200);
  });

  test('a file of faults is read, or says what is wrong', () => {
    expect(readFaults('[{"kind":"delay","milliseconds":5}]')).toEqual([{ kind: 'delay', milliseconds: 5 }]);
    expect(() => readFaults('{}')).toThrow('array');
    expect(() => readFaults('[{"kind":"delay"},{"kind":"storm"}]')).toThrow('Fault 1');
    expect(() => readFaults('[null]')).toThrow('Fault 0');
  });
});

describe('server', () => {
  test('links lead to itself, and it listens on the loopback interface alone', async () => {
    const { send, origin } = await sideOf('HTTP');
    const text = await (await send('/api/v1/me')).text();
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(text).toContain(`${origin}/api/v1/contracts/`);
    expect(text).not.toContain('.invalid');
    expect(await find(harness(), { itemsPerPage: '1' })).toHaveProperty('features');
  });
});

describe('the host that a request names', () => {
  /** `fetch` sends no other name than that of the address. */
  const statusFor = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(served.origin);
      get({ hostname, port, path: '/api/v1/me', headers: { Host: host } }, response => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });

  test.each([
    ['rebound.example', 421],
    ['127.0.0.1.rebound.example', 421],
    ['localhost.rebound.example:4000', 421],
    ['192.168.0.7:4000', 421],
    ['127.0.0.1:4000', 401],
    ['LocalHost:4000', 401],
    ['localhost', 401],
    ['[::1]:4000', 401],
  ])('%s: %i', async (host, status) => {
    expect(await statusFor(host)).toBe(status);
  });
});

describe('command line', () => {
  const cli = join(import.meta.dirname, '../../../src/sandbox/cli.ts');

  test('prints addresses and keys that work, with the faults of a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const faults = join(folder, 'faults.json');
    await writeFile(faults, '[{"kind":"status","status":503,"path":"/api/v1/me","count":1}]');
    const child = spawn(process.execPath, [
      cli,
      '--port',
      '0',
      '--dialect',
      'specification',
      '--clock',
      '2099-01-01T00:00:00Z',
      '--faults',
      faults,
    ]);
    try {
      const text = await new Promise<string>((resolve, reject) => {
        let seen = '';
        child.stdout.on('data', chunk => {
          seen += String(chunk);
          if (seen.includes('Ctrl-C')) resolve(seen);
        });
        child.stderr.on('data', chunk => reject(new Error(String(chunk))));
        child.on('exit', () => reject(new Error(`ended: ${seen}`)));
      });
      expect(text).toMatch(/clock +2099-01-01T00:00:/);
      const origin = sure(/http:\/\/127\.0\.0\.1:\d+/.exec(text))[0];
      const key = sure(sure(/Premium key\s+(\S+)/.exec(text))[1]);
      const form = new URLSearchParams({ apikey: key, client_id: 'IDP', grant_type: 'api_key' });
      const answer = await fetch(`${origin}/auth/realms/IDP/protocol/openid-connect/token`, {
        method: 'POST',
        body: form,
      });
      const { access_token: token } = (await answer.json()) as { access_token: string };
      const headers = { Authorization: `Bearer ${token}` };
      expect((await fetch(`${origin}/api/v1/me`, { headers })).status).toBe(503);
      expect(await (await fetch(`${origin}/api/v1/me`, { headers })).text()).toMatch(/licen[cs]e/i);
    } finally {
      child.kill();
    }
  });
});
