import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serveSandbox } from '../../../../../src/sandbox/serve.ts';
import { analyticOrder, harnessOf, imageOf } from '../../../sandbox/harness.ts';
import type { Connection } from '../../../../../src/service/rules/connection.ts';
import { whyNotFollowed } from '../../../../../src/service/rules/linkRule.ts';
import { linkedItemId } from '../../../../../src/service/rules/links.ts';
import { connection } from '../../../service/wire/fakeFetch.ts';
import {
  orderPlan,
  readOrderPlan,
  searchPlan,
} from '../../../../../src/features/scripts/rules/requestPlan.ts';
import {
  script,
  type ScriptLanguage,
  scriptLanguages,
} from '../../../../../src/features/scripts/rules/scripts.ts';
import { quay, year } from '../../../../contract/places.ts';
import { isFull } from '../../../../randomRuns.ts';
import { patient } from '../../../../runSpeed.ts';
import { tempFolder } from '../../../tempFolder.ts';

const run = promisify(execFile);

/** Machines without Python check only what is written for JavaScript. */
function hasPython(module: string): boolean {
  try {
    execFileSync('python3', ['-c', `import ${module}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const parses = { python: hasPython('ast'), javascript: true };
const runs = { python: hasPython('requests'), javascript: true };

const program = { python: ['python3', 'script.py'], javascript: [process.execPath, 'script.mjs'] } as const;

/** Parses each of the named files as a module, as `--check` does with one. */
const parseModules = `
  const { SourceTextModule } = require('node:vm');
  const { readFileSync } = require('node:fs');
  for (const path of process.argv.slice(1)) new SourceTextModule(readFileSync(path, 'utf8'));`;

/** Runs a script in a folder of its own. */
async function ran(language: ScriptLanguage, text: string, apiKey: string) {
  const folder = await tempFolder();
  const [command, file] = program[language];
  await writeFile(join(folder, file), text);
  const { PATH = '' } = process.env;
  const options = { cwd: folder, env: { PATH, HOME: folder, SWATH_API_KEY: apiKey } };
  const { status, out } = await run(command, [file], options).then(
    ({ stdout }) => ({ status: 0, out: stdout }),
    (failure: unknown) => {
      const { code, stderr } = failure as { code: number; stderr: string };
      return { status: code, out: stderr };
    },
  );
  const files = (await readdir(folder)).filter(name => name !== file);
  return { status, out, files, read: (name: string) => readFile(join(folder, name)) };
}

interface Asked {
  path: string;
  token: string | undefined;
}

/** A service on this machine. @param reply the body, or the address of a redirect */
async function startService(reply: (request: Asked & { origin: string }) => string | { location: string }) {
  const requests: Asked[] = [];
  const server = createServer(({ url: path = '', headers }, response) => {
    const { authorization: token, host } = headers;
    requests.push({ path, token });
    const answer = reply({ path, token, origin: `http://${host}` });
    if (typeof answer === 'string') response.end(answer);
    else response.writeHead(302, answer).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const redirect = (location: string) => ({ location });

function connectionTo(origin: string): Connection {
  return { ...connection, baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin };
}

function deliveriesOf(links: readonly string[]): string {
  const deliveries = links.map(href => ({ _links: { download: { href } } }));
  return JSON.stringify({ status: 'delivered', kind: 'other', deliveries });
}

describe.each(scriptLanguages)('a script in %s', language => {
  const weird = fc.string({ unit: 'binary', maxLength: 30 }).map(text => text.toWellFormed());

  it.skipIf(!parses[language])('contains any text as it is', async () => {
    const samples = fc.sample(fc.tuple(weird, weird, weird), 40).concat([
      ['"""', '__proto__', '\\'],
      ["'''", '${x}', '`'],
    ]);
    const bodies = samples.map(([title, name, value]) => ({
      title,
      [name]: [value, { deep: name, n: 1.5, no: null, yes: true }],
    }));
    const literals = bodies.map(body => {
      const [, written = ''] =
        /^(?:const )?body = ([^]*?);?\n(?:print|console)/m.exec(
          script(language, connection, orderPlan('Port', body)),
        ) ?? [];
      return written;
    });
    if (language === 'javascript') {
      const read = literals.map(text => new Script(`(${text})`).runInThisContext() as unknown);
      expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(bodies)));
      return;
    }
    const folder = await tempFolder();
    await writeFile(
      join(folder, 'read.py'),
      `import json\nprint(json.dumps([\n${literals.join(',\n')}\n]))\n`,
    );
    const { stdout } = await run('python3', [join(folder, 'read.py')]);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(bodies)));
  });

  it.skipIf(!parses[language])('stays a script, whatever its texts are', async () => {
    const scripts = fc.sample(fc.tuple(weird, weird), 20).map(([title, id]) => {
      const at = { ...connection, name: title, baseUrl: `https://base.test/${encodeURI(id)}` };
      return script(language, at, { ...searchPlan(title, at, year, 50, '2026-03-20'), imageId: id });
    });
    const folder = await tempFolder();
    const [, file] = program[language];
    for (const [index, text] of scripts.entries()) {
      expect(text).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
      await writeFile(join(folder, `${index}-${file}`), text);
    }
    const files = scripts.map((_text, index) => join(folder, `${index}-${file}`));
    if (language === 'python') await run('python3', ['-m', 'py_compile', ...files]);
    else await run(process.execPath, ['--experimental-vm-modules', '-e', parseModules, ...files]);
  });

  it.skipIf(!runs[language])(
    'finds images, prices, follows and downloads, and orders nothing',
    async () => {
      const clock = { now: Date.parse('2025-06-15T12:00:00Z') };
      const served = await serveSandbox({ now: () => clock.now });
      const { sandbox, origin } = served;
      try {
        const at: Connection = {
          ...connection,
          baseUrl: origin,
          searchUrl: origin,
          authUrl: origin,
          accessUrl: origin,
        };
        const there = harnessOf(sandbox, undefined, clock);
        const image = await imageOf(there, 'PHR');
        const order = analyticOrder([image], { aoi: quay });
        const orders = () =>
          sandbox.requests.filter(({ method, path }) => method === 'POST' && path === '/api/v1/orders');

        const search = searchPlan('Quay', at, { aoi: quay, ...year }, 20, '2025-06-15');
        const found = await ran(language, script(language, at, search), sandbox.apiKey);
        expect([found.status, found.out.split('\n').length > 40]).toEqual([0, true]);

        const first = found.out.split(' ')[0] ?? '';
        const picture = await ran(
          language,
          script(language, at, { ...search, imageId: first }),
          sandbox.apiKey,
        );
        expect(picture).toMatchObject({ status: 0, files: ['quicklook.jpg'] });
        expect((await picture.read('quicklook.jpg')).subarray(0, 2).toString('hex')).toBe('ffd8');

        const priced = await ran(language, script(language, at, orderPlan('Quay', order)), sandbox.apiKey);
        expect([priced.status, priced.files, orders()]).toEqual([0, [], []]);
        expect(priced.out).toMatch(/\d/);

        const { body: placed } = await there.call<{ id: string }>('POST', '/api/v1/orders', order);
        clock.now += 86_400_000;
        const status = await ran(
          language,
          script(language, at, readOrderPlan('Quay', placed.id)),
          sandbox.apiKey,
        );
        expect(status).toMatchObject({ status: 0, files: ['delivery-1.geojson'] });
        expect(status.out).toMatch(/^delivered\n/);
        const report = JSON.parse((await status.read('delivery-1.geojson')).toString()) as { type: string };
        expect(report.type).toBe('FeatureCollection');

        expect(orders()).toHaveLength(1);
        for (const { out } of [found, picture, priced, status]) expect(out).not.toContain(sandbox.apiKey);
      } finally {
        await served.close();
      }
    },
    patient(60_000),
  );

  it.skipIf(!runs[language])(
    'follows the links that the client follows, and no others',
    async () => {
      const part = fc.constantFrom(
        ...['api', 'v1', 'v2', 'API', 'items', 'i1', 'download', 'quicklook', 'thumbnail', 'orders', 'o1'],
        ...['me', 'subscriptions', 's1', 'revoke', '%72evoke', '%2572EVOKE;x', 'revoke.json', 'revoke%3Fa'],
        ...['author', 'auth', 'realms', '..', '%2e%2e', '.', '', ';a=b', 'wmts', 'file', '%C3%A9'],
        ...['s1%5C%20revoke', '%2Frevoke', '..;', `%${'25'.repeat(9)}72evoke`, '%00', '\\revoke', ' revoke'],
      );
      const named = ['api/v1/author', 'api/v1/items/i1/download', 'api/v1/orders/o2', 'realms?a'];
      const paths = fc
        .sample(fc.array(part, { minLength: 1, maxLength: 7 }), isFull ? 400 : 200)
        .map(parts => parts.join('/'))
        // Those are asked for by the item that they name.
        .filter(path => linkedItemId(`/${path}`) === undefined)
        // Python takes a backslash for a letter, so that dots behind it lead elsewhere; it checks where they lead.
        .filter(path => language === 'javascript' || !/\\.*(\.|%2e){2}/.test(path));
      const service = await startService(({ path, origin }) => {
        if (path.startsWith('/api/v1/orders/o1')) return deliveriesOf(links(origin));
        return path.startsWith('/auth/realms/IDP') ? '{"access_token":"token"}' : 'content';
      });
      const links = (origin: string) => [...named, ...paths].map((path, n) => `${origin}/${path}?n=${n}`);
      try {
        const at = connectionTo(service.origin);
        const result = await ran(
          language,
          script(language, at, readOrderPlan('Quay', 'o1')),
          'a-key-of-nobody',
        );
        expect(result).toMatchObject({ status: 0 });
        const numberOf = (link: string) => /n=\d+/.exec(link)?.[0];
        const requested = service.requests.slice(2).map(({ path }) => numberOf(path));
        const open = links(service.origin)
          .filter(href => whyNotFollowed(at, 'delivery', new URL(href), '') === undefined)
          // Python doesn't resolve these, and is stricter with most of them.
          .filter(
            href =>
              language === 'javascript' || !href.includes('%2e%2e') || requested.includes(numberOf(href)),
          );
        expect(open.length).toBeGreaterThan(20);
        expect(requested).toEqual(open.map(numberOf));
        expect(result.files).toHaveLength(open.length);
      } finally {
        service.close();
      }
    },
    patient(60_000),
  );

  it.skipIf(!runs[language])('downloads by the item of a link, by the kind of the payload', async () => {
    const item = (id: string) => `/api/v1/items/${id}/download Bearer token`;
    const links = (origin: string) => [
      'https://elsewhere.invalid/api/v1/items/a1/download?x=1',
      { href: 'https://elsewhere.invalid/items/a%3A2' },
      [{ href: 'api/v1/items/a3/' }],
      `${origin}/api/v1/items/a4/download?n=1`,
      { href: `${origin}/file` },
    ];
    const service = await startService(({ path, origin }) => {
      if (path.startsWith('/auth')) return '{"access_token":"token"}';
      if (!path.startsWith('/api/v1/orders/')) return 'content';
      const deliveries = links(origin).map(download => ({ _links: { download } }));
      const payload = JSON.stringify({ kind: 'order.data.product', products: [{}] });
      return JSON.stringify({ order: { status: { code: 'DELIVERED' }, payload, deliveries } });
    });
    try {
      const text = script(language, connectionTo(service.origin), readOrderPlan('Quay', 'o1'));
      const { status, files } = await ran(language, text, 'a-key-of-nobody');
      expect([status, files.toSorted()]).toEqual([
        0,
        [1, 2, 3, 4, 5].map(number => `delivery-${number}.zip`),
      ]);
      expect(service.requests.slice(2).map(({ path, token }) => `${path} ${token}`)).toEqual([
        item('a1'),
        item('a%3A2'),
        item('a3'),
        item('a4').replace(' ', '?n=1 '),
        '/file Bearer token',
      ]);
    } finally {
      service.close();
    }
  });

  it.skipIf(!runs[language])('checks each redirect, and sends the token only to the service', async () => {
    const elsewhere = await startService(({ path }) =>
      path === '/back' ? redirect(`${service.origin}/api/v1/items/back/download`) : 'content',
    );
    const closed = [
      '/api/v1/subscriptions/s1/revoke',
      '/api/v1/s1/%72evoke;a',
      '../../%73ubscriptions',
      '/api/v1/me',
      '/api/v1/items/i1/quicklook',
      'http://user:password@127.0.0.1/file',
      'ftp://127.0.0.1/file',
    ];
    const open = ['/api/v1/items/moved/download', `${elsewhere.origin}/file`, `${elsewhere.origin}/back`];
    const ways = [...closed, ...open, 'again'];
    const service = await startService(({ path, origin }) => {
      if (path.startsWith('/auth')) return '{"access_token":"token"}';
      if (path === '/api/v1/orders/o1')
        return deliveriesOf(ways.map((_way, n) => `${origin}/api/v1/items/${n}/download`));
      const way = ways[Number(/items\/(\d+)\/download$/.exec(path)?.[1])];
      return way === undefined ? 'content' : redirect(way === 'again' ? path : way);
    });
    try {
      const text = script(language, connectionTo(service.origin), readOrderPlan('Quay', 'o1'));
      const { status, out, files } = await ran(language, text, 'a-key-of-nobody');
      // A redirect without end is a failure of the service.
      expect([status, out]).toEqual([1, expect.stringContaining('302')]);
      expect(new Set(files)).toEqual(new Set(open.map((_way, n) => `delivery-${closed.length + n + 1}.zip`)));
      const moved = '/api/v1/items/moved/download Bearer token';
      const tried = ways.map((_way, n) => `/api/v1/items/${n}/download Bearer token`);
      const requested = service.requests.slice(2).map(({ path, token }) => `${path} ${token}`);
      const repeated = Array.from({ length: 6 }, () => tried.at(-1) ?? '');
      expect(requested).toEqual([
        ...tried.slice(0, closed.length + 1),
        moved,
        ...tried.slice(closed.length + 1, -1),
        '/api/v1/items/back/download undefined',
        ...repeated,
      ]);
      expect(elsewhere.requests.map(({ path, token }) => `${path} ${token}`)).toEqual([
        '/file undefined',
        '/back undefined',
      ]);
    } finally {
      service.close();
      elsewhere.close();
    }
  });

  it.skipIf(!runs[language])(
    'follows no redirect of a picture or an answer that changes anything',
    async () => {
      const revoke = '/api/v1/subscriptions/s1/revoke';
      const tryRedirectOf = async (moved: string) => {
        const service = await startService(({ path, origin }) => {
          if (path.includes(moved)) return redirect(moved === '/quicklook' ? `${origin}${revoke}` : revoke);
          if (path.startsWith('/auth')) return '{"access_token":"token"}';
          const quicklook = { href: `${origin}/api/v1/items/i1/quicklook` };
          return JSON.stringify({
            features: [{ properties: { id: 'i1' }, _links: { quicklook } }],
            price: 1,
          });
        });
        const at = connectionTo(service.origin);
        const plan = {
          '/api/v1/prices': orderPlan('Quay', { kind: 'order' }),
          '/opensearch': searchPlan('Quay', at, year, 20, '2025-06-15'),
          '/quicklook': { ...searchPlan('Quay', at, year, 20, '2025-06-15'), imageId: 'i1' },
        }[moved];
        try {
          const text = script(language, at, plan ?? readOrderPlan('Quay', 'o1'));
          const { status, files } = await ran(language, text, 'a-key-of-nobody');
          expect([moved, status, files]).toEqual([moved, moved === '/quicklook' ? 0 : 1, []]);
          expect(service.requests.filter(({ path }) => path.includes('revoke'))).toEqual([]);
        } finally {
          service.close();
        }
      };
      await Promise.all(
        ['/auth', '/api/v1/orders/o1', '/api/v1/prices', '/opensearch', '/quicklook'].map(tryRedirectOf),
      );
    },
    patient(60_000),
  );

  it.skipIf(!runs[language])('sends nothing without a key', async () => {
    const served = await serveSandbox();
    const { sandbox, origin } = served;
    try {
      const at: Connection = { ...connection, baseUrl: origin, authUrl: origin };
      for (const key of isFull ? ['', '...', '<your key>', 'two words are no key'] : ['', '<your key>']) {
        const { status, out } = await ran(language, script(language, at, readOrderPlan('Quay', 'o1')), key);
        expect(status).toBe(1);
        expect(out).toContain('SWATH_API_KEY contains no API key. Nothing was sent.');
      }
      expect(sandbox.requests).toEqual([]);
    } finally {
      await served.close();
    }
  });
});
