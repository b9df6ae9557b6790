import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeLink } from '../../src/features/links/link.ts';
import { quay } from '../contract/places.ts';
import { openFile, typeInput, webviewFrame } from '../editor/workbench.ts';
import { patient } from '../runSpeed.ts';
import { analyticOrder, harnessOf, imageOf } from '../unit/sandbox/harness.ts';
import { askToPlace, openOrderFile, priceAndPlaceAgain } from './drafted.ts';
import { ordersSent, placeElsewhere } from './elsewhere.ts';
import { holdOrders } from './heldOrders.ts';
import {
  answerDialog,
  chooseInMenu,
  clickLens,
  dialog,
  dialogAnswerable,
  dialogOpens,
  leaveDialog,
  lens,
  notificationSays,
  pressInDialog,
  pressInNotification,
  type Product,
  reloadWindow,
  runCommand,
  showViews,
  signInToLocal,
  startProduct,
  statusBarItem,
  treeRow,
  until,
} from './product.ts';

let product: Product;
const orders = holdOrders();

beforeAll(async () => {
  product = await startProduct({
    size: { width: 1300, height: 900 },
    time: orders.time,
    settings: { 'swath.orders.pollSeconds': 5 },
  });
  await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await signInToLocal(product);
});
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

/** Ids of the service's orders with a title. */
async function booked(title: string): Promise<string[]> {
  const { body } = await harnessOf(product.service.sandbox).call<{
    items: { id: string; title?: string }[];
  }>('GET', '/api/v1/orders?itemsPerPage=100');
  return body.items.filter(order => order.title === title).map(({ id }) => id);
}

const journal = () => join(product.editor.dataDir, 'data/User/globalStorage/swath.swath/journal.jsonl');

/** Makes all journal entries older by a little more than the time in which an answer can still arrive. */
async function aMinutePasses(): Promise<void> {
  const lines = await readFile(journal(), 'utf8');
  const older = (at: string) => new Date(Date.parse(at) - 65_000).toISOString();
  await writeFile(
    journal(),
    lines.replaceAll(/"at":"([^"]+)"/g, (_all, at: string) => `"at":"${older(at)}"`),
  );
}

const notified = (words: RegExp) => notificationSays(product.page, words);

const revokes = () => product.service.sandbox.requests.filter(({ path }) => path.endsWith('/revoke'));

/** Runs in the window: presses the next of the keys as soon as a button of a dialog has the focus. */
function pressAtOnce(keys: string[]): void {
  let pressed = 0;
  const keyCodes = new Map([
    ['Enter', 13],
    [' ', 32],
  ]);
  document.addEventListener('focusin', ({ target }) => {
    const key = keys[pressed];
    if (key === undefined || !(target as Element).matches('.monaco-dialog-box .monaco-button')) return;
    pressed += 1;
    document.body.dataset['pressed'] = String(pressed);
    for (const kind of ['keydown', 'keyup'])
      target?.dispatchEvent(
        new KeyboardEvent(kind, {
          key,
          // oxlint-disable-next-line typescript/no-deprecated -- what the editor reads
          keyCode: keyCodes.get(key) ?? 0,
          bubbles: true,
          cancelable: true,
        }),
      );
  });
}

describe('a key press that was meant for something else', () => {
  it('spends nothing if it arrives just as the dialog opens', async () => {
    const { page } = product;
    await openOrderFile(product, 'Stray quay');
    await clickLens(page, 'Price');
    await page.evaluate(pressAtOnce, ['Enter', ' ', 'Enter']);
    await askToPlace(product);
    await page.locator('body[data-pressed="3"]').waitFor();
    await dialog(page).getByText('That answer came too soon to count').waitFor();
    await dialogAnswerable(page);
    await leaveDialog(page);
    expect(ordersSent(product)).toEqual([]);
  });

  it('stays where the user is typing when the dialog is ready', async () => {
    const { page, service } = product;
    await openFile(page, 'harbour.aoi.geojson');
    await showViews(page, 'Subscriptions');
    service.sandbox.faults.add({
      kind: 'delay',
      when: 'before',
      milliseconds: 2_500,
      method: 'GET',
      count: 1,
      path: '/api/v1/contracts/*/subscriptions/*',
    });
    await chooseInMenu(page, treeRow(page, /^Quarry watch.*pending/), 'Revoke Subscription…');
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.type('typed meanwhile');
    await notified(/^Swath is waiting for your answer: Revoke/);
    await page.keyboard.press('Enter');
    expect(await dialog(page).isVisible()).toBe(false);
    expect(await page.locator('.monaco-editor .view-lines').first().innerText()).toContain('typed');
    await pressInNotification(product.page, 'Continue…');
    await dialogAnswerable(page);
    expect(await dialog(page).innerText()).toContain('Revoke "Quarry watch, monthly"?');
    await leaveDialog(page);
    expect(revokes()).toEqual([]);
    await runCommand(page, 'File: Revert File');
    await showViews(page, 'Orders');
  });
});

