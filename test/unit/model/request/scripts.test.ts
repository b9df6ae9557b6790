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
import type { Connection } from '../../../../src/model/account/connection.ts';
import { orderPlan, readOrderPlan, searchPlan } from '../../../../src/model/request/requestPlan.ts';
import { script, scriptLanguages, type ScriptLanguage } from '../../../../src/model/request/scripts.ts';
import { serveSandbox } from '../../../../src/sandbox/serve.ts';
import { quay, year } from '../../../contract/places.ts';
import { connection } from '../../api/fakeFetch.ts';
import { analyticOrder, harnessOf, imageOf } from '../../sandbox/harness.ts';
import { tempFolder } from '../../tempFolder.ts';
import { patient } from '../../../runSpeed.ts';

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
    else for (const one of files) await run(process.execPath, ['--check', one]);
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

  it.skipIf(!runs[language])('follows no link that revokes or signs in', async () => {
    const asked: (string | undefined)[] = [];
    const words = [
      's1/revoke',
      's1/%2572EVOKE;x',
      's1%5C%20revoke',
      'auth/token.json',
      '../realms?a',
      'author',
    ];
    const server = createServer(({ url, headers: { host } }, response) => {
      asked.push(url);
      const deliveries = words.map(word => ({
        _links: { download: { href: `http://${host}/api/v1/${word}` } },
      }));
      response.end(JSON.stringify({ access_token: 'token', status: 'delivered', kind: 'other', deliveries }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const at = { ...connection, baseUrl: origin, authUrl: origin };
    const text = script(language, at, readOrderPlan('Quay', 'o1'));
    const { status, out, files } = await ran(language, text, 'a-key-of-nobody');
    server.close();
    expect([status, files]).toEqual([0, ['delivery-6.zip']]);
    expect(asked.slice(1)).toEqual(['/api/v1/orders/o1', '/api/v1/author']);
    expect(out.split("Skipped a link that doesn't lead to a download.")).toHaveLength(6);
  });

  it.skipIf(!runs[language])('sends nothing without a key', async () => {
    const served = await serveSandbox();
    const { sandbox, origin } = served;
    try {
      const at: Connection = { ...connection, baseUrl: origin, authUrl: origin };
      for (const key of ['', '...', '<your key>', 'two words are no key']) {
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
