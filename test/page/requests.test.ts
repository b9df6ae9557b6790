import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quay } from '../contract/places.ts';
import { openFile, pick } from '../editor/workbench.ts';
import { runShell } from '../unit/model/request/shell.ts';
import { analyticOrder, harnessOf, imageOf } from '../unit/sandbox/harness.ts';
import { ordersSent } from './elsewhere.ts';
import { pictureFailures } from './pictureFailures.ts';
import {
  clickLens,
  lens,
  runCommand,
  screenshot,
  signInToLocal,
  startProduct,
  until,
  type Product,
} from './product.ts';

let product: Product;
const title = 'It\'s "our" `quay` $(id) $HOME !! {{baseUrl}} \\ ä ö ü ß 港\nSWATH_BODY\nsecond line';
let body: Record<string, unknown>;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1200, height: 900 } });
  const { page, editor, folder, service } = product;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: editor.origin });
  await signInToLocal(product);
  const there = harnessOf(service.sandbox);
  body = analyticOrder([await imageOf(there, 'PHR')], { title, aoi: quay });
  await writeFile(join(folder, 'quay.order.json'), `${JSON.stringify(body, undefined, 2)}\n`);
});
pictureFailures('requests', () => product.page);
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

const sent = () =>
  product.service.sandbox.requests.filter(
    ({ method, path }) => method === 'POST' && path !== '/api/v2/opensearch',
  );
const bodyOf = (text: string | undefined) => JSON.parse(text ?? '') as unknown;

describe.skipIf(process.platform === 'win32')('the request of an order', () => {
  let script: string;

  it('is copied as a script for a terminal, without the key', async () => {
    const { page, service } = product;
    await openFile(page, 'quay.order.json');
    await lens(page, 'Copy as curl').waitFor();
    await clickLens(page, 'Copy as curl');
    await page.locator('.statusbar-item', { hasText: 'it takes the key from SWATH_API_KEY' }).waitFor();
    script = await page.evaluate(() => navigator.clipboard.readText());
    expect(script).toContain(`${service.origin}/api/v1/prices`);
    expect(script).toContain('export SWATH_API_KEY=...');
    expect(script).not.toContain(service.sandbox.apiKey);
  });

  it.each([undefined, '...'])('sends nothing while the key is %j, and says what to do', async key => {
    const before = sent().length;
    const ran = await runShell('bash', script, key === undefined ? {} : { SWATH_API_KEY: key });
    expect(ran.status).not.toBe(0);
    expect(ran.error).toContain('Put your key there first: export SWATH_API_KEY=...');
    expect(sent()).toHaveLength(before);
  });

  it('tells the price, with the title as it is, and orders nothing', async () => {
    const before = sent().length;
    const ran = await runShell('bash', script, { SWATH_API_KEY: product.service.sandbox.apiKey });
    expect([ran.status, ran.error]).toEqual([0, 'Nothing was ordered: see the comment above the order.\n']);
    expect(bodyOf(ran.out)).toMatchObject({
      price: { amount: 1, amountUnit: 'credits' },
      payload: { title },
    });
    expect(
      sent()
        .slice(before)
        .map(({ path }) => path.split('/').at(-1)),
    ).toEqual(['token', 'prices']);
    expect(bodyOf(sent().at(-1)?.body)).toEqual(body);
    expect(ordersSent(product)).toEqual([]);
  });

  it('orders once more is said, exactly what stands in the file', async () => {
    const { sandbox } = product.service;
    const ran = await runShell('bash', script, { SWATH_API_KEY: sandbox.apiKey, SWATH_ORDER: 'yes' });
    expect([ran.status, ran.error]).toEqual([0, '']);
    expect(ordersSent(product).map(one => [one.status, bodyOf(one.body)])).toEqual([[201, body]]);
  });

  it('fails where the service refuses, with its words', async () => {
    product.service.sandbox.faults.add({ kind: 'status', status: 400, path: '/api/v1/prices', count: 1 });
    const ran = await runShell('bash', script, {
      SWATH_API_KEY: product.service.sandbox.apiKey,
      SWATH_ORDER: 'yes',
    });
    expect(ran.status).not.toBe(0);
    expect(`${ran.out}${ran.error}`).toMatch(/The sandbox was asked to answer 400.*error: 400/s);
    expect(ordersSent(product)).toHaveLength(1);
  });

  it('is opened as a document of requests beside it, whose key is a variable', async () => {
    const { page, folder, service } = product;
    await runCommand(page, 'Swath: Open Request…');
    await pick(page, 'quay.order.json');
    const tab = page.locator('.tab.active', { hasText: '.http' });
    await tab.waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'THIS SPENDS MONEY' }).waitFor();
    await screenshot(page, 'request document');
    // Whoever has an extension for such documents has their lenses and colours; without one it is a plain text.
    await page.locator('.statusbar-item', { hasText: /^(Plain Text|HTTP)$/ }).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    const name = (await tab.getAttribute('data-resource-name')) ?? '';
    const path = join(folder, name);
    await until('the document to be saved', async () =>
      (await readFile(path, 'utf8').catch(() => '')).includes('SPENDS'),
    );
    const text = await readFile(path, 'utf8');
    expect(text).toContain('@apiKey = {{$processEnv SWATH_API_KEY}}');
    expect(text).not.toContain(service.sandbox.apiKey);
    const bodies = text
      .split(/^###.*$/m)
      .slice(2)
      .map(part => bodyOf(part.slice(part.indexOf('\n\n'))));
    expect(bodies).toEqual([body, body]);
    // Nothing of a title is a variable of the document.
    expect(
      text
        .match(/\{\{[^}]*\}\}/g)
        ?.every(one =>
          /^\{\{(\$processEnv SWATH_API_KEY|%apiKey|authUrl|baseUrl|token\.response\.body\.access_token)\}\}$/.test(
            one,
          ),
        ),
    ).toBe(true);
    expect(ordersSent(product)).toHaveLength(1);
  });
});
