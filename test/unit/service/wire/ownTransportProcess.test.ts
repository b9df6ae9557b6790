import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { writeTransportBundle } from '../../../transportBundle.ts';
import { tempFolder } from '../../tempFolder.ts';

const source = resolve(import.meta.dirname, '../../../../src/service/wire/ownTransport.ts');

/**
 * Runs in a process of its own: loads a transport, sends with it, and prints what of the process is another than
 * before. Looking at the value of a named global makes Node create it, and its own dispatcher with it: where Node's fetch
 * is not to be used before, only the names are compared.
 */
const script = `
  const [file, before] = process.argv.slice(1);
  const [http, net, tls] = ['http', 'net', 'tls'].map(name => process.getBuiltinModule('node:' + name));
  const server = http.createServer((request, response) => response.end('answer'));
  // Loading can take longer than a server usually keeps an idle connection.
  server.keepAliveTimeout = 0;
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const url = 'http://127.0.0.1:' + server.address().port;
  if (before === 'used') await (await fetch(url)).text();
  const olderPlace = Symbol.for('undici.globalDispatcher.1');
  if (before === 'used by an older Node') globalThis[olderPlace] = {};

  const was = look();
  const { createOwnTransport } = await import(file);
  const loaded = changes();
  const addresses = { baseUrl: url, searchUrl: url, authUrl: url, accessUrl: url };
  const send = await createOwnTransport({ name: 'Test', ...addresses });
  const answer = await (await send(url, {})).text();
  const sent = changes();
  if (before === 'used by an older Node') delete globalThis[olderPlace];
  const afterwards = await (await fetch(url)).text();
  server.close();
  server.closeAllConnections();
  console.log(JSON.stringify({ compared: was.size, loaded, sent, answer, afterwards }));

  function look() {
    const seen = new Map(process.eventNames().map(name => ['on ' + String(name), process.listenerCount(name)]));
    for (const [owner, object] of Object.entries({ globalThis, process, http, net, tls }))
      for (const key of Reflect.ownKeys(object))
        seen.set(owner + '.' + String(key), before === 'used' || typeof key === 'symbol' ? valueOf(object, key) : 'there');
    return seen;
  }

  function valueOf(object, key) {
    const { value, get } = Reflect.getOwnPropertyDescriptor(object, key);
    return get ?? value;
  }

  function changes() {
    const is = look();
    return [...new Set([...was.keys(), ...is.keys()])].filter(key => !Object.is(was.get(key), is.get(key)));
  }
`;

async function changesBy(file: string, before: string): Promise<unknown> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    script,
    pathToFileURL(file).href,
    before,
  ]);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

// Node before 24 keeps its dispatcher in the first of two places alone; undici 8 looks at the second and fills both.
describe.each(['used', 'used by an older Node', 'not used'])(
  "a transport's code, Node's own fetch being %s",
  before => {
    const untouched = {
      compared: expect.toSatisfy((count: number) => count > 200) as unknown,
      loaded: [],
      sent: [],
      answer: 'answer',
      afterwards: 'answer',
    };

    it('leaves the process as it is', async () => {
      expect(await changesBy(source, before)).toEqual(untouched);
    });

    it('does so as a bundle, too', async () => {
      const bundle = await writeTransportBundle(await tempFolder());
      expect(await changesBy(bundle, before)).toEqual(untouched);
    });
  },
);
