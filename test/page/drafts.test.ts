import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications, openFile, pick, quickInputText, typeInput } from '../editor/workbench.ts';
import { analyticOrder, imageOf } from '../unit/sandbox/harness.ts';
import { ordersSent, placeElsewhere } from './elsewhere.ts';
import { pictureFailures } from './pictureFailures.ts';
import {
  chooseInMenu,
  clickLens,
  findRow,
  lens,
  mapPage,
  runCommand,
  screenshot,
  signInToLocal,
  startProduct,
  treeRow,
  until,
  type Product,
} from './product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1400, height: 900 } });
  await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await signInToLocal(product);
}, 240_000);
pictureFailures('drafts', () => product.page);
afterAll(() => product.stop());

async function title(text: string): Promise<void> {
  await product.page.locator('.quick-input-title', { hasText: text }).waitFor();
}

/** What is proposed is taken. */
async function accept(text: string): Promise<void> {
  await title(text);
  await product.page.locator('.quick-input-widget input:focus').waitFor();
  await product.page.keyboard.press('Enter');
}

async function tab(name: string): Promise<void> {
  await product.page.locator('.tab.active', { hasText: name }).waitFor();
}

/** A file of the folder; while the editor saves it, it can be there and empty. */
async function jsonOf(path: string): Promise<Record<string, unknown>> {
  const read = () => readFile(join(product.folder, path), 'utf8').catch(() => '');
  await until(`${path} to be written`, async () => (await read()).endsWith('}\n'));
  return JSON.parse(await read()) as Record<string, unknown>;
}

async function press(button: string): Promise<void> {
  await product.page.locator('.notifications-toasts').getByRole('button', { name: button }).click();
}

describe('an order is drafted', () => {
  it('for each area of a file, by one rule', async () => {
    const { page, folder } = product;
    await openFile(page, 'fields.geojson');
    await clickLens(page, '2 areas · Draft Orders…');
    await pick(page, 'Report from an Analytic');
    await title('Which analytic?');
    await pick(page, 'Cars detection');
    await title('Orders for which areas?');
    expect((await quickInputText(page)).rows).toEqual(
      expect.arrayContaining(['pivot fields north', 'pivot fields south']),
    );
    await accept('Orders for which areas?');
    await title('Which images for each area?');
    await pick(page, 'Newest');
    await title('How old may an image be?');
    await pick(page, 'Any age');
    await title('How much cloud at most?');
    await pick(page, 'Any cloud');
    await title('What is each order called?');
    await until('what comes of the title', async () =>
      (await quickInputText(page)).message.includes('Such as "pivot fields north Cars'),
    );
    await screenshot(page, 'draft orders - title');
    await typeInput(page, '{name} cars');
    await title('Folder for the order files');
    await pick(page, 'orders/fields/');
    await tab('Orders for fields.md');
    await until('the notice', async () =>
      (await notifications(page)).some(text => text.startsWith('2 orders were drafted')),
    );
    await screenshot(page, 'draft orders - summary');
    const names = (await readdir(join(folder, 'orders/fields'))).sort();
    expect(names).toEqual(['pivot-fields-north-cars.order.json', 'pivot-fields-south-cars.order.json']);
    expect(await jsonOf(`orders/fields/${names[0] ?? ''}`)).toMatchObject({
      kind: 'order.analytics-toolbox.archive',
      title: 'pivot fields north cars',
      imageIds: [expect.any(String)],
    });
    await press('Price 2 Orders');
    await until('both prices', async () =>
      (await notifications(page)).some(text => /^2 orders cost [\d,.]+ credits together/.test(text)),
    );
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  it('by steps alone, from nothing', async () => {
    const { page } = product;
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Swath: Draft Order…');
    await pick(page, 'Image Product');
    await title('Which area is the order for?');
    await screenshot(page, 'draft by steps - area');
    await pick(page, 'harbour.geojson');
    await title('Images for the order');
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await page.locator('.quick-input-list .monaco-list-row').first().click();
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await title('How is it paid for?');
    await page.locator('.quick-input-titlebar').getByRole('button', { name: 'Back' }).click();
    await title('Images for the order');
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    for (const one of [
      'How is it paid for?',
      'Which product?',
      'Which radiometric processing?',
      'Which image format?',
    ])
      await accept(one);
    await title('Which projection?');
    await screenshot(page, 'draft by steps - projection');
    await accept('Which projection?');
    await title('Name of the order (9/9)');
    await typeInput(page, 'By steps');
    await tab('By-steps.order.json');
    await lens(page, 'Price').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    expect(await jsonOf('By-steps.order.json')).toMatchObject({
      kind: 'order.data.product',
      products: [{ imageFormat: 'image/geotiff', crsCode: 'urn:ogc:def:crs:EPSG::32631' }],
    });
  });

  it('from the choice on the map', async () => {
    const { page } = product;
    await openFile(page, 'harbour.geojson');
    await clickLens(page, 'Search Images');
    const map = await mapPage(page);
    await (await findRow(map, 'PHR 0.5 m', 'SENSOR')).click();
    await map.getByRole('button', { name: 'Draft Order' }).click();
    await pick(page, 'Cars detection');
    await title('Title of the report');
    await typeInput(page, 'From the map');
    await tab('From-the-map.order.json');
    await lens(page, 'Price').waitFor();
  });

  it('as a file that is typed, with completion', async () => {
    const { page, folder } = product;
    await writeFile(join(folder, 'typed.order.json'), '{\n  \n}\n');
    await openFile(page, 'typed.order.json');
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Space');
    const rows = page.locator('.suggest-widget .monaco-list-row');
    await rows.filter({ hasText: 'kind' }).first().waitFor();
    await screenshot(page, 'draft by file - completion');
    await page.keyboard.press('Enter');
    const text = page.locator('.editor-group-container.active .view-lines');
    await until('the member', async () => (await text.innerText()).includes('"kind"'));
    await page.keyboard.press('Escape');
  });

  it('from a past order, exactly as it was, and nothing is ordered by it', async () => {
    const { page, folder } = product;
    const [body = {}] = await placeElsewhere(product, async there =>
      analyticOrder([await imageOf(there, 'PHR')], { title: 'Placed elsewhere' }),
    );
    await runCommand(page, 'Swath: Refresh');
    const row = treeRow(page, String(body.title));
    await row.waitFor();
    const before = ordersSent(product).length;
    await chooseInMenu(page, row, 'Order Again…');
    await title(`Order "${String(body.title)}" again`);
    await screenshot(page, 'draft again - choice');
    await pick(page, 'The Same Again');
    const warned = /You ordered exactly this less than a minute ago/;
    await until('the warning', async () => (await notifications(page)).some(text => warned.test(text)));
    await page.locator('.tab.active', { hasText: '.order.json' }).waitFor();
    await screenshot(page, 'draft again - draft');
    const drafts = await readdir(folder);
    await page.keyboard.press('ControlOrMeta+s');
    await until('the file', async () => (await readdir(folder)).length > drafts.length);
    const [name = ''] = (await readdir(folder)).filter(one => !drafts.includes(one));
    expect(await jsonOf(name)).toEqual(body);
    expect(ordersSent(product)).toHaveLength(before);
  });
});
