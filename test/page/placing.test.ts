import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile, pick } from '../editor/workbench.ts';
import { isFull } from '../randomRuns.ts';
import { harnessOf } from '../unit/sandbox/harness.ts';
import { resultRows } from '../webview/mapPage.ts';
import { askToPlace, openOrderFile, placePricedAgain, priceAndPlaceAgain } from './drafted.ts';
import { ordersSent } from './elsewhere.ts';
import {
  answerDialog,
  chooseInMenu,
  clickLens,
  dialog,
  dialogAnswerable,
  dialogOpens,
  leaveDialog,
  lens,
  mapPage,
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

beforeAll(async () => {
  product = await startProduct({ size: { width: 1300, height: 900 } });
  await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await signInToLocal(product);
});
afterAll(() => product.stop());

/** Ids of the service's orders with a title. */
async function booked(title: string): Promise<string[]> {
  const { body } = await harnessOf(product.service.sandbox).call<{
    items: { id: string; title?: string }[];
  }>('GET', '/api/v1/orders?itemsPerPage=100');
  return body.items.filter(order => order.title === title).map(({ id }) => id);
}

const sentOf = (title: string) =>
  ordersSent(product).filter(({ body }) => (JSON.parse(body ?? '{}') as { title: string }).title === title);

const journal = () => join(product.editor.dataDir, 'data/User/globalStorage/swath.swath/journal.jsonl');

/** The events of the last order in the journal, oldest first. */
async function lastEvents(count: number): Promise<string[]> {
  const lines = (await readFile(journal(), 'utf8')).split('\n').filter(line => line !== '');
  return lines.slice(-count).map(line => (JSON.parse(line) as { event: string }).event);
}

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

/** The draft offers only the check. */
async function isNotOffered(): Promise<void> {
  const { page } = product;
  await lens(page, /^\S*\s?Sent .*, not confirmed\. Check status$/).waitFor();
  await lens(page, 'Price').waitFor();
  expect(await lens(page, 'Order…').count()).toBe(0);
}

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

describe('an order without an answer', () => {
  it('is not sent again, and is found', async () => {
    const { page, service } = product;
    const title = 'Lost answer';
    const fault = { kind: 'reset', when: 'after', method: 'POST', path: '/api/v1/orders', count: 1 } as const;
    service.sandbox.faults.add(fault);
    await openOrderFile(product, title);
    await clickLens(page, 'Price');
    await askToPlace(product);
    await pressInDialog(page, /^Order for/);
    await notified(/Couldn't confirm the order/);
    expect(sentOf(title)).toHaveLength(1);

    await pressInNotification(product.page, 'Check Order Status');
    await dialog(page)
      .getByText(/The order was placed: \S+/)
      .waitFor();
    await leaveDialog(page);
    expect(sentOf(title)).toHaveLength(1);
    expect(await lastEvents(3)).toEqual(['sending', 'unclear', 'placed']);

    // From now on, it counts as ordered a moment ago.
    await lens(page, 'Order Again…').waitFor();
    await runCommand(page, 'Swath: Place Order…');
    await dialogOpens(page);
    await dialog(page).getByText('You placed the same order').waitFor();
    await leaveDialog(page);
    expect(sentOf(title)).toHaveLength(1);
  });

  it('appears once if the window was reloaded and the service booked it', async () => {
    const { page, service } = product;
    const title = 'Held back';
    service.sandbox.faults.add({
      kind: 'delay',
      when: 'after',
      milliseconds: 600_000,
      method: 'POST',
      path: '/api/v1/orders',
      count: 1,
    });
    await openOrderFile(product, title);
    await priceAndPlaceAgain(product, '1');
    await until('the service to book it', async () => (await booked(title)).length > 0);
    const [id = ''] = await booked(title);
    await aMinutePasses();
    await reloadWindow(page);

    await notified(/^Orders that are not confirmed: Held back \([\d.,]+ credits? · 1 min ago\)/);
    await isNotOffered();
    await pressInNotification(product.page, 'Check Order Status');
    await dialogOpens(page);
    await dialog(page).getByText(`The order was placed: ${id}`).waitFor();
    await answerDialog(page, 'Open Order');
    await page.locator('.tab.active', { hasText: 'Order Held back' }).waitFor();
    await treeRow(page, /^Held back\b/).waitFor();
    const rows = page.locator('.sidebar').getByRole('treeitem', { name: /^Held back\b/ });
    expect(await rows.count()).toBe(1);
    expect(await booked(title)).toEqual([id]);
    expect(sentOf(title)).toHaveLength(1);
  });

  it.runIf(isFull)('can be sent again if it was lost, but only after the user says so', async () => {
    const { page, service } = product;
    const title = 'Lost';
    service.sandbox.faults.add({
      kind: 'delay',
      when: 'before',
      milliseconds: 600_000,
      method: 'POST',
      path: '/api/v1/orders',
      count: 1,
    });
    await openOrderFile(product, title);
    await priceAndPlaceAgain(product, '1');
    await until('the order to leave', () => Promise.resolve(sentOf(title).length === 1));
    await reloadWindow(page);

    await isNotOffered();
    await clickLens(page, 'Check status');
    await dialogOpens(page);
    await dialog(page).getByText('The service doesn\'t list "Lost".').waitFor();
    await dialog(page)
      .getByText(/It may still be in progress\. Check again in \d+ seconds/)
      .waitFor();
    expect(await dialog(page).getByRole('button', { name: 'It Was Not Booked' }).count()).toBe(0);
    await aMinutePasses();
    // The next dialog may open immediately.
    await pressInDialog(page, 'Check Again');
    await dialogOpens(page);
    await dialog(page).getByRole('button', { name: 'It Was Not Booked' }).waitFor();
    expect(sentOf(title)).toHaveLength(1);
    await answerDialog(page, 'It Was Not Booked');

    // The price from before the reload is gone, so it must be requested and confirmed again.
    await notified(/^Request the price first/);
    expect(sentOf(title)).toHaveLength(1);
    await pressInNotification(product.page, 'Price');
    await placePricedAgain(product, '1');
    await treeRow(page, /^Lost, /).waitFor();
    expect(await booked(title)).toHaveLength(1);
    expect(sentOf(title)).toHaveLength(2);
  });
});

describe('an unreliable service', () => {
  it.runIf(isFull)('is reported on the map in its own words, and the search can be retried', async () => {
    const { page, service } = product;
    await runCommand(page, 'View: Close All Editors');
    service.sandbox.faults.add({ kind: 'status', status: 400, path: '/api/v2/opensearch', count: 1 });
    await openFile(page, 'harbour.aoi.geojson');
    await clickLens(page, 'Search Images');
    const map = await mapPage(page);
    await map.getByRole('heading', { name: 'The search failed' }).waitFor();
    // A search is repeated over connection resets and overload until it succeeds, so it doesn't show them.
    service.sandbox.faults.add({ kind: 'reset', when: 'before', path: '/api/v2/opensearch', count: 1 });
    service.sandbox.faults.add({ kind: 'status', status: 503, path: '/api/v2/opensearch', count: 1 });
    await map.getByRole('button', { name: 'Try Again' }).click();
    await resultRows(map).first().waitFor();
    expect(await map.locator('.notice:visible').count()).toBe(0);
  });

  it('leaves what happened in the log, without the key or a token', async () => {
    const log = await product.log();
    expect(log).toMatch(/network: POST \/api\/v1\/orders/);
    expect(log).toMatch(/correlation id [0-9a-f-]{36}/);
    expect(log).not.toContain(product.service.sandbox.apiKey);
    expect(log).not.toContain('Bearer ');
    expect(product.workbench.problems).toEqual([]);
  });
});

it('signs out without losing the only copy of the API key', async () => {
  const { page } = product;
  await runCommand(page, 'Swath: Sign Out');
  await dialogOpens(page);
  await dialog(page).getByText('Sign out of Local?').waitFor();
  await answerDialog(page, /^Sign Out$/);
  await statusBarItem(page, /Local ·/).waitFor({ state: 'hidden' });
  await runCommand(page, 'Swath: Sign In…');
  await pick(page, 'Local');
  await pick(page, 'Try the Stored Key');
  await statusBarItem(page, /Local · [\d,]+ credits/).waitFor();
});
