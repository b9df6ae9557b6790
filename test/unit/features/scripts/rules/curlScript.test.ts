import { readdirSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { serveSandbox } from '../../../../../src/sandbox/serve.ts';
import type { Connection } from '../../../../../src/service/rules/connection.ts';
import { createClient } from '../../../../../src/service/wire/client.ts';
import { connection } from '../../../service/wire/fakeFetch.ts';
import { curlScript, shellWord } from '../../../../../src/features/scripts/rules/curlScript.ts';
import {
  orderPlan,
  readOrderPlan,
  searchPlan,
} from '../../../../../src/features/scripts/rules/requestPlan.ts';
import { placeOrder } from '../../../../contract/placeOrder.ts';
import { runs } from '../../../../randomRuns.ts';
import { patient } from '../../../../runSpeed.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { fakeCurl, runShell } from './shell.ts';

const apiKey = 'secret+key/\'1234"$HOME==';

/** Characters that are special in a shell, a request file or a terminal, and any other. */
const weird = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from('\'"`$\\!#*?[]{}()<>|&;~=%^\n\r\t \u2028\u0007'),
        '$(id)',
        '`id`',
        '$HOME',
        '\nSWATH_BODY\n',
        '\nSWATH_SCRIPT\n',
        '{{$processEnv HOME}}',
        '; echo pwned;',
        '\u007f',
        '\u0090',
        '\u009b31m',
        '\u202e',
        '\u{e0041}',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.join('').replaceAll('\0', '').toWellFormed());

describe.skipIf(process.platform === 'win32')('a word of a shell', () => {
  it.each(['sh', 'bash'] as const)('is exactly its text in %s, whatever it contains', async shell => {
    const texts = fc.sample(weird, runs({ quick: 300, full: 1500 }));
    const { out } = await runShell(shell, `printf '%s\\0' ${texts.map(shellWord).join(' ')}`);
    expect(out.split('\0').slice(0, -1)).toEqual(texts);
  });
});

