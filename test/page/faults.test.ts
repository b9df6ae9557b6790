import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications, openFile } from '../editor/workbench.ts';
import { ordersSent } from './elsewhere.ts';
import { draftReport } from './drafted.ts';
import {
  clickLens,
  lens,
  mapPage,
  openFilters,
  pressInDialog,
  type Product,
  resultRows,
  runCommand,
  screenshot,
  signInToLocal,
  startProduct,
  until,
} from './product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1500, height: 900 } });
  await signInToLocal(product);
});
afterAll(() => product.stop());

/** The last request of a body, answered with success. */
async function balance(): Promise<string> {
  return product.page.locator('.statusbar-item', { hasText: 'Local ·' }).innerText();
}

describe('a service on a bad day', () => {
  it('is told on the map with its own words, and the search can be tried again', async () => {
    const { page, service } = product;
    service.sandbox.faults.add({ kind: 'status', status: 400, path: '/api/v2/opensearch', count: 1 });
    await openFile(page, 'harbour.geojson');
    await clickLens(page, 'Search Images');
    const map = await mapPage(page);
    await map.getByRole('heading', { name: 'The search failed' }).waitFor();
    await screenshot(page, 'search failed', '.test-results/page');
    await map.getByRole('button', { name: 'Try Again' }).click();
    await resultRows(map).first().waitFor();
  });

  it('does not show: a search is repeated over resets and overload until it works', async () => {
    const { service } = product;
    const map = await mapPage(product.page);
    service.sandbox.faults.add({ kind: 'reset', when: 'before', path: '/api/v2/opensearch', count: 1 });
    service.sandbox.faults.add({ kind: 'status', status: 503, path: '/api/v2/opensearch', count: 1 });
    await openFilters(map);
    await map.getByLabel('Constellation').click();
    await map.getByRole('option', { name: 'PHR 0.5 m', exact: true }).click();
    await map.getByRole('button', { name: 'Search', exact: true }).click();
    await until('PHR images alone', async () => {
      const rows = await resultRows(map).allInnerTexts();
      return rows.length > 0 && rows.every(row => row.includes('PHR'));
    });
    expect(await map.locator('.notice:visible').count()).toBe(0);
  });

  it('books an order and loses the answer: nothing is sent again, and the order is found', async () => {
    const { page, service } = product;
    const map = await mapPage(page);
    await openFilters(map);
    await map.getByLabel('Processing level').click();
    await map.getByRole('option', { name: 'SENSOR', exact: true }).click();
    await map.getByRole('button', { name: 'Search', exact: true }).click();
    await until('SENSOR images alone', async () => {
      const rows = await resultRows(map).allInnerTexts();
      return rows.length > 0 && rows.every(row => row.includes('SENSOR'));
    });
    await resultRows(map).first().click();
    await draftReport(product, map, { analytic: 'Trucks detection', title: 'Lost answer' });
    await clickLens(page, 'Price');
    await lens(page, 'Order…').waitFor();

    service.sandbox.faults.add({
      kind: 'reset',
      when: 'after',
      method: 'POST',
      path: '/api/v1/orders',
      count: 1,
    });
    await clickLens(page, 'Order…');
    const dialog = page.locator('.monaco-dialog-box');
    await pressInDialog(page, /^Order for/);
    await until('the honest message', async () => {
      return (await notifications(page)).some(text =>
        text.includes('It is not known whether the order was booked'),
      );
    });
    expect(ordersSent(product)).toHaveLength(1);

    await page.locator('.notifications-toasts').getByRole('button', { name: 'Look It Up' }).click();
    await dialog.getByText(/Found it: order \S+/).waitFor();
    await screenshot(page, 'unclear order', '.test-results/page');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(ordersSent(product)).toHaveLength(1);

    // From now on it counts as ordered a moment ago.
    await clickLens(page, 'Order…');
    await dialog.getByText('You ordered exactly this').waitFor();
    await page.keyboard.press('Escape');
    expect(ordersSent(product)).toHaveLength(1);
  });

  it('answers with a page in place of a report: it is not kept, and the next try works', async () => {
    const { page, service, folder } = product;
    await page.locator('.monaco-list-row', { hasText: 'delivered' }).first().waitFor({ timeout: 60_000 });
    service.sandbox.faults.add({ kind: 'body', as: 'html', path: '/api/v1/items/*', count: 1 });
    await runCommand(page, 'Swath: Open Report');
    await until('the message', async () => {
      return (await notifications(page)).some(text => text.includes('is no report'));
    });
    expect(await readdir(join(folder, 'reports'))).toEqual([]);
    await runCommand(page, 'Swath: Open Report');
    await page.locator('.tab.active', { hasText: /^Lost-answer-[0-9a-f]{8}\.geojson/ }).waitFor();
  });

  it('leaves what happened in the log, without the key or a token', async () => {
    const log = await product.log();
    expect(log).toMatch(/network: POST \/api\/v1\/orders/);
    expect(log).toMatch(/correlation id [0-9a-f-]{36}/);
    expect(log).not.toContain(product.service.sandbox.apiKey);
    const journal = await readFile(
      join(product.editor.dataDir, 'data/User/globalStorage/swath.swath/journal.jsonl'),
      'utf8',
    );
    const events = journal
      .split('\n')
      .flatMap(line => (line === '' ? [] : [(JSON.parse(line) as { event: string }).event]));
    expect(events).toEqual(['sending', 'unclear', 'placed']);
    expect(await balance()).toMatch(/Local · 4,\d{3} credits/);
  });
});
