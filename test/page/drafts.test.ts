import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeLink } from '../../src/features/links/link.ts';
import { quay } from '../contract/places.ts';
import { notifications, openFile, pick, quickInputText, typeInput } from '../editor/workbench.ts';
import { runShell } from '../unit/features/scripts/rules/shell.ts';
import { analyticOrder, harnessOf, imageOf } from '../unit/sandbox/harness.ts';
import { ordersSent } from './elsewhere.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  dialogOpens,
  lens,
  pressInDialog,
  pressInNotification,
  type Product,
  runCommand,
  signInToLocal,
  startProduct,
  until,
} from './product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1400, height: 900 } });
  const { page, editor } = product;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: editor.origin });
  await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await signInToLocal(product);
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

async function press(button: string): Promise<void> {
  await pressInNotification(product.page, button);
}

describe('an order is drafted', () => {
  it('for each area of a file, by the same rule', async () => {
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
    await tab('Orders for fields.md');
    await until('the notice', async () =>
      (await notifications(page)).some(text => text.startsWith('Orders drafted: 2.')),
    );
    const names = (await readdir(join(folder, 'orders/fields'))).sort();
    expect(names).toEqual(['pivot-fields-north-cars.order.json', 'pivot-fields-south-cars.order.json']);
    expect(await jsonOf(`orders/fields/${names[0] ?? ''}`)).toMatchObject({
      kind: 'order.analytics-toolbox.archive',
      title: 'pivot fields north cars',
      imageIds: [expect.any(String)],
    });
    await press('Price Orders');
    await until('both prices', async () =>
      (await notifications(page)).some(text => /^Priced 2 of 2 orders\. Total: [\d,.]+ credits/.test(text)),
    );
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
      expect([ran.status, ran.error]).toEqual([0, 'Nothing was ordered: see the comment above the order.\n']);
      const priced = service.sandbox.requests.findLast(({ path }) => path === '/api/v1/prices');
      expect(JSON.parse(priced?.body ?? '')).toEqual(body);
    }

    await runCommand(page, 'Swath: Copy Request As…');
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
