import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setTheme } from '../editor/browser.ts';
import { repository } from '../editor/repository.ts';
import { notifications, openFile, pick, quickInputText, typeInput } from '../editor/workbench.ts';
import { patient } from '../runSpeed.ts';
import { analyticOrder, imageOf } from '../unit/sandbox/harness.ts';
import { chooseView, findRow, resultRows } from '../webview/mapPage.ts';
import { openOrderFile } from './drafted.ts';
import { allDelivered, placeElsewhere } from './elsewhere.ts';
import { makeHostile } from './hostileService.ts';
import { actingTexts } from './onScreen.ts';
import {
  chooseInMenu,
  clickLens,
  dialog,
  dialogOpens,
  leaveDialog,
  lens,
  mapPage,
  type Product,
  runCommand,
  showViews,
  startProduct,
  statusBarItem,
  treeRow,
  until,
  widenSideBar,
} from './product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({
    size: { width: 1500, height: 1000 },
    prepare: async folder => {
      await cp(join(repository, 'test/data/hostile'), folder, { recursive: true });
      return undefined;
    },
  });
  await placeElsewhere(product, async there =>
    analyticOrder([await imageOf(there, 'PHR')], { title: 'Quay' }),
  );
  await allDelivered(product);
  requestsBefore = product.service.sandbox.requests.length;
  makeHostile(product.service);
});
afterEach(async () => {
  product.service.sandbox.faults.clear();
  await product.page.keyboard.press('Escape');
});
afterAll(() => product.stop());

/** Requests up to here include the order that the test itself placed. */
let requestsBefore = 0;

/** Requests that change the account, according to the service. A revocation is a GET. */
function changesSent(): string[] {
  const reads = [/\/openid-connect\/token$/, /^\/api\/v1\/prices$/, /\/opensearch$/];
  return product.service.sandbox.requests
    .slice(requestsBefore)
    .filter(({ method, path }) =>
      method === 'GET' ? path.endsWith('/revoke') : !reads.some(read => read.test(path)),
    )
    .map(({ method, path }) => `${method} ${path}`);
}

let away = 0;

/** Shows the hover of an element and checks it. */
async function hover(target: Locator, name: string): Promise<void> {
  const { page } = product;
  const tooltip = page.locator('.monaco-hover:visible');
  // Redrawing a row under the pointer closes its tooltip.
  await until(`a tooltip of ${name}`, async () => {
    await page.mouse.move(1000, 500);
    await target.hover();
    await tooltip
      .first()
      .waitFor({ timeout: patient(3000) })
      .catch(() => undefined);
    return (await tooltip.count()) > 0;
  });
  expect(await actingTexts(page)).toEqual([]);
  expect(await tooltip.locator('a').count()).toBe(0);
  await until('the tooltip to go', async () => {
    // A little further each time, because the tooltip stays if the pointer doesn't move.
    await page.mouse.move(1000, (away = (away + 20) % 400) + 300);
    return (await tooltip.count()) === 0;
  });
}

/** Shows the next problem of the active text. */
async function nextProblem(): Promise<void> {
  const { page } = product;
  const problem = page.locator('.marker-widget');
  await until('a problem', async () => {
    await page.keyboard.press('F8');
    await problem.waitFor({ timeout: patient(2000) }).catch(() => undefined);
    return problem.isVisible();
  });
}

async function openRows(): Promise<void> {
  const { page } = product;
  const closed = page.locator('.sidebar .monaco-list-row[aria-expanded="false"] .monaco-tl-twistie');
  for (let rows = 0; rows < 12 && (await closed.count()) > 0; rows++)
    // The row may be redrawn at this moment; the next try finds it again.
    await closed
      .first()
      .click({ timeout: patient(2000) })
      .catch(() => undefined);
}

