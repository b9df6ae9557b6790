import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeLink } from '../../src/features/links/link.ts';
import { quay } from '../contract/places.ts';
import {
  notifications,
  openFile,
  pick,
  quickInputText,
  typeInput,
  webviewFrame,
} from '../editor/workbench.ts';
import { isFull } from '../randomRuns.ts';
import { runShell } from '../unit/features/scripts/rules/shell.ts';
import { analyticOrder, harnessOf, imageOf } from '../unit/sandbox/harness.ts';
import { ordersSent } from './elsewhere.ts';
import { goOnWhileGood } from './goOnWhileGood.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  dialogOpens,
  lens,
  pressInDialog,
  type Product,
  reloadWindow,
  runCommand,
  signInToLocal,
  startProduct,
  statusBarItem,
  until,
} from './product.ts';

let product: Product;
const wrongKey = 'bm90LXRoZS1rZXktb2YtYW55Ym9keQ==';

/** How far the service's clock is ahead of this machine's, ms. */
let ahead = 0;

beforeAll(async () => {
  product = await startProduct({
    size: { width: 1400, height: 900 },
    time: { now: () => Date.now() + ahead },
  });
  const { page, editor } = product;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: editor.origin });
});
afterAll(() => product.stop());

async function title(text: string): Promise<void> {
  await product.page.locator('.quick-input-title', { hasText: text }).waitFor();
}

/** Accepts the suggested value. */
async function accept(text: string): Promise<void> {
  await title(text);
  await product.page.locator('.quick-input-widget input:focus').waitFor();
  await product.page.keyboard.press('Enter');
}

async function tab(name: string): Promise<void> {
  await product.page.locator('.tab.active', { hasText: name }).waitFor();
}

/** A file in the folder. While VS Code saves it, it may exist and be empty. */
async function jsonOf(path: string): Promise<Record<string, unknown>> {
  const read = () => readFile(join(product.folder, path), 'utf8').catch(() => '');
  await until(`${path} to be written`, async () => (await read()).endsWith('}\n'));
  return JSON.parse(await read()) as Record<string, unknown>;
}

async function signInWith(apiKey: string): Promise<void> {
  const { page } = product;
  await runCommand(page, 'Swath: Sign In…');
  await pick(page, 'Local');
  await typeInput(page, apiKey);
}

const inStatusBar = (text: string) => statusBarItem(product.page, text).waitFor();
const requests = () => product.service.sandbox.requests;