describe.skipIf(process.platform === 'win32')('the script of an order', () => {
  it.each(['sh', 'bash'] as const)(
    'passes unusual texts to curl unchanged, in %s',
    async shell => {
      await fc.assert(
        fc.asyncProperty(weird, weird, weird, async (title, name, value) => {
          const curl = await fakeCurl();
          const body = { kind: 'order', title, [value]: [value, { deep: title }] };
          const script = curlScript({ ...connection, name }, orderPlan(title, body));
          const env = { PATH: curl.path, SWATH_API_KEY: apiKey, SWATH_ORDER: 'yes' };
          const { status, error } = await runShell(shell, script, env);
          expect([status, error]).toEqual([0, '']);
          const [token, price, order, ...others] = await curl.calls();
          expect(others).toEqual([]);
          expect(token?.input).toBe(apiKey);
          expect([price, order].map(call => JSON.parse(call?.body ?? '') as unknown)).toEqual([body, body]);
          for (const call of [price, order])
            expect(call?.input).toBe('header = "Authorization: Bearer the-token"\n');
          expect(price?.words.at(-1)).toBe('https://base.test/api/v1/prices');
          expect(order?.words.at(-1)).toBe('https://base.test/api/v1/orders');
        }),
        runs({ quick: 5, full: 25 }),
      );
    },
    patient(60_000),
  );

  it('spends nothing without another confirmation', async () => {
    const curl = await fakeCurl();
    const script = curlScript(connection, orderPlan('Port', { kind: 'order' }));
    const ran = await runShell('sh', script, { PATH: curl.path, SWATH_API_KEY: apiKey });
    expect(ran.status).toBe(0);
    expect(ran.error).toContain('Nothing was ordered');
    expect((await curl.calls()).map(({ words }) => words.at(-1)?.split('/').at(-1))).toEqual([
      'token',
      'prices',
    ]);
    expect(script).toContain('THIS SPENDS MONEY');
  });

  it.each([undefined, '', '...', '<your key>', 'short=', 'two words are no key'])(
    'stops if the key is missing or %j, before anything is sent',
    async key => {
      const curl = await fakeCurl();
      const env = { PATH: curl.path, ...(key === undefined ? {} : { SWATH_API_KEY: key }) };
      const ran = await runShell('sh', curlScript(connection, orderPlan('Port', {})), env);
      expect([ran.status, ran.out]).toEqual([1, '']);
      expect(ran.error).toBe('SWATH_API_KEY contains no API key. Nothing was sent.\n');
      expect(await curl.calls()).toEqual([]);
    },
  );

  it('contains no invisible character, whatever the texts contain', () => {
    fc.assert(
      fc.property(weird, weird, (title, value) => {
        const script = curlScript(
          { ...connection, name: title },
          orderPlan(title, { title, [value]: value }),
        );
        expect(script).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('leaves no file behind, even if it fails', async () => {
    const curl = await fakeCurl();
    const folder = await tempFolder();
    const env = { PATH: curl.path, SWATH_API_KEY: apiKey, SWATH_ORDER: 'yes', TMPDIR: folder };
    const script = curlScript(connection, orderPlan('Port', { kind: 'order' }));
    expect((await runShell('sh', script, env)).status).toBe(0);
    expect((await runShell('sh', script.replace('@swath_body', '@swath_body && false'), env)).status).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('rejects a token with characters that are special in curl', async () => {
    const curl = await fakeCurl(String.raw`a\r\nX-Evil: 1`);
    const env = { PATH: curl.path, SWATH_API_KEY: apiKey };
    const ran = await runShell('sh', curlScript(connection, orderPlan('Port', {})), env);
    expect([ran.status === 0, (await curl.calls()).length]).toEqual([false, 1]);
  });

  it('uses the certificate and the proxy of the connection', async () => {
    const curl = await fakeCurl();
    const transport = {
      clientCertificate: "~/it's mine.pem",
      clientKey: '/keys/a b.pem',
      certificateAuthority: '/ca.pem',
      proxy: 'http://proxy.test:3128',
    };
    const script = curlScript({ ...connection, transport }, readOrderPlan('o', 'o1'));
    await runShell('sh', script, { PATH: curl.path, SWATH_API_KEY: apiKey });
    for (const { words } of await curl.calls()) {
      const options = [
        '--cert',
        "/home/nobody/it's mine.pem",
        '--key',
        '/keys/a b.pem',
        '--cacert',
        '/ca.pem',
      ];
      expect(words).toEqual(expect.arrayContaining([...options, '--proxy', 'http://proxy.test:3128']));
    }
  });
});

describe.skipIf(process.platform === 'win32')('the script, run with curl against the service', () => {
  const aoi: Polygon = {
    type: 'Polygon',
    coordinates: [
      [
        [4, 51.9],
        [4.1, 51.9],
        [4.1, 52],
        [4, 51.9],
      ],
    ],
  };
  const ring = Array.from({ length: 200 }, (_, index): Position => {
    const turn = (index / 200) * 2 * Math.PI;
    return [Number((4 + Math.cos(turn)).toFixed(6)), Number((52 + Math.sin(turn)).toFixed(6))];
  });
  const longAoi: Polygon = { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
  const today = '2026-03-20';
  const body = { kind: 'order.analytics-toolbox.archive', title: 'It\'s "our" port! $(id)', geometry: aoi };

  it.each([
    ['a price and an order', () => orderPlan('Port', body), ['price', 'placeOrder']],
    ['an order', () => readOrderPlan('Port', "a/b?c=d'e"), ['order']],
    [
      'a short search',
      (at: Connection) => searchPlan('Port', at, { aoi, maxCloudCover: 20 }, 50, today),
      ['short'],
    ],
    ['a long search', (at: Connection) => searchPlan('Port', at, { aoi: longAoi }, 50, today), ['long']],
  ] as const)('requests %s just as the client does', async (_which, planAt, names) => {
    const served = await serveSandbox({ now: () => Date.parse(`${today}T12:00:00Z`) });
    const { sandbox, origin } = served;
    const at = { ...connection, baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin };
    try {
      const env = { SWATH_API_KEY: sandbox.apiKey, SWATH_ORDER: 'yes' };
      const script = curlScript(at, planAt(at));
      // The service refuses unknown ids: each call runs separately, so that none is left out.
      const ran = await runShell('sh', script.replaceAll('--fail-with-body', ''), env);
      const byCurl = seen(sandbox.requests);
      const client = createClient({
        connection: at,
        apiKey: sandbox.apiKey,
        fetch: (url, init) => fetch(url, init),
        log: () => undefined,
        warn: () => undefined,
        onRefused: () => undefined,
        now: () => Date.parse(`${today}T12:00:00Z`),
        orderPaceMs: 0,
      });
      const calls = {
        price: () => client.price(body),
        placeOrder: () => placeOrder(client, body),
        order: () => client.order("a/b?c=d'e"),
        short: () => client.search({ aoi, maxCloudCover: 20 }, 1, 50),
        long: () => client.search({ aoi: longAoi }, 1, 50),
      };
      for (const name of names) await (calls[name] as () => Promise<unknown>)().catch(() => undefined);
      const byClient = seen(sandbox.requests).slice(byCurl.length);
      expect(byCurl).toEqual(byClient);
      expect(byCurl).toHaveLength(names.length + 1);
      expect(byCurl[0]).toMatchObject({ status: 200 });
      // Neither the key nor the token that it was exchanged for.
      expect(`${script}${ran.out}${ran.error}`).not.toContain(sandbox.apiKey);
    } finally {
      await served.close();
    }
  });
});

describe.skipIf(process.platform === 'win32')('a redirect', () => {
  it.each(['token', 'o1'])('of %s is a failure, whatever .curlrc says', async moved => {
    const urls: (string | undefined)[] = [];
    const server = createServer(({ url = '' }, response) => {
      urls.push(url);
      if (url.endsWith(moved)) response.writeHead(307, { location: '/api/v1/subscriptions/s1/revoke' });
      response.end('{"access_token":"token"}');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    try {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const at = { ...connection, baseUrl: origin, authUrl: origin };
      const home = await tempFolder();
      await writeFile(join(home, '.curlrc'), 'location\nlocation-trusted\n');
      const env = { SWATH_API_KEY: apiKey, HOME: home };
      const ran = await runShell('sh', curlScript(at, readOrderPlan('Port', 'o1')), env);
      expect(ran.status).not.toBe(0);
      expect(ran.error).toContain('redirects');
      expect(urls.at(-1)).toMatch(new RegExp(`/${moved}$`));
    } finally {
      server.close();
    }
  });
});

describe.skipIf(process.platform !== 'linux')('the script, as seen by others on the machine', () => {
  const token = 'the.secret-token';
  const hostile = [
    `it's "quoted" \\ and`,
    'two\nlines\r\n',
    '$(id) `id` $HOME ${HOME}',
    '\u007f\u0000\u001b[31m\u0085\u009b31m\u202e',
    'Go!! !$ {{x}} 😀',
    '\nSWATH_BODY\nSWATH_SCRIPT\n',
  ];

  it.each(['sh', 'bash'] as const)(
    'shows neither key nor token in the process list, and sends what it should, in %s',
    async shell => {
      const lists: string[] = [];
      const seen: { path: string; token: string | undefined; body: string }[] = [];
      const server = createServer((request, response) => {
        // The programs that wait for this response are now running.
        lists.push(processes());
        void textOf(request).then(body => {
          seen.push({ path: request.url ?? '', token: request.headers.authorization, body });
          response.end(JSON.stringify({ access_token: token }));
        });
      });
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      try {
        const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const at = { ...connection, baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin };
        const body = { title: hostile.join(' '), texts: hostile };
        const env = { SWATH_API_KEY: apiKey, SWATH_ORDER: 'yes' };
        const ran = await runShell(shell, curlScript(at, orderPlan(hostile.join(), body)), env);
        expect([ran.status, ran.error]).toEqual([0, '']);
        expect(new URLSearchParams(seen[0]?.body).get('apikey')).toBe(apiKey);
        expect(
          seen.slice(1).map(request => [request.path, request.token, JSON.parse(request.body) as unknown]),
        ).toEqual([
          ['/api/v1/prices', `Bearer ${token}`, body],
          ['/api/v1/orders', `Bearer ${token}`, body],
        ]);
        expect(lists).toHaveLength(3);
        for (const list of lists) {
          expect(list).toMatch(new RegExp(`^curl .*${origin}`, 'm'));
          expect(list).not.toContain(token);
          expect(list).not.toContain(apiKey);
          expect(list).not.toContain(encodeURIComponent(apiKey));
        }
      } finally {
        server.close();
      }
    },
  );
});

/** What anyone on this machine can read about running programs: a line each. */
function processes(): string {
  const ids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const lines = ids.map(id => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').join(' ');
    } catch {
      return ''; // It has already ended.
    }
  });
  return lines.join('\n');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** Method, address, status and body of requests: bodies as parsed values. */
function seen(
  requests: readonly { method: string; path: string; query: string; status: number; body?: string }[],
) {
  return requests.map(({ method, path, query, status, body }) => ({
    method,
    path,
    query,
    status,
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  }));
}
