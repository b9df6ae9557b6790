import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { notifications, pick, quickInputText, typeInput } from '../editor/workbench.ts';
import {
  mapPage,
  resultRows,
  runCommand,
  screenshot,
  signInToLocal,
  startProduct,
  until,
} from './product.ts';
import type { Product } from './product.ts';
import {
  chooseFromMenu,
  listedCount,
  said,
  searchedHarbour,
  searchesSent,
  searchFile,
  searchLevel,
} from './searchedHarbour.ts';

/** Around the mouth of the Rhine: of so many images that one search does not reach all of them. */
const wide = {
  type: 'Polygon',
  coordinates: [
    [
      [3.4, 51.4],
      [4.6, 51.4],
      [4.6, 52.4],
      [3.4, 52.4],
      [3.4, 51.4],
    ],
  ],
};

let product: Product;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1500, height: 900 } });
  await writeFile(join(product.folder, 'wide.geojson'), JSON.stringify(wide));
  await signInToLocal(product);
});
afterEach(async ({ task }) => {
  product.service.sandbox.faults.clear();
  if (task.result?.state === 'fail') await screenshot(product.page, `choice - ${task.name}`);
});
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

describe('the best pair for a change analytic', () => {
  let map: Frame;
  beforeAll(async () => {
    map = await searchedHarbour(product);
  });

  const selectedRows = () => map.locator('.row[aria-selected=true]');

  /** Closes the messages, so that the next one is known from the last. */
  async function closeMessages(): Promise<void> {
    await runCommand(product.page, 'Notifications: Clear All Notifications');
    await until('no message', async () => (await notifications(product.page)).length === 0);
  }

  it('is asked for step by step, chosen, and told with its reasons', async () => {
    const { page } = product;
    await chooseFromMenu(map, 'Choose images for me', 'Best pair');
    await page.locator('.quick-input-title', { hasText: 'A pair for which analytic?' }).waitFor();
    // Of each its name and what it is for.
    expect((await quickInputText(page)).rows).toEqual([
      'Change detection',
      expect.stringContaining('between two images'),
      'Shoreline changes',
      expect.stringContaining('between two images'),
    ]);
    await pick(page, 'Change detection');
    await page.locator('.quick-input-title', { hasText: 'How many days apart at least?' }).waitFor();
    await typeInput(page, '10');
    await page.locator('.quick-input-title', { hasText: 'Which pair?' }).waitFor();
    const dates = (await quickInputText(page)).rows[0] ?? '';
    expect(dates).toMatch(/^\d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d$/);
    await screenshot(page, 'which pair');
    await pick(page, dates);

    await map.getByText('2 selected').waitFor();
    const title = map.locator('.reasons-button');
    await title.waitFor();
    expect(await title.innerText()).toBe(`Pair for Change detection: ${dates}`);
    await title.click();
    const reasons = map.getByRole('dialog', { name: 'Pair for Change detection' });
    await reasons.waitFor();
    const [cover, apart, ...others] = await reasons.locator('li').allInnerTexts();
    expect(cover).toMatch(/^both cover the area$|^cover \d+ % and \d+ % of the area$/);
    expect(apart).toMatch(/ apart$/);
    expect(others.join(' · ')).toMatch(/season.*incidence.*cloud/);
    await screenshot(page, 'pair with its reasons');
    await page.keyboard.press('Escape');
    await reasons.waitFor({ state: 'hidden' });

    // They are those of the title, of one constellation, both SENSOR.
    const rows = await selectedRows().allInnerTexts();
    const [older = '', newer = ''] = dates.split(' → ');
    const days = (new Date(newer).getTime() - new Date(older).getTime()) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(10);
    // A row out of view is not drawn: that of the newer image is brought into view.
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain('SENSOR');
    expect(rows.some(row => row.includes(newer) || row.includes(older))).toBe(true);
    await until('the whole row of one of them to be in view', async () => {
      const list = await map.getByRole('listbox', { name: 'Images' }).boundingBox();
      const boxes = await Promise.all((await selectedRows().all()).map(row => row.boundingBox()));
      return boxes.some(
        box => !!box && !!list && box.y >= list.y && box.y + box.height <= list.y + list.height,
      );
    });
  });

  it('is asked for from the palette as well, and Escape leaves the choice as it was', async () => {
    const { page } = product;
    const before = await map.locator('.reasons-button').innerText();
    await runCommand(page, 'Swath: Choose Images That Cover the Area');
    await pick(page, 'Best Pair');
    await pick(page, 'Shoreline changes');
    await page.locator('.quick-input-title', { hasText: 'How many days apart at least?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    expect(await map.locator('.reasons-button').innerText()).toBe(before);
    expect(await map.locator('.selection-number').innerText()).toBe('2 selected');
  });

  it('says why there is none: too long between the two', async () => {
    const { page } = product;
    await closeMessages();
    await chooseFromMenu(map, 'Choose images for me', 'Best pair');
    await pick(page, 'Change detection');
    await typeInput(page, '30000');
    await until('the reasons', async () =>
      (await notifications(page)).some(
        text =>
          text.includes('There is no pair of images for harbour.') &&
          /\d+ pairs are not 30000 days or more apart: ask for another time between the two\./.test(text),
      ),
    );
    await screenshot(page, 'no pair');
    await page.locator('.quick-input-title', { hasText: 'How many days apart at least?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    expect(await map.locator('.selection-number').innerText()).toBe('2 selected');
  });

  it('says why there is none: images that analytics do not take', async () => {
    const { page } = product;
    await closeMessages();
    await searchLevel(map, 'ALBUM');
    await chooseFromMenu(map, 'Choose images for me', 'Best pair');
    await pick(page, 'Change detection');
    await typeInput(page, '0');
    await until('the reasons', async () =>
      (await notifications(page)).some(text =>
        /\d+ images are ALBUM; analytics take SENSOR images\./.test(text),
      ),
    );
    expect(await map.getByText(/\d+ selected/).count()).toBe(0);
    await closeMessages();
  });
});

describe('all images, past what one search reaches', () => {
  let map: Frame;
  beforeAll(async () => {
    map = await mapPage(product.page);
    await searchLevel(map, 'Any');
    map = await searchFile(product, 'wide.geojson');
    await total(/^50 of 10,000\+ images$/).waitFor();
  });

  const total = (text: RegExp) => map.locator('.total', { hasText: text });
  const status = () => map.locator('.results-status');
  const countOf = (text: string) => Number(text.replaceAll(',', ''));
  /** [images in hand, matches known], as the head says it. */
  async function told(): Promise<[number, string]> {
    const [, loaded = '', all = ''] =
      /^([\d,]+) of ([\d,]+\+?) images$/.exec(await map.locator('.total').innerText()) ?? [];
    return [countOf(loaded), all];
  }

  it('says that there may be more than the service counts', async () => {
    expect(await map.locator('.total').getAttribute('title')).toContain('there may be more');
    await map.getByRole('button', { name: 'Get all' }).waitFor();
  });

  it('gets on until it is cancelled, keeps what came, and counts it honestly', async () => {
    const { page, service } = product;
    const before = searchesSent(product).length;
    service.sandbox.faults.add({ kind: 'delay', milliseconds: 120_000, path: '/api/v2/opensearch', skip: 6 });
    await map.getByRole('button', { name: 'Get all' }).click();
    const progress = map.getByRole('progressbar', { name: 'Getting all images' });
    await progress.waitFor();
    await status()
      .getByText(/^Getting all: \d+ %$/)
      .waitFor();
    await until('the pages that are answered', async () => (await told())[0] >= 1000);
    expect(Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
    await screenshot(page, 'getting all');
    await status().getByRole('button', { name: 'Cancel' }).click();
    await progress.waitFor({ state: 'hidden' });
    const [loaded, known] = await told();
    expect(known).toBe('10,000+');
    expect(loaded).toBeLessThan(10_000);
    await said(map, `${loaded.toLocaleString('en')} of 10,000+ images in the list.`);
    // What is listed, and what is hidden because the same acquisition is listed already, is all of it.
    await until('the list and its count to agree', async () => {
      const [, shown = '', twins = ''] =
        /^([\d,]+) shown, ([\d,]+) ALBUM twins?$/.exec(await status().locator('.quiet').innerText()) ?? [];
      return countOf(shown) + countOf(twins) === loaded && countOf(shown) === (await listedCount(map));
    });
    // Nothing goes on behind the screen.
    const sent = searchesSent(product).length;
    expect(sent).toBeGreaterThan(before);
    service.sandbox.faults.clear();
    await map.getByRole('button', { name: 'Get all' }).waitFor();
    expect(searchesSent(product).length).toBe(sent);
  });

  it('finds each image once when it comes to the end, and says no more than there is', async () => {
    await map.getByRole('button', { name: 'Get all' }).click();
    await map.getByRole('progressbar', { name: 'Getting all images' }).waitFor();
    await map
      .getByRole('progressbar', { name: 'Getting all images' })
      .waitFor({ state: 'hidden', timeout: 120_000 });
    const text = await map.locator('.total').innerText();
    await screenshot(product.page, 'got all');
    expect(text).toMatch(/^1\d,\d{3} images$/);
    expect(await map.getByRole('button', { name: 'Get all' }).count()).toBe(0);
    await said(map, `${text} in the list.`);
  });

  it('shows the end of so long a list at one key', async () => {
    expect(await listedCount(map)).toBeGreaterThan(5000);
    await map.getByRole('listbox', { name: 'Images' }).focus();
    await product.page.keyboard.press('End');
    // Twins that are found later go from the list: its end comes nearer.
    await until('the last row', async () => {
      const last = resultRows(map).last();
      return (await last.getAttribute('aria-posinset')) === (await last.getAttribute('aria-setsize'));
    });
    expect(await resultRows(map).count()).toBeLessThan(100);
  });
});