describe('the session', () => {
  // A connection is refused, accepted, and lost.
  goOnWhileGood();

  it('sends a refused key once, and then nothing until the user acts', async () => {
    const { page } = product;
    await signInWith(wrongKey);
    await inStatusBar('Local · key refused');
    await page.getByText('The service refused the API key').first().waitFor();
    await page.getByText(/Local: key refused · \d{4}-\d\d-\d\d .* UTC/).waitFor();
    await page.getByText('Every further attempt can extend a suspension').waitFor();

    await reloadWindow(page);
    await inStatusBar('Local · key refused');
    expect(requests().map(request => `${request.method} ${request.path} ${request.status}`)).toEqual([
      'POST /auth/realms/IDP/protocol/openid-connect/token 403',
    ]);
  });

  it.runIf(isFull).each([
    ['Cancel', 1],
    ['Send It Again', 2],
  ] as const)('asks before it sends a refused key again, and %s is an answer', async (answer, sent) => {
    const { page } = product;
    await signInWith(wrongKey);
    await dialogOpens(page);
    expect(await dialog(page).innerText()).toMatch(/refused this key (just now|\d+ min ago)/);
    expect(requests()).toHaveLength(1);
    await answerDialog(page, answer);
    await until(`${sent} exchanges`, () => Promise.resolve(requests().length === sent));
    // If the key is refused again, the side bar says so and takes the focus.
    if (sent > 1)
      await page.waitForFunction(() => document.activeElement?.closest('.sidebar') instanceof Element);
  });

  it.runIf(isFull)("says that a key that worked before isn't mistyped", async () => {
    const { page, service } = product;
    // The suspension caused by the wrong key is over.
    ahead += 120_000;
    await signInWith(service.sandbox.apiKey);
    await inStatusBar('Local · 5,000 credits');
    // Requests still in progress would be refused, and end the session, before Refresh.
    await page.locator('.sidebar').getByText('No orders yet').waitFor();
    const before = requests().filter(request => request.path.startsWith('/auth/')).length;
    // Another user sends a wrong key: access is suspended, and the token expires.
    service.sandbox.faults.add({ kind: 'status', status: 403, path: '/auth/*' });
    service.sandbox.faults.add({ kind: 'status', status: 401, path: '/api/v1/orders' });
    await runCommand(page, 'Swath: Refresh');
    await inStatusBar('Local · key refused');
    await page.getByText('which worked before').waitFor();
    expect(requests().filter(request => request.path.startsWith('/auth/'))).toHaveLength(before + 1);

    // The suspension is over, and the user retries the stored key.
    service.sandbox.faults.clear();
    await runCommand(page, 'Swath: Sign In…');
    await pick(page, 'Local');
    await pick(page, 'Try the Stored Key');
    await inStatusBar('Local · 5,000 credits');
  });

  it('adds a connection step by step, by keys alone, and signs in to it', async () => {
    const { page, service } = product;
    // A suspension caused by a wrong key is over.
    ahead += 120_000;
    const stepIs = (step: number) =>
      until(`step ${step}`, async () => (await quickInputText(page)).title === `Add Connection (${step}/4)`);
    await runCommand(page, 'Swath: Add Connection…');
    await stepIs(1);
    await typeInput(page, 'Work');
    await stepIs(2);
    await typeInput(page, 'http://data.example.com');
    await page.getByText('"baseUrl" must be an address with https://').waitFor();
    await typeInput(page, service.origin);
    // The others are at the same address until they are changed.
    await stepIs(3);
    await pick(page, 'Done');
    await stepIs(4);
    await pick(page, 'Save and Sign In…');
    await typeInput(page, service.sandbox.apiKey);
    await inStatusBar('Work · 5,000 credits');
  });
});