describe('rows of orders', () => {
  const focused = () =>
    product.page
      .locator('.monaco-list:focus .monaco-list-row.focused')
      .evaluateAll(rows => rows.map(row => row.getAttribute('aria-label') ?? '').join());

  it('keep the focus and the selection while they are polled, until they are delivered', async () => {
    const { page } = product;
    for (const title of ['First quay', 'Second quay'])
      await placeElsewhere(product, async there => analyticOrder([await imageOf(there, 'PHR')], { title }));
    await runCommand(page, 'Swath: Refresh');
    await treeRow(page, /^First quay/).click();
    orders.deliver();
    await treeRow(page, /^delivered, 2/).waitFor({ timeout: patient(90_000) });
    await until('the focus on its row', async () => (await focused()).startsWith('First quay'));
    const selected = page.locator('.sidebar .monaco-list-row.selected');
    expect(await selected.getAttribute('aria-label')).toMatch(/^First quay/);
  });

  it('are copied together, and their menu offers nothing that works on one', async () => {
    const { page } = product;
    await treeRow(page, /^Second quay/).click({ modifiers: ['Control'] });
    await page.keyboard.press('Control+C');
    await statusBarItem(page, /Copied .* and 1 more/).waitFor();
    await treeRow(page, /^Second quay/).click({ button: 'right' });
    const labels = page.locator('.context-view .action-menu-item .action-label:not(.separator)');
    await labels.first().waitFor();
    const offered = ['Open Report', 'Download Delivery', 'Compare Reports…', 'Copy ID'];
    expect(await labels.allInnerTexts()).toEqual(offered);
    await page.keyboard.press('Escape');
  });
});

it('a link to an area is shown before it is opened, and orders nothing', async () => {
  const { page } = product;
  const before = ordersSent(product).length;
  const polygon = { type: 'Polygon' as const, coordinates: quay.coordinates };
  await runCommand(page, 'Developer: Open URL');
  await typeInput(page, writeLink('code-oss', { kind: 'area', name: 'Linked quay', polygon }));
  // The editor asks whether the extension may open it; then Swath shows what it contains.
  await pressInDialog(page, /^Open/);
  await dialog(page).getByText('Open this link?').waitFor();
  expect(await dialog(page).innerText()).toContain('Linked quay');
  await answerDialog(page, 'Open');
  await page.locator('.tab.active', { hasText: 'Linked-quay.aoi.geojson' }).waitFor();
  await runCommand(page, 'View: Revert and Close Editor');
  expect(ordersSent(product)).toHaveLength(before);
});

describe('a reload of the window', () => {
  const title = 'Held back';
  let before: number;

  it('keeps the session and the page of an order, and reports an order without an answer', async () => {
    const { page, service } = product;
    const exchanges = () => service.sandbox.requests.filter(({ path }) => path.endsWith('/token')).length;
    await openOrderFile(product, title);
    before = ordersSent(product).length;
    service.sandbox.faults.add({
      kind: 'delay',
      when: 'after',
      milliseconds: 600_000,
      method: 'POST',
      path: '/api/v1/orders',
      count: 1,
    });
    await priceAndPlaceAgain(product, '1');
    await until('the service to book it', async () => (await booked(title)).length > 0);
    await treeRow(page, /^First quay/).click();
    const heading = async () =>
      (await webviewFrame(page, '#swath-order')).getByRole('heading', { name: 'First quay' }).waitFor();
    await heading();
    await aMinutePasses();
    const known = exchanges();
    await reloadWindow(page);
    await notified(/^Orders that are not confirmed: Held back \([\d.,]+ credits? · \d+ min ago\)/);
    await heading();
    await statusBarItem(page, /Local · [\d,]+ credits/).waitFor();
    expect(exchanges()).toBe(known + 1);
  });

  it('holds back an order without an answer until it is checked, which finds it once', async () => {
    const { page } = product;
    const [id = ''] = await booked(title);
    await page.locator('.tab', { hasText: 'held-back.order.json' }).click();
    await lens(page, /^\S*\s?Sent .*, not confirmed\. Check status$/).waitFor();
    await lens(page, 'Price').waitFor();
    expect(await lens(page, 'Order…').count()).toBe(0);
    await pressInNotification(product.page, 'Check Order Status');
    await dialogOpens(page);
    await dialog(page).getByText(`Order ${id} was sent on`).waitFor();
    await answerDialog(page, 'Open Order');
    await page.locator('.tab.active', { hasText: 'Order Held back' }).waitFor();
    await treeRow(page, /^Held back\b/).waitFor();
    const rows = page.locator('.sidebar').getByRole('treeitem', { name: /^Held back\b/ });
    expect(await rows.count()).toBe(1);
    expect(await booked(title)).toEqual([id]);
    expect(ordersSent(product)).toHaveLength(before + 1);
  });
});