describe('hostile texts from a service and files', () => {
  let map: Frame;

  it('sign in, and are shown in the status bar', async () => {
    const { page, service } = product;
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await runCommand(page, 'Swath: Sign In…');
    await pick(page, 'Local');
    await typeInput(page, service.sandbox.apiKey);
    await statusBarItem(page, /Local · [\d,]+ \[Repair\]/).waitFor();
    await hover(statusBarItem(page, 'Local ·'), 'status bar');
  });

  it.each(['Contracts', 'Subscriptions', 'Orders', 'API Keys'])(
    'are rows of %s with tooltips',
    async view => {
      const { page } = product;
      await widenSideBar(page, 600);
      await showViews(page, view);
      const pane = page.locator('.sidebar .pane', { has: page.locator('.pane-header', { hasText: view }) });
      const rows = pane.locator('.monaco-list-row', { hasText: 'Repair' });
      // Orders are grouped by status.
      await pane.locator('.monaco-list-row[aria-expanded]').or(rows).first().waitFor();
      await openRows();
      await rows.first().waitFor();
      for (const row of (await rows.all()).slice(0, 3)) await hover(row, `${view} tooltip`);
    },
  );

  it('are found on the map, and requested as pictures', async () => {
    const { page } = product;
    await widenSideBar(page, 250);
    await openFile(page, 'harbour.aoi.geojson');
    await clickLens(page, 'Search Images');
    map = await mapPage(page);
    await resultRows(map).first().waitFor();
    await (await findRow(map, 'PHR', 'SENSOR')).click();
    const card = map.getByRole('region', { name: 'Image' });
    await card.waitFor();
    // If a link isn't followed, the button says why, and pressing it does nothing.
    await card.getByRole('button', { name: 'Quicklook' }).click({ force: true });
    await card.getByRole('button', { name: 'Stream', exact: true }).click({ force: true });
    // If a picture isn't available, the card or a note says why.
    await until('an answer for the picture', async () =>
      /quicklook|picture|image/i.test(await card.innerText()),
    );
    await chooseView(map, 'Table');
    await map.getByRole('grid').waitFor();
    expect(await actingTexts(page)).toEqual([]);
  });

  it('are an order file with problems, and a refusal by the service', async () => {
    const { page, service } = product;
    await openFile(page, 'repair.order.json');
    await nextProblem();
    expect(await actingTexts(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await runCommand(page, 'Problems: Focus on Problems View');
    await page.locator('.markers-panel .monaco-list-row').first().waitFor();
    expect(await actingTexts(page)).toEqual([]);
    await runCommand(page, 'View: Hide Panel');

    await openOrderFile(product, 'Priced');
    service.sandbox.faults.add({ kind: 'status', status: 400, path: '/api/v1/prices', count: 1 });
    await clickLens(page, 'Price');
    await lens(page, /No price: "\[Repair\]/).waitFor();
    expect(await actingTexts(page)).toEqual([]);
  });

  it('have a price, and need a confirmation before an order is placed', async () => {
    const { page } = product;
    await clickLens(page, 'Try Again');
    await lens(page, 'Order…').waitFor();
    await clickLens(page, 'Order…');
    await dialogOpens(page);
    await until('the amount', async () => (await dialog(page).innerText()).includes('Repair'));
    expect(await actingTexts(page)).toEqual([]);
    await leaveDialog(page);
  });

  it('are shown in a notification, and as items to choose from', async () => {
    const { page } = product;
    await showViews(page, 'Orders');
    const order = treeRow(page, /^delivered|\[Repair\]/);
    await order.waitFor();
    await runCommand(page, 'Notifications: Clear All Notifications');
    await runCommand(page, 'Swath: Open Report');
    await until('a notification', async () => (await notifications(page)).length > 0);
    expect(await actingTexts(page)).toEqual([]);
    expect(await page.locator('.notifications-toasts .notification-list-item-message a').count()).toBe(0);
    await runCommand(page, 'Notifications: Clear All Notifications');

    await runCommand(page, 'Swath: Order Again…');
    await until('the list', async () =>
      (await quickInputText(page)).rows.some(row => row.includes('Repair')),
    );
    expect(await actingTexts(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('are imported from a file in another format', async () => {
    const { page } = product;
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Swath: Open Map');
    await page
      .locator('.activitybar')
      .getByRole('tab', { name: /^Explorer/ })
      .click();
    const file = page.locator('.explorer-folders-view').getByText('repair.kml');
    await chooseInMenu(page, file, 'Use as Area…');
    await page.locator('.tab', { hasText: '.aoi.geojson' }).waitFor();
    await lens(page, 'Search Images').waitFor();
    expect(await actingTexts(page)).toEqual([]);
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  it('are areas and a report on the map, in a light theme', async () => {
    const { page } = product;
    await setTheme(page, 'light');
    await openFile(page, 'areas.aoi.geojson');
    await nextProblem();
    expect(await actingTexts(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Home');
    await clickLens(page, 'km²');
    map = await mapPage(page);
    await map
      .getByText(/^\[Repair\]/)
      .first()
      .waitFor();
    expect(await actingTexts(page)).toEqual([]);

    await openFile(page, 'cars-1a2b3c4d.geojson');
    await clickLens(page, 'Show on Map');
    map = await mapPage(page);
    await map.getByLabel('Color the report by').selectOption('class');
    await map.locator('.report-classes').getByText('[Repair]').first().waitFor();
    await map.getByRole('button', { name: 'Next feature' }).click();
    const card = map.getByRole('region', { name: 'Feature' });
    await card.getByText('[Repair]').first().waitFor();
    expect(await actingTexts(page)).toEqual([]);
    expect(await map.locator('a[href]:not([href="#"])').count()).toBe(0);
  });

  it('are a saved search, and a list of orders in a light theme', async () => {
    const { page } = product;
    await openFile(page, 'repair.search.json');
    await lens(page, /Repair|Run/).waitFor();
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await widenSideBar(page, 500);
    await showViews(page, 'Orders', 'Subscriptions');
    await treeRow(page, /\[Repair\]/).waitFor();
    expect(await actingTexts(page)).toEqual([]);
  });

  it('have not sent anything that changes the account', () => {
    const paths = product.service.sandbox.requests.slice(requestsBefore).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/api/v1/prices', '/api/v2/opensearch', '/api/v1/orders']));
    expect(changesSent()).toEqual([]);
  });
});