describe('while signed in,', () => {
  beforeAll(async () => {
    await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await signInToLocal(product);
  });

  describe('an order is drafted', () => {
    it.runIf(isFull)('for each area of a file, by the same rule', async () => {
      const { page, folder } = product;
      await openFile(page, 'fields.aoi.geojson');
      await clickLens(page, '2 areas · Draft Orders…');
      await pick(page, 'Analytic report');
      await title('Which analytic?');
      await pick(page, 'Cars detection');
      await title('Which areas do you want to order for?');
      expect((await quickInputText(page)).rows).toEqual(
        expect.arrayContaining(['pivot fields north', 'pivot fields south']),
      );
      await accept('Which areas do you want to order for?');
      await title('Which images for each area?');
      await pick(page, 'Newest images');
      await title('How old may an image be?');
      await pick(page, 'Any');
      await title('Maximum cloud cover?');
      await pick(page, 'Any');
      await title('Title of each order');
      await until('what comes of the title', async () =>
        (await quickInputText(page)).message.includes('For example "pivot fields north Cars'),
      );
      await typeInput(page, '{name} cars');
      await title('Folder for the order files');
      await pick(page, 'orders/fields/');
      await tab('Orders for fields');
      const names = (await readdir(join(folder, 'orders/fields'))).sort();
      expect(names).toEqual(['pivot-fields-north-cars.order.json', 'pivot-fields-south-cars.order.json']);
      expect(await jsonOf(`orders/fields/${names[0] ?? ''}`)).toMatchObject({
        kind: 'order.analytics-toolbox.archive',
        title: 'pivot fields north cars',
        imageIds: [expect.any(String)],
      });
      const orders = await webviewFrame(page, '.table');
      await orders.getByRole('button', { name: 'Price Orders' }).click();
      await until('both prices', async () =>
        (await notifications(page)).some(text => /^Priced 2 of 2 orders\. Total: [\d,.]+ credits/.test(text)),
      );
      await orders.getByText(/^\s*Total: [\d,.]+\scredits\s*$/).waitFor();
      await openFile(page, 'pivot-fields-north-cars.order.json');
      const label = page.locator('.tab.active .monaco-icon-label').first();
      const badge = () => label.evaluate(element => getComputedStyle(element, '::after').content);
      await until('the badge of a priced order', async () => (await badge()) === '"¤"');
      await runCommand(page, 'Notifications: Clear All Notifications');
    });
  });

  describe('the request of an order', () => {
    const hard = 'It\'s "our" `quay` $(id) $HOME !! {{baseUrl}} \\ ä ö ü ß 港\nSWATH_BODY\nsecond line';

    it('is copied as a shell script, and opened as a document, without the key', async () => {
      const { page, folder, service } = product;
      const there = harnessOf(service.sandbox);
      const body = analyticOrder([await imageOf(there, 'PHR')], { title: hard, aoi: quay });
      await writeFile(join(folder, 'quay.order.json'), `${JSON.stringify(body, undefined, 2)}\n`);
      const before = ordersSent(product).length;
      await openFile(page, 'quay.order.json');
      await lens(page, 'Copy as curl').waitFor();
      await clickLens(page, 'Copy as curl');
      await page.locator('.statusbar-item', { hasText: 'takes the key from SWATH_API_KEY' }).waitFor();
      const script = await page.evaluate(() => navigator.clipboard.readText());
      expect(script).toContain('your API key in the environment variable SWATH_API_KEY');
      expect(script).not.toContain(service.sandbox.apiKey);
      if (process.platform !== 'win32') {
        const ran = await runShell('bash', script, { SWATH_API_KEY: service.sandbox.apiKey });
        expect([ran.status, ran.error]).toEqual([
          0,
          'Nothing was ordered: see the comment above the order.\n',
        ]);
        const priced = service.sandbox.requests.findLast(({ path }) => path === '/api/v1/prices');
        expect(JSON.parse(priced?.body ?? '')).toEqual(body);
      }

      await runCommand(page, 'Swath: Copy Request as Python, curl or Notebook Cell…');
      await pick(page, 'HTTP Request File');
      await pick(page, 'quay.order.json');
      const tab = page.locator('.tab.active', { hasText: '.http' });
      await tab.waitFor();
      // Only lines in view are rendered.
      await page.locator('.editor-instance .view-line', { hasText: '@no-redirect' }).first().waitFor();
      await page.keyboard.press('ControlOrMeta+s');
      const path = join(folder, (await tab.getAttribute('data-resource-name')) ?? '');
      const written = () => readFile(path, 'utf8').catch(() => '');
      await until('the document to be saved', async () => (await written()).includes('SPENDS'));
      expect(await written()).toContain('@apiKey = {{$processEnv SWATH_API_KEY}}');
      expect(await written()).not.toContain(service.sandbox.apiKey);
      expect(ordersSent(product)).toHaveLength(before);
      expect(product.workbench.problems).toEqual([]);
    });
  });

  describe('a link', () => {
    it('to an area is shown before it is opened, and orders nothing', async () => {
      const { page } = product;
      const before = ordersSent(product).length;
      const polygon = { type: 'Polygon' as const, coordinates: quay.coordinates };
      await runCommand(page, 'Developer: Open URL');
      await typeInput(page, writeLink('code-oss', { kind: 'area', name: 'Linked quay', polygon }));
      // The editor asks whether the extension may open it; then Swath shows what it contains.
      await dialogOpens(page);
      await pressInDialog(page, /^Open/);
      await dialog(page).getByText('Open this link?').waitFor();
      expect(await dialog(page).innerText()).toContain('Linked quay');
      await answerDialog(page, 'Open');
      await tab('Linked-quay.aoi.geojson');
      expect(ordersSent(product)).toHaveLength(before);
    });
  });
});
